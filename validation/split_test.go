package validation_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
	"green500/validation/sample"
)

// TestSplittingAFileChangesNothing: a file of many columns, or of the rows of many instruments, says
// the same as a file for each series.
func TestSplittingAFileChangesNothing(t *testing.T) {
	for _, b := range clean() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			split := sample.Bundle{Entry: b.Entry, Files: maps.Clone(b.Files)}
			split.Entry.Series = slices.Clone(b.Entry.Series)
			for i := range split.Entry.Series {
				series := &split.Entry.Series[i]
				table := rowsOf(t, b.Files[series.File])
				series.File = fmt.Sprintf("series %d.csv", i)
				split.Files[series.File] = written(t, only(table, *series))
			}
			sameGrade(t, grade(t, b.Bundle), grade(t, split))
		})
	}
}

// table is a delimited file.
type table struct {
	comma rune
	rows  [][]string
}

func rowsOf(t *testing.T, content []byte) table {
	t.Helper()
	made := table{comma: ','}
	if head, _, _ := bytes.Cut(content, []byte("\n")); bytes.ContainsRune(head, ';') {
		made.comma = ';'
	}
	in := csv.NewReader(bytes.NewReader(content))
	in.Comma = made.comma
	var err error
	if made.rows, err = in.ReadAll(); err != nil {
		t.Fatal(err)
	}
	return made
}

func written(t *testing.T, made table) []byte {
	t.Helper()
	var content bytes.Buffer
	out := csv.NewWriter(&content)
	out.Comma = made.comma
	if err := out.WriteAll(made.rows); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

// only keeps the columns and rows that a series asks for.
func only(all table, series power.Series) table {
	names := slices.Concat([]string{series.Time, series.Value}, series.Instruments)
	kept := table{comma: all.comma}
	for i, row := range all.rows {
		var cells []string
		for j, cell := range row {
			wanted, filtered := series.Where[all.rows[0][j]]
			if i > 0 && filtered && !slices.Contains(wanted, cell) {
				cells = nil
				break
			}
			if slices.Contains(names, all.rows[0][j]) {
				cells = append(cells, cell)
			}
		}
		if cells != nil {
			kept.rows = append(kept.rows, cells)
		}
	}
	return kept
}

// sameGrade holds two reports to each other, but for the names of files in their sentences.
func sameGrade(t *testing.T, a, b *validation.Report) {
	t.Helper()
	if !reflect.DeepEqual(a.Numbers, b.Numbers) || !reflect.DeepEqual(a.Breakdown, b.Breakdown) {
		t.Errorf("numbers are %+v, then %+v", a.Numbers, b.Numbers)
	}
	if !reflect.DeepEqual(a.Aspects, b.Aspects) || !reflect.DeepEqual(a.Spans, b.Spans) {
		t.Errorf("aspects are %+v, then %+v", a.Aspects, b.Aspects)
	}
	if !slices.EqualFunc(a.Findings, b.Findings, sameButForWords) {
		t.Error("the findings differ")
	}
}

func sameButForWords(a, b rules.Finding) bool {
	a.Message, b.Message, a.Need, b.Need = "", "", "", ""
	return reflect.DeepEqual(a, b)
}
