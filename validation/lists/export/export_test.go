package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/xuri/excelize/v2"

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
func write(t *testing.T, format export.Format, head export.Head, rows []listing.Row) []byte {
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

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// readers read a sheet of each format back; want tells the kinds of values to those that write all as text.
var readers = map[string]func(t *testing.T, written []byte, want table) table{
	"csv": readCSV, "json": readJSON, "xlsx": readXLSX, "parquet": readParquet,
}

// like reads text as a value of the kind of another.
func like(t *testing.T, said string, kind any, yes string) any {
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

func readCSV(t *testing.T, written []byte, want table) table {
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

func readJSON(t *testing.T, written []byte, want table) table {
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

func readXLSX(t *testing.T, written []byte, want table) table {
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

func readParquet(t *testing.T, written []byte, want table) table {
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

// cell is a column of a sheet, and what two rows have in it.
type cell struct {
	name       string // which is promised to programs
	known, not any
}

// cells are those of all columns, of a row of which everything is known and of one of which nothing is.
func cells() []cell {
	return []cell{
		{"list", "green500-2024-06", nil},
		{"rank", 3.0, nil}, {"band_first", 2.0, nil}, {"band_last", 5.0, nil}, {"edition", "2024-06", nil},
		{"kind", "green500", nil},
		{"system", "=1+1", nil}, {"computer", "A, \"B\" 中", nil}, {"site", "KIT", nil}, {"country", "DE", nil},
		{"vendor", "HPE", nil}, {"year", 2024.0, nil},
		{"segment", "Research", nil}, {"total_cores", 1_099_511_627_776.0, nil}, {"accelerator_cores", 8_192.0, nil},
		{"accelerator", "H100", nil},
		{"processor", "EPYC", nil}, {"interconnect", "NDR", nil}, {"operating_system", "Linux", nil},
		{"rmax_gflops", 9_950.125, nil}, {"rpeak_gflops", 12_345.0, nil}, {"power_w", 1_234_567.5, nil},
		{"power_uncertainty_w", 1_250.25, nil}, {"power_source", "Submitted", nil},
		{"gflops_per_watt", 0.00805952, nil}, {"efficiency_of_optimised_run", true, nil},
		{"gflops_per_watt_uncertainty", 0.00025, nil}, {"level", 2.0, nil},
		{"top500_rank", 17.0, nil}, {"efficiency_rank", 4.0, nil}, {"optimised", true, false},
		{"optimised_rmax_gflops", 9_000.5, nil}, {"optimised_power_w", 1_116_756.0, nil},
		{"top500_system_id", 180_000.0, nil}, {"top500_site_id", 50_000.0, nil}, {"system_key", "s-1", nil},
	}
}

func rows() []listing.Row {
	return []listing.Row{{
		List: "green500-2024-06", Kind: "green500", Edition: "2024-06", Rank: 3, BandFirst: new(2), BandLast: new(5),
		System: "=1+1", Computer: "A, \"B\" 中", Site: "KIT",
		Country: "DE", Vendor: "HPE", Year: new(2024), Segment: "Research", TotalCores: new(1_099_511_627_776),
		AcceleratorCores: new(8_192), Accelerator: "H100", Processor: "EPYC",
		Interconnect: "NDR", OperatingSystem: "Linux", Rmax: new(power.GFlops(9_950.125)),
		Rpeak: new(power.GFlops(12_345)), Power: new(power.Watts(1_234_567.5)),
		PowerUncertainty: new(1_250.25), PowerSource: "Submitted", Efficiency: new(0.00805952),
		Uncertainty: new(0.00025), Level: new(power.Level(2)), Top500Rank: new(17),
		EfficiencyRank: new(4), Optimised: true, OptimisedRmax: new(power.GFlops(9_000.5)),
		OptimisedPower: new(power.Watts(1_116_756)), Top500SystemID: new(180_000), Top500SiteID: new(50_000),
		SystemKey: "s-1",
	}, {Unranked: true}}
}

// TestEveryCellOfEveryFormat holds each cell to what is written down above: whole, in the unit of its name, and empty
// if it is not known.
func TestEveryCellOfEveryFormat(t *testing.T) {
	view := listing.View{Columns: listing.Columns(), Sort: "rank", Page: 1, Size: listing.UsualSize}
	for _, format := range export.Formats() {
		want := table{rows: make([][]any, 2)}
		for _, c := range cells() {
			want.names, want.rows[0], want.rows[1] = append(want.names, c.name), append(want.rows[0], c.known),
				append(want.rows[1], c.not)
		}
		got := readers[format.Name](t,
			write(t, format, export.Head{List: "green500-2024-06", Title: "June 2024", View: view}, rows()), want)
		if !slices.Equal(got.names, want.names) || len(got.rows) != 2 {
			t.Fatalf("%s: the columns are %q, want %q; %d rows", format.Name, got.names, want.names, len(got.rows))
		}
		for i, row := range want.rows {
			for j, value := range row {
				if got.rows[i][j] != value {
					t.Errorf("%s: %s of row %d is %#v, want %#v", format.Name, want.names[j], i, got.rows[i][j], value)
				}
			}
		}
	}
}

// TestTheTextOfASheet: in CSV, lines end as in RFC 4180, a text that a spreadsheet would run is marked, and no figure
// is rounded.
func TestTheTextOfASheet(t *testing.T) {
	view, err := listing.Parse(url.Values{"columns": {"system,computer,total_cores,power,efficiency,level,optimised"}})
	must(t, err)
	for name, want := range map[string]string{
		"csv": "list,kind,system,computer,total_cores,power_w,gflops_per_watt,efficiency_of_optimised_run,level,optimised,system_key\r\n" +
			"green500-2024-06,green500,'=1+1,\"A, \"\"B\"\" 中\",1099511627776,1234567.5,0.00805952,yes,2,yes,s-1\r\n" +
			",,,,,,,,,no,\r\n",
		"json": `{"list":"green500-2024-06","kind":"green500","system":"=1+1","computer":"A, ` +
			`\"B\" 中","total_cores":1099511627776,"power_w":1234567.5,` +
			`"gflops_per_watt":0.00805952,"efficiency_of_optimised_run":true,"level":2,"optimised":true,` +
			`"system_key":"s-1"}`,
	} {
		format := export.Formats()[slices.IndexFunc(export.Formats(),
			func(f export.Format) bool { return f.Name == name })]
		if got := string(write(t, format, export.Head{List: "x", View: view}, rows())); !strings.Contains(got, want) ||
			name == "csv" && got != want {
			t.Errorf("%s is\n%s\nwant\n%s", name, got, want)
		}
	}
}

// TestASheetSaysWhatItIsOf: the view and the units go with what forms them.
func TestASheetSaysWhatItIsOf(t *testing.T) {
	rmax, _ := listing.ColumnOf("rmax")
	head := export.Head{List: "2026-11", Title: "November 2026", View: listing.View{Columns: []listing.Column{rmax},
		Sort: "rank", Page: 1, Size: listing.UsualSize, Search: "a b"}}
	for _, format := range export.Formats() {
		written := write(t, format, head, nil)
		switch format.Name {
		case "json":
			if want := `"view":"/lists/2026-11?columns=rmax\u0026q=a+b"`; !strings.Contains(string(written), want) ||
				!strings.Contains(string(written), `"unit":"GFlop/s"`) {
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
		"=1+1": "'=1+1", " =1": "' =1", "@SUM(A1)": "'@SUM(A1)", "-1": "'-1", "+1": "'+1", "\t=1": "'\t=1",
		"a=1": "a=1", "": "", " ": " ",
	} {
		if got := export.Harmless(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestALongSheetIsWrittenInBatches, each row once, also where a new group of rows begins.
func TestALongSheetIsWrittenInBatches(t *testing.T) {
	view, err := listing.Parse(url.Values{"columns": {"rank"}, "order": {"exact"}})
	must(t, err)
	long := make([]listing.Row, 50_001)
	for i := range long {
		long[i].Rank = i + 1
	}
	got := readParquet(t, write(t, export.Formats()[3], export.Head{List: "x", View: view}, long), table{})
	if len(got.rows) != 50_001 || got.rows[50_000][2] != 50_001.0 ||
		!slices.Equal(got.names, []string{"list", "kind", "rank", "system_key"}) {
		t.Errorf("%d rows of %q", len(got.rows), got.names)
	}
}

// TestNamesWithUnits: a column requested by a name with a unit has that name and that unit; other views keep theirs.
func TestNamesWithUnits(t *testing.T) {
	query := url.Values{"columns": {"power,power_kw,power_w,rmax_tflops,efficiency,gflops_per_watt"}}
	view, err := listing.Parse(query)
	must(t, err)
	watts, rate, efficiency := power.Watts(1_234_567), power.GFlops(9_950), 8.06
	row := listing.Row{List: "2026-11", Kind: listing.Graded, Power: &watts, Rmax: &rate, Efficiency: &efficiency,
		Optimised: true, OptimisedRmax: new(power.GFlops(9_000))} // of another run
	head := export.Head{List: "2026-11", View: view}
	got := string(write(t, export.Formats()[0], head, []listing.Row{row}))
	want := "list,kind,rmax_tflops,power_w,power_kw,gflops_per_watt,efficiency_of_optimised_run,system_key\r\n" +
		"2026-11,graded,9.95,1234567,1234.567,8.06,no,\r\n"
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, format := range export.Formats() { // a file may not have two columns of one name
		if len(write(t, format, head, []listing.Row{row})) == 0 {
			t.Errorf("%s holds nothing", format.Name)
		}
	}
}
