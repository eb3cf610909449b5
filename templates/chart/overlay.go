package chart

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation"
	"green500/validation/power"
)

type overlay struct {
	ID    string // of its series, and of its box in the form
	Name  string
	Kind  overlayKind
	Spans []power.Span
	Off   bool // until somebody selects it
	lane  int  // of a bar: how far below the top of the drawing it lies

	number int // of a fault; 0 for anything else
}

// overlayKind says what an overlay looks like; the script and the style sheet know it by this name.
type overlayKind string

// The looks: bands lie behind the curve, bars over the plot.
const (
	coreBand   overlayKind = "core"
	idleBand   overlayKind = "idle"
	legalBand  overlayKind = "legal"
	gapBand    overlayKind = "gap"
	askedBand  overlayKind = "asked"
	runBar     overlayKind = "run"
	windowBar  overlayKind = "window"
	findingBar overlayKind = "finding" // did not pass
	warningBar overlayKind = "warning" // a numbered warning
	otherBar   overlayKind = "other"   // not met, and only another level than the claimed one requires it
	passedBar  overlayKind = "passed"
)

func (k overlayKind) band() bool {
	return slices.Contains([]overlayKind{coreBand, idleBand, legalBand, gapBand, askedBand}, k)
}

func (c Chart) overlays() []overlay {
	all := []overlay{
		{ID: "idle", Name: "idle", Kind: idleBand, Spans: c.Spans.Idle},
		{ID: "gaps", Name: "gap", Kind: gapBand, Spans: c.Gaps},
		{ID: "core", Name: "core phase", Kind: coreBand, Spans: []power.Span{c.Spans.Core}},
		{ID: "run", Name: "full run", Kind: runBar, Spans: []power.Span{c.Spans.FullRun}},
	}
	if c.Spans.Averaged != c.Spans.Core {
		all = append(all,
			overlay{ID: "averaged", Name: "averaged window", Kind: windowBar, Spans: []power.Span{c.Spans.Averaged}})
	}
	if c.Legal != nil {
		all = append(all,
			overlay{ID: "legal", Name: "legal for Level 1", Kind: legalBand, Spans: []power.Span{c.Legal.Within}},
			overlay{ID: "legal-best", Name: "legal window with the lowest power", Kind: windowBar,
				Spans: []power.Span{c.Legal.Best.Span}, Off: true},
			overlay{ID: "legal-worst", Name: "legal window with the highest power", Kind: windowBar,
				Spans: []power.Span{c.Legal.Worst.Span}, Off: true})
	}
	for _, one := range c.Asked {
		all = append(all, overlay{ID: strings.ReplaceAll(one.Name, " ", "-"), Name: one.Name, Kind: askedBand,
			Spans: []power.Span{one.Span}})
	}
	rules := c.ruleOverlays()
	if faults := c.faultOverlays(); len(faults) > 0 { // in the place of the findings of their rules
		rules = slices.DeleteFunc(rules, func(one overlay) bool {
			return slices.ContainsFunc(faults, func(f overlay) bool { return f.ID == one.ID })
		})
		for i := range rules {
			rules[i].Off = true
		}
		rules = append(faults, rules...)
	}
	all = append(all, rules...)
	for i := range all {
		all[i].Spans = slices.DeleteFunc(slices.Clone(all[i].Spans), power.Span.IsZero)
	}
	all = slices.DeleteFunc(all, func(o overlay) bool { return len(o.Spans) == 0 })
	placeBars(all)
	return all
}

// placeBars gives bars their height. Findings have some lanes, the last of which many share.
func placeBars(all []overlay) {
	findings := 0
	for i := range all {
		switch all[i].Kind {
		case runBar:
			all[i].lane = runLane
		case windowBar:
			all[i].lane = windowLane
		case findingBar, otherBar, passedBar:
			if all[i].number == 0 {
				all[i].lane = findingLane + min(findings, findingLanes-1)*laneStep // the last is shared
				findings++
			}
		}
	}
}

