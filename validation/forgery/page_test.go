package forgery_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/rules"
)

const (
	page      = "../../docs/trust.md"
	forged    = 10  // simulated runs of a kind
	honest    = 300 // simulated honest runs
	intervals = 400 // simulated runs of a row of the table of intervals
)

// TestForgeries writes the page if GREEN500_TEST_FORGERIES is 1; else it shows the kinds whose names contain it.
func TestForgeries(t *testing.T) {
	wanted := os.Getenv("GREEN500_TEST_FORGERIES")
	if wanted == "" {
		t.Skip("make forgeries writes " + page + ", in about ten minutes")
	}
	published := realRuns(t)
	if wanted != "1" {
		for _, k := range kinds {
			if strings.Contains(k.name, wanted) {
				t.Log(k.result(published).row())
			}
		}
		return
	}
	var results []kindResult
	for _, k := range kinds {
		results = append(results, k.result(published))
	}
	digest := validation.RulesDigest(methodology.V20, rules.For(methodology.V20))
	text := fmt.Sprintf(introduction, digest) + forgeriesSection(results) + honestSection(published) +
		intervalsSection()
	if err := os.WriteFile(page, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestSomeForgeriesAreFound: a few of the kinds that have to be found at 2%, and no false warning beside them.
func TestSomeForgeriesAreFound(t *testing.T) {
	for i, name := range []string{"rows lost", "zeros", "clock of some nodes", "nodes not named", "idle nodes"} {
		k := kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })]
		base := simulate(uint64(2000+i), levelTwo)
		report, err := base.grade()
		if err != nil {
			t.Fatal(err)
		}
		if before := open(report); len(before) > 0 || !k.grade(base, before, 0.02).found {
			t.Errorf("%s of run %d is not found, or what is honest warns: %v", name, base.seed, before)
		}
	}
}

const introduction = `# How far verdicts can be trusted

<!-- make forgeries writes this page. -->

A verdict rests on evidence that the submitter sends. This page states which forgeries are found and which are not, how
many honest runs get a warning, and how many intervals contain the true power. Everything is simulated, or made from
published logs, and graded as ` + "`green500 check`" + ` does. ` + "`make forgeries`" + ` makes the page again; the same
program gives the same page. The rules are those of methodology 2.0 with the digest
` + "`%s`" + `.

`

// inParallel does a number of things on all processors, and returns what they give in their order.
func inParallel[T any](count int, do func(i int) T) []T {
	all, next := make([]T, count), make(chan int)
	var done sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		done.Go(func() {
			for i := range next {
				all[i] = do(i)
			}
		})
	}
	for i := range count {
		next <- i
	}
	close(next)
	done.Wait()
	return all
}

// open lists the rules that warn about a run, at its claimed level: must and should.
func open(report *validation.Report) map[string]bool {
	found := map[string]bool{}
	for _, f := range report.Findings {
		if f.Asks(report.ClaimedLevel) && f.Outcome.Open() && (f.Severity == rules.Must || f.Severity == rules.Should) {
			found[f.Rule+" "+string(f.Severity)+" "+string(f.Outcome)] = true
		}
	}
	return found
}

// outcome is what grading makes of one forgery.
type outcome struct {
	possible, found bool
	by              []string // rules that warn of the forgery and not of the honest run
}

// forge makes the forgery of a strength; possible is false if the run cannot be forged that much.
func (k kind) made(base *run, strength float64) (made *run, possible bool) {
	if k.given != nil {
		made = base.clone()
		k.forge(made, strength)
		return made, true
	}
	honest := base.published()
	low, high := 0.0, 1.0
	for range 13 {
		x := (low + high) / 2
		made = base.clone()
		if k.forge(made, x); made.published() > honest*(1-strength) {
			low = x
		} else {
			high = x
		}
	}
	made = base.clone()
	k.forge(made, high)
	return made, made.recorded() && math.Abs(1-made.published()/honest-strength) < 0.3*strength
}

func (k kind) grade(base *run, before map[string]bool, strength float64) (o outcome) {
	made, possible := k.made(base, strength)
	if !possible {
		return o
	}
	o.possible = true
	report, err := made.grade()
	if err != nil {
		o.found, o.by = true, []string{"refused"}
		return o
	}
	for rule := range open(report) {
		if !before[rule] {
			o.by = append(o.by, strings.Fields(rule)[0])
		}
	}
	slices.Sort(o.by)
	o.by = slices.Compact(o.by)
	o.found = len(o.by) > 0 || report.GrantedLevel < base.entry.ClaimedLevel && len(before) == 0
	return o
}

// kindResult is what is found of a kind: by strength, of simulated and of real runs.
type kindResult struct {
	kind
	found, all [3][2]int
	by         map[string]int
}

