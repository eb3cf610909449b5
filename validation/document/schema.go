package document

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"

	"green500/validation/calendar"
	"green500/validation/power"
)

// JSONSchema returns the schema of the document, made from the types, for editors and checkers.
func JSONSchema() ([]byte, error) {
	schema := schemaOf(reflect.TypeFor[power.Entry]())
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = power.Schema
	return json.MarshalIndent(schema, "", "  ")
}

func schemaOf(t reflect.Type) map[string]any {
	if t == reflect.TypeFor[calendar.Date]() {
		return map[string]any{"type": "string", "format": "date"}
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return map[string]any{"type": "string", "format": "date-time"}
	}
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem())
	case reflect.Struct:
		return objectSchema(t)
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem())}
	case reflect.Map:
		values := map[string]any{"type": "array", "items": map[string]any{"type": []string{"string", "number"}}}
		return map[string]any{"type": "object", "additionalProperties": values}
	}
	return map[string]any{"type": map[reflect.Kind]string{reflect.Int: "integer", reflect.Float64: "number", reflect.Bool: "boolean", reflect.String: "string"}[t.Kind()]}
}

func objectSchema(t reflect.Type) map[string]any {
	properties := map[string]any{}
	required := []string{}
	for i := range t.NumField() {
		field := t.Field(i)
		property := schemaOf(field.Type)
		if doc := field.Tag.Get("doc"); doc != "" {
			property["description"] = doc
		}
		properties[tagName(field)] = property
		if !strings.Contains(field.Tag.Get("json"), ",omit") {
			required = append(required, tagName(field))
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}
