package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"green500/validation/lists/export"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// table is a sheet as it was read: what is not known is nil, a number is a float64.
type table struct {
	names []string
	rows  [][]any
}

// write makes a sheet, in two batches.
func write(t rapid.TB, format export.Format, head export.Head, rows []listing.Row) []byte {
	t.Helper()
	var out bytes.Buffer
	writer, err := format.Begin(&out, head)
	must(t, err)
	half := len(rows) / 2
	must(t, writer.Write(rows[:half]))
	must(t, writer.Write(rows[half:]))
	must(t, writer.Close())
	return out.Bytes()
}

func must(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// readers read a sheet of each format back; want tells the kinds of values to those that write all as text.
var readers = map[string]func(t rapid.TB, written []byte, want table) table{
	"csv": readCSV, "json": readJSON, "xlsx": readXLSX, "parquet": readParquet,
}

// like reads text as a value of the kind of another.
func like(t rapid.TB, said string, kind any, yes string) any {
	t.Helper()
	switch kind.(type) {
	case nil:
		if said == "" {
			return nil
		}
	case float64:
		n, err := strconv.ParseFloat(said, 64)
		must(t, err)
		return n
	case bool:
		return said == yes
	}
	return said
}

func readCSV(t rapid.TB, written []byte, want table) table {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(written)).ReadAll()
	must(t, err)
	read := table{names: records[0]}
	for i, record := range records[1:] {
		row := make([]any, len(record))
		for j, said := range record {
			row[j] = like(t, said, want.rows[i][j], "yes")
			if text, is := want.rows[i][j].(string); is && said == export.Harmless(text) {
				row[j] = text
			}
		}
		read.rows = append(read.rows, row)
	}
	return read
}

func readJSON(t rapid.TB, written []byte, want table) table {
	t.Helper()
	var said struct {
		Columns []struct{ Name string }
		Rows    []map[string]any
	}
	must(t, json.Unmarshal(written, &said))
	read := table{}
	for _, column := range said.Columns {
		read.names = append(read.names, column.Name)
	}
	for _, one := range said.Rows {
		row := make([]any, len(read.names))
		for i, name := range read.names {
			row[i] = one[name]
		}
		read.rows = append(read.rows, row)
	}
	return read
}

func readXLSX(t rapid.TB, written []byte, want table) table {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(written))
	must(t, err)
	defer func() { must(t, book.Close()) }()
	lines, err := book.GetRows("List", excelize.Options{RawCellValue: true})
	must(t, err)
	read := table{names: lines[0]}
	for i, wanted := range want.rows {
		row := make([]any, len(wanted))
		for j := range wanted {
			if i+1 < len(lines) && j < len(lines[i+1]) {
				row[j] = like(t, lines[i+1][j], wanted[j], "1")
			}
		}
		read.rows = append(read.rows, row)
	}
	return read
}

func readParquet(t rapid.TB, written []byte, want table) table {
	t.Helper()
	file, err := parquet.OpenFile(bytes.NewReader(written), int64(len(written)))
	must(t, err)
	read := table{}
	for _, column := range file.Schema().Columns() {
		read.names = append(read.names, column[0])
	}
	for _, group := range file.RowGroups() {
		rows := group.Rows()
		got := make([]parquet.Row, group.NumRows())
		if n, err := rows.ReadRows(got); n != len(got) || err != nil && !errors.Is(err, io.EOF) {
			t.Fatalf("%d of %d rows, %v", n, len(got), err)
		}
		for _, values := range got {
			row := make([]any, len(values))
			for i, value := range values {
				row[i] = read1(value)
			}
			read.rows = append(read.rows, row)
		}
		must(t, rows.Close())
	}
	return read
}

func read1(value parquet.Value) any {
	switch {
	case value.IsNull():
		return nil
	case value.Kind() == parquet.Double:
		return value.Double()
	case value.Kind() == parquet.Int64:
		return float64(value.Int64())
	case value.Kind() == parquet.Boolean:
		return value.Boolean()
	}
	return string(value.ByteArray())
}

