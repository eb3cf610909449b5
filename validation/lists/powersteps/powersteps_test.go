package powersteps_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/lists/powersteps"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

var (
	began = time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	key   = ed25519.NewKeyFromSeed([]byte("an envelope is signed with this."))
)

func at(seconds float64) time.Time { return began.Add(time.Duration(seconds * float64(time.Second))) }

func span(from, to float64) power.Span { return power.NewSpan(at(from), at(to)) }

// measured is a machine with one meter that is read at an interval for a number of times.
func measured(interval time.Duration, watts ...int64) *power.Measurement {
	instants, values := make([]int64, len(watts)), make([]int64, len(watts))
	for i, w := range watts {
		instants[i], values[i] = began.Add(time.Duration(i)*interval).UnixNano(), w*1_000_000
	}
	series := &power.Series{Stamp: "begin", Quantity: power.Power, Covers: power.Covers{Subsystem: power.Compute}}
	return &power.Measurement{
		Entry: &power.Entry{}, Parts: []power.Part{{Series: series, Meter: &power.Meter{},
			Traces: []*power.Trace{power.NewTrace("", power.Power, instants, values)}}},
	}
}

// graded is what a report says of the energy of a measurement.
func graded(m *power.Measurement, run, core, averaged power.Span) *validation.Report {
	average := float64(m.Average(averaged).Total)
	weighted := float64(m.WeightedAverage(averaged).Total)
	return &validation.Report{
		Methodology: string(methodology.V20),
		Spans:       validation.Spans{Core: core, CoreProven: true, FullRun: run, Averaged: averaged},
		Digests:     validation.Digests{Input: "sha256:in", Report: "sha256:re"},
		Numbers: validation.Numbers{
			CoreAverage:         &validation.Number{Value: average},
			CoreEnergy:          &validation.Number{Value: average * core.Duration().Seconds()},
			WeightedCoreAverage: &validation.Number{Value: weighted},
		},
	}
}

func statement() powersteps.Statement {
	return powersteps.Statement{
		Server: "https://green500.example", Entry: 7, Revision: 2, Edition: "2026-11", System: "Aurelia & <Sons>",
		Site: "Example Centre", List: strings.Repeat("a", 64),
		Files: []receipt.File{{Name: "HPL.out", Size: 12, SHA256: strings.Repeat("b", 64)},
			{Name: "pdu.csv", Size: 34, SHA256: strings.Repeat("c", 64)}},
		Readings: []powersteps.Readings{{Series: 0, SHA256: strings.Repeat("d", 64)}},
	}
}

// wave is power that goes up and down.
func wave(count int) []int64 {
	watts := make([]int64, count)
	for i := range watts {
		watts[i] = 40_000 + int64(i*7919%997)
	}
	return watts
}

// TestTheEnergyIsTheGradedOne: if readings are equally spaced, within half a milliwatt over the core phase, however
// the core phase lies in the steps.
func TestTheEnergyIsTheGradedOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := measured(time.Second, wave(3600)...)
		from := float64(rapid.IntRange(0, 1500).Draw(t, "from"))
		to := from + float64(rapid.IntRange(60, 1900).Draw(t, "seconds"))
		core := span(from, to)
		report := graded(m, span(0, 3599), core, core)
		said := statement()
		rows := powersteps.Make(&said, m, report)
		rounding := 0.0005*core.Duration().Seconds() + 0.001
		if off := math.Abs(float64(said.Energy - said.GradedEnergy)); off > rounding {
			t.Errorf("%v J of %v J over %v: off by %v, more than %v", said.Energy, said.GradedEnergy, core,
				off, rounding)
		}
		if len(rows) != said.Rows || len(rows) > powersteps.MostSteps+6 ||
			powersteps.Energy(rows, core) != said.Energy {
			t.Errorf("%d rows", len(rows))
		}
		for i, row := range rows {
			if i > 0 && !rows[i-1].To.Equal(row.From) || !row.To.After(row.From) ||
				row.To.Sub(row.From) >= 2*time.Duration(said.Step)*time.Second {
				t.Errorf("row %d is %+v", i, row)
			}
		}
	})
}

