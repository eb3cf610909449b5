package published_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"green500/validation/lists/published"
)

// realData holds lists as they were published, which are no part of the project. Beside each lies what
// another program made of it, in derived.
const realData = "../../../../shared/data"

var update = flag.Bool("update", false, "write testdata from what another program read of the lists")

// severalLists is a file that is refused.
const severalLists = "green500_combined.csv"

func realLists(t *testing.T) []string {
	t.Helper()
	var files []string
	for _, folder := range []string{"lists-green500", "lists-top500"} {
		found, _ := filepath.Glob(filepath.Join(realData, folder, "*.*"))
		for _, file := range found {
			if filepath.Base(file) != severalLists {
				files = append(files, file)
			}
		}
	}
	if len(files) == 0 {
		t.Skip("the published lists are not beside the project")
	}
	return files
}

// lists are those that were read, by file: several tests look at each.
var lists sync.Map

func readReal(t *testing.T, file string) *published.List {
	t.Helper()
	if list, ok := lists.Load(file); ok {
		return list.(*published.List)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("the published lists are not beside the project: %v", err)
	}
	list, err := published.Read(published.Source{Name: filepath.Base(file)}, data)
	if err != nil {
		t.Fatal(err)
	}
	lists.Store(file, list)
	return list
}

// twin is what another program read of a list: the cells of its sheet as text. Nothing of it is read
// with the code under test.
type twin struct {
	edition string
	header  map[string]int
	rows    [][]string
}

