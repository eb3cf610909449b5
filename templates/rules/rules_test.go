package rules

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/templates"
	"green500/templates/chart"
	"green500/templates/pagetest"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/validation/rules"
	"green500/validation/rules/examples"
)

func oneRule(id string) rules.Rule {
	return rules.All()[slices.IndexFunc(rules.All(), func(r rules.Rule) bool { return r.ID == id })]
}

// rulePage is a rule with all that its page can show.
func rulePage() RulePage {
	rule := oneRule("machine-fraction")
	never := RuleExample{Edition: methodology.V20, Level: 3,
		Example: examples.Example{Never: "nothing is left to break"}}
	rule.How = "Counted <over> all sets."
	finding := pagetest.Findings()[2]
	finding.Rule, finding.Need = rule.ID, "Measure 3 more nodes"
	bins := make([]MarginBin, 12)
	bins[0], bins[3], bins[11] = MarginBin{Failed: 3}, MarginBin{Passed: 1000, Failed: 1}, MarginBin{Passed: 1}
	return RulePage{
		Page: pagetest.Page("/rules/machine-fraction", pagetest.Viewer(review.Reviewer)), Rule: rule,
		Editions: methodology.Editions(), Drafts: true,
		Examples: []RuleExample{{Edition: methodology.V20, Level: 2, Example: examples.Example{
			Sentence: "Only 3 nodes are measured.", Changes: []string{"node_sets[0].measured is 3"},
			Also: []string{"node-sets", "random-selection"}}, Finding: &finding}, never, never},
		Margins: &RuleMargins{Entries: 1010, Passed: 1003, Failed: 4, Unknown: 1, NotAsked: 2, Bins: bins, All: true,
			Choose: true},
		Before: rules.Rule{ID: "core-average", Title: "Core average"},
		After:  rules.Rule{ID: "node-sets", Title: "Node sets"},
	}
}

// TestEveryRuleHasItsPlaceInTheList: old links lead to it by its id, and it leads to its own page.
func TestEveryRuleHasItsPlaceInTheList(t *testing.T) {
	root := pagetest.Parse(t, Rules(RulesPage{Rules: rules.All(), Editions: methodology.Editions()}))
	rows := map[string]*html.Node{}
	for _, row := range pagetest.Elements(root, "tr") {
		rows[pagetest.Attribute(row, "id")] = row
	}
	for _, rule := range rules.All() {
		if rule.ID == "compare" {
			t.Error("a rule has the address of the page that compares editions")
		}
		row, ok := rows[rule.ID]
		if !ok {
			t.Errorf("%s is not listed", rule.ID)
			continue
		}
		if links := pagetest.Elements(row, "a"); len(links) != 1 ||
			pagetest.Attribute(links[0], "href") != "/rules/"+rule.ID {
			t.Errorf("%s does not lead to its page", rule.ID)
		}
	}
}

func TestTheFilterOfRules(t *testing.T) {
	for name, c := range map[string]struct {
		filter   RuleFilter
		in, out  string
		leadsTo  string
		columns  int
		together string
	}{
		"none": {RuleFilter{}, "level-1-window", "", "/rules?edition=1.2", 5, "/rules"},
		"edition": {RuleFilter{Edition: methodology.V20}, "core-phase-length", "level-1-window",
			"/rules?edition=2.0&level=3", 4, "/rules?edition=2.0"},
		"level": {RuleFilter{Level: 1}, "level-1-window", "idle-power", "/rules?edition=2.0&level=1", 5,
			"/rules?level=1"},
		"severity": {RuleFilter{Severity: rules.Should}, "claim-agrees", "idle-power", "/rules?level=2&severity=should",
			5, "/rules?severity=should"},
		"drafts": {RuleFilter{Drafts: true}, "idle-power", "", "/rules?draft=1&level=2", 5, "/rules?draft=1"},
	} {
		t.Run(name, func(t *testing.T) {
			root := pagetest.Parse(t,
				Rules(RulesPage{Rules: rules.All(), Editions: methodology.Listed(), Filter: c.filter}))
			ids, hrefs := map[string]bool{}, map[string]bool{}
			for _, n := range pagetest.Elements(root, "tr", "a") {
				ids[pagetest.Attribute(n, "id")] = true
				hrefs[pagetest.Attribute(n, "href")] = hrefs[pagetest.Attribute(n, "href")] ||
					pagetest.Attribute(n, "aria-current") == "true"
			}
			if !ids[c.in] || c.out != "" && ids[c.out] {
				t.Errorf("%s is shown: %v, %s: %v", c.in, ids[c.in], c.out, ids[c.out])
			}
			if _, ok := hrefs[c.leadsTo]; !ok {
				t.Errorf("no link leads to %s", c.leadsTo)
			}
			if !hrefs[c.together] {
				t.Errorf("the choice %s is not marked", c.together)
			}
			head := pagetest.Elements(pagetest.Elements(root, "thead")[0], "th")
			if len(head) != c.columns {
				t.Errorf("%d columns, want %d", len(head), c.columns)
			}
		})
	}
}

