package forgery_test

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"green500/validation"
	"green500/validation/rules"
)

const (
	page      = "../../docs/trust.md"
	forged    = 10  // simulated runs of a kind
	honest    = 300 // simulated honest runs
	intervals = 400 // simulated runs of a row of the table of intervals
)

// TestForgeries writes the page if GREEN500_TEST_FORGERIES is 1; of any other value, it grades the kinds of these words.
func TestForgeries(t *testing.T) {
	wanted := os.Getenv("GREEN500_TEST_FORGERIES")
	if wanted == "" {
		t.Skip("make forgeries writes " + page + ", in about ten minutes")
	}
	var text strings.Builder
	real := realRuns(t)
	if wanted == "1" {
		wanted = ""
	}
	text.WriteString(kindsTable(t, wanted, real))
	if wanted != "" {
		t.Log("\n" + text.String())
		return
	}
	text.WriteString(honestTable(real))
	text.WriteString(intervalTable())
	if err := os.WriteFile(page, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

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
	return made, math.Abs(1-made.published()/honest-strength) < 0.3*strength
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

func kindsTable(t *testing.T, wanted string, real []*run) string {
	var text strings.Builder
	text.WriteString("| Kind | What is done | 0.5% | 1% | 2% | Found by |\n|---|---|---|---|---|---|\n")
	for _, k := range kinds {
		if strings.Contains(k.name, wanted) {
			result := k.result(real)
			row := fmt.Sprintf("| %s | %s |", k.name, k.does)
			for s := range 3 {
				row += " " + cell(result.found[s], result.all[s]) + " |"
			}
			row += " " + strings.Join(result.most(3), ", ") + " |\n"
			t.Log(row)
			text.WriteString(row)
		}
	}
	return text.String()
}

func cell(found, all [2]int) string {
	if all[0]+all[1] == 0 {
		return "–"
	}
	return fmt.Sprintf("%d/%d, %d/%d", found[0], all[0], found[1], all[1])
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

func (k kind) result(real []*run) kindResult {
	result := kindResult{kind: k, by: map[string]int{}}
	strengths := k.given
	if strengths == nil {
		strengths = falls
	}
	outcomes := inParallel(forged+len(real), func(i int) (all [3]outcome) {
		base := (*run)(nil)
		if i < forged {
			base = simulate(uint64(1000+i), k.change)
		} else {
			base = real[i-forged]
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

func honestTable(real []*run) string {
	outcomes := inParallel(honest+len(real), func(i int) string {
		base := (*run)(nil)
		if i < honest {
			base = simulate(uint64(i), nil)
		} else {
			base = real[i-honest]
		}
		report, err := base.grade()
		if err != nil {
			return fmt.Sprint(base.name, ": refused: ", err)
		}
		if found := open(report); len(found) > 0 {
			return fmt.Sprint(base.name, ": ", found)
		}
		return ""
	})
	return "\n## Honest\n\n" + strings.Join(slices.DeleteFunc(outcomes, func(s string) bool { return s == "" }), "\n")
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
	{"Level 2, estimates of a tenth of the power", func(r *run, d *design) { short(r, d); d.estimate, d.drawn = 0.1, r.between(0.25, 0.95) }},
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

func intervalTable() string {
	var text strings.Builder
	text.WriteString("\n## Intervals\n\n| Design | Stated | Contain the truth | Median half width | Times the narrowest |\n" +
		"|---|---|---|---|---|\n")
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
