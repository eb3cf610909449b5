// Package document reads and writes the submission document. YAML, JSON and the fields of the form are one document.
// Unknown fields are errors that state the line.
package document

import (
	"encoding"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"green500/validation/power"
)

// MaximumSize is more bytes than any document needs: 200 series of ten lines stay under 100 kB.
const MaximumSize = 1 << 20

// Decode reads a document from YAML or JSON (which is YAML). name is the file as the person knows
// it. All problems are reported at once, as power.InputErrors, those of Check among them.
func Decode(name string, text []byte) (*power.Entry, Places, error) {
	entry := &power.Entry{}
	places, err := DecodeInto(name, text, entry)
	if err != nil {
		return nil, places, err
	}
	return entry, places, places.Of(Check(entry))
}

// DecodeInto reads any document of the project's types, such as a preset; it only checks that fields are known and fit.
func DecodeInto(name string, text []byte, into any) (Places, error) {
	places := Places{File: name, lines: map[string]int{}}
	root, err := parse(name, text)
	if err != nil {
		return places, err
	}
	d := decoder{file: name, lines: places.lines}
	d.decode(root, reflect.ValueOf(into).Elem(), "")
	return places, d.problems.OrNil()
}

// Places says where in a document its fields stand.
type Places struct {
	File  string
	lines map[string]int
}

// Of adds file and line to problems that name a field of the document; others are left as they are.
func (p Places) Of(err error) error {
	var problems power.InputErrors
	if p.File == "" || !errors.As(err, &problems) {
		return err
	}
	for _, one := range problems {
		if one.File == "" && one.Field != "" {
			one.File, one.Line = p.File, p.Line(one.Field)
		}
	}
	return problems
}

