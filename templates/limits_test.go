package templates

import (
	"reflect"
	"slices"
	"testing"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestEveryLimitIsShown: a number that levels are held to, and that no page writes, would be one that nobody can check.
func TestEveryLimitIsShown(t *testing.T) {
	shown := func(l methodology.Limits) []string {
		var all []string
		for _, limit := range Limits() {
			all = append(all, limit.Write(l))
		}
		return all
	}
	nothing := shown(methodology.Limits{})
	for _, path := range leaves(reflect.TypeFor[methodology.Limits](), nil) {
		var l methodology.Limits
		field := reflect.ValueOf(&l).Elem().FieldByIndex(path)
		set(t, field)
		if slices.Equal(shown(l), nothing) {
			t.Errorf("no page writes the limit at %v of methodology.Limits, a %s: add it to limits()",
				path, field.Type())
		}
	}
}

// leaves are the fields of a struct, those of structs inside it too.
func leaves(of reflect.Type, path []int) [][]int {
	var all [][]int
	for i := range of.NumField() {
		at := append(slices.Clone(path), i)
		if of.Field(i).Type.Kind() == reflect.Struct {
			all = append(all, leaves(of.Field(i).Type, at)...)
		} else {
			all = append(all, at)
		}
	}
	return all
}

// set gives a field a value that asks something.
func set(t *testing.T, field reflect.Value) {
	t.Helper()
	switch field.Kind() {
	case reflect.Float64:
		field.SetFloat(0.5)
	case reflect.Int:
		field.SetInt(7)
	case reflect.Int64:
		field.SetInt(7e9)
	case reflect.Bool:
		field.SetBool(true)
	case reflect.Slice:
		field.Set(reflect.ValueOf([]string{"some_way"}))
	default:
		t.Fatalf("a limit is a %s", field.Type())
	}
}

// TestEveryLimitBelongsToRules that are in the catalogue, under their aspect, and asked by every
// level and edition that has the number.
func TestEveryLimitBelongsToRules(t *testing.T) {
	for _, limit := range Limits() {
		for _, id := range limit.Rules {
			at := slices.IndexFunc(rules.All(), func(r rules.Rule) bool { return r.ID == id })
			if at < 0 || rules.All()[at].Aspect != limit.Aspect {
				t.Errorf("%s: there is no rule %s under aspect %s", limit.Title(), id, limit.Aspect)
			}
		}
	}
}

func TestLimitsInWords(t *testing.T) {
	for rule, want := range map[string]string{
		"sampling-rate":        "at least 1 Hz",
		"sampling-rate-energy": "",
		"reading-interval":     "at most 10% of the core phase",
		"core-phase-length":    "at least 60 s",
		"machine-fraction":     "at least 12.5%",
		"subsystem-fraction":   "at least 12.5%",
		"conversion-loss":      "one power supply measured, or measured during the run",
		"meter-accuracy":       "at most 2%",
	} {
		if got := LimitsOf(rule)[0].Sentence(methodology.V20, 2); got != want {
			t.Errorf("%s: %q, want %q", rule, got, want)
		}
	}
	for level, want := range map[power.Level]string{1: "at least 1.5625%", 3: "all"} {
		if got := LimitsOf("machine-fraction")[0].Sentence(methodology.V12, level); got != want {
			t.Errorf("machine-fraction: %q, want %q", got, want)
		}
	}
}
