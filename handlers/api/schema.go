package api

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"green500/validation/listing"
)

// schemaOf is the JSON Schema of what a Go type is written as.
func schemaOf(of reflect.Type) jsonObject {
	switch of {
	case reflect.TypeFor[Row]():
		return rowSchema()
	case reflect.TypeFor[time.Time]():
		return jsonObject{"type": "string", "format": "date-time"}
	case reflect.TypeFor[json.RawMessage]():
		return jsonObject{}
	case reflect.TypeFor[[]byte]():
		return jsonObject{"type": "string", "contentEncoding": "base64"}
	}
	switch of.Kind() {
	case reflect.Pointer:
		return orNull(schemaOf(of.Elem()))
	case reflect.Struct:
		return structSchema(of)
	case reflect.Slice:
		return jsonObject{"type": "array", "items": schemaOf(of.Elem())}
	case reflect.Map:
		return jsonObject{"type": "object", "additionalProperties": schemaOf(of.Elem())}
	case reflect.String:
		return jsonObject{"type": "string"}
	case reflect.Bool:
		return jsonObject{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return jsonObject{"type": "number"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return jsonObject{"type": "integer"}
	}
	return jsonObject{}
}

func orNull(schema jsonObject) jsonObject {
	return jsonObject{"anyOf": []jsonObject{schema, {"type": "null"}}}
}

func structSchema(of reflect.Type) jsonObject {
	properties, required := jsonObject{}, []string{}
	for _, field := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "" || name == "-" {
			continue
		}
		properties[name] = schemaOf(field.Type)
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
	}
	return jsonObject{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// rowSchema is the schema of an APIRow, whose columns are those of a view.
func rowSchema() jsonObject {
	whole := jsonObject{"type": "integer"}
	properties := jsonObject{
		"list": jsonObject{"type": "string"}, "graded_here": jsonObject{"type": "boolean"}, "rank": whole, "band_first": orNull(whole), "band_last": orNull(whole),
		"system_id": whole, "entry_id": orNull(whole), "efficiency_of_optimised_run": jsonObject{"type": "boolean"},
	}
	required := []string{"list", "graded_here", "rank", "band_first", "band_last", "system_id", "entry_id", "efficiency_of_optimised_run"}
	for _, column := range listing.EveryName() {
		if column.Name == "rank" {
			continue
		}
		schema := orNull(jsonObject{"type": column.Type()})
		schema["description"] = strings.TrimSuffix(column.About+", "+column.InAnswers().Unit, ", ")
		properties[column.Asked()] = schema
	}
	return jsonObject{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}
