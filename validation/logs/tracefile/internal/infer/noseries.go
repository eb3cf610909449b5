package infer

import (
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/jsonlog"
	"green500/validation/logs/tracefile/internal/linelog"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

var nvidiaNames = []string{"utilization.gpu", "temperature.gpu", "memory.used"}

const aMeterLog = "give the log of a meter: a line a reading, with its time"

// NoSeries says of a log of which no series is proposed why, and what to do.
func (u *Understanding) NoSeries(file string) *power.InputError {
	lack := func(problem, remedy string) *power.InputError {
		return &power.InputError{File: file, Problem: problem, Remedy: remedy}
	}
	volts, amperes, factor := u.called(voltWords), u.called(ampereWords), u.called(factorWords)
	switch may, numbers := u.mayHold(); {
	case u.Rows == 0:
		return lack("no line was found to hold readings", aMeterLog)
	case u.packed() != "":
		return lack("no column holds readings: "+u.packed()+" holds JSON within a text",
			"write its members into each record, beside the time, as "+jsonlog.AJSONRecord)
	case volts != "" && amperes != "" && factor != "":
		return lack("no column holds power",
			"add one of watts, the product of "+volts+", "+amperes+" and "+factor+" if they are of one phase")
	case volts != "" && amperes != "":
		return lack("no column holds power",
			"add one of watts, which for direct current are the product of "+volts+" and "+amperes)
	case amperes != "" && !may:
		return lack("no column holds power",
			"add one of watts, which for direct current are the product of "+amperes+" and the voltage of the supply")
	case may || strings.HasPrefix(u.Format, "JSON"): // which may hold more than its columns
		return lack(u.unnamed())
	case !numbers:
		return lack("no column holds readings", aMeterLog)
	}
	remedy := "log the power beside them"
	for _, name := range u.names() {
		if slices.ContainsFunc(nvidiaNames, func(begins string) bool { return strings.HasPrefix(name, begins) }) {
			remedy = "log it as: " + linelog.NvidiaLog
		}
	}
	return lack("no column bears power or energy", remedy)
}

func (u *Understanding) unnamed() (problem, remedy string) {
	for i := range u.Columns {
		if c := &u.Columns[i]; c.Role != TimeRole && len(c.Examples) > 0 && columnname.OfPower(c.Name) &&
			!c.numbered() {
			f := celltext.NoNumber([]byte(c.Examples[0]))
			return "no column holds readings: in " + c.Name + ", " + f.Problem, f.Remedy
		}
	}
	return "no column holds readings", "name the column of the readings"
}

func (u *Understanding) packed() string {
	for _, c := range u.Columns {
		if len(c.Examples) > 0 &&
			!slices.ContainsFunc(c.Examples, func(text string) bool { return !strings.HasPrefix(text, `{"`) }) {
			return c.Name
		}
	}
	return ""
}

func (u *Understanding) called(words map[string]bool) string {
	for i := range u.Columns {
		if c := &u.Columns[i]; c.numbered() && slices.ContainsFunc(columnname.WordsOf(strings.ToLower(c.Name)),
			func(w string) bool { return words[columnname.BareWord(w)] }) {
			return c.Name
		}
	}
	return ""
}

func (u *Understanding) mayHold() (may, numbers bool) {
	for i := range u.Columns {
		c := &u.Columns[i]
		if may = may || columnname.OfPower(c.Name); c.Role == TimeRole || !c.numbered() {
			continue
		}
		inside, _ := columnname.Bracketed(c.Name)
		numbers = true
		may = may || inside == "" && !areFlags(c.Examples) && !columnname.Timely(c.Name) &&
			columnname.TickOf(c.Name) == 0 && !table.SaysNoTime(c.Name)
	}
	return may, numbers
}