func (r kindResult) row() string {
	row := fmt.Sprintf("| %s |", r.name)
	for s := range r.all {
		row += " " + cell(r.found[s], r.all[s]) + " |"
	}
	return row + " " + cmp.Or(strings.Join(r.most(2), ", "), "–") + " |\n"
}

// part is the part of the forgeries of the highest strength that is found.
func (r kindResult) part() float64 {
	return float64(r.found[2][0]+r.found[2][1]) / math.Max(1, float64(r.all[2][0]+r.all[2][1]))
}

// item is an item of a list, in lines of at most 120 characters.
func item(text string) string {
	line, lines := "-", ""
	for word := range strings.FieldsSeq(text) {
		if utf8.RuneCountInString(line+" "+word) > 120 {
			line, lines = " ", lines+line+"\n"
		}
		line += " " + word
	}
	return lines + line + "\n"
}

func forgeriesSection(results []kindResult) string {
	var falling, noisy, all, hidden strings.Builder
	var missed []string
	shown := 0
	for _, r := range results {
		if slices.Equal(r.given, noises) {
			noisy.WriteString(r.row())
		} else {
			falling.WriteString(r.row())
		}
		if r.hidden == "" {
			shown++
		}
		all.WriteString(item(fmt.Sprintf("**%s**: %s", r.name, r.does)))
		switch {
		case r.hidden != "":
			hidden.WriteString(item(fmt.Sprintf("**%s** (%.0f%%). %s", r.name, 100*r.part(), r.hidden)))
		case r.part() < 0.9:
			missed = append(missed, fmt.Sprintf("%s (%.0f%%)", r.name, 100*r.part()))
		}
	}
	const head = "| Kind | %s | %s | %s | Found by |\n|---|--:|--:|--:|---|\n"
	return fmt.Sprintf(`## Forgeries

Each forgery is made from an honest run, as by somebody who knows logs: times agree, readings have the noise and the
steps of the meter, the HPL output agrees with them. It is found if it is refused, if the claimed level is not granted,
or if a rule of severity must or should is open that is not open for the honest run.

Of %d kinds that logs can show, %d are found in at least 90%% of the runs at the highest strength.

In the tables, 9/10, 5/14 means that 9 of 10 forgeries of simulated runs and 5 of 14 of published logs are found; –
means that none can be made of this strength. A strength is the part of the power that is hidden.

`, shown, shown-len(missed)) + fmt.Sprintf(head, "0.5%", "1%", "2%") + falling.String() + `
## Copies

Strengths are the noise that is added to the copy, as a part of each reading.

` + fmt.Sprintf(head, "0.1%", "0.5%", "2%") + noisy.String() + `
## What is done

` + all.String() + `
## What is not found

Logs can show these, but less than 90% of those of the highest strength are found:

` + item(cmp.Or(strings.Join(missed, ", "), "none")) + `
Nothing in the logs of one submission shows these:

` + hidden.String() + `
This page does not try logs and outputs of other submissions, which only a server can compare, and a machine that is
described wrongly without a trace in the logs.
`
}

func cell(found, all [2]int) string {
	text := fmt.Sprintf("%d/%d, %d/%d", found[0], all[0], found[1], all[1])
	return strings.ReplaceAll(text, "0/0", "–")
}

func (r kindResult) most(count int) (names []string) {
	for name := range r.by {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if r.by[a] != r.by[b] {
			return r.by[b] - r.by[a]
		}
		return strings.Compare(a, b)
	})
	return names[:min(count, len(names))]
}

func (k kind) result(published []*run) kindResult {
	result := kindResult{kind: k, by: map[string]int{}}
	strengths := k.given
	if strengths == nil {
		strengths = falls
	}
	outcomes := inParallel(forged+len(published), func(i int) (all [3]outcome) {
		base := (*run)(nil)
		if i < forged {
			base = simulate(uint64(1000+i), k.change)
		} else {
			base = published[i-forged]
		}
		if k.only != nil && !k.only(base) {
			return all
		}
		report, err := base.grade()
		if err != nil {
			panic(fmt.Sprint(base.name, ": ", err))
		}
		before := open(report)
		for s, strength := range strengths {
			all[s] = k.grade(base, before, strength)
		}
		return all
	})
	for i, all := range outcomes {
		of := 0
		if i >= forged {
			of = 1
		}
		for s, o := range all {
			if o.possible {
				result.all[s][of]++
			}
			if o.found {
				result.found[s][of]++
			}
			for _, rule := range o.by {
				result.by[rule]++
			}
		}
	}
	return result
}

