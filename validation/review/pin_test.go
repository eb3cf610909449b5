package review_test

import (
	"strings"
	"testing"
	"time"

	"green500/validation/review"
)

func pinAt(minute int) time.Time { return time.Date(2026, 11, 2, 11, minute, 0, 0, time.UTC) }

// pinEvidence is what a revision held: two meters with readings from :00 to :30.
func pinEvidence() review.Evidence {
	return review.Evidence{
		Fields: map[string]string{
			"system.name": "Aurelia", "meters[0].id": "m1", "meters[0].make": "Example",
			"meters[1].id": "m2", "meters[1].loss.factor": "1.06",
			"series[0].file": "a.csv", "series[0].value": "W", "series[1].file": "a.csv", "series[1].value": "V",
			"series[1].meter": "m2",
		},
		Outcomes: map[string]string{"machine-fraction": "fail", "idle-power": "pass"},
		Readings: map[string]review.Range{"m1": {From: pinAt(0), To: pinAt(30)}, "m2": {From: pinAt(0), To: pinAt(30)}},
	}
}

func fieldPin(path string) review.Pin { return review.Pin{Kind: review.OnField, Target: path} }

func meterPin(meter string, from, to int) review.Pin {
	return review.Pin{Kind: review.OnMeter, Target: meter, From: pinAt(from), To: pinAt(to)}
}

func TestPinsAreCarriedToTheNextRevision(t *testing.T) {
	finding := review.Pin{Kind: review.OnFinding, Target: "machine-fraction"}
	withoutFirst := func(e *review.Evidence) {
		for path := range e.Fields {
			if strings.HasPrefix(path, "meters[") {
				delete(e.Fields, path)
			}
		}
		e.Fields["meters[0].id"], e.Fields["meters[0].loss.factor"] = "m2", "1.06"
		delete(e.Readings, "m1")
	}
	for _, c := range []struct {
		name    string
		pin     review.Pin
		change  func(*review.Evidence)
		target  string // where it is then; as before if empty
		lost    string
		changed string
	}{
		{name: "the entry", pin: review.Pin{Kind: review.OnEntry},
			change: func(e *review.Evidence) { *e = review.Evidence{} }},
		{name: "a finding as it was", pin: finding, change: func(*review.Evidence) {}},
		{name: "a finding that passes now", pin: finding,
			change:  func(e *review.Evidence) { e.Outcomes["machine-fraction"] = "pass" },
			changed: "the finding was failed and is passed"},
		{name: "a finding that is gone", pin: finding,
			change: func(e *review.Evidence) { delete(e.Outcomes, "machine-fraction") },
			lost:   "there is no finding machine-fraction"},
		{name: "a finding of what cannot be graded", pin: finding,
			change: func(e *review.Evidence) { e.Outcomes = nil },
			lost:   "it cannot be graded, so there are no findings"},
		{name: "a field as it was", pin: fieldPin("system.name"), change: func(*review.Evidence) {}},
		{name: "a field with another value", pin: fieldPin("system.name"),
			change:  func(e *review.Evidence) { e.Fields["system.name"] = "Aurelia-2" },
			changed: "it held “Aurelia” and holds “Aurelia-2”"},
		{name: "a field that was emptied", pin: fieldPin("system.name"),
			change:  func(e *review.Evidence) { delete(e.Fields, "system.name") },
			changed: "it held “Aurelia” and is empty"},
		{name: "a field that was filled in", pin: fieldPin("system.year"),
			change:  func(e *review.Evidence) { e.Fields["system.year"] = "2026" },
			changed: "it was empty and holds “2026”"},
		{name: "a long value", pin: fieldPin("system.year"),
			change:  func(e *review.Evidence) { e.Fields["system.year"] = strings.Repeat("ü", 100) },
			changed: "it was empty and holds “" + strings.Repeat("ü", 60) + "…”"},
		{name: "a field of a meter that moved up", pin: fieldPin("meters[1].loss.factor"), change: withoutFirst,
			target: "meters[0].loss.factor"},
		{name: "a field of a meter that is gone, whose place another has", pin: fieldPin("meters[0].make"),
			change: withoutFirst, lost: "the meter m1 is gone"},
		{name: "a field of a series that has a namesake by file", pin: fieldPin("series[1].meter"),
			change: func(e *review.Evidence) {
				delete(e.Fields, "series[0].file")
				delete(e.Fields, "series[0].value")
			}},
		{name: "a field of an item without a name", pin: fieldPin("idle[0].power_w"), change: func(*review.Evidence) {},
			lost: "the measurement of idle power 1 is gone"},
		{name: "times of a meter as they were", pin: meterPin("m2", 5, 9), change: withoutFirst},
		{name: "times of a meter that is gone", pin: meterPin("m1", 5, 9), change: withoutFirst,
			lost: "the meter m1 is gone"},
		{name: "times without readings now", pin: meterPin("m1", 5, 9),
			change: func(e *review.Evidence) { e.Readings["m1"] = review.Range{From: pinAt(9), To: pinAt(30)} },
			lost:   "the meter m1 has no readings in that time"},
		{name: "times with readings in part", pin: meterPin("m1", 5, 9),
			change:  func(e *review.Evidence) { e.Readings["m1"] = review.Range{From: pinAt(6), To: pinAt(30)} },
			changed: "the readings of m1 cover a part of that time only"},
		{name: "times of what cannot be graded", pin: meterPin("m1", 5, 9),
			change: func(e *review.Evidence) { e.Outcomes, e.Readings["m1"] = nil, review.Range{} },
			lost:   "it cannot be graded, so its readings are not looked at"},
	} {
		t.Run(c.name, func(t *testing.T) {
			is := pinEvidence()
			c.change(&is)
			want := review.CarriedPin{Pin: c.pin, Lost: c.lost, Changed: c.changed}
			if c.target != "" {
				want.Target = c.target
			}
			if got := c.pin.Carry(pinEvidence(), is); got != want {
				t.Errorf("got %+v\nwant %+v", got, want)
			}
		})
	}
}

func TestAPinIsToWhatIsThere(t *testing.T) {
	isField := func(path string) bool { return !strings.Contains(path, "dance") }
	for _, c := range []struct {
		pin   review.Pin
		field string // that is wrong; none if empty
	}{
		{review.Pin{Kind: review.OnEntry}, ""},
		{review.Pin{Kind: review.OnEntry, Target: "all of it"}, "about"},
		{review.Pin{}, "about"},
		{review.Pin{Kind: review.OnFinding, Target: "idle-power"}, ""},
		{review.Pin{Kind: review.OnFinding, Target: "dance"}, "about"},
		{fieldPin("system.year"), ""},
		{fieldPin("system.dance"), "about"},
		{fieldPin("meters[1].make"), ""},
		{fieldPin("meters[2].make"), "about"},
		{meterPin("m1", 0, 30), ""},
		{meterPin("m1", 29, 40), ""},
		{meterPin("m1", 30, 40), "from"},
		{meterPin("m1", 9, 9), "to"},
		{meterPin("m3", 5, 9), "about"},
		{review.Pin{Kind: review.OnMeter, Target: "m1", To: pinAt(3)}, "from"},
		{review.Pin{Kind: review.OnMeter, Target: "m1", From: pinAt(3)}, "to"},
	} {
		faults := c.pin.Problems(pinEvidence(), isField)
		if c.field == "" && len(faults) > 0 || c.field != "" && (len(faults) != 1 || faults[0].Field != c.field) {
			t.Errorf("%+v: got %v, want an error at %q", c.pin, faults, c.field)
		}
	}
}
