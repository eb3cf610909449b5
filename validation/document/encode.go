package document

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"green500/validation/power"
)

// YAML writes the document in the order of the types, without the fields that hold nothing.
func YAML(entry *power.Entry) ([]byte, error) { return Write(*entry) }

// Write writes any document of the project's types as YAML, as YAML does.
func Write(document any) ([]byte, error) { return WriteWithComments(document, nil) }

// WriteWithComments is Write with notes beside fields, as comments: path to note, such as
// "meters[0].make" to "fill in". A note on a field that is left out stands nowhere.
func WriteWithComments(document any, notes map[string]string) ([]byte, error) {
	var out bytes.Buffer
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	root := node(reflect.ValueOf(document))
	comment(root, "", notes)
	if err := encoder.Encode(root); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func comment(at *yaml.Node, path string, notes map[string]string) {
	if at.Kind == yaml.SequenceNode {
		for i, item := range at.Content {
			comment(item, path+"["+strconv.Itoa(i)+"]", notes)
		}
		return
	}
	for i := 0; at.Kind == yaml.MappingNode && i < len(at.Content); i += 2 {
		key, value := at.Content[i], at.Content[i+1]
		field := join(path, key.Value)
		if value.Kind == yaml.ScalarNode {
			value.LineComment = notes[field]
		} else {
			key.HeadComment = notes[field]
		}
		comment(value, field, notes)
	}
}

// JSON writes the canonical form of the document: the same bytes for the same entry.
func JSON(entry *power.Entry) ([]byte, error) { return json.Marshal(entry) }

func node(value reflect.Value) *yaml.Node {
	if isScalar(value.Type()) {
		n := &yaml.Node{Kind: yaml.ScalarNode, Value: scalarText(value)}
		if value.Kind() == reflect.String {
			// the library quotes a text that would read as something else, if its tag says that it is text
			n.SetString(n.Value)
		}
		return n
	}
	switch value.Kind() {
	case reflect.Pointer:
		return node(value.Elem())
	case reflect.Struct:
		return structNode(value)
	case reflect.Slice:
		list := &yaml.Node{Kind: yaml.SequenceNode}
		for i := range value.Len() {
			list.Content = append(list.Content, node(value.Index(i)))
		}
		if value.Len() > 0 && isScalar(value.Type().Elem()) {
			list.Style = yaml.FlowStyle
		}
		return list
	}
	return mapNode(value)
}

func structNode(value reflect.Value) *yaml.Node {
	group := &yaml.Node{Kind: yaml.MappingNode}
	for _, field := range membersOf(value.Type()) {
		held := value.FieldByIndex(field.Index)
		optional := strings.Contains(field.Tag.Get("json"), ",omit") || isSettings(value.Type())
		if !optional || !empty(held) {
			group.Content = append(group.Content, text(tagName(field)), node(held))
		}
	}
	return group
}

func mapNode(value reflect.Value) *yaml.Node {
	group := &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	keys := value.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
	for _, key := range keys {
		group.Content = append(group.Content, text(key.String()), node(value.MapIndex(key)))
	}
	return group
}

func text(value string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(value)
	return n
}

func empty(value reflect.Value) bool {
	return value.IsZero() || (value.Kind() == reflect.Slice || value.Kind() == reflect.Map) && value.Len() == 0
}

// Fields takes a document apart into the fields of a form: path to text, such as
// "meters[0].accuracy.of_reading_percent" to "1". Lists of words are joined by commas, and the rows of a series are
// written as "rack=245,246; row=3", the ranges of a meter as "1000: 0.5 + 0.1 of 1000; 22000: 0.2".
func Fields(entry *power.Entry) map[string]string { return FieldsOf(*entry) }

// FieldsOf takes any document of the project's types apart, as Fields does.
func FieldsOf(document any) map[string]string {
	fields := map[string]string{}
	collect(fields, reflect.ValueOf(document), "")
	return fields
}

func collect(fields map[string]string, value reflect.Value, path string) {
	if isScalar(value.Type()) {
		if written := scalarText(value); !value.IsZero() {
			fields[path] = written
		}
		return
	}
	switch value.Kind() {
	case reflect.Pointer:
		switch {
		case value.IsNil():
		case isScalar(value.Type().Elem()): // a stated 0 is not an absent one
			fields[path] = scalarText(value.Elem())
		default:
			collect(fields, value.Elem(), path)
		}
	case reflect.Struct:
		for i := range value.NumField() {
			collect(fields, value.Field(i), join(path, tagName(value.Type().Field(i))))
		}
	case reflect.Slice:
		collectList(fields, value, path)
	case reflect.Map:
		if written := rowsText(value.Interface().(map[string][]string)); written != "" {
			fields[path] = written
		}
	}
}

func collectList(fields map[string]string, value reflect.Value, path string) {
	if value.Len() == 0 {
		return
	}
	switch list := value.Interface().(type) {
	case []string:
		fields[path] = strings.Join(list, ", ")
	case []power.AccuracyRange:
		fields[path] = rangesText(list)
	default:
		for i := range value.Len() {
			collect(fields, value.Index(i), path+"["+strconv.Itoa(i)+"]")
		}
	}
}

func rowsText(rows map[string][]string) string {
	columns := make([]string, 0, len(rows))
	for column, values := range rows {
		columns = append(columns, column+"="+strings.Join(values, ","))
	}
	slices.Sort(columns)
	return strings.Join(columns, "; ")
}
