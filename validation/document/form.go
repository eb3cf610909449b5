package document

import (
	"cmp"
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

// byPath orders fields by their paths, and list items by their number: item 10 comes after item 2.
func byPath(fields map[string]string) []string {
	type placed struct{ padded, path string }
	all := make([]placed, 0, len(fields))
	for path := range fields {
		all = append(all, placed{padded(path), path})
	}
	slices.SortFunc(all, func(a, b placed) int {
		return cmp.Or(strings.Compare(a.padded, b.padded), strings.Compare(a.path, b.path))
	})
	paths := make([]string, len(all))
	for i, one := range all {
		paths[i] = one.path
	}
	return paths
}

// padded is a path with each of its numbers written with four digits or more.
func padded(path string) string {
	const written = 4
	var out []byte
	copied := 0
	for i := 0; i < len(path); {
		end := i
		for end < len(path) && '0' <= path[end] && path[end] <= '9' {
			end++
		}
		if end > i && end-i < written {
			out = append(append(out, path[copied:i]...), "0000"[:written-(end-i)]...)
			copied = i
		}
		i = max(end, i+1)
	}
	if out == nil {
		return path
	}
	return string(append(out, path[copied:]...))
}

// place puts a text at its path below a node, making groups and lists on the way.
func place(at *yaml.Node, steps []string, value string, t reflect.Type) bool {
	name, number, ok := readStep(steps[0])
	if !ok {
		return false
	}
	index, known := fieldsOf(t)[name]
	if !known {
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
		if leaf == nil {
			return false
		}
		at.Content = append(at.Content, text(name), leaf)
		return true
	}
	return fieldType.Kind() == reflect.Struct && place(child(at, name, yaml.MappingNode), steps[1:], value, fieldType)
}

// readStep reads a step of a path: a name, and the number of an item after it where it has one. A form has hundreds of them.
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

// child returns the node a group holds under a name, made where it is not there yet.
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

// leafNode reads the text of one field; nil where the field is a group.
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