// TestStepsHoldEnoughReadingsAndAreNotTooMany.
func TestStepsHoldEnoughReadingsAndAreNotTooMany(t *testing.T) {
	for _, c := range []struct {
		interval time.Duration
		readings int
		want     float64 // seconds
	}{{time.Second, 600, 10}, {100 * time.Millisecond, 600, 10}, {2 * time.Second, 60, 20}, {3 * time.Second, 60, 20},
		{time.Minute, 60, 600}, {5 * time.Minute, 60, 1800}, {time.Second, 20_001, 20},
		{10 * time.Second, 40_000, 300}} {
		m := measured(c.interval, wave(c.readings)...)
		whole := span(0, c.interval.Seconds()*float64(c.readings-1))
		said := statement()
		rows := powersteps.Make(&said, m, graded(m, power.Span{}, whole, whole))
		if said.Step != c.want || len(rows) > powersteps.MostSteps {
			t.Errorf("%d readings every %v: %d steps of %v s, want %v", c.readings, c.interval, len(rows),
				said.Step, c.want)
		}
	}
}

func TestWithoutACoreAverageThereIsNoEnvelope(t *testing.T) {
	m := measured(time.Second, wave(60)...)
	report := graded(m, power.Span{}, span(0, 50), span(0, 50))
	report.Numbers.CoreAverage = nil
	said := statement()
	if rows := powersteps.Make(&said, m, report); rows != nil {
		t.Errorf("made %d rows", len(rows))
	}
}

