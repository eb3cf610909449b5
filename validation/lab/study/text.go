package study

import (
	"fmt"
	"io"
	"strconv"

	"green500/validation/document"
	"green500/validation/lab"
	"green500/validation/lab/model"
	"green500/validation/power"
)

// Ceiling is the sentence on the most that can be saved (Vishnu et al., 4.4).
func (s Result) Ceiling() string {
	text := "Idle power is not stated: the most that can be saved is not known."
	for _, p := range s.Parts {
		if p.Ceiling > 0 {
			text = fmt.Sprintf("Idle power of %.4g kW leaves at most %.1f%% of the power to save.", s.Idle.Kilowatts(),
				100*p.Ceiling)
			break
		}
	}
	if s.ClockLimit > 0 {
		text += fmt.Sprintf(" The lowest clock saves at most %.1f%% of the power of the processors.", 100*s.ClockLimit)
	}
	return text
}

// Verdict says what a row comes to, with a claim above the ceiling named.
func (r Row) Verdict() string {
	switch {
	case r.Implausible:
		return "implausible: saves more power than idle power leaves"
	case r.OverClock && r.Threshold != nil:
		return "saves, but more of the power than the lowest clock alone can"
	case r.Threshold != nil:
		return "saves"
	case r.Largest.Spiky:
		return fmt.Sprintf("fewer than %d readings", model.FewReadings)
	}
	return "saves nothing within the bound"
}

// SizeText is a size with its unit; the work as a whole has none.
func SizeText(q Quantity, size float64) string {
	number := strconv.FormatFloat(size, 'f', -1, 64)
	switch q {
	case Message:
		return number + " KB"
	case Order:
		return "N " + number
	case Operations:
		return number + " GFlop"
	case Moved:
		return number + " MB"
	}
	return "each"
}

// WriteText writes the table of thresholds and the points for a terminal.
func (s Result) WriteText(out io.Writer) error { return lab.WriteText(out, s.write) }

func (s Result) write(line func(format string, values ...any)) {
	if s.Title != "" {
		line("%s", s.Title)
	}
	line("Smallest size from which energy falls while a run is at most %.3g%% slower:", 100*s.Bound)
	line("PRIMITIVE\tSETTINGS\tFROM\tLATENCY\tENERGY\tRESULT")
	for _, row := range s.Table() {
		from, slower, energy := "-", "-", "-"
		if t := row.Threshold; t != nil {
			from, slower, energy = SizeText(row.Size, t.Size), change(1+t.Slower), change(1-t.Thrifty)
		}
		line("%s\t%s\t%s\t%s\t%s\t%s", row.Primitive, row.Settings, from, slower, energy, row.Verdict())
	}
	line("")
	line("%s", s.Ceiling())
	for _, p := range s.Parts {
		line("\n%s, compared with %s:", named(p.Primitive), p.Baseline.Settings)
		line("SETTINGS\tSIZE\tTIME\tPOWER\tREADINGS\tLATENCY\tPOWER\tENERGY\tDOUBT")
		for _, v := range p.All() {
			for _, point := range v.Points {
				against, _ := v.At(point.Size)
				line("%s\t%s\t%.6g s\t%.6g W\t%d\t%s\t%s\t%s\t%s", v.Settings, SizeText(p.Size, point.Size),
					point.Latency.Seconds(), float64(point.Power), point.Readings,
					change(against.Latency), change(against.Power), change(against.Energy), Doubt(against))
			}
		}
		for _, left := range p.Left {
			line("Left out: %s. %s", left.Settings, left.Reason)
		}
	}
}

// OfEntry is the study that a submission holds, whose runs its site typed.
func OfEntry(runs []power.StudyRun, facts Facts) Result {
	return Result{Idle: facts.Idle, Bound: model.UsualBound,
		Parts: ByPrimitive(runs, func([]power.StudyRun) Facts { return facts }, model.UsualBound), Runs: runs}
}

func named(primitive string) string {
	if primitive == "" {
		return "Runs"
	}
	return primitive
}

// Doubt says why a point is unreliable; empty if it is reliable.
func Doubt(a Comparison) string {
	switch {
	case a.Implausible:
		return "saves more than possible"
	case a.Spiky:
		return fmt.Sprintf("fewer than %d readings", model.FewReadings)
	}
	return ""
}

func change(ratio float64) string {
	if ratio <= 0 {
		return "-"
	}
	return fmt.Sprintf("%+.1f%%", 100*(ratio-1))
}

// WriteYAML writes the runs as the study of a submission, to be put into its document.
func (s Result) WriteYAML(out io.Writer) error {
	text, err := document.Write(struct {
		Study []power.StudyRun `json:"study"`
	}{s.Runs})
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	return err
}

type jsonRow struct {
	Primitive string  `json:"primitive"`
	Settings  string  `json:"settings"`
	From      float64 `json:"from_size,omitempty"`
	Slower    float64 `json:"latency_change,omitempty"`
	Energy    float64 `json:"energy_change,omitempty"`
	Result    string  `json:"result"`
}

// WriteJSON writes the table of thresholds for programs.
func (s Result) WriteJSON(out io.Writer) error {
	rows := []jsonRow{}
	for _, row := range s.Table() {
		one := jsonRow{Primitive: row.Primitive, Settings: row.Settings, Result: row.Verdict()}
		if t := row.Threshold; t != nil {
			one.From, one.Slower, one.Energy = t.Size, t.Slower, -t.Thrifty
		}
		rows = append(rows, one)
	}
	return lab.WriteJSON(out, struct {
		Title string    `json:"title,omitempty"`
		Idle  float64   `json:"idle_power_w,omitempty"`
		Table []jsonRow `json:"table"`
	}{s.Title, float64(s.Idle), rows})
}