// TestARuleSaysWhatEachLevelAsks: a number if there is one, the limit of the example if not.
func TestARuleSaysWhatEachLevelAsks(t *testing.T) {
	p := RulePage{Rule: oneRule("machine-fraction")}
	want := []string{"Measured compute nodes: at least 10%", "Power of the measured compute nodes: at least 2 kW",
		"Number of measured compute nodes: at least 15 nodes", "Power that is enough for any fraction: at least 40 kW"}
	if got := p.demands(methodology.V20, 1); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := p.demands(methodology.V20, 3); !slices.Equal(got, []string{"Measured compute nodes: all"}) {
		t.Errorf("got %q", got)
	}
	p = RulePage{Rule: oneRule("claim-agrees"), Examples: []RuleExample{{Example: examples.Example{Never: "nothing"}},
		{Edition: methodology.V20, Level: 1, Finding: &rules.Finding{Limit: "at most 0.1%"}}}}
	if got := p.limitOfExample(methodology.V20, 1); got != "at most 0.1%" || p.demands(methodology.V20, 1) != nil {
		t.Errorf("got %q", got)
	}
	if got := p.limitOfExample(methodology.V20, 2); got != "" {
		t.Errorf("got %q", got)
	}
	if p := (RulePage{Rule: oneRule("subsystem-fraction")}); !p.bounded() || p.demands(methodology.V12, 1) != nil {
		t.Error("1.2 asks for a fraction of subsystems at Level 1")
	}
	if p := (RulePage{Rule: oneRule("level-1-window")}); p.asked(methodology.V20, 1) || p.asked(methodology.V12, 2) ||
		!p.asked(methodology.V12, 1) {
		t.Error("it is asked where it is not")
	}
}

// TestTheBarsAreWhatIsCounted: heights are in proportion, what failed stands on what passed, and one
// beside a thousand is still seen.
func TestTheBarsAreWhatIsCounted(t *testing.T) {
	m := *rulePage().Margins
	bars := m.bars()
	for i, bin := range m.Bins {
		if (bars[i].passed < binsHeight-binsBottom) != (bin.Passed > 0) ||
			(bars[i].failed < bars[i].passed) != (bin.Failed > 0) {
			t.Errorf("bar %d is drawn as %+v", i, bars[i])
		}
	}
	if got := bars[3]; got.count != "1,001" || chart.Coordinate(got.passed) != "24.2" ||
		chart.Coordinate(got.failed) != "22.2" {
		t.Errorf("got %+v", got)
	}
	if bars[11].passed != binsHeight-binsBottom-leastBar || bars[1].count != "" {
		t.Errorf("got %+v and %+v", bars[11], bars[1])
	}
	if m.binName(0) != "under 0%" || m.binName(1) != "0% to under 10%" || m.binName(11) != "100% and more" {
		t.Errorf("bins are %q, %q, %q", m.binName(0), m.binName(1), m.binName(11))
	}
	if ticks := m.binTicks(); ticks[0].Text != "0" || ticks[len(ticks)-1].Text != "100" {
		t.Errorf("ticks are %v", ticks)
	}
}

func TestTheNoteSaysWhatIsCounted(t *testing.T) {
	figures := []MarginBin{{}, {Passed: 2}, {}}
	for want, m := range map[string]RuleMargins{
		"Results of 3 published entries, each at its claimed level.": {Entries: 3,
			Unknown: 3, Bins: figures[:1]},
		"Results of 1 submission, each at its claimed level. The rule has no margin: it passes or fails.": {Entries: 1,
			Passed: 1, All: true},
		"Results of 3 published entries, each at its claimed level. 1 of them has no number.": {Entries: 3,
			Passed: 3, Bins: figures},
		"Results of 1,000 published entries, each at its claimed level. 998 of them have no number.": {Entries: 1000,
			Passed: 999, Failed: 1, Bins: figures},
		"Results of 2 published entries, each at its claimed level.": {Entries: 2, Passed: 2, Bins: figures},
	} {
		if got := m.note(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestEditionsAreComparedByNumberAndByRule: what differs is marked with a sign and a word.
func TestEditionsAreComparedByNumberAndByRule(t *testing.T) {
	p := ComparePage{Rules: rules.All(), Editions: methodology.Editions()}
	marked := map[string]bool{}
	for _, l := range templates.Limits() {
		for _, cell := range p.cells(l) {
			marked[l.Name+" "+columnName(cell.edition, cell.level)] = cell.differs
		}
	}
	for cell, want := range map[string]bool{
		"Measured compute nodes 2.0 L1": true, "Measured compute nodes 2.0 L2": false,
		"Measured compute nodes 1.2 L1": false,
		"Error of a meter 2.0 L3":       true, "Error of a meter 1.2 L3": false,
	} {
		if got, ok := marked[cell]; !ok || got != want {
			t.Errorf("%s differs: %v, want %v", cell, got, want)
		}
	}
	names := func(p ComparePage, aspect methodology.Aspect) string {
		var all []string
		for _, rule := range p.rules(aspect) {
			all = append(all, rule.ID+" "+onlyIn(p.Editions, rule))
		}
		return strings.Join(all, "\n")
	}
	if all := names(p, methodology.Timing); !strings.Contains(all, "level-1-window only in 1.2") ||
		!strings.Contains(all, "core-phase-proven \n") {
		t.Errorf("rules of the timing:\n%s", all)
	}
	p.Differences = true
	if some := names(p, methodology.Timing); !strings.Contains(some, "level-1-window only in 1.2") ||
		strings.Contains(some, "core-phase-proven") {
		t.Errorf("rules of the timing that differ:\n%s", some)
	}
	if slices.ContainsFunc(p.limits(methodology.Measurements),
		func(l templates.Limit) bool { return l.Name == "Measurements of idle power" }) {
		t.Error("a limit that is the same is shown as one that differs")
	}
	if one := (ComparePage{Rules: rules.All(),
		Editions: methodology.Editions()[:1]}); one.rules(methodology.MeterAccuracy)[0].ID == "meter-accuracy" {
		t.Error("a rule of no edition that is shown is listed")
	}
}
