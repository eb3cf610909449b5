package contents_test

import (
	"cmp"
	"fmt"
	"os"
	"strings"
	"testing"
)

// row is a line of testdata/corrections.txt.
type row struct {
	path       string
	said, open []string // fields of the series
	why        string   // empty if nothing is to be said
}

func (r row) String() string {
	list := func(fields []string) string { return cmp.Or(strings.Join(fields, " "), "-") }
	return fmt.Sprintf("%s | %d | %s | %s | %s", r.path, len(r.said), list(r.said), list(r.open), cmp.Or(r.why, "-"))
}

// keptRows reads testdata/corrections.txt, which says how its lines are written.
func keptRows(t *testing.T) []row {
	t.Helper()
	fields := func(cell string) []string { return strings.Fields(strings.TrimPrefix(cell, "-")) }
	var rows []row
	lines(t, "testdata/corrections.txt", func(line string) {
		if line == "" || strings.HasPrefix(line, "#") {
			return
		}
		cells := strings.SplitN(line, " | ", 5)
		if len(cells) != 5 {
			t.Fatalf("%d cells: %s", len(cells), line)
		}
		one := row{path: cells[0], said: fields(cells[2]), open: fields(cells[3]),
			why: strings.TrimPrefix(cells[4], "-")}
		if cells[1] != fmt.Sprint(len(one.said)) || (len(one.said) > 0) != (one.why != "") {
			t.Fatalf("the count, the fields and why do not go together: %s", line)
		}
		rows = append(rows, one)
	})
	return rows
}

func keptCorrections(t *testing.T) map[string]row {
	t.Helper()
	kept := map[string]row{}
	for _, one := range keptRows(t) {
		kept[one.path] = one
	}
	return kept
}

// The families that the project aims at no correction for.
var spared = map[string]bool{"hpl-power-trace": true, "green500-submission": true, "mlperf-inference": true,
	"mlperf-training": true, "nvidia-smi": true, "grid5000": true}

// summary is testdata/corrections.txt by family, as a table of Markdown.
func summary(rows []row) string {
	type family struct {
		name            string
		logs, right, to int
		fields          []string
	}
	var families []*family
	for _, one := range rows {
		name, _, _ := strings.Cut(one.path, "/")
		if len(families) == 0 || families[len(families)-1].name != name {
			families = append(families, &family{name: name})
		}
		of := families[len(families)-1]
		of.logs++
		of.to += len(one.said)
		if len(one.said) == 0 {
			of.right++
		}
		for _, field := range one.said {
			if !strings.Contains(strings.Join(of.fields, " "), field) {
				of.fields = append(of.fields, field)
			}
		}
	}
	text := "| Family | Logs | Correct at once | Corrections | Fields |\n|---|--:|--:|--:|---|\n"
	for _, of := range families {
		text += fmt.Sprintf("| %s | %d | %d | %d | %s |\n", of.name, of.logs, of.right, of.to,
			cmp.Or(strings.Join(of.fields, ", "), "-"))
	}
	return text
}

// TestCorrectionsAreTold: docs/log-formats.md has the table of what was counted.
func TestCorrectionsAreTold(t *testing.T) {
	rows := keptRows(t)
	for _, one := range rows {
		if name, _, _ := strings.Cut(one.path, "/"); spared[name] && len(one.said) > 0 {
			t.Errorf("a person has to correct %s", one)
		}
	}
	manual, err := os.ReadFile("../../../docs/log-formats.md")
	if err != nil {
		t.Fatal(err)
	}
	if table := summary(rows); !strings.Contains(string(manual), table) {
		t.Errorf("docs/log-formats.md does not have the table\n%s", table)
	}
}
