package sample

import (
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"
	_ "time/tzdata" // zones are compared with the database, wherever the test runs

	"green500/validation/power"
	"green500/validation/review"
)

// samples are all bundles of the package by name, made once for all tests.
var samples = sync.OnceValue(everything)

func everything() map[string]Bundle {
	all := map[string]Bundle{}
	for _, methodology := range []string{"1.2", "2.0", "3.0-draft"} {
		for _, level := range power.Levels() {
			all["clean "+methodology+" "+level.String()] = Clean(level, methodology)
		}
	}
	for _, v := range Varied() {
		all[v.Name] = v.Bundle
	}
	for _, s := range Demo() {
		all[s.Name] = s.Bundle
	}
	return all
}

func TestTheSameSampleTwiceIsTheSame(t *testing.T) {
	first, second := samples(), everything()
	for name, bundle := range first {
		if !reflect.DeepEqual(bundle, second[name]) {
			t.Errorf("%s differs from itself", name)
		}
	}
}

func TestFilesAreWhatTheDocumentNames(t *testing.T) {
	for name, bundle := range samples() {
		t.Run(name, func(t *testing.T) {
			named := map[string]bool{}
			for i := range bundle.Entry.Series {
				named[bundle.Entry.Series[i].File] = true
				checkSeries(t, bundle, &bundle.Entry.Series[i])
			}
			for _, attachment := range bundle.Entry.Attachments {
				named[attachment.File] = true
			}
			if output := bundle.Entry.Run.Output; output != "" {
				named[output] = true
			}
			if want, got := slices.Sorted(maps.Keys(named)),
				slices.Sorted(maps.Keys(bundle.Files)); !slices.Equal(want, got) {
				t.Errorf("document names %v, bundle holds %v", want, got)
			}
		})
	}
}

// checkSeries holds a series to its file: columns, rows, unit and meter exist.
func checkSeries(t *testing.T, bundle Bundle, series *power.Series) {
	t.Helper()
	head, rows := readTable(t, bundle.Files[series.File])
	for _, column := range append([]string{series.Time, series.Value}, series.Instruments...) {
		if !slices.Contains(head, column) {
			t.Errorf("%s has no column %q in %q", series.File, column, head)
		}
	}
	for column, values := range series.Where {
		at := slices.Index(head, column)
		for _, value := range values {
			if !slices.ContainsFunc(rows, func(row []string) bool { return row[at] == value }) {
				t.Errorf("%s has no row of %s %s", series.File, column, value)
			}
		}
	}
	meter := bundle.Entry.MeterOf(series)
	if quantity, known := series.Unit.Quantity(); !known || quantity != series.Quantity || meter == nil ||
		meter.Measures != quantity {
		t.Errorf("%s in %s by meter %q does not fit together", series.Quantity, series.Unit, series.Meter)
	}
	if len(rows) > 4000 {
		t.Errorf("%s has %d rows", series.File, len(rows))
	}
}

// core is the core phase that the output states.
func core(t *testing.T, bundle Bundle) power.Span {
	t.Helper()
	text := string(bundle.Files[bundle.Entry.Run.Output])
	zone := bundle.Entry.Run.FullRun.Start.Location()
	return power.NewSpan(stated(t, text, "HPL_pdgesv() start time ", zone),
		stated(t, text, "HPL_pdgesv() end time   ", zone))
}

func TestTheTimesOfARunFitTogether(t *testing.T) {
	for name, bundle := range samples() {
		if bundle.Entry.Run.Output == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			run, core := bundle.Entry.Run, core(t, bundle)
			if !run.FullRun.Contains(core) {
				t.Errorf("core phase %v does not lie in the full run %v", core, run.FullRun)
			}
			if !run.AveragingWindow.IsZero() && !core.Contains(run.AveragingWindow) {
				t.Errorf("window %v does not lie in the core phase %v", run.AveragingWindow, core)
			}
			for _, idle := range bundle.Entry.Idle {
				if !idle.Span().IsZero() && !idle.End.Before(run.FullRun.Start.Time) {
					t.Errorf("idle measurement %v does not end before the full run %v", idle.Span(), run.FullRun)
				}
			}
		})
	}
}

