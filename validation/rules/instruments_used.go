package rules

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

// instrumentsUsed fails if a log has instruments that no series reads: the reported power would be too low.
var instrumentsUsed = Rule{
	ID:       "instruments-used",
	Title:    "Every instrument of a log is used or listed as left out",
	Aspect:   methodology.MachineFraction,
	Section:  methodology.Fraction,
	Field:    "series[].value",
	Requires: "All nodes that are measured count, and their choice must not depend on their power.",
	Remedy:   "Add the instruments to a series, or list them under left_out with the file and the reason.",
	How: "Columns of a log whose names differ from those of a series only in digits, " +
		"and values of a column used in where, such as rack numbers, are instruments of the same kind. " +
		"Each of them has to be in a series of the document, or in left_out (file, instruments, reason). " +
		"Logs whose readings were stored by an earlier version do not show it.",
	Check: func(c Case) Result {
		kinds := c.instrumentKinds()
		if len(kinds) == 0 {
			return notApplicable("No log shows instruments to choose from.")
		}
		return worstOf(kinds, func(kind *instrumentKind) Result { return kind.result(c.Entry.LeftOut) })
	},
}

type instrumentKind struct {
	file, column, mask string
	taken, left        []string // left are some of those that a series does not take
	count              int
}

func (c Case) instrumentKinds() []*instrumentKind {
	var kinds []*instrumentKind
	for _, part := range c.Parts {
		for _, choice := range part.Choices {
			if len(choice.Taken) == 0 || choice.Column != "" && !c.allFilter(choice) {
				continue
			}
			mask := ""
			if choice.Column == "" {
				mask = power.MaskDigits(choice.Taken[0])
			}
			at := slices.IndexFunc(kinds, func(k *instrumentKind) bool {
				return k.file == choice.File && k.column == choice.Column && k.mask == mask
			})
			if at < 0 {
				at = len(kinds)
				kinds = append(kinds, &instrumentKind{file: choice.File, column: choice.Column, mask: mask})
			}
			k := kinds[at]
			k.taken, k.left, k.count = append(k.taken, choice.Taken...), append(k.left, choice.Left...),
				max(k.count, choice.Count)
		}
	}
	return kinds
}

func (c Case) allFilter(by power.Choice) bool {
	return !slices.ContainsFunc(c.Parts, func(p power.Part) bool {
		same := func(choice power.Choice) bool { return choice.File == by.File && choice.Column == by.Column }
		return slices.Contains(p.Series.Files(), by.File) && !slices.ContainsFunc(p.Choices, same)
	})
}

func (k *instrumentKind) result(leftOut []power.Unused) Result {
	const asked = "none left"
	taken := distinctNames(k.taken)
	left := slices.DeleteFunc(distinctNames(k.left), func(name string) bool { return slices.Contains(taken, name) })
	missing := max(k.count-len(taken), len(left))
	reason, excused := "", 0
	for _, one := range leftOut {
		if one.File != k.file || strings.TrimSpace(one.Reason) == "" {
			continue
		}
		listed := slices.DeleteFunc(distinctNames(one.Instruments),
			func(name string) bool { return !k.has(name) || slices.Contains(taken, name) })
		if excused += len(listed); len(listed) > 0 {
			reason = one.Reason
		}
		left = slices.DeleteFunc(left, func(name string) bool {
			return slices.ContainsFunc(listed, func(l string) bool { return k.bare(l) == name })
		})
	}
	switch open := missing - excused; {
	case missing == 0:
		return passed("Every instrument of %s is in a series.", k.file).seen("none left", asked)
	case open <= 0:
		are := "are"
		if missing == 1 {
			are = "is"
		}
		return passed("%s of %s %s left out on purpose: %s.", counted(missing, "instrument"), k.file, are,
			strings.TrimRight(reason, ".")).seen(counted(missing, "instrument")+" listed as left out", asked)
	default:
		in := ""
		if k.column != "" {
			in = " in column " + k.column
		}
		return failed("%s has %s of one kind%s, and no series of the document reads %d of them: %s.", k.file,
			counted(max(k.count, len(taken)+missing), "instrument"), in, open, someOf(left, open)).
			seen(fmt.Sprintf("%d not used", open), asked).
			needs("Add %s to the series of %s, or list them under left_out with the reason", someOf(left, open), k.file)
	}
}

func (k *instrumentKind) has(name string) bool {
	if k.column == "" {
		return power.MaskDigits(name) == k.mask
	}
	bare := k.bare(name)
	return slices.ContainsFunc(k.taken,
		func(taken string) bool { return power.MaskDigits(taken) == power.MaskDigits(bare) }) ||
		slices.Contains(k.left, bare)
}

func (k *instrumentKind) bare(name string) string {
	if k.column == "" {
		return name
	}
	return strings.TrimPrefix(name, k.column+"=")
}

func distinctNames(names []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(names)))
}

func someOf(names []string, all int) string {
	some := names[:min(mostNames, len(names), all)]
	text := strings.Join(some, ", ")
	if more := all - len(some); more > 0 && len(some) > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	if len(some) == 0 {
		return counted(all, "instrument")
	}
	return text
}