// expected is the table that a sheet has to hold: said once more, from the columns of the list.
func expected(view listing.View, rows []listing.Row) table {
	var of []func(listing.Row) any
	want := table{}
	add := func(name string, value func(listing.Row) any) {
		want.names, of = append(want.names, name), append(of, value)
	}
	add("list", func(r listing.Row) any { return r.List })
	columns := view.Columns
	if !view.Shows("kind") {
		kind, _ := listing.ColumnOf("kind")
		columns = append([]listing.Column{kind}, columns...)
	}
	for _, column := range columns {
		add(headers[column.Name], func(r listing.Row) any { return plain(column, r.Cell(column.Name)) })
		if column.Name == "rank" && !view.Exact {
			add("band_first", func(r listing.Row) any { return numberOf(r.BandFirst) })
			add("band_last", func(r listing.Row) any { return numberOf(r.BandLast) })
		}
		if column.Name == "efficiency" {
			add("efficiency_of_optimised_run", func(r listing.Row) any {
				if r.Efficiency == nil {
					return nil
				}
				return r.Optimised // none of the rows states another run
			})
		}
	}
	add("system_key", func(r listing.Row) any {
		return plain(listing.Column{}, listing.Cell{Known: r.SystemKey != "", Text: r.SystemKey})
	})
	for _, row := range rows {
		values := make([]any, len(of))
		for i, value := range of {
			values[i] = value(row)
		}
		want.rows = append(want.rows, values)
	}
	return want
}

func plain(column listing.Column, cell listing.Cell) any {
	switch {
	case !cell.Known:
		return nil
	case column.Numeric():
		return cell.Number
	case column.Sort == listing.Yes:
		return cell.Text == "yes"
	case column.Sort == listing.Grade:
		n, _ := strconv.ParseFloat(cell.Text, 64)
		return n
	}
	return cell.Text
}

func numberOf(n *int) any {
	if n == nil {
		return nil
	}
	return float64(*n)
}

// headers are the names of the columns of sheets, which are promised to programs.
var headers = map[string]string{
	"rank": "rank", "edition": "edition", "kind": "kind", "system": "system", "computer": "computer", "site": "site", "country": "country", "vendor": "vendor",
	"year": "year", "segment": "segment", "total_cores": "total_cores", "accelerator_cores": "accelerator_cores", "accelerator": "accelerator", "processor": "processor",
	"interconnect": "interconnect", "operating_system": "operating_system", "rmax": "rmax_gflops", "rpeak": "rpeak_gflops", "power": "power_w",
	"power_uncertainty": "power_uncertainty_w", "power_source": "power_source", "efficiency": "gflops_per_watt", "uncertainty": "gflops_per_watt_uncertainty",
	"level": "level", "top500_rank": "top500_rank", "efficiency_rank": "efficiency_rank", "optimised": "optimised", "optimised_rmax": "optimised_rmax_gflops", "optimised_power": "optimised_power_w",
	"top500_system_id": "top500_system_id", "top500_site_id": "top500_site_id",
}

var said = rapid.StringMatching(`([=+@-]?[A-Za-zäö中"',; =<&>0-9-]{0,12}[a-zé])?`)

func maybe[V any](t *rapid.T, of *rapid.Generator[V], name string) *V {
	if rapid.Bool().Draw(t, name+" is known") {
		return new(of.Draw(t, name))
	}
	return nil
}

func amount[N ~float64](t *rapid.T, name string) *N {
	return maybe(t, rapid.Custom(func(t *rapid.T) N {
		return N(rapid.Float64Range(1e-9, 1e15).Filter(func(f float64) bool { return !math.IsInf(f, 0) }).Draw(t, "figure"))
	}), name)
}

func rowOf(t *rapid.T) listing.Row {
	count := rapid.IntRange(1, 1<<40)
	return listing.Row{
		List: "green500-2024-06", Kind: listing.Green500, Edition: "2024-06", Rank: count.Draw(t, "rank"), BandFirst: maybe(t, count, "band"), BandLast: maybe(t, count, "band"),
		System: said.Draw(t, "system"), Computer: said.Draw(t, "computer"), Site: said.Draw(t, "site"), Country: said.Draw(t, "country"), Vendor: said.Draw(t, "vendor"),
		Year: maybe(t, count, "year"), TotalCores: maybe(t, count, "cores"), Rmax: amount[power.GFlops](t, "rmax"), Power: amount[power.Watts](t, "power"),
		PowerUncertainty: amount[float64](t, "doubt"), Efficiency: amount[float64](t, "efficiency"), Uncertainty: amount[float64](t, "uncertainty"),
		Level:     maybe(t, rapid.Custom(func(t *rapid.T) power.Level { return power.Level(rapid.IntRange(0, 3).Draw(t, "level")) }), "level"),
		Optimised: rapid.Bool().Draw(t, "optimised"), EfficiencyRank: maybe(t, count, "efficiency rank"),
	}
}

