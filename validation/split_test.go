package validation_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/power"
	"green500/validation/rules"
)

// TestSplittingAFileChangesNothing: a file of many columns, or of the rows of many instruments, says
// the same as a file for each series.
func TestSplittingAFileChangesNothing(t *testing.T) {
	for _, b := range clean() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			split := sample.Bundle{Methodology: b.Methodology, Entry: b.Entry, Files: maps.Clone(b.Files)}
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

// TestSplittingATraceInTimeChangesNothing: a logger that begins a new file in the middle of the run
// says the same as one that does not.
func TestSplittingATraceInTimeChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := draw(t, clean())
		split := sample.Bundle{Methodology: b.Methodology, Entry: b.Entry, Files: maps.Clone(b.Files)}
		split.Entry.Series = slices.Clone(b.Entry.Series)
		parts := rapid.IntRange(2, 4).Draw(t, "files")
		for i := range split.Entry.Series {
			series := &split.Entry.Series[i]
			series.Continued = nil
			whole := rowsOf(t, b.Files[series.File])
			between := rapid.SliceOfNDistinct(rapid.SampledFrom(whole.starts()), parts-1, parts-1, rapid.ID).
				Draw(t, series.Value)
			at := slices.Concat([]int{1}, slices.Sorted(slices.Values(between)), []int{len(whole.rows)})
			for k := range parts {
				name := fmt.Sprintf("series %d, part %d.csv", i, k)
				split.Files[name] = written(t,
					table{whole.comma, slices.Concat(whole.rows[:1], whole.rows[at[k]:at[k+1]])})
				series.Continued = append(series.Continued, name)
			}
			series.File, series.Continued = series.Continued[0], series.Continued[1:]
		}
		sameGrade(t, grade(t, b.Bundle), grade(t, split))
	})
}

// starts lists the rows with another time than the row before; rows of one time stay together.
func (all table) starts() []int {
	var starts []int
	for row := 2; row < len(all.rows); row++ {
		if all.rows[row][0] != all.rows[row-1][0] {
			starts = append(starts, row)
		}
	}
	return starts
}

// table is a delimited file.
type table struct {
	comma rune
	rows  [][]string
}

func rowsOf(t failer, content []byte) table {
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

func written(t failer, made table) []byte {
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
func sameGrade(t interface {
	Helper()
	Errorf(format string, args ...any)
	Error(args ...any)
}, a, b *validation.Report) {
	t.Helper()
	if !slices.EqualFunc(figures(a), figures(b), sameButForSources) || !reflect.DeepEqual(watts(a), watts(b)) {
		t.Errorf("figures are %+v, then %+v", figures(a), figures(b))
	}
	if !reflect.DeepEqual(a.Aspects, b.Aspects) || !reflect.DeepEqual(a.Spans, b.Spans) {
		t.Errorf("aspects are %+v, then %+v", a.Aspects, b.Aspects)
	}
	if !slices.EqualFunc(butForUnused(a.Findings), butForUnused(b.Findings), sameButForWords) {
		t.Error("the findings differ")
	}
}

// butForUnused leaves out the finding about what else a log has: a log of one series has nothing else.
func butForUnused(findings []rules.Finding) []rules.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f rules.Finding) bool { return f.Rule == "instruments-used" })
}

// figures are the numbers of a report and the parts of its breakdown, each as a number.
func figures(r *validation.Report) []validation.Number {
	var all []validation.Number
	for _, number := range reflect.ValueOf(r.Numbers).Fields() {
		if n, _ := number.Interface().(*validation.Number); n != nil {
			all = append(all, *n)
		}
	}
	for _, part := range r.Breakdown {
		all = append(all, validation.Number{Value: float64(part.Watts),
			Unit: part.Subsystem + part.NodeSet + string(part.Kind), Formula: part.Formula, Inputs: part.Inputs})
	}
	return all
}

func sameButForSources(a, b validation.Number) bool {
	a.Inputs, b.Inputs = slices.Clone(a.Inputs), slices.Clone(b.Inputs)
	for _, inputs := range [][]validation.Term{a.Inputs, b.Inputs} {
		for i := range inputs {
			inputs[i].Source = ""
		}
	}
	return reflect.DeepEqual(a, b)
}

func sameButForWords(a, b rules.Finding) bool {
	a.Message, b.Message, a.Need, b.Need = "", "", "", ""
	return reflect.DeepEqual(a, b)
}
