package sample

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

func printOutput(m *power.Measurement, value string) error {
	if m.Output == nil {
		return errors.New("there is no output")
	}
	changed := *m.Output
	m.Output = &changed
	name, printed, _ := strings.Cut(value, " ")
	set, known := map[string]func(*power.Output, string) error{
		"time": printTime, "residual": printResidual,
		"rate":    func(o *power.Output, text string) error { return printRate(&o.Rate, text) },
		"fastest": func(o *power.Output, text string) error { return printRate(&o.Fastest, text) },
		"order":   func(o *power.Output, text string) error { return printCount(&o.Order, text) },
		"results": func(o *power.Output, text string) error { return printCount(&o.Results, text) },
		"block":   func(o *power.Output, text string) error { return printCount(&o.Block, text) },
		"each":    func(o *power.Output, text string) error { return printRate(&o.Each, text) },
		"grid":    printGrid,
		"date":    func(o *power.Output, text string) error { o.OddDate = text; return nil },
	}[name]
	if !known {
		return fmt.Errorf("an output prints no %q", name)
	}
	return set(m.Output, printed)
}

func printTime(o *power.Output, text string) (err error) {
	o.Time, err = time.ParseDuration(text)
	return err
}

func printRate(into *power.GFlops, text string) error {
	rate, err := figure(text, " GFlops")
	*into = power.GFlops(rate)
	return err
}

func printCount(into *int, text string) (err error) {
	*into, err = strconv.Atoi(text)
	return err
}

// printGrid takes a grid of processes, as 4 x 8.
func printGrid(o *power.Output, text string) error {
	p, q, _ := strings.Cut(text, " x ")
	return errors.Join(printCount(&o.Grid[0], p), printCount(&o.Grid[1], q))
}

// printResidual takes the figure of a residual that is marked as passed, or says that there is none
// or that it failed.
func printResidual(o *power.Output, text string) (err error) {
	switch text {
	case "none":
		o.Checked, o.Passed, o.Residual = false, false, 0
	case "failed":
		o.Passed = false
	default:
		o.Residual, err = figure(text, "")
	}
	return err
}

func outputWords(value string) string {
	name, printed, _ := strings.Cut(value, " ")
	switch {
	case name == "rate":
		return "order and time of the output give " + printed
	case name == "fastest":
		return "the fastest result of the output reaches " + printed
	case name == "results":
		return "the output holds " + printed + " results"
	case name == "residual" && printed == "none":
		return "the output prints no residual"
	case name == "residual" && printed == "failed":
		return "the residual check of the output has failed"
	case name == "block":
		return "the row of the result is for NB = " + printed
	case name == "grid":
		return "the row of the result is for " + printed + " processes"
	case name == "each":
		return "the row of the result prints " + printed + " for a process"
	case name == "order":
		return "the row of the result is for N = " + printed
	}
	return "the output prints a " + name + " of " + printed
}
