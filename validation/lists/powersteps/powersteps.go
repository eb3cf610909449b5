// Package powersteps has what everybody may see of the power of a listed run: mean, lowest and highest power of the
// whole machine in steps, without the readings, with a signed statement of the inputs. Keys, digests and times are
// arguments.
package powersteps

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

// Schema names the form of an envelope.
const Schema = "green500.envelope/1"

const (
	// ShortestStep is short enough to see the phases of a run and too long to see single iterations.
	ShortestStep = 10 * time.Second
	// MostSteps keeps an envelope to what a person can look through and a page can draw.
	MostSteps = 2000
	// FewestReadings of every instrument are in a step: one of fewer would give the readings away.
	FewestReadings = 5
)

func lengths() []time.Duration {
	return []time.Duration{
		ShortestStep, 20 * time.Second, 30 * time.Second, time.Minute, 2 * time.Minute, 5 * time.Minute,
		10 * time.Minute, 20 * time.Minute, 30 * time.Minute,
		time.Hour, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour,
	}
}

// Statement is what is signed: which run an envelope is of, what it was made from, and its digest.
type Statement struct {
	Schema   string `json:"schema"`
	Server   string `json:"server"` // its address
	Entry    int64  `json:"entry"`
	Revision int    `json:"revision"`
	Edition  string `json:"edition"`
	System   string `json:"system"`
	Site     string `json:"site"`
	List     string `json:"list_sha256"` // of the list as it was released

	Files    []receipt.File `json:"files"`    // the reviewed originals that the readings and the core phase come from
	Readings []Readings     `json:"readings"` // what was read from them, in the canonical form
	Input    string         `json:"input"`    // digest of the whole document and all of its files, as in the report
	Report   string         `json:"report"`   // digest of the report

	// steps are shorter where a span begins or ends, and longer if readings are lacking
	Step       float64    `json:"step_s"`
	Core       power.Span `json:"core_phase"`
	CoreProven bool       `json:"core_phase_proven"` // read from the output, not stated
	FullRun    power.Span `json:"full_run,omitzero"`
	Averaged   power.Span `json:"averaged"` // what the graded power is the average of: the core phase, or a part of it

	// of the readings that lie in the span, as the methodology forms it
	GradedPower  power.Watts  `json:"graded_core_average_w"`
	GradedEnergy power.Joules `json:"graded_core_energy_j"`
	// each reading for the time it stands for; null if it is not known
	Weighted *power.Watts `json:"graded_weighted_average_w"`
	Energy   power.Joules `json:"envelope_energy_j"` // of the rows over the averaged span
	Rows     int          `json:"rows"`
	Digest   string       `json:"rows_sha256"` // of the rows as CSV
}

// Readings are those of one series of the document, in the canonical form.
type Readings struct {
	Series int    `json:"series"` // from 0
	SHA256 string `json:"sha256"`
}

// Row is the power of the whole machine from one instant to another, in watts to the milliwatt; see power.MachineStep.
type Row struct {
	From    time.Time `json:"from"`
	To      time.Time `json:"to"`
	Mean    float64   `json:"mean_w"`
	Min     *float64  `json:"min_w"` // null if an instrument has no readings
	Max     *float64  `json:"max_w"`
	Present float64   `json:"present"`
}

// Make forms the rows over full run and core phase, and fills the statement; nil without a core average.
func Make(said *Statement, m *power.Measurement, report *validation.Report) []Row {
	graded, energy := report.Numbers.CoreAverage, report.Numbers.CoreEnergy
	if graded == nil || energy == nil {
		return nil
	}
	spans := report.Spans
	said.Core, said.CoreProven, said.FullRun, said.Averaged = spans.Core, spans.CoreProven, spans.FullRun,
		spans.Averaged
	said.Input, said.Report = report.Digests.Input, report.Digests.Report
	said.GradedPower, said.GradedEnergy = power.Watts(graded.Value), power.Joules(energy.Value)
	if weighted := report.Numbers.WeightedCoreAverage; weighted != nil {
		said.Weighted = new(power.Watts(weighted.Value))
	}
	steps := StepsOf(m, spans)
	said.Step = steps.Length.Seconds()
	var rows []Row
	for i, step := range m.Steps(steps.ofRun()) {
		row := rowOf(step)
		if steps.hidden[steps.run[0]+i] {
			// of what was averaged there are too few readings: its mean stands in the report
			row.Min, row.Max = nil, nil
		}
		rows = append(rows, row)
	}
	said.bind(rows)
	return rows
}

func (s *Statement) bind(rows []Row) {
	s.Schema, s.Rows, s.Digest, s.Energy = Schema, len(rows), receipt.Digest(CSV(rows)), Energy(rows, s.Averaged)
}