func TestReadingsCoverIdleAndRun(t *testing.T) {
	faulty := map[string]bool{}
	for _, s := range Demo() {
		faulty[s.Name] = s.Fault != ""
	}
	for name, bundle := range samples() {
		if faulty[name] {
			continue
		}
		for _, series := range bundle.Entry.Series {
			_, rows := readTable(t, bundle.Files[series.File])
			zone := bundle.Entry.Run.FullRun.Start.Location()
			read := power.NewSpan(timeOf(t, rows[0][0], zone), timeOf(t, rows[len(rows)-1][0], zone))
			if !read.Contains(bundle.Entry.Run.FullRun) {
				t.Errorf("%s: %s has readings of %v only", name, series.File, read)
			}
			if idle := bundle.Entry.Idle[0].Span(); !idle.IsZero() && !read.Contains(idle) {
				t.Errorf("%s: %s has no readings of the idle machine", name, series.File)
			}
		}
	}
}

func TestOffsetsAreThoseOfTheZones(t *testing.T) {
	for name, bundle := range samples() {
		if bundle.Entry.Run.Timezone == "" {
			continue
		}
		zone, err := time.LoadLocation(bundle.Entry.Run.Timezone)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, at := range []power.Time{bundle.Entry.Run.FullRun.Start, bundle.Entry.Run.FullRun.End} {
			if stated, actual := at.Format(time.RFC3339), at.In(zone).Format(time.RFC3339); stated != actual {
				t.Errorf("%s writes %s, in %s it was %s", name, stated, zone, actual)
			}
		}
	}
}

func TestTheDemonstrationShowsAllThereIs(t *testing.T) {
	size, names := 0, map[string]bool{}
	states, levels := map[review.State]int{}, map[power.Level]int{}
	for _, s := range Demo() {
		states[s.State]++
		levels[s.Entry.ClaimedLevel]++
		for _, file := range s.Files {
			size += len(file)
		}
		if names[s.Name] || s.Entry.Edition != s.Edition || s.Granted > s.Entry.ClaimedLevel {
			t.Errorf("%s is named twice, of two editions or granted more than it claims", s.Name)
		}
		names[s.Name] = true
	}
	for _, state := range review.States() {
		if states[state] == 0 && state != review.Corrected { // which comes of a list, not of a submission
			t.Errorf("no entry is %s", state.Word())
		}
	}
	for _, level := range power.Levels() {
		if levels[level] < 3 {
			t.Errorf("only %d entries claim %s", levels[level], level)
		}
	}
	const most = 6 << 20
	if size > most {
		t.Errorf("the demonstration takes %d bytes", size)
	}
}

func TestWhoSendsAnEntryBackSaysWhy(t *testing.T) {
	asked := map[review.State]bool{}
	for _, move := range review.Moves() {
		asked[move.To] = asked[move.To] || move.Reason == review.Always && move.Instead == ""
	}
	for _, s := range Demo() {
		if asked[s.State] != (s.Reason != "") {
			t.Errorf("%s is %s with the reason %q", s.Name, s.State.Word(), s.Reason)
		}
		if s.State == review.Published && s.Granted == 0 || s.State == review.Rejected && s.Fault == "" {
			t.Errorf("%s is %s, granted level %d, with the fault %q", s.Name, s.State.Word(), s.Granted, s.Fault)
		}
	}
}

func TestOnlyTheOpenEditionHasNothingPublished(t *testing.T) {
	count := 0
	for _, edition := range Editions() {
		submissions := Demo(edition)
		count += len(submissions)
		published := slices.ContainsFunc(submissions, func(s Submission) bool { return s.State == review.Published })
		if open := edition == "2026-11"; open == published {
			t.Errorf("edition %s has something published: %t", edition, published)
		}
	}
	if all := len(Demo()); count != all {
		t.Errorf("the editions have %d submissions, all together %d", count, all)
	}
}
