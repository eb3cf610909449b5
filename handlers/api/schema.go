package api

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"green500/validation"
	"green500/validation/listing"
	"green500/validation/power"
)

// schemas are the JSON Schemas of Go types as they are written. Structs have names and are described once.
type schemas struct {
	named map[string]jsonObject
	older bool // as OpenAPI 3.0 has them, for generators that know no later one
	loose bool // within a report: lists may be null, and engines of other versions may say more
}

func (s *schemas) of(of reflect.Type) jsonObject {
	switch of {
	case reflect.TypeFor[Row]():
		return s.name("Row", s.row)
	case reflect.TypeFor[time.Time](), reflect.TypeFor[power.Time]():
		return jsonObject{"type": "string", "format": "date-time"}
	case reflect.TypeFor[json.RawMessage]():
		return s.name("Report", s.report)
	case reflect.TypeFor[[]byte]():
		if s.older {
			return jsonObject{"type": "string", "format": "byte"}
		}
		return jsonObject{"type": "string", "contentEncoding": "base64"}
	}
	if of.Kind() != reflect.Pointer && of.Implements(reflect.TypeFor[encoding.TextMarshaler]()) {
		return jsonObject{"type": "string"}
	}
	return s.ofKind(of)
}

func (s *schemas) ofKind(of reflect.Type) jsonObject {
	switch of.Kind() {
	case reflect.Pointer:
		return s.orNull(s.of(of.Elem()))
	case reflect.Struct:
		return s.name(of.Name(), func() jsonObject { return s.structure(of) })
	case reflect.Slice:
		list := jsonObject{"type": "array", "items": s.of(of.Elem())}
		if s.loose {
			return s.orNull(list)
		}
		return list
	case reflect.Map:
		return jsonObject{"type": "object", "additionalProperties": s.of(of.Elem())}
	case reflect.String:
		return jsonObject{"type": "string"}
	case reflect.Bool:
		return jsonObject{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return jsonObject{"type": "number"}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return jsonObject{"type": "integer", "format": "int64"}
	}
	return jsonObject{}
}

func (s *schemas) name(name string, made func() jsonObject) jsonObject {
	if _, known := s.named[name]; !known {
		s.named[name] = nil // of what it is made of, something may refer to it
		s.named[name] = made()
	}
	return jsonObject{"$ref": "#/components/schemas/" + name}
}

func (s *schemas) orNull(schema jsonObject) jsonObject {
	switch {
	case !s.older:
		return jsonObject{"anyOf": []jsonObject{schema, {"type": "null"}}}
	case schema["$ref"] != nil:
		return jsonObject{"type": "object", "allOf": []jsonObject{schema}, "nullable": true}
	}
	schema["nullable"] = true
	return schema
}

// report is the schema of a report, made of parts whose names begin with it.
func (s *schemas) report() jsonObject {
	inside := &schemas{named: map[string]jsonObject{}, older: s.older, loose: true}
	report := inside.structure(reflect.TypeFor[validation.Report]())
	for name, schema := range inside.named {
		s.named["Report"+name] = schema
	}
	prefixed(report)
	for name := range inside.named {
		prefixed(s.named["Report"+name])
	}
	return report
}

func prefixed(schema any) {
	switch of := schema.(type) {
	case jsonObject:
		if to, refers := of["$ref"].(string); refers {
			of["$ref"] = strings.Replace(to, "/schemas/", "/schemas/Report", 1)
		}
		for _, inner := range of {
			prefixed(inner)
		}
	case []jsonObject:
		for _, inner := range of {
			prefixed(inner)
		}
	}
}

func (s *schemas) structure(of reflect.Type) jsonObject {
	properties, required := jsonObject{}, []string{}
	for _, field := range reflect.VisibleFields(of) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if !field.IsExported() || name == "" || name == "-" {
			continue
		}
		properties[name] = s.of(field.Type)
		if !strings.Contains(options, "omit") {
			required = append(required, name)
		}
	}
	schema := jsonObject{"type": "object", "properties": properties}
	if len(required) > 0 {
		schema["required"] = required
	}
	if !s.loose {
		schema["additionalProperties"] = false
	}
	return schema
}

func (s *schemas) row() jsonObject {
	properties, required := jsonObject{}, []string{}
	for _, term := range listing.Dictionary() {
		schema := jsonObject{"type": term.Type}
		if term.Type == "integer" {
			schema["format"] = "int64"
		}
		needed := !term.Column || term.Name == "rank"
		if known := needed && !strings.HasPrefix(term.Name, "band_") && term.Name != "entry_id" && term.Name != "rank"; !known {
			schema = s.orNull(schema)
		}
		if schema["description"] = term.Says(); needed {
			required = append(required, term.Name)
		}
		properties[term.Name] = schema
	}
	return jsonObject{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}
