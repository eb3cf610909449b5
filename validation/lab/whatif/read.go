package whatif

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// KnownValues is what an entry gives a model; what is not known is zero.
type KnownValues struct {
	Idle        power.Watts // of the whole machine
	CoreAverage power.Watts // of the whole machine over the core phase
	CoreSeconds float64
	Rmax, Rpeak power.GFlops
	Bandwidth   float64 // of the memory of the whole machine, in GB/s
	Nodes       int
	Cores       int // of a node, if they are known

	Node *model.Host // that the readings calibrate; nil if they do not
}

// Origin says where a value comes from.
type Origin int

// Where values come from.
const (
	Example Origin = iota // of the source
	Chosen                // by us, if the source has none
	OfEntry
	Derived  // from other fields
	Unstated // by the entry, and zero
	Typed
)

// Read forms the values of a model from what was typed, what is known of an entry, and the example of the source, in
// this order. Input that cannot be read is returned as power.InputErrors by the names of the fields; the example stands
// in for it.
func (m Model) Read(typed func(name string) string, known KnownValues) (Values, map[string]Origin, error) {
	values, origins := Values{}, map[string]Origin{}
	var wrong power.InputErrors
	for _, field := range m.Fields() {
		values[field.Name], origins[field.Name] = field.Default, Example
		if field.Ours {
			origins[field.Name] = Chosen
		}
		if field.derive != nil {
			if v, ok := field.derive(values); ok {
				values[field.Name], origins[field.Name] = min(field.Most, max(field.Least, v)), Derived
			}
		}
		if field.of != nil {
			if v, ok := field.of(known); ok && v >= field.Least && v <= field.Most {
				values[field.Name], origins[field.Name] = v, OfEntry
				if v == 0 {
					origins[field.Name] = Unstated
				}
			}
		}
		text := strings.TrimSpace(typed(field.Name))
		if text == "" {
			continue
		}
		v, err := field.read(text)
		if err != nil {
			wrong = append(wrong, err)
			continue
		}
		if v != values[field.Name] {
			values[field.Name], origins[field.Name] = v, Typed
		}
	}
	if len(wrong) > 0 {
		return values, origins, wrong
	}
	return values, origins, nil
}

func (f Field) read(text string) (float64, *power.InputError) {
	v, err := strconv.ParseFloat(text, 64)
	remedy := fmt.Sprintf("write a number from %s to %s", Number(f.Least), Number(f.Most))
	switch {
	case err != nil || math.IsNaN(v):
		return 0, &power.InputError{Field: f.Name, Problem: fmt.Sprintf("%q is not a number", text), Remedy: remedy}
	case v < f.Least || v > f.Most:
		return 0, &power.InputError{Field: f.Name, Problem: Number(v) + " is out of range", Remedy: remedy}
	case f.Whole && v != math.Trunc(v):
		return 0, &power.InputError{Field: f.Name, Problem: Number(v) + " is not whole", Remedy: remedy}
	}
	return v, nil
}

// Number is a value as a field holds it.
func Number(v float64) string {
	if math.Abs(v) >= 1e15 {
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func between(from, to, part float64, log bool) float64 {
	if log {
		return from * math.Pow(to/from, part)
	}
	return from + (to-from)*part
}
