package rules_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// cell is what one aspect asks of one level in one edition.
type cell struct {
	aspect  methodology.Aspect
	edition methodology.Edition
	level   power.Level
}

// demand is a line of testdata/table.txt.
type demand struct {
	text  string
	cells []cell
	rules []string // none if why says so
	why   string
}

func TestEveryCellOfTheTableIsHeld(t *testing.T) {
	held := map[cell]bool{}
	for _, d := range table(t) {
		if len(d.rules) == 0 && d.why == "" {
			t.Errorf("%q names no rule and no reason", d.text)
		}
		for _, c := range d.cells {
			held[c] = true
			for _, id := range d.rules {
				checkAsked(t, d.text, id, c)
			}
		}
	}
	for _, aspect := range methodology.Aspects() {
		for _, edition := range methodology.Editions() {
			for _, level := range power.Levels() {
				if !held[cell{aspect, edition, level}] {
					t.Errorf("the table has no line for aspect %s at %s of %s", aspect, level, edition)
				}
			}
		}
	}
}

// checkAsked demands that a rule exists, is asked in a cell, and cites a section there.
func checkAsked(t *testing.T, text, id string, c cell) {
	t.Helper()
	at := slices.IndexFunc(rules.All(), func(r rules.Rule) bool { return r.ID == id })
	if at < 0 {
		t.Errorf("%q: there is no rule %s", text, id)
		return
	}
	rule := rules.All()[at]
	if !c.edition.Between(rule.Since, rule.Until) || !slices.Contains(rule.Levels, c.level) {
		t.Errorf("%q: %s is not asked by %s of %s", text, id, c.level, c.edition)
	}
	if _, known := c.edition.Section(rule.Section); !known {
		t.Errorf("%q: %s cites no section of %s", text, id, c.edition)
	}
}

// table reads the demands of testdata/table.txt.
func table(t *testing.T) []demand {
	t.Helper()
	text, err := os.ReadFile("testdata/table.txt")
	if err != nil {
		t.Fatal(err)
	}
	var demands []demand
	for _, line := range strings.Split(string(text), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, " | ")
		if len(fields) != 5 {
			t.Fatalf("%q has %d fields", line, len(fields))
		}
		d := demand{text: fields[1], cells: cellsOf(t, fields)}
		if why, none := strings.CutPrefix(fields[4], "none: "); none {
			d.why = why
		} else {
			d.rules = strings.Fields(fields[4])
		}
		demands = append(demands, d)
	}
	return demands
}

func cellsOf(t *testing.T, fields []string) []cell {
	t.Helper()
	var cells []cell
	for _, name := range strings.Fields(fields[2]) {
		edition, known := methodology.Parse(name)
		if !known || !slices.Contains(methodology.Aspects(), methodology.Aspect(fields[0])) {
			t.Fatalf("%q: no aspect or edition is called so: %s, %s", fields[1], fields[0], name)
		}
		for _, level := range strings.Fields(fields[3]) {
			cells = append(cells, cell{methodology.Aspect(fields[0]), edition, power.Level(atoi(t, level))})
		}
	}
	return cells
}
