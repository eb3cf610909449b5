package submission

import (
	"strings"
	"testing"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/lab/model"
	"green500/validation/lab/study"
	"green500/validation/power"
)

// studyPage is a page of runs against the first, on a machine that draws 500 W idle and 2000 W loaded.
func studyPage(runs ...power.StudyRun) StudyPage {
	entry := pagetest.Documented()
	entry.Study = runs
	facts := study.Facts{Idle: 500, Loaded: 2000, Rmax: 90_000, PerWatt: 45}
	return StudyPage{Page: pagetest.Page("/entries/7/study", templates.Viewer{}), Base: "/entries/7", Entry: entry,
		Facts: facts, Study: study.Of(runs, facts, model.UsualBound),
		Parts: []study.Part{{Study: study.Of(runs, facts, model.UsualBound)}}, Bound: "5"}
}

func studied(settings string, order int, seconds, watts float64, readings int) power.StudyRun {
	return power.StudyRun{Settings: settings, Order: order, DurationSeconds: seconds, PowerWatts: watts,
		Readings: readings}
}

func TestWhyNoSizePays(t *testing.T) {
	p := studyPage(
		studied("usual", 1000, 10, 2000, 50), studied("few", 1000, 10, 1900, 9), studied("too good", 1000, 10, 100, 50),
		studied("hot", 1000, 10, 2100, 50), studied("slow", 1000, 11, 1500, 50), studied("other", 2000, 80, 1500, 50),
	)
	want := map[string]string{
		"few": "fewer than 10 readings", "too good": "saves more than possible", "hot": "it saves no energy",
		"slow": "it exceeds the time limit", "other": "no run at a size of the baseline",
	}
	for _, v := range p.Study.Variants {
		if got := p.noThreshold(v); v.Threshold != nil || !strings.Contains(got, want[v.Settings]) {
			t.Errorf("%s: threshold %v, %q; want %q", v.Settings, v.Threshold, got, want[v.Settings])
		}
	}
	if said := pagetest.TextOf(pagetest.Parse(t, Study(p))); !strings.Contains(said,
		"The baseline has no run of this size.") || !strings.Contains(said, "implausible") {
		t.Errorf("the page says\n%s", said)
	}
}

func TestTheOptimisedRunIsExplained(t *testing.T) {
	submitted := studied("slow", 1000, 10.4, 1600, 50)
	submitted.Role = power.StudySubmitted
	p := studyPage(studied("usual", 1000, 10, 2000, 50), submitted)
	p.Entry.Run.PowerOptimised, p.Entry.System.Top500Teraflops = true, 100
	for _, sentence := range []string{
		"The run was tuned for power", "The run reached 90.00 TFlop/s; the TOP500 entry has 100.0 TFlop/s (−10.00%).",
		"graded at 45.00 GFlops/W", "1410 MHz", "Effect of “slow”", "+4.00%", "−20.00%", "−16.80%", "+20.19%",
	} {
		if said := pagetest.TextOf(pagetest.Parse(t, Study(p))); !strings.Contains(said, sentence) {
			t.Errorf("%q is not said:\n%s", sentence, said)
		}
	}
	same := studied("usual", 1000, 10, 2000, 50)
	same.Role = power.StudySubmitted
	if said := pagetest.TextOf(pagetest.Parse(t, Study(studyPage(same, submitted)))); !strings.Contains(said,
		"The run used the baseline settings") {
		t.Errorf("the page says\n%s", said)
	}
	if said := pagetest.TextOf(pagetest.Parse(t, Study(studyPage()))); !strings.Contains(said,
		"Nothing to compare yet.") {
		t.Errorf("the page of no runs says\n%s", said)
	}
}

func TestSizesInWords(t *testing.T) {
	for _, c := range []struct {
		quantity study.Quantity
		size     float64
		want     string
	}{{study.Order, 98304, "98,304"}, {study.Message, 0.5, "0.5"}, {study.Message, 1000, "1,000"},
		{study.Moved, 1.23456, "1.235"}, {study.Message, 0.0001, "0.0001"}, {study.Whole, 0, "each"}} {
		if got := SizeWords(c.quantity, c.size); got != c.want {
			t.Errorf("%v of %s is %q; want %q", c.size, c.quantity, got, c.want)
		}
	}
}

// TestOneTableOfPrimitives: the rows of Table 1 of Vishnu et al. stand in one table, and each primitive has its
// figures.
func TestOneTableOfPrimitives(t *testing.T) {
	runs := []power.StudyRun{}
	for _, primitive := range []struct {
		name          string
		slower, saved float64
	}{{"get", 5, 6}, {"put", 5, 6}, {"accumulate", 3, 5}, {"strided put", 2, 6}} {
		usual := power.StudyRun{Primitive: primitive.name, Settings: "polling", MessageKilobytes: 16,
			DurationSeconds: 100, PowerWatts: 9400, Readings: 20}
		own := usual
		own.Settings, own.DurationSeconds = "interrupt + DVFS", 100*(1+primitive.slower/100)
		own.PowerWatts = 9400 * (1 - primitive.saved/100) / (1 + primitive.slower/100)
		runs = append(runs, usual, own)
	}
	p := studyPage(runs...)
	p.Parts = study.ByPrimitive(runs,
		func([]power.StudyRun) study.Facts { return study.Facts{Idle: 7800, Loaded: 9400} }, model.UsualBound)
	p.Primitive, p.Study = p.Parts[1].Primitive, p.Parts[1].Study
	said := strings.Join(strings.Fields(pagetest.TextOf(pagetest.Parse(t, Study(p)))), " ")
	for _, row := range []string{"getinterrupt + DVFS 16+5.00%−6.00%", "putinterrupt + DVFS 16+5.00%−6.00%",
		"accumulateinterrupt + DVFS 16+3.00%−5.00%", "strided putinterrupt + DVFS 16+2.00%−6.00%"} {
		if !strings.Contains(said, row) {
			t.Errorf("no row %q in %s", row, said)
		}
	}
	if href := p.primitiveHref("strided put"); href != "/entries/7/study?primitive=strided+put&slower=5" {
		t.Error(href)
	}
}
