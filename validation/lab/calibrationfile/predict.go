package calibrationfile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// Prediction is what the calibrated nodes should draw over a run, and what was measured.
type Prediction struct {
	Run      model.Run
	Of       string      // what it was predicted from, in words
	Workload string      // such as EP; may be empty
	Accuracy float64     // of the model for this workload, as a part
	Stated   bool        // the publication states the accuracy, else it is assumed
	Measured power.Watts // 0 if nothing was measured
	Notes    []string
}

// Deviation is how far measured lies above predicted, as a part; beyond is three times the accuracy.
func (p Prediction) Deviation() (part float64, beyond, ok bool) {
	if p.Measured <= 0 || p.Run.Power() <= 0 {
		return 0, false, false
	}
	part = float64(p.Measured/p.Run.Power()) - 1
	return part, math.Abs(part) > model.Beyond*p.Accuracy, true
}

// Bounds on a load series.
const (
	mostLoadRows    = 1 << 20
	mostLoadSeconds = 1e9
	fullPercent     = 100
)

// Predict reads a load series or a time-independent trace, and says what the nodes should draw. A load series is a CSV
// file with a header: seconds,load; a load from 0 to 1, or with % up to 100%, holds until the next row. The error is a
// power.InputError with the line.
func (c Calibration) Predict(name string, run io.Reader, workload string, measured power.Watts) (Prediction, error) {
	p := Prediction{Workload: workload, Measured: measured}
	p.Accuracy, p.Stated = model.Accuracy(workload)
	lines := bufio.NewReader(run)
	first, err := firstLine(lines)
	if err != nil {
		return p, err
	}
	if strings.HasPrefix(strings.ToLower(first), "seconds") {
		loads, err := readLoads(name, lines)
		if err != nil {
			return p, err
		}
		p.Of, p.Run = "load series", model.RunLoads(c.Hosts(), loads)
		return p, nil
	}
	p.Of = "time-independent trace"
	if !c.Timed() {
		return p, &power.InputError{Field: "core_gflops", Problem: "a trace needs the speed of a core",
			Remedy: "state the speed of a core in GFlop/s, such as 18.4"}
	}
	var actions model.Actions
	if err := actions.ReadActions(lines); err != nil {
		return p, err
	}
	if actions.Others > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf(
			"%d actions that compute nothing, such as messages, take no time in this prediction.", actions.Others))
	}
	p.Run, err = model.RunActions(c.Hosts(), actions)
	return p, err
}

func firstLine(lines *bufio.Reader) (string, error) {
	const header = "seconds"
	start, err := lines.Peek(len(header))
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	if !strings.EqualFold(string(start), header) {
		return string(start), nil
	}
	return lines.ReadString('\n')
}

func readLoads(name string, lines io.Reader) (loads []model.LoadStep, err error) {
	scanner := bufio.NewScanner(lines)
	began, before := -1.0, 0.0
	for line := 2; scanner.Scan(); line++ {
		if strings.TrimSpace(scanner.Text()) == "" {
			continue
		}
		at, load, ok := loadRow(scanner.Text())
		if !ok || at < 0 || at > mostLoadSeconds || at <= began || line > mostLoadRows {
			return nil, &power.InputError{File: name, Line: line, Problem: "this is not a row of a load series",
				Remedy: "write rising seconds and the load from 0 to 1, such as 60,0.5"}
		}
		if began >= 0 {
			loads = append(loads, model.LoadStep{For: time.Duration((at - began) * float64(time.Second)), Load: before})
		}
		began, before = at, load
	}
	if err := scanner.Err(); err != nil {
		return nil, &power.InputError{File: name, Problem: fmt.Sprintf("the load series cannot be read: %s", err),
			Remedy: "write rows such as 60,0.5"}
	}
	if len(loads) == 0 {
		return nil, &power.InputError{File: name, Problem: "the load series has fewer than two rows",
			Remedy: "write a row for each change of the load, and one for the end"}
	}
	return loads, nil
}

func loadRow(text string) (at, load float64, ok bool) {
	first, second, found := strings.Cut(text, ",")
	at, errAt := strconv.ParseFloat(strings.TrimSpace(first), 64)
	second, percent := strings.CutSuffix(strings.TrimSpace(second), "%")
	load, errLoad := strconv.ParseFloat(second, 64)
	if percent {
		load /= fullPercent
	}
	return at, load, found && errAt == nil && errLoad == nil && load >= 0 && load <= 1
}