// Line returns the line of a field, or of the nearest group around it that is there; 0 if none is.
func (p Places) Line(path string) int {
	for path != "" {
		if line, known := p.lines[path]; known {
			return line
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
	return 0
}

func parse(name string, text []byte) (*yaml.Node, error) {
	if len(text) > MaximumSize {
		return nil, power.InputErrors{{File: name, Problem: fmt.Sprintf("the document has %d bytes", len(text)),
			Remedy: "keep readings in files of their own and the document under 1 MiB"}}
	}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		line, problem := syntaxTrouble(err)
		return nil, power.InputErrors{{File: name, Line: line, Problem: problem, Remedy: "correct the YAML there"}}
	}
	if len(document.Content) == 0 || document.Content[0].Kind != yaml.MappingNode {
		return nil, power.InputErrors{{File: name, Problem: "this is not a submission document",
			Remedy: "start from docs/examples/smallest/submission.yaml, which begins with \"schema: " +
				power.Schema + "\""}}
	}
	return document.Content[0], nil
}

// syntaxTrouble takes the line out of the library's message; for some problems it counts lines from 0.
func syntaxTrouble(err error) (line int, problem string) {
	problem = strings.TrimPrefix(err.Error(), "yaml: ")
	rest, found := strings.CutPrefix(problem, "line ")
	number, tail, _ := strings.Cut(rest, ": ")
	line, notNumber := strconv.Atoi(number)
	switch {
	case !found || notNumber != nil:
		return 0, problem
	case strings.HasPrefix(tail, "did not find expected"), strings.HasPrefix(tail, "found a tab"):
		return line + 1, tail
	}
	return line, tail
}

type decoder struct {
	file     string
	lines    map[string]int // of each field met; nil if nobody asks
	problems power.InputErrors
	items    int  // of all lists so far
	form     bool // what it reads are the fields of a form, each of which shows its error
}

func (d *decoder) problem(node *yaml.Node, path, problem, remedy string) {
	one := &power.InputError{File: d.file, Line: node.Line, Field: path, Problem: problem, Remedy: remedy}
	if d.form {
		d.problems = append(d.problems, one)
	} else {
		d.problems.Add(one)
	}
}

func (d *decoder) decode(node *yaml.Node, into reflect.Value, path string) {
	if d.lines != nil {
		d.lines[path] = node.Line
	}
	if node.Kind == yaml.AliasNode {
		d.problem(node, path, "anchors and aliases are not part of the document", "write the value out")
		return
	}
	if node.Tag == "!!null" {
		return
	}
	if text, ok := into.Addr().Interface().(encoding.TextUnmarshaler); ok {
		d.scalar(node, path, "a text", func() error { return text.UnmarshalText([]byte(node.Value)) })
		return
	}
	switch into.Kind() {
	case reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		d.decode(node, into.Elem(), path)
	case reflect.Struct:
		d.mapping(node, into, path)
	case reflect.Slice:
		d.sequence(node, into, path)
	case reflect.Map:
		d.texts(node, into, path)
	default:
		d.scalar(node, path, kindName(into.Kind()), func() error { return setScalar(into, node.Value) })
	}
}

func (d *decoder) scalar(node *yaml.Node, path, want string, set func() error) {
	if node.Kind != yaml.ScalarNode {
		d.problem(node, path, "this should be "+want+", not a list or a group", "write one value")
		return
	}
	if len(node.Value) > MaximumField {
		d.problem(node, path, fmt.Sprintf("this holds %d bytes, and a field %d at most", len(node.Value), MaximumField),
			"put it into a file and attach that")
		return
	}
	if err := set(); err != nil {
		d.problem(node, path, err.Error(), "")
	}
}

func (d *decoder) mapping(node *yaml.Node, into reflect.Value, path string) {
	if node.Kind != yaml.MappingNode {
		d.problem(node, path, "this should be a group of fields", "write its fields below it, indented")
		return
	}
	fields := fieldsOf(into.Type())
	seen := map[string]bool{}
	for i := 0; i < len(node.Content); i += 2 {
		key, value := node.Content[i], node.Content[i+1]
		at := join(path, key.Value)
		index, known := fields[key.Value]
		switch {
		case !known && len(d.problems) > power.MaximumInputErrors:
			d.problem(key, at, "", "") // which is only counted: what was meant takes long to find
		case !known:
			d.problem(key, at, "unknown field", suggestion(key.Value, into.Type()))
		case seen[key.Value]:
			d.problem(key, at, "this field occurs twice", "keep one of them")
		default:
			d.decode(value, into.Field(index), at)
		}
		seen[key.Value] = true
	}
}

func (d *decoder) sequence(node *yaml.Node, into reflect.Value, path string) {
	if node.Kind != yaml.SequenceNode {
		d.problem(node, path, "this should be a list", "start each item with \"- \"")
		return
	}
	if !d.admits(node, into.Type(), path) {
		return
	}
	list := reflect.MakeSlice(into.Type(), len(node.Content), len(node.Content))
	for i, item := range node.Content {
		d.decode(item, list.Index(i), fmt.Sprintf("%s[%d]", path, i))
	}
	into.Set(list)
}

func (d *decoder) texts(node *yaml.Node, into reflect.Value, path string) {
	if node.Kind != yaml.MappingNode {
		d.problem(node, path, "this should name columns and their values", "write it as {column: [value, value]}")
		return
	}
	table, lines := map[string][]string{}, d.lines
	defer func() { d.lines = lines }()
	for i := 0; i < len(node.Content); i += 2 {
		key, values := node.Content[i], node.Content[i+1]
		if len(key.Value) > maximumName {
			problem := fmt.Sprintf("the name of a column has %d bytes, and may have %d", len(key.Value), maximumName)
			d.problem(key, path, problem, "write the name as the log does")
			continue
		}
		at := join(path, key.Value)
		if lines != nil {
			lines[at] = values.Line
		}
		d.lines = nil // the path of each value holds the name of the column: together they could be larger than memory
		if values.Kind == yaml.ScalarNode {
			values = &yaml.Node{Kind: yaml.SequenceNode, Line: values.Line, Content: []*yaml.Node{values}}
		}
		var list []string
		d.decode(values, reflect.ValueOf(&list).Elem(), at)
		table[key.Value] = list
	}
	into.Set(reflect.ValueOf(table))
}

// How much a document may hold, however it comes: its page is drawn from all of it.
const (
	maximumItems    = 500      // of a list of groups, such as series or meters
	MaximumAllItems = 1000     // of all such lists together
	MaximumField    = 64 << 10 // bytes of a text
	maximumWords    = 10_000   // of a list of words, such as the names of nodes
	maximumName     = 1 << 10  // bytes of the name of a column
)

func (d *decoder) admits(node *yaml.Node, list reflect.Type, path string) bool {
	count, most := len(node.Content), maximumWords
	if list.Elem().Kind() == reflect.Struct {
		most = maximumItems
	}
	if most == maximumItems && !strings.Contains(path, "[") { // what an item lists is one field of it
		d.items += count
	}
	switch {
	case count > most:
		d.problem(node, path, fmt.Sprintf("this list has %d items, and may have %d", count, most),
			"combine equal items, such as series of the same column: one series may read several files")
	case d.items > MaximumAllItems && d.items-count <= MaximumAllItems:
		d.problem(node, path, fmt.Sprintf("the lists of the document have more than %d items together from here on",
			MaximumAllItems), "combine equal items")
	}
	return count <= most && d.items <= MaximumAllItems
}

// Items counts the items of all lists in the fields of a document.
func Items(fields map[string]string) int {
	counts, sum := map[string]int{}, 0
	for path := range fields {
		group, rest, numbered := strings.Cut(path, "[")
		number, _, closed := strings.Cut(rest, "]")
		if at, err := strconv.Atoi(number); numbered && closed && err == nil && at >= counts[group] {
			sum += at + 1 - counts[group]
			counts[group] = at + 1
		}
	}
	return sum
}