func (c Chart) ruleOverlays() []overlay {
	var open, other, passed []overlay
	for _, f := range c.Findings {
		one := overlay{ID: "rule:" + f.Rule, Name: f.Rule, Kind: passedBar, Off: true}
		to := &passed
		switch validation.StandingOf(f, c.Claimed) {
		case validation.Failed, validation.Unproven, validation.Warned:
			one.Kind, one.Off, to = findingBar, false, &open
		case validation.Above, validation.Below:
			one.Kind, to = otherBar, &other
		case validation.Passed, validation.NotRequired:
		}
		at := slices.IndexFunc(*to, func(o overlay) bool { return o.ID == one.ID })
		if at < 0 {
			at, *to = len(*to), append(*to, one)
		}
		for _, s := range f.Spans {
			if !slices.Contains((*to)[at].Spans, s) {
				(*to)[at].Spans = append((*to)[at].Spans, s)
			}
		}
	}
	// A rule that one level passes and another does not is shown by what is open.
	all := open
	for _, one := range slices.Concat(other, passed) {
		if !slices.ContainsFunc(all, func(o overlay) bool { return o.ID == one.ID && len(o.Spans) > 0 }) {
			all = append(all, one)
		}
	}
	return all
}

func (c Chart) on(o overlay) bool {
	if len(c.Show) == 0 {
		return !o.Off
	}
	return slices.Contains(c.Show, o.ID)
}

func (c Chart) shown() []overlay {
	return slices.DeleteFunc(c.overlays(), func(o overlay) bool { return !c.on(o) })
}

func gapsOf(f validation.Forensics) []power.Span {
	var all []power.Span
	for _, one := range f.Instruments {
		all = append(all, one.GapSpans...)
	}
	slices.SortFunc(all, func(a, b power.Span) int { return a.Start.Compare(b.Start.Time) })
	var joined []power.Span
	for _, gap := range all {
		if last := len(joined) - 1; last >= 0 && !gap.Start.After(joined[last].End.Time) {
			if gap.End.After(joined[last].End.Time) {
				joined[last].End = gap.End
			}
			continue
		}
		joined = append(joined, gap)
	}
	return joined
}

func beside(s power.Span) power.Span {
	more := time.Duration(float64(s.Duration()) * margin)
	return s.Trim(-more, -more)
}

// MarksFindings reports whether findings that did not pass are marked in the drawing.
func (c Chart) MarksFindings() bool {
	return slices.ContainsFunc(c.shown(), func(o overlay) bool { return o.Kind == findingBar || o.Kind == warningBar })
}

// Fault is a failure or a warning with its number, which is the same in the list, on the curve and in the decision.
type Fault struct {
	validation.Point
	Number int          // from 1, the worst first
	Places []power.Span // where it is on the curve
	Whole  bool         // it has no time of its own: it is drawn over the core phase
}

// FaultsOf numbers what stands against a submission, one for each rule, worst first.
func FaultsOf(report *validation.Report) []Fault {
	if report == nil {
		return nil
	}
	var faults []Fault
	for _, point := range report.Points() {
		at := slices.IndexFunc(faults, func(f Fault) bool { return f.Rule == point.Rule })
		if at < 0 {
			at, faults = len(faults), append(faults, Fault{Point: point, Number: len(faults) + 1})
		}
		for _, span := range point.Spans {
			if !span.IsZero() && !slices.Contains(faults[at].Places, span) {
				faults[at].Places = append(faults[at].Places, span)
			}
		}
	}
	for i := range faults {
		if core := report.Spans.Core; len(faults[i].Places) == 0 && !core.IsZero() {
			faults[i].Places, faults[i].Whole = []power.Span{core}, true
		}
	}
	return faults
}

// Sign is the number of a fault in a circle.
func (f Fault) Sign() string { return Circled(f.Number) }

// Around is the part of the curve that shows all places of a fault; zero if it has none.
func (f Fault) Around() power.Span { return around(f.Places...) }

// Circled is a number in a circle, if there is such a sign.
func Circled(n int) string {
	const most, second, third = 20, 35, 50
	switch {
	case n >= 1 && n <= most:
		return string(rune('①' + n - 1))
	case n > most && n <= second:
		return string(rune('㉑' + n - most - 1))
	case n > second && n <= third:
		return string(rune('㊱' + n - second - 1))
	}
	return "(" + strconv.Itoa(n) + ")"
}

// Lanes of faults above the bracket of the full run, in pixels.
const (
	faultLane = 40 // the first, from the top of the live chart
	faultStep = 14
)

func (c Chart) extra() int { return len(c.Faults) * faultStep }

func (c Chart) faultOverlays() []overlay {
	all := make([]overlay, len(c.Faults))
	for i, f := range c.Faults {
		kind := findingBar
		if f.Warning() {
			kind = warningBar
		}
		all[i] = overlay{ID: "rule:" + f.Rule, Name: f.Sign() + " " + f.Rule, Kind: kind, Spans: f.Places,
			number: f.Number, lane: faultLane + i*faultStep - c.extra()}
	}
	return all
}
