package templates

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"green500/validation/power"
)

// documentPaths are all paths of the document, found by its types.
func documentPaths(t reflect.Type, path string) []string {
	switch {
	case t.Kind() == reflect.Pointer:
		return documentPaths(t.Elem(), path)
	case t == reflect.TypeFor[power.Time]() || t == reflect.TypeFor[[]string]():
		return []string{path}
	case t.Kind() == reflect.Slice:
		return documentPaths(t.Elem(), path+"[]")
	case t.Kind() != reflect.Struct:
		return []string{path}
	}
	var paths []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		paths = append(paths, documentPaths(t.Field(i).Type, strings.TrimPrefix(path+"."+name, "."))...)
	}
	return paths
}

func TestTheFormHasAFieldForEveryPathOfTheDocument(t *testing.T) {
	var asked []string
	for _, s := range Sections() {
		for _, field := range s.Fields {
			asked = append(asked, field.Path)
		}
	}
	want := documentPaths(reflect.TypeFor[power.Entry](), "")
	for _, path := range want {
		if !slices.Contains(asked, path) {
			t.Errorf("no field asks for %s", path)
		}
	}
	for _, path := range asked {
		if !slices.Contains(want, path) {
			t.Errorf("a field asks for %s, which is not in the document", path)
		}
	}
	if slices.Sort(asked); len(slices.Compact(asked)) != len(want) {
		t.Error("a path is asked for twice")
	}
}

func TestAFieldIsShownWithItsValue(t *testing.T) {
	root := parse(t, Form(formPage()))
	values := map[string]string{}
	for _, n := range elements(root, "input") {
		if attribute(n, "type") != "checkbox" || has(n, "checked") {
			values[attribute(n, "name")] = attribute(n, "value")
		}
	}
	for _, n := range elements(root, "option") {
		if has(n, "selected") {
			values[attribute(n.Parent, "name")] = attribute(n, "value")
		}
	}
	for path, want := range formPage().Values {
		if got, shown := values[path]; !shown || got != want {
			t.Errorf("%s shows %q, want %q", path, got, want)
		}
	}
}

func TestEveryErrorIsInTheSummaryWithItsField(t *testing.T) {
	problems := formPage().problems()
	want := []formProblem{
		{"Name it.", "#f-system-name"}, {"Give the meter a name.", "#f-meters-1-id"},
		{"Somebody saved revision 4.", "#form"}, {"It ends before it starts.", "#run"},
	}
	if !slices.Equal(problems, want) {
		t.Errorf("got %v, want %v", problems, want)
	}
}

func TestSectionsCountWhatIsMissing(t *testing.T) {
	p := formPage()
	for _, s := range Sections() {
		switch got := p.state(s); s.ID {
		case "meters":
			if want := (sectionState{Filled: 1, Wrong: 1, Missing: 2}); got != want {
				t.Errorf("meters: got %+v, want %+v", got, want)
			}
		case "run":
			if got.Wrong != 1 {
				t.Errorf("run: got %+v", got)
			}
		case "contact":
			if got.Missing != 2 || got.sign() != "?" {
				t.Errorf("contact: got %+v", got)
			}
		}
	}
}

func TestCountOfItems(t *testing.T) {
	values := map[string]string{"meters[0].id": "", "meters[10].id": "", "meterslike[20].id": ""}
	if got := Count("meters", values); got != 11 {
		t.Errorf("got %d items", got)
	}
}
