package document

import (
	"cmp"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"green500/validation/power"
)

var digits = regexp.MustCompile(`\d+`)

// FromFields puts a document together from the fields of a form; it is the inverse of Fields.
// A field with an empty text is left out. Input errors carry the path of the field they are about.
// The entry holds whatever could be read, so that a form never loses what was typed elsewhere.
func FromFields(fields map[string]string) (*power.Entry, error) {
	entry := &power.Entry{}
	return entry, FieldsInto(fields, entry)
}

// FieldsInto is FromFields for any document of the project's types, read into what is pointed to.
func FieldsInto(fields map[string]string, into any) error {
	root, target := &yaml.Node{Kind: yaml.MappingNode}, reflect.ValueOf(into).Elem()
	d := decoder{form: true}
	for _, path := range byPath(fields) {
		value := strings.TrimSpace(fields[path])
		if value == "" {
			continue
		}
		if rangesPath.MatchString(path) {
			if _, err := readRanges(value); err != nil {
				d.problem(root, path, err.Error(), "write each range as "+rangeExample+", with semicolons between")
				continue
			}
		}
		if !place(root, strings.Split(path, "."), value, target.Type()) {
			d.problem(root, path, "unknown field", "reload the form")
		}
	}
	d.decode(root, target, "")
	for _, one := range d.problems {
		one.Line = 0
	}
	return d.problems.OrNil()
}

// IsField reports whether a path is that of a field, in the only way to write it.
func IsField(path string) bool {
	for _, number := range digits.FindAllString(path, -1) {
		if len(number) > 1 && number[0] == '0' {
			return false
		}
	}
	return place(&yaml.Node{Kind: yaml.MappingNode}, strings.Split(path, "."), "text", reflect.TypeFor[power.Entry]())
}

func byPath(fields map[string]string) []string {
	padded := map[string]string{}
	for path := range fields {
		padded[path] = digits.ReplaceAllStringFunc(path,
			func(number string) string { return strings.Repeat("0", max(0, 4-len(number))) + number })
	}
	return slices.SortedFunc(maps.Keys(padded), func(a, b string) int {
		return cmp.Or(strings.Compare(padded[a], padded[b]), strings.Compare(a, b))
	})
}

func place(at *yaml.Node, steps []string, value string, t reflect.Type) bool {
	name, number, ok := readStep(steps[0])
	index, known := fieldsOf(t)[name]
	if !ok || !known {
		return false
	}
	fieldType := t.Field(index).Type
	if fieldType.Kind() == reflect.Pointer {
		fieldType = fieldType.Elem()
	}
	if number != "" {
		return placeItem(at, name, number, steps[1:], value, fieldType)
	}
	if len(steps) == 1 {
		leaf := leafNode(value, fieldType)
		if leaf != nil {
			at.Content = append(at.Content, text(name), leaf)
		}
		return leaf != nil
	}
	return fieldType.Kind() == reflect.Struct && place(child(at, name, yaml.MappingNode), steps[1:], value, fieldType)
}

func readStep(step string) (name, number string, ok bool) {
	name, number, numbered := strings.Cut(step, "[")
	if !numbered {
		return name, "", true
	}
	const digits = 3
	number, closed := strings.CutSuffix(number, "]")
	return name, number, closed && 0 < len(number) && len(number) <= digits && strings.Trim(number, "0123456789") == ""
}

func placeItem(at *yaml.Node, name, number string, rest []string, value string, list reflect.Type) bool {
	i, err := strconv.Atoi(number)
	if err != nil || i >= maximumItems || list.Kind() != reflect.Slice || len(rest) == 0 {
		return false
	}
	items := child(at, name, yaml.SequenceNode)
	for len(items.Content) <= i {
		items.Content = append(items.Content, &yaml.Node{Kind: yaml.MappingNode})
	}
	return place(items.Content[i], rest, value, list.Elem())
}

func child(at *yaml.Node, name string, kind yaml.Kind) *yaml.Node {
	for i := 0; i < len(at.Content); i += 2 {
		if at.Content[i].Value == name {
			return at.Content[i+1]
		}
	}
	made := &yaml.Node{Kind: kind}
	at.Content = append(at.Content, text(name), made)
	return made
}

func leafNode(value string, t reflect.Type) *yaml.Node {
	switch {
	case isScalar(t):
		return text(value)
	case t.Kind() == reflect.Slice && isScalar(t.Elem()):
		return words(value)
	case t == reflect.TypeFor[[]power.AccuracyRange]():
		ranges, _ := readRanges(value) // was read before
		return node(reflect.ValueOf(ranges))
	case t.Kind() == reflect.Map:
		group := &yaml.Node{Kind: yaml.MappingNode}
		for _, column := range strings.Split(value, ";") {
			name, values, _ := strings.Cut(column, "=")
			group.Content = append(group.Content, text(strings.TrimSpace(name)), words(values))
		}
		return group
	}
	return nil
}

func words(value string) *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	for _, word := range strings.Split(value, ",") {
		if word = strings.TrimSpace(word); word != "" {
			list.Content = append(list.Content, text(word))
		}
	}
	return list
}