func instants(spans ...power.Span) []int64 {
	var all []int64
	for _, s := range spans {
		if !s.IsZero() {
			all = append(all, s.Start.UnixNano(), s.End.UnixNano())
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// stepOf is the shortest step that holds enough readings, one less on uneven clocks, and makes few enough steps.
func stepOf(whole, interval time.Duration) time.Duration {
	least := max((FewestReadings+1)*interval, whole/MostSteps+1)
	for _, length := range lengths() {
		if length >= least {
			return length
		}
	}
	return least.Truncate(time.Second) + time.Second
}

// borders are even steps, cut where an instant lies: sums over the spans between them are exact.
func borders(marks []int64, step time.Duration) []int64 {
	all := slices.Clone(marks)
	for at := marks[0]; at < marks[len(marks)-1]; at += int64(step) {
		all = append(all, at)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func rowOf(s power.MachineStep) Row {
	const shares = 1e4
	return Row{
		From: time.Unix(0, s.From).UTC(), To: time.Unix(0, s.To).UTC(), Mean: milli(float64(s.Mean)), Min: known(s.Min),
		Max:     known(s.Max),
		Present: math.Round(s.Present*shares) / shares,
	}
}

func known(w power.Watts) *float64 {
	if math.IsNaN(float64(w)) || math.IsInf(float64(w), 0) {
		return nil
	}
	return new(milli(float64(w)))
}

func milli(v float64) float64 {
	const thousand = 1e3
	return math.Round(v*thousand) / thousand
}

// Energy is that of the rows in a span, off by less than half a millijoule a second: means are rounded.
func Energy(rows []Row, s power.Span) power.Joules {
	sum := 0.0
	for _, row := range rows {
		if !row.From.Before(s.Start.Time) && !row.To.After(s.End.Time) {
			sum += float64(row.Mean * row.To.Sub(row.From).Seconds()) // rounded before it is added, on every processor
		}
	}
	return power.Joules(milli(sum))
}

// CSV writes rows as a table: the bytes that the statement has the digest of.
func CSV(rows []Row) []byte {
	var table strings.Builder
	table.WriteString("from,to,mean_w,min_w,max_w,present\r\n")
	for _, row := range rows {
		// a builder takes everything
		_, _ = fmt.Fprintf(&table, "%s,%s,%s,%s,%s,%s\r\n", row.From.Format(time.RFC3339Nano),
			row.To.Format(time.RFC3339Nano), figure(&row.Mean), figure(row.Min), figure(row.Max), figure(&row.Present))
	}
	return []byte(table.String())
}

func figure(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'f', -1, 64)
}

// EnergyWords compare the energy of the rows with the one that was graded, as a sentence.
func (s Statement) EnergyWords() string {
	average := float64(s.Energy) / s.Averaged.Duration().Seconds()
	const thousandths = 1e5                                                   // of a percent
	off := math.Round((average/float64(s.GradedPower)-1)*thousandths)/1e3 + 0 // which makes 0 of -0
	const joulesPerKilowattHour = 3.6e6
	return fmt.Sprintf("Over the %v that were graded the rows have %.3f kWh, %.3f W on average: "+
		"%+.3f%% from the graded %.3f W, which the methodology computes from the readings inside the core phase.",
		s.Averaged.Duration().Round(time.Millisecond), float64(s.Energy)/joulesPerKilowattHour, average, off,
		float64(s.GradedPower))
}

// start is what the text of every envelope begins with.
const start = `{"envelope":`

// Is reports whether a text begins as an envelope does.
func Is(text []byte) bool { return bytes.HasPrefix(text, []byte(start)) }

// signed is how an envelope is written: what was signed, byte for byte, by which key, and the rows.
type signed struct {
	Envelope json.RawMessage `json:"envelope"`
	receipt.Signature
	Rows []Row `json:"rows"`
}

// Sign writes an envelope with its signature: the same bytes for the same statement, rows and key.
func Sign(said Statement, rows []Row, key ed25519.PrivateKey) ([]byte, error) {
	said.bind(rows)
	text, err := json.Marshal(said)
	if err != nil {
		return nil, fmt.Errorf("write the statement of an envelope: %w", err)
	}
	return write(signed{text, receipt.SignText(text, key), rows})
}

// write is not indented: what was signed has to stay as it is, byte for byte.
func write(s signed) ([]byte, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("write an envelope: %w", err)
	}
	return append(text, '\n'), nil
}

// Read checks an envelope, that nothing of it was changed after it was signed, and returns what it says with the key
// that signed it; whether that is the key of the server is for the caller to compare. It returns a *power.InputError.
func Read(name string, text []byte) (said Statement, rows []Row, key string, err error) {
	var outer signed
	if err := receipt.Strict(text, &outer); err != nil {
		return Statement{}, nil, "", damaged(name, "is not an envelope ("+err.Error()+")")
	}
	if problem := outer.Check(outer.Envelope); problem != "" {
		return Statement{}, nil, "", damaged(name, problem)
	}
	if err := receipt.Strict(outer.Envelope, &said); err != nil || said.Schema != Schema {
		return Statement{}, nil, "", damaged(name, "has an unknown form")
	}
	if problem := said.differs(outer, text); problem != "" {
		return Statement{}, nil, "", damaged(name, problem)
	}
	return said, outer.Rows, outer.PublicKey, nil
}

func (s Statement) differs(outer signed, text []byte) string {
	held := s
	held.bind(outer.Rows)
	again, err := write(outer)
	switch {
	case held.Rows != s.Rows:
		return fmt.Sprintf("has %d rows instead of %d", held.Rows, s.Rows)
	case held.Digest != s.Digest:
		return "has a row that was changed after it was signed"
	case held.Energy != s.Energy:
		return "states another energy than its rows contain"
	case err != nil || !bytes.Equal(again, text):
		return "is not in its original form"
	}
	return ""
}

func damaged(name, problem string) *power.InputError {
	return &power.InputError{File: name, Problem: problem,
		Remedy: "download the envelope again from the page of the submission"}
}