func viewOf(t *rapid.T) listing.View {
	view := listing.View{Sort: "rank", Page: 1, Size: listing.UsualSize, Exact: rapid.Bool().Draw(t, "exact")}
	view.Columns = slices.DeleteFunc(listing.Columns(), func(c listing.Column) bool { return !rapid.Bool().Draw(t, c.Name) })
	return view
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	for _, format := range export.Formats() {
		t.Run(format.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				rows, view := rapid.SliceOfN(rapid.Custom(rowOf), 0, 7).Draw(t, "rows"), viewOf(t)
				want := expected(view, rows)
				got := readers[format.Name](t, write(t, format, export.Head{List: "green500-2024-06", Title: "June 2024", View: view}, rows), want)
				if !reflect.DeepEqual(got.names, want.names) || len(got.rows) != len(want.rows) {
					t.Fatalf("columns %q, want %q; %d rows, want %d", got.names, want.names, len(got.rows), len(want.rows))
				}
				for i := range want.rows {
					if !reflect.DeepEqual(got.rows[i], want.rows[i]) {
						t.Fatalf("row %d is\n%#v, want\n%#v", i, got.rows[i], want.rows[i])
					}
				}
			})
		})
	}
}

// TestASheetSaysWhatItIsOf: the view and the units go with what forms them.
func TestASheetSaysWhatItIsOf(t *testing.T) {
	rmax, _ := listing.ColumnOf("rmax")
	head := export.Head{List: "2026-11", Title: "November 2026", View: listing.View{Columns: []listing.Column{rmax}, Sort: "rank", Page: 1, Size: listing.UsualSize, Search: "a b"}}
	for _, format := range export.Formats() {
		written := write(t, format, head, nil)
		switch format.Name {
		case "json":
			if want := `"view":"/lists/2026-11?columns=rmax\u0026q=a+b"`; !strings.Contains(string(written), want) || !strings.Contains(string(written), `"unit":"GFlop/s"`) {
				t.Errorf("%s does not say %s, or no unit", written, want)
			}
		case "parquet":
			file, err := parquet.OpenFile(bytes.NewReader(written), int64(len(written)))
			must(t, err)
			if view, _ := file.Lookup("view"); view != "/lists/2026-11?columns=rmax&q=a+b" {
				t.Errorf("parquet is of %q", view)
			}
			if unit, _ := file.Lookup("unit:rmax_gflops"); unit != "GFlop/s" {
				t.Errorf("parquet has the unit %q", unit)
			}
		}
	}
}

func TestNoTextIsRunAsAFormula(t *testing.T) {
	for text, want := range map[string]string{
		"=1+1": "'=1+1", " =1": "' =1", "@SUM(A1)": "'@SUM(A1)", "-1": "'-1", "+1": "'+1", "\t=1": "'\t=1", "a=1": "a=1", "": "", " ": " ",
	} {
		if got := export.Harmless(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestALongSheetIsWrittenInBatches writes as many rows as there are in all lists together.
func TestALongSheetIsWrittenInBatches(t *testing.T) {
	const batches, batch = 100, 500
	rows := make([]listing.Row, batch)
	for i := range rows {
		rows[i] = listing.Row{List: "x", Kind: listing.Top500, Rank: i + 1, System: "System " + strconv.Itoa(i), Rmax: new(power.GFlops(i))}
	}
	view, err := listing.Parse(nil)
	must(t, err)
	for _, format := range export.Formats() {
		var out counted
		writer, err := format.Begin(&out, export.Head{List: "x", View: view})
		must(t, err)
		for range batches {
			must(t, writer.Write(rows))
		}
		must(t, writer.Close())
		if out.n == 0 {
			t.Errorf("%s is empty", format.Title)
		}
		t.Logf("%s of %d rows: %d bytes", format.Title, batches*batch, out.n)
	}
}

type counted struct{ n int }

func (c *counted) Write(p []byte) (int, error) { c.n += len(p); return len(p), nil }

// TestNamesWithUnits: a column requested by a name with a unit has that name and that unit; other views keep theirs.
func TestNamesWithUnits(t *testing.T) {
	query := url.Values{"columns": {"power,power_kw,power_w,rmax_tflops,efficiency,gflops_per_watt"}}
	view, err := listing.Parse(query)
	must(t, err)
	watts, rate, efficiency := power.Watts(1_234_567), power.GFlops(9_950), 8.06
	row := listing.Row{List: "2026-11", Kind: listing.Graded, Power: &watts, Rmax: &rate, Efficiency: &efficiency}
	head := export.Head{List: "2026-11", View: view}
	got := string(write(t, export.Formats()[0], head, []listing.Row{row}))
	want := "list,kind,rmax_tflops,power_w,power_kw,gflops_per_watt,efficiency_of_optimised_run,system_key\r\n2026-11,graded,9.95,1234567,1234.567,8.06,no,\r\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, format := range export.Formats() { // a file may not have two columns of one name
		if len(write(t, format, head, []listing.Row{row})) == 0 {
			t.Errorf("%s holds nothing", format.Name)
		}
	}
}