func honestSection(published []*run) string {
	warnings := inParallel(honest+len(published), func(i int) string {
		base := (*run)(nil)
		if i < honest {
			base = simulate(uint64(i), nil)
		} else {
			base = published[i-honest]
		}
		report, err := base.grade()
		if err != nil {
			return "refused"
		}
		var names []string
		for rule := range open(report) {
			names = append(names, strings.Fields(rule)[0])
		}
		slices.Sort(names)
		return strings.Join(slices.Compact(names), ", ")
	})
	var text strings.Builder
	count, of := 0, map[string][]string{}
	for i, w := range warnings[:honest] {
		if w != "" {
			count++
			of[w] = append(of[w], fmt.Sprint(i))
		}
	}
	fmt.Fprintf(&text, `
## Honest runs

Of %d simulated honest runs, %d (%.1f%%) get a warning: a rule of severity must or should is open. The runs differ in
level, nodes, racks, kind of processor, length, shape and noise of the power, meters, steps, lost rows and jitter.

`, honest, count, 100*float64(count)/honest)
	for _, rules := range slices.Sorted(maps.Keys(of)) {
		seeds := of[rules]
		text.WriteString(item(fmt.Sprintf("%s: %d, of the seeds %s", rules, len(seeds), strings.Join(seeds, ", "))))
	}
	fmt.Fprintf(&text, `
Of %d published logs, submitted at Level 2, these get a warning. Gaps and repeated times in them are real.

`, len(published))
	for i, w := range warnings[honest:] {
		if w != "" {
			text.WriteString(item(published[i].name + ": " + w))
		}
	}
	return text.String()
}

// sampling is a row of the table of intervals.
type sampling struct {
	name   string
	change func(*run, *design)
}

func short(r *run, d *design) {
	levelTwo(r, d)
	d.core, d.before, d.interval = math.Round(r.between(100, 300)), 120, 1
	d.estimate, d.drawn, d.jitter, d.settle, d.lost, d.capped = 0.03, r.between(0.5, 1), 0, 0, 0, false
}

func inWholeRacks(r *run, d *design, variation float64) {
	short(r, d)
	count := 2 + r.IntN(9)
	d.perColumn, d.measured, d.racks = 8, 8*count, variation
	d.nodes = d.measured * (2 + r.IntN(5))
	d.step = 1
}

var samplings = []sampling{
	{"Level 1, nodes at random", func(r *run, d *design) { short(r, d); d.level = 1 }},
	{"Level 2, nodes at random", short},
	{"Level 3, everything by counters", func(r *run, d *design) { short(r, d); d.level = 3 }},
	{"Level 2, 2 to 10 racks that differ by 1%", func(r *run, d *design) { inWholeRacks(r, d, 0.01) }},
	{"Level 2, 2 to 10 racks that differ by 3%", func(r *run, d *design) { inWholeRacks(r, d, 0.03) }},
	{"Level 2, estimates of a tenth of the power", func(r *run, d *design) {
		short(r, d)
		d.estimate, d.drawn = 0.1, r.between(0.25, 0.95)
	}},
	{"Level 2, no stated error of the clock", func(r *run, d *design) {
		short(r, d)
		d.clock, d.late = 0, r.between(-1, 1)
	}},
	{"Level 2, nodes with heavy tails", func(r *run, d *design) { short(r, d); d.heavy = true }},
	{"Level 2, means of 10 s", func(r *run, d *design) { short(r, d); d.core, d.interval = 300, 10 }},
	{"Level 2, accuracy as a standard deviation", func(r *run, d *design) {
		short(r, d)
		d.deviation, d.accuracy, d.gain = true, 0.5, 1+0.005*r.NormFloat64()
	}},
}

func intervalsSection() string {
	var text strings.Builder
	text.WriteString(`
## Intervals

A report states an interval of 95% for the power. Each row is simulated often; the truth is the mean power of all nodes
and of what is estimated. Estimates are true at 50 to 100% of the maximum, in their own row at 25 to 95%. The last
column compares the width with that of intervals that would contain the truth in just 95%.

`)
	text.WriteString("| Design | Stated | Contain the truth | Median half width | Times the narrowest |\n" +
		"|---|--:|--:|--:|--:|\n")
	for _, s := range samplings {
		type held struct{ distance, width float64 }
		all := inParallel(intervals, func(i int) held {
			r := simulate(uint64(5000+i), s.change)
			report, err := r.grade()
			if err != nil || report.Uncertainty.Power == nil {
				return held{-1, 0}
			}
			p := report.Uncertainty.Power
			half := (p.High - p.Low) / 2
			return held{math.Abs(r.truth-(p.High+p.Low)/2) / half, half / r.truth}
		})
		all = slices.DeleteFunc(all, func(h held) bool { return h.distance < 0 })
		var distances, widths []float64
		contained := 0
		for _, h := range all {
			if distances, widths = append(distances, h.distance), append(widths, h.width); h.distance <= 1 {
				contained++
			}
		}
		slices.Sort(distances)
		slices.Sort(widths)
		n := len(all)
		fmt.Fprintf(&text, "| %s | %d of %d | %.1f%% | %.2f%% | %.2f |\n", s.name, n, intervals,
			100*float64(contained)/float64(n), 100*widths[n/2], 1/distances[n*95/100])
	}
	return text.String()
}
