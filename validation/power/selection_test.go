package power_test

import (
	"testing"

	"green500/validation/power"
)

func TestAChoiceIsReadAsItIsWritten(t *testing.T) {
	for _, c := range []power.Selection{{}, {Series: 3}, {Series: 1, Instrument: "pdu-3"}, {Instrument: "a:b"}} {
		if got, ok := power.ParseSelection(c.String()); !ok || got != c {
			t.Errorf("%q is read as %v", c.String(), got)
		}
	}
	for _, text := range []string{"", "pdu-3", "-1", "1.5:x"} {
		if got, ok := power.ParseSelection(text); ok {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

func TestWhatIsChosenIsAllThatIsLeft(t *testing.T) {
	m := together(&power.Trace{Instrument: "a"}, &power.Trace{Instrument: "b"})
	choices := m.Selections()
	if len(choices) != 3 || choices[2].Instrument != "b" {
		t.Fatalf("%v can be chosen", choices)
	}
	for choice, left := range map[power.Selection]int{{}: 2, {Instrument: "b"}: 1, {Instrument: "c"}: 0,
		{Series: 1}: 0} {
		traces := 0
		for _, part := range m.Select(choice).Parts {
			traces += len(part.Traces)
		}
		if traces != left {
			t.Errorf("%v leaves %d instruments, not %d", choice, traces, left)
		}
	}
	if len(m.Parts[0].Traces) != 2 {
		t.Error("choosing took something away")
	}
}
