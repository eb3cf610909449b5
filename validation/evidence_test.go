package validation_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
)

// risable lists the bundles whose level could rise: those that claim less than Level 3, and faulty ones.
var risable = sync.OnceValue(func() []sample.Named {
	var all []sample.Named
	for _, b := range clean() {
		if b.Entry.ClaimedLevel < slices.Max(power.Levels()) {
			all = append(all, b)
		}
	}
	for _, s := range demo() {
		if s.Fault != "" {
			all = append(all, sample.Named{Name: s.Name, Bundle: s.Bundle})
		}
	}
	return all
})

// TestLosingReadingsNeverRaisesALevel takes a stretch of the readings of one series or of all.
func TestLosingReadingsNeverRaisesALevel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, slices.Concat(clean(), risable()))
		full, err := read(b.Bundle)
		if problems := (power.InputErrors{}); errors.As(err, &problems) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		seconds := int(full.Measurement.Whole().Duration().Seconds())
		from := rapid.IntRange(0, seconds).Draw(t, "from")
		value := fmt.Sprintf("first+%ds to first+%ds", from, rapid.IntRange(from, seconds).Draw(t, "to"))
		if at := rapid.IntRange(-1, len(full.Measurement.Parts)-1).Draw(t, "series"); at >= 0 {
			value += fmt.Sprintf(" in series[%d]", at)
		}
		less, err := sample.Apply(full.Measurement, []sample.Change{{Key: "cut", Value: value}})
		if err != nil {
			t.Fatal(err)
		}
		before, after := levelOf(t, full.Measurement), levelOf(t, less)
		if after > before {
			t.Errorf("granted %s, without readings from %s %s", before, value, after)
		}
	})
}

func levelOf(t failer, m *power.Measurement) power.Level {
	t.Helper()
	report, err := validation.Grade(validation.Input{Measurement: m, Edition: methodology.Edition(m.Entry.Methodology)})
	if err != nil {
		t.Fatal(err)
	}
	return report.GrantedLevel
}