func sealed(t *testing.T) []byte {
	t.Helper()
	m := measured(time.Second, wave(120)...)
	late := []int64{at(5).UnixNano(), at(6).UnixNano(), at(7).UnixNano(), at(8).UnixNano()} // with a gap
	for second := 24; second < 120; second++ {
		late = append(late, at(float64(second)).UnixNano())
	}
	m.Parts[0].Traces = append(m.Parts[0].Traces, power.NewTrace("late", power.Power, late, wave(len(late))))
	said := statement()
	rows := powersteps.Make(&said, m, graded(m, span(5, 115), span(32, 59), span(32, 40)))
	text, err := powersteps.Sign(said, rows, key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestAnEnvelopeIsReadAsItWasSigned(t *testing.T) {
	text := sealed(t)
	said, rows, by, err := powersteps.Read("e.json", text)
	public, _ := key.Public().(ed25519.PublicKey)
	if err != nil || by != receipt.KeyText(public) || !powersteps.Is(text) {
		t.Fatalf("%v, by %s", err, by)
	}
	again, err := powersteps.Sign(said, rows, key)
	if err != nil || !bytes.Equal(again, text) {
		t.Errorf("signed again it is another:\n%s\n%s", again, text)
	}
	if said.Entry != 7 || said.System != "Aurelia & <Sons>" || said.Input != "sha256:in" || said.Weighted == nil ||
		len(said.Files) != 2 || !said.CoreProven {
		t.Errorf("it says %+v", said)
	}
	if rows[0].Min != nil {
		t.Errorf("the first row has a least power though an instrument is absent: %+v", rows[0])
	}
	if !strings.HasPrefix(string(powersteps.CSV(rows)),
		"from,to,mean_w,min_w,max_w,present\r\n2026-05-01T10:00:05Z,2026-05-01T10:00:") {
		t.Errorf("%s", powersteps.CSV(rows))
	}
}

// values are all places of a text in JSON, as paths.
func values(tree any, path []any, visit func([]any)) {
	switch node := tree.(type) {
	case map[string]any:
		for name, under := range node {
			values(under, append(path[:len(path):len(path)], name), visit)
		}
	case []any:
		for i, under := range node {
			values(under, append(path[:len(path):len(path)], i), visit)
		}
	default:
		visit(path)
	}
}

// change returns a tree in which the value at a path is another one of its kind.
func change(tree any, path []any) any {
	if len(path) == 0 {
		switch value := tree.(type) {
		case json.Number:
			return json.Number("1" + value.String()) // another number, with a sign or without
		case string:
			if when, err := time.Parse(time.RFC3339Nano, value); err == nil {
				return when.Add(time.Second).Format(time.RFC3339Nano)
			}
			return value + "0"
		case bool:
			return !value
		}
		return json.Number("1") // where nothing was
	}
	switch node := tree.(type) {
	case map[string]any:
		name, _ := path[0].(string)
		node[name] = change(node[name], path[1:])
	case []any:
		i, _ := path[0].(int)
		node[i] = change(node[i], path[1:])
	}
	return tree
}

// written is an envelope as it is written, of which every part can be changed.
type written struct {
	Envelope  powersteps.Statement `json:"envelope"`
	PublicKey string               `json:"public_key"`
	Signature string               `json:"signature"`
	Rows      []powersteps.Row     `json:"rows"`
}

// form writes a tree in the very form of an envelope.
func form(t *testing.T, tree any) []byte {
	t.Helper()
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	var whole written
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	if text, err = json.Marshal(whole); err != nil {
		t.Fatal(err)
	}
	return append(text, '\n')
}

// TestNothingOfAnEnvelopeCanBeChanged: every number, bound, name and digest of statement and rows in turn.
func TestNothingOfAnEnvelopeCanBeChanged(t *testing.T) {
	text := sealed(t)
	parse := func() (tree any) {
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&tree); err != nil {
			t.Fatal(err)
		}
		return tree
	}
	if same := form(t, parse()); !bytes.Equal(same, text) {
		t.Fatalf("what is tried is not written as envelopes are:\n%s\n%s", same, text)
	}
	tried := map[string]int{}
	values(parse(), nil, func(path []any) {
		changed := form(t, change(parse(), path))
		if bytes.Equal(changed, text) {
			t.Errorf("%v was not changed", path)
		}
		if _, _, _, err := powersteps.Read("e.json", changed); err == nil {
			t.Errorf("%v was changed, and nobody noticed", path)
		}
		tried[fmt.Sprint(path[0])]++
	})
	if tried["envelope"] < 30 || tried["rows"] < 60 || tried["public_key"] != 1 || tried["signature"] != 1 {
		t.Errorf("only %v were changed", tried)
	}
}

// TestWhatIsNoEnvelopeIsRefused, and what a reader might read in another way.
func TestWhatIsNoEnvelopeIsRefused(t *testing.T) {
	text := string(sealed(t))
	rows := text[strings.Index(text, `"rows":[`)+len(`"rows":[`):]
	first := rows[:strings.Index(rows, "}")+1]
	for name, bad := range map[string]string{
		"nothing": "", "an empty object": "{}", "a list": "[]", "half of it": text[:len(text)/2],
		"it twice": text + text, "an indented one": strings.Replace(text, ",", ", ", 1),
		"another form":           strings.Replace(text, "envelope/1", "envelope/9", 1),
		"a row less":             strings.Replace(text, first+",", "", 1),
		"a row twice":            strings.Replace(text, first, first+","+first, 1),
		"a value twice":          strings.Replace(text, first, `{"mean_w":1,`+first[1:], 1),
		"a field more":           strings.Replace(text, first, `{"x":1,`+first[1:], 1),
		"without an end of line": strings.TrimSpace(text),
	} {
		if _, _, _, err := powersteps.Read("e.json", []byte(bad)); err == nil {
			t.Errorf("took %s", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"envelope":{},"public_key":"","signature":"","rows":[]}`))
	f.Add([]byte(`{"envelope":`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if said, _, _, err := powersteps.Read("e.json", text); err == nil {
			t.Errorf("took what nobody signed: %+v", said)
		}
	})
}
