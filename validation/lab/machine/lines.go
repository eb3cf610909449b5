package machine

import (
	"fmt"
	"strconv"
	"strings"

	"green500/validation/power"
)

// PowerLines are points as typed: threads, or processes/nodes, watts, and if known deviation and readings.
func PowerLines(points []Point) string {
	var text strings.Builder
	for _, p := range points {
		load := number(p.Threads)
		if p.Processes > 0 {
			load = fmt.Sprintf("%d/%d", p.Processes, p.Nodes)
		}
		line := load + " " + number(p.Watts)
		if p.Deviation > 0 || p.Readings > 0 {
			line += " " + number(p.Deviation)
		}
		if p.Readings > 0 {
			line += fmt.Sprintf(" %d", p.Readings)
		}
		text.WriteString(line + "\n")
	}
	return text.String()
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

type lineReader struct {
	field   string
	line    int
	remedy  string
	problem *power.InputError
}

func (r *lineReader) wrong(problem string) {
	if r.problem == nil {
		r.problem = &power.InputError{Field: r.field, Problem: fmt.Sprintf("line %d: %s", r.line, problem),
			Remedy: r.remedy}
	}
}

func (r *lineReader) number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || v < 0 || v > 1e15 || v != v {
		r.wrong(fmt.Sprintf("%q is not a number", text))
		return 0
	}
	return v
}

func (r *lineReader) whole(text string) int {
	v, err := strconv.Atoi(text)
	if err != nil || v < 0 || v > 1_000_000_000 {
		r.wrong(fmt.Sprintf("%q is not a whole number", text))
		return 0
	}
	return v
}

func (r *lineReader) each(text string, visit func(words []string)) error {
	for line := range strings.Lines(text) {
		r.line++
		words := strings.Fields(strings.ReplaceAll(line, ",", " "))
		if len(words) > 0 {
			visit(words)
		}
	}
	if r.problem != nil {
		return r.problem
	}
	return nil
}

// ParsePower reads the lines of PowerLines. The error is a power.InputError at the field.
func ParsePower(field, text string) (points []Point, err error) {
	r := &lineReader{field: field,
		remedy: "write threads and watts, such as 4 106; or processes/nodes and watts, such as 125/32 106"}
	err = r.each(text, func(words []string) {
		if len(words) < 2 || len(words) > 4 {
			r.wrong("these are not two to four numbers")
			return
		}
		var p Point
		if processes, nodes, of := strings.Cut(words[0], "/"); of {
			p.Processes, p.Nodes = r.whole(processes), r.whole(nodes)
		} else {
			p.Threads = r.number(words[0])
		}
		p.Watts = r.number(words[1])
		if len(words) > 2 {
			p.Deviation = r.number(words[2])
		}
		if len(words) > 3 {
			p.Readings = r.whole(words[3])
		}
		points = append(points, p)
	})
	return points, err
}

// ParseRuns reads runs of a form, a line each: processes, then the run time, or the time of each step. Lines of phases
// are processes and the length of the phase, all of one run. An energy to compare with follows an equals sign. The
// error is a power.InputError at the field.
func ParseRuns(field string, form Form, text string) (runs []Run, err error) {
	r := &lineReader{field: field, remedy: map[Form]string{
		SPMD:             "write processes and seconds, such as 64 27.5",
		DivideAndConquer: "write processes and the seconds of each step, such as 4 46.3 0.7 1.4",
		Phases:           "write processes and seconds of each phase, such as gpu:8 120",
	}[form]}
	whole := Run{Form: Phases}
	err = r.each(strings.ReplaceAll(text, "=", " = "), func(words []string) {
		measured := 0.0
		if n := len(words); n > 2 && words[n-2] == "=" {
			measured, words = r.number(words[n-1]), words[:n-2]
		}
		if len(words) < 2 || form != DivideAndConquer && len(words) != 2 {
			r.wrong("these are not processes and times")
			return
		}
		run := Run{Form: form, Measured: measured}
		run.Processes, run.On = r.uses(words[0])
		var times []float64
		for _, word := range words[1:] {
			times = append(times, r.number(word))
		}
		switch form {
		case DivideAndConquer:
			run.Steps = times
		case Phases:
			whole.Phases, whole.Measured = append(whole.Phases,
				Phase{Processes: run.Processes, On: run.On, Seconds: times[0]}), max(whole.Measured, measured)
			return
		default:
			run.Seconds = times[0]
		}
		runs = append(runs, run)
	})
	if len(whole.Phases) > 0 {
		runs = []Run{whole}
	}
	return runs, err
}

// uses reads processes: of the first kind as a number, or as kind:number of each kind, joined by plus signs.
func (r *lineReader) uses(text string) (processes int, on []Use) {
	if !strings.Contains(text, ":") {
		return r.whole(text), nil
	}
	for part := range strings.SplitSeq(text, "+") {
		kind, count, _ := strings.Cut(part, ":")
		on = append(on, Use{kind, r.whole(count)})
	}
	return 0, on
}

// RunLines are runs as ParseRuns reads them.
func RunLines(runs []Run) string {
	var text strings.Builder
	line := func(processes int, on []Use, measured float64, times ...float64) {
		words := []string{usesText(processes, on)}
		for _, t := range times {
			words = append(words, number(t))
		}
		if measured > 0 {
			words = append(words, "=", number(measured))
		}
		text.WriteString(strings.Join(words, " ") + "\n")
	}
	for _, run := range runs {
		switch run.Form {
		case DivideAndConquer:
			line(run.Processes, run.On, run.Measured, run.Steps...)
		case Phases:
			for i, p := range run.Phases {
				measured := 0.0
				if i == len(run.Phases)-1 {
					measured = run.Measured
				}
				line(p.Processes, p.On, measured, p.Seconds)
			}
		default:
			line(run.Processes, run.On, run.Measured, run.Seconds)
		}
	}
	return text.String()
}

func usesText(processes int, on []Use) string {
	if len(on) == 0 {
		return strconv.Itoa(processes)
	}
	var parts []string
	for _, use := range on {
		parts = append(parts, fmt.Sprintf("%s:%d", use.Kind, use.Processes))
	}
	return strings.Join(parts, "+")
}