func twinOf(t *testing.T, file string) twin {
	t.Helper()
	name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	data, err := os.ReadFile(filepath.Join(filepath.Dir(file), "derived", name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	made := twin{edition: name[len(name)-6:len(name)-2] + "-" + name[len(name)-2:], header: map[string]int{},
		rows: rows[1:]}
	for i, one := range rows[0] {
		if _, again := made.header[one]; !again {
			made.header[one] = i
		}
	}
	return made
}

// cell returns what stands under the first of some headers that there is.
func (w twin) cell(row int, headers ...string) string {
	for _, header := range headers {
		if at, ok := w.header[header]; ok {
			return strings.TrimSpace(w.rows[row][at])
		}
	}
	return ""
}

func (w twin) number(row int, headers ...string) float64 {
	number, _ := strconv.ParseFloat(w.cell(row, headers...), 64)
	return number
}

func (w twin) computer(row int) string {
	if w.edition == "2013-11" {
		return w.cell(row, "Computer", "name")
	}
	return w.cell(row, "Computer")
}

func (w twin) name(row int) string { return w.cell(row, "Name", "name") }

func (w twin) rank(row int) float64 {
	return w.number(row, "green500_rank", "Green500_Rank", "Rank")
}

func (w twin) rmax(row int) float64 {
	return w.number(row, "Rmax", "RMax") + 1000*w.number(row, "Rmax [TFlop/s]")
}

func (w twin) watts(row int) float64 {
	return 1000 * w.number(row, "Power", "total_power", "Power (kW)")
}

func (w twin) efficiency(row int) float64 {
	return w.number(row, "Mflops/Watt", "mflops_per_watt")/1000 +
		w.number(row, "Power Effeciency [GFlops/Watts]", "Power Efficiency [GFlops/Watts]",
			"Energy Efficiency [GFlops/Watts]")
}

// summary is what testdata/real.txt says of a file: rows, rows with power, those of Level 1, 2 and 3, and
// the first ten.
func (w twin) summary(file string) string {
	var text strings.Builder
	powered, levels := 0, [4]int{}
	for i := range w.rows {
		if w.watts(i) > 0 {
			powered++
		}
		levels[int(w.number(i, "Power Quality Level"))]++
	}
	fmt.Fprintf(&text, "%s rows=%d powered=%d levels=%d/%d/%d\n", filepath.Base(file), len(w.rows), powered, levels[1],
		levels[2], levels[3])
	for i := range 10 {
		label := w.name(i)
		if label == "" {
			label = w.computer(i)
		}
		fmt.Fprintf(&text, "\t%.0f %.3f %s\n", w.rank(i), w.efficiency(i), label)
	}
	return text.String()
}

func summary(file string, l *published.List) string {
	var text strings.Builder
	powered, levels := 0, [4]int{}
	for _, r := range l.Rows {
		if r.Power != nil {
			powered++
		}
		levels[r.Level]++
	}
	fmt.Fprintf(&text, "%s rows=%d powered=%d levels=%d/%d/%d\n", filepath.Base(file), len(l.Rows), powered, levels[1],
		levels[2], levels[3])
	for _, r := range l.Rows[:10] {
		label := r.Name
		if label == "" {
			label = r.Computer
		}
		fmt.Fprintf(&text, "\t%d %.3f %s\n", r.Rank, of(r.Efficiency), label)
	}
	return text.String()
}

func of[Q ~float64](said *Q) float64 {
	if said == nil {
		return 0
	}
	return float64(*said)
}

func TestRealListsAsWritten(t *testing.T) {
	files := realLists(t)
	var want strings.Builder
	for _, file := range files {
		want.WriteString(twinOf(t, file).summary(file))
	}
	const kept = "testdata/real.txt"
	if *update {
		if err := os.WriteFile(kept, []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, file := range files {
		got.WriteString(summary(file, readReal(t, file)))
	}
	same(t, got.String(), string(written))
	t.Logf("%d files", len(files))
}

func same(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			t.Fatalf("line %d is missing: %s", i+1, w[i])
		case i >= len(w):
			t.Fatalf("line %d is too many: %s", i+1, g[i])
		case g[i] != w[i]:
			t.Errorf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
}

// remarked are the files that are not read without a remark, and how many there are.
var remarked = map[string]int{
	"TOP500_201811.csv": 3, // code page, and two lines with a cell too many
	"TOP500_201811.tsv": 1, // code page
}

// TestRealListsCellByCell holds every cell that is read against the twin.
func TestRealListsCellByCell(t *testing.T) {
	cells := 0
	for _, file := range realLists(t) {
		name := filepath.Base(file)
		w, l := twinOf(t, file), readReal(t, file)
		if len(l.Warnings) != remarked[name] {
			t.Errorf("%s: %d remarks: %v", name, len(l.Warnings), l.Warnings)
		}
		if len(l.Rows) != len(w.rows) || l.Edition != w.edition {
			t.Fatalf("%s: %d rows of %s", name, len(l.Rows), l.Edition)
		}
		cut := map[int]bool{} // lines with cells that are not read
		for _, r := range l.Warnings {
			cut[r.Line] = true
		}
		for i, r := range l.Rows {
			if r.Line != i+2 {
				t.Fatalf("%s: row %d is said to stand in line %d", name, i, r.Line)
			}
			if !cut[r.Line] {
				cells += compareRow(t, name, w, i, r)
			}
		}
	}
	t.Logf("%d cells", cells)
}

func compareRow(t *testing.T, file string, w twin, i int, r published.Row) int {
	t.Helper()
	texts := []struct{ field, got, want string }{
		{"name", r.Name, w.name(i)},
		{"computer", r.Computer, w.computer(i)},
		{"site", r.Site, w.cell(i, "Site")},
		{"manufacturer", r.Manufacturer, w.cell(i, "Manufacturer")},
		{"country", r.Country, w.cell(i, "Country")},
		{"segment", r.Segment, w.cell(i, "Segment")},
		{"accelerator", r.Accelerator,
			strings.TrimPrefix(w.cell(i, "Accelerator/Co-Processor", "Accelerator"), "None")},
		{"processor", r.Processor, w.cell(i, "Processor")},
		{"interconnect", r.Interconnect, w.cell(i, "Interconnect")},
		{"operating system", r.OperatingSystem, w.cell(i, "Operating System", "OS", "operating_system")},
		{"power source", r.PowerSource, w.cell(i, "Power Source", "How?", "how")},
	}
	for _, c := range texts {
		if c.got != c.want {
			t.Errorf("%s, line %d: %s is %q, not %q", file, r.Line, c.field, c.got, c.want)
		}
	}
	top500 := w.number(i, "TOP500 Rank", "Top500_Rank", "top500_rank")
	if strings.HasPrefix(file, "TOP500") {
		top500 = w.rank(i)
	}
	numbers := []struct {
		field     string
		got, want float64
	}{
		{"rank", float64(r.Rank), w.rank(i)},
		{"rank in the TOP500", float64(r.Top500Rank), top500},
		{"year", float64(r.Year), w.number(i, "Year")},
		{"cores", float64(r.TotalCores), w.number(i, "Total Cores", "Cores")},
		{"accelerator cores", float64(r.AcceleratorCores),
			w.number(i, "Accelerator/Co-Processor Cores", "Accelerator Cores")},
		{"Rmax", float64(r.Rmax), w.rmax(i)},
		{"Rpeak", float64(r.Rpeak), w.number(i, "Rpeak", "RPeak") + 1000*w.number(i, "Rpeak [TFlop/s]")},
		{"Nmax", float64(r.Nmax), w.number(i, "Nmax")},
		{"power", of(r.Power), w.watts(i)},
		{"efficiency", of(r.Efficiency), w.efficiency(i)},
		{"level", float64(r.Level), w.number(i, "Power Quality Level")},
		{"measured cores", float64(r.MeasuredCores), w.number(i, "Measured Cores")},
		{"optimised Rmax", of(r.OptimizedRmax), 1000 * w.number(i, "Optimized Run (HPL)")},
		{"optimised power", of(r.OptimizedPower), 1000 * w.number(i, "Optimized Run (Peak Power)")},
		{"system", float64(r.SystemID), w.number(i, "System ID")},
		{"site", float64(r.SiteID), w.number(i, "Site ID")},
	}
	for _, c := range numbers {
		if math.Abs(c.got-c.want) > 1e-9*math.Abs(c.want) {
			t.Errorf("%s, line %d: %s is %v, not %v", file, r.Line, c.field, c.got, c.want)
		}
	}
	return len(texts) + len(numbers)
}

// contradiction is the line of testdata/contradictions.txt for a row of a twin; empty if it has none.
func (w twin) contradiction(i int, digits int) string {
	listed, rmax, watts := w.efficiency(i), w.rmax(i), w.watts(i)
	if listed == 0 || watts == 0 || math.Abs(listed*watts/rmax-1) <= 0.005 {
		return ""
	}
	fast, calm := 1000*w.number(i, "Optimized Run (HPL)"), 1000*w.number(i, "Optimized Run (Peak Power)")
	why := "unexplained"
	switch near :=
		func(rate, power float64) bool { return rate > 0 && power > 0 && math.Abs(listed*power/rate-1) <= 0.005 }; {
	case near(fast, calm):
		why = string(published.OptimizedRun)
	case near(fast, watts):
		why = string(published.OptimizedRate)
	case near(rmax, calm):
		why = string(published.OptimizedPower)
	case math.Abs(listed-rmax/watts) <= 0.5/math.Pow(10, float64(digits)):
		why = string(published.Rounded)
	}
	return fmt.Sprintf("\t%.0f %.3f %.3f %s\n", w.rank(i), listed, rmax/watts, why)
}

// rounded is how many digits of an efficiency lists show behind the point, if they do not show all.
var rounded = map[string]int{"2017-06": 3, "2017-11": 3, "2018-06": 3, "2018-11": 3, "2019-06": 3, "2019-11": 3}

// explained are the editions in which the optimised run explains every contradiction.
var explained = []string{"green500_top_202211.xlsx", "green500_top_202306.xlsx", "green500_top_202406.xlsx",
	"green500_top_202506.xlsx", "green500_top_202606.xlsx"}

func TestRealContradictions(t *testing.T) {
	files := realLists(t)
	var want, got strings.Builder
	for _, file := range files {
		name, w := filepath.Base(file), twinOf(t, file)
		digits, some := rounded[w.edition]
		if !some {
			digits = 9
		}
		fmt.Fprintln(&want, name)
		for i := range w.rows {
			want.WriteString(w.contradiction(i, digits))
		}
		fmt.Fprintln(&got, name)
		for _, c := range readReal(t, file).Contradictions() {
			why := string(c.Explained)
			if c.Explained == published.Unexplained {
				why = "unexplained"
			}
			fmt.Fprintf(&got, "\t%d %.3f %.3f %s\n", c.Rank, c.Listed, c.Recomputed, why)
		}
	}
	const kept = "testdata/contradictions.txt"
	if *update {
		if err := os.WriteFile(kept, []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	same(t, got.String(), string(written))
}

func TestOptimisedRunsExplainWhatContradicts(t *testing.T) {
	for _, name := range explained {
		all := readReal(t, filepath.Join(realData, "lists-green500", name)).Contradictions()
		if len(all) == 0 {
			t.Errorf("%s: contradicts itself nowhere", name)
		}
		for _, c := range all {
			if c.Explained == published.Unexplained {
				t.Errorf("%s: %s", name, c)
			}
		}
		t.Logf("%s: %d, all explained", name, len(all))
	}
}

func TestSeveralListsInAFileAreRefused(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(realData, "lists-green500", severalLists))
	if err != nil {
		t.Skipf("the published lists are not beside the project: %v", err)
	}
	refused(t, published.Source{Name: severalLists}, data, "more than one list")
}
