package document

import (
	"encoding"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"green500/validation/power"
)

func join(path, field string) string {
	if path == "" {
		return field
	}
	return path + "." + field
}

func tagName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

var fieldTables sync.Map // by type: they are looked up for every field of every form

func fieldsOf(t reflect.Type) map[string]int {
	if table, there := fieldTables.Load(t); there {
		return table.(map[string]int)
	}
	fields := map[string]int{}
	for _, field := range membersOf(t) {
		fields[tagName(field)] = field.Index[0]
	}
	fieldTables.Store(t, fields)
	return fields
}

func isSettings(t reflect.Type) bool { return t == reflect.TypeFor[power.ImportSettings]() }

// membersOf are the fields of a type. Import settings have those of a series that are settings, and need none.
func membersOf(t reflect.Type) []reflect.StructField {
	return slices.DeleteFunc(slices.Collect(t.Fields()), func(f reflect.StructField) bool {
		return isSettings(t) && !power.IsImportSetting(tagName(f))
	})
}

func kindName(kind reflect.Kind) string {
	switch kind {
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	}
	return "a text"
}

// What a document may state lies between these, in any of its units: figures beyond them are slips of
// the pen, and what is formed from them would not fit into numbers.
const (
	largest  = 1e12
	smallest = 1e-9
)

func stated(figure float64) bool {
	size := math.Abs(figure)
	return figure == 0 || size >= smallest && size <= largest
}

func setScalar(into reflect.Value, text string) error {
	text = strings.TrimSpace(text)
	wrong := fmt.Errorf("%q is not %s", text, kindName(into.Kind()))
	absurd := fmt.Errorf("%q is not a plausible figure", text)
	switch into.Kind() {
	case reflect.String:
		into.SetString(text)
	case reflect.Int:
		number, err := strconv.Atoi(text)
		if err != nil {
			return wrong
		}
		if !stated(float64(number)) {
			return absurd
		}
		into.SetInt(int64(number))
	case reflect.Float64:
		number, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(number, 0) || math.IsNaN(number) || strings.ContainsAny(text, "_xX") {
			return wrong
		}
		if !stated(number) {
			return absurd
		}
		into.SetFloat(number)
	case reflect.Bool:
		if text != "true" && text != "false" {
			return wrong
		}
		into.SetBool(text == "true")
	}
	return nil
}

// scalarText is the inverse of setScalar; a zero value has no text if the field may be left out.
func scalarText(value reflect.Value) string {
	if text, ok := value.Interface().(encoding.TextMarshaler); ok {
		if value.IsZero() {
			return ""
		}
		written, _ := text.MarshalText() // a time beyond the year 9999 has none
		return string(written)
	}
	switch value.Kind() {
	case reflect.Int:
		return strconv.FormatInt(value.Int(), 10)
	case reflect.Float64:
		return strconv.FormatFloat(value.Float(), 'f', -1, 64)
	case reflect.Bool:
		return strconv.FormatBool(value.Bool())
	}
	return value.String()
}

func isScalar(t reflect.Type) bool {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return true
	}
	return slices.Contains([]reflect.Kind{reflect.String, reflect.Int, reflect.Float64, reflect.Bool}, t.Kind())
}

func suggestion(wrong string, t reflect.Type) string {
	best, distance := "", len(wrong)/2+1
	var names []string
	for _, field := range membersOf(t) {
		names = append(names, tagName(field))
		if d := power.EditDistance(wrong, tagName(field)); d < distance {
			best, distance = tagName(field), d
		}
	}
	if best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return "the fields here are " + strings.Join(names, ", ")
}

// JSONSchema returns the schema of the document, made from the types, for editors and checkers.
func JSONSchema() ([]byte, error) {
	schema := schemaOf(reflect.TypeFor[power.Entry]())
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = power.Schema
	return json.MarshalIndent(schema, "", "  ")
}

func schemaOf(t reflect.Type) map[string]any {
	if t == reflect.TypeFor[power.Date]() {
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
	return map[string]any{"type": map[reflect.Kind]string{reflect.Int: "integer", reflect.Float64: "number",
		reflect.Bool: "boolean", reflect.String: "string"}[t.Kind()]}
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
	return map[string]any{"type": "object", "properties": properties, "required": required,
		"additionalProperties": false}
}
