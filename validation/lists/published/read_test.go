package published_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"green500/validation/lists/published"
	"green500/validation/power"
)

func refused(t *testing.T, source published.Source, data []byte, want string) {
	t.Helper()
	_, err := published.Read(source, data)
	var inputError *power.InputError
	if !errors.As(err, &inputError) || !strings.Contains(err.Error(), want) || inputError.Remedy == "" {
		t.Fatalf("got %v, want trouble with %q and a remedy", err, want)
	}
}

func read(t *testing.T, source published.Source, data []byte) *published.List {
	t.Helper()
	list, err := published.Read(source, data)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// modern is a list as it is published now, with what may be wrong in it.
const modern = `Rank,TOP500 Rank,Name,Computer,Site,Country,Year,Total Cores,Rmax [TFlop/s],Rpeak [TFlop/s],Power (kW),Power Source,Energy Efficiency [GFlops/Watts],Power Source,Power Quality Level,Optimized Run (HPL),Optimized Run (Peak Power),Memory,Site ID,System ID
1,255,Henri,"ThinkSystem, H100",Flatiron,United States,2022,8288,1063.305,3579.13,44.07,Submitted,24.1276,,2,,,,50943,180087
2,34,Two,Computer,Site,"Korea, South",2022,"12,000",5000,6000,100,Optimized,60,Optimized,0,3000,50,513792,1,2
3,35,Three,Computer,Site,Atlantis,2022,lots,5000,,100,Derived,60,Derived,7,,,,,3

4,36,Four,Computer,Site,Japan,2022,10,5000,6000,,,,,,,,,,4
,,Note: corrected in December,,,,,,,,,,,,,,,,,
`

func TestReadOfAModernList(t *testing.T) {
	l := read(t, published.Source{Name: "uploads/green500_top_202306.csv"}, []byte(modern))
	if l.Kind != published.Green500 || l.Edition != "2023-06" || len(l.Rows) != 4 {
		t.Fatalf("%s of %s with %d rows", l.Kind, l.Edition, len(l.Rows))
	}
	one, two, three, four := l.Rows[0], l.Rows[1], l.Rows[2], l.Rows[3]
	if one.Rmax != 1063305 || *one.Power != 44070 || *one.Efficiency != 24.1276 || one.Level != 2 ||
		one.SystemID != 180087 || one.Computer != "ThinkSystem, H100" || one.Line != 2 {
		t.Errorf("the first row is %+v", one)
	}
	if got, ok := one.Recomputed(); !ok || got < 24.12 || got > 24.13 {
		t.Errorf("recomputed %v", got)
	}
	if two.TotalCores != 12000 || two.Level != 0 || *two.OptimizedRmax != 3_000_000 || *two.OptimizedPower != 50_000 ||
		two.PowerSource != "Optimized" {
		t.Errorf("the second row is %+v", two)
	}
	if three.TotalCores != 0 || three.Country != "Atlantis" || three.Rmax != 5_000_000 || three.SystemID != 3 {
		t.Errorf("the third row is %+v", three)
	}
	if _, ok := four.Recomputed(); ok || four.Power != nil || four.Efficiency != nil || four.Line != 6 {
		t.Errorf("the fourth row is %+v", four)
	}
	told(t, l.Warnings,
		`line 4, "Country": "Atlantis" is not the name of a known country.`,
		`line 4, "Total Cores": "lots" is not a whole number.`,
		`line 4, "Power Quality Level": "7" is not a quality level.`,
		`line 7: "Note: corrected in December" begins a line with neither a rank nor an Rmax; the line is left out.`)
	told(t, l.Contradictions(),
		`line 3, rank 2: the list states 60.000 GFlops/W, but Rmax / power is 50.000; `+
			`Rmax and power of the optimised run give it.`,
		`line 4, rank 3: the list states 60.000 GFlops/W, but Rmax / power is 50.000; nothing in the list explains it.`)
}

func told[S interface{ String() string }](t *testing.T, got []S, want ...string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("missing: %s", want[i])
		case i >= len(want):
			t.Errorf("too many: %s", got[i])
		case got[i].String() != want[i]:
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

// TestUnitsOfHeaders: the same system under headers of several times.
func TestUnitsOfHeaders(t *testing.T) {
	const before = "Rank,Site,Country,Year,"
	for _, c := range []struct{ name, headers, cells string }{
		{"green500_top_201311.csv", "Rmax,total_power,Mflops/Watt,green500_rank", "125100,27.8,4500,1"},
		{"TOP500_201111.csv", "RMax,Power,mflops_per_watt", "125100,27.8,4500"},
		{"TOP500_201706.csv", "Rmax [TFlop/s],Power (kW),Power Effeciency [GFlops/Watts]", "125.1,27.8,4.5"},
		{"TOP500_202406.csv", "Rmax [TFlop/s],Power (kW),Energy Efficiency [GFlops/Watts]", "125.1,27.8,4.5"},
		{"TOP500_202406.csv", "Rmax [PFlop/s],Power (MW),Energy Efficiency [MFlops/W]", "0.1251,0.0278,4500"},
		{"TOP500_202406.csv", "RMAX (GFlops),Power [W],energy_efficiency (GFlops/W)", "125100,27800,4.5"},
		{"TOP500_202406.csv", "RMAX (GFlops),Power [W],energy_efficiency (GFlops/W)", "1.251e5,2.78E+4,4.5"},
	} {
		l := read(t, published.Source{Name: c.name, Kind: published.Top500},
			[]byte(before+c.headers+"\n1,Site,Japan,2010,"+c.cells+"\n"))
		if r := l.Rows[0]; r.Rmax != 125100 || r.Power == nil || *r.Power != 27800 || r.Efficiency == nil ||
			*r.Efficiency != 4.5 {
			t.Errorf("%s: %s: %+v", c.name, c.headers, r)
		}
	}
}

func TestRemarksOnColumns(t *testing.T) {
	const text = "Rank\tSite\tCountry\tYear\tRmax [TFlop/s]\tPower\tEnergy Efficiency [Flops/Joule]\tMood\t\tSite\t\n" +
		"1\ts\tJapan\t2019\t5\t6\t7\tgood\tx\ty\n"
	l := read(t, published.Source{Name: "TOP500_202406.tsv"}, []byte(text))
	told(t, l.Warnings,
		`line 1, "Power": has no unit, and the column is not read.`,
		`line 1, "Energy Efficiency [Flops/Joule]": has an unknown unit, and the column is not read.`,
		`line 1, "Mood": is not a known column, and is not read.`,
		`line 1, "column 9": has no name, and is not read.`,
		`line 1, "Site": repeats an earlier column, and is not read.`)
	if r := l.Rows[0]; r.Power != nil || r.Efficiency != nil || r.Rmax != 5000 || r.Site != "s" {
		t.Errorf("%+v", r)
	}
}

// TestALineWithACellTooMany: what may be shifted is not read.
func TestALineWithACellTooMany(t *testing.T) {
	const text = `Rank::Site:Country:Year:"Rmax [TFlop/s]":Processor:Continent:"Site ID":"System ID"
1::s:Japan:2019:5:"Opteron: fast":Asia:47:1001
2::s:Japan:2019:5:Opteron:"Interlagos""":Asia:48:1002
3::s:Japan:2019:5:Opteron:Asia:49:1003:note
`
	l := read(t, published.Source{Name: "TOP500_201811.csv"}, []byte(text))
	if one, two, three := l.Rows[0], l.Rows[1], l.Rows[2]; one.SystemID != 1001 || one.Processor != "Opteron: fast" ||
		two.SystemID != 0 || two.SiteID != 0 || two.Rmax != 5000 || three.SystemID != 1003 {
		t.Errorf("%+v", l.Rows)
	}
	told(t, l.Warnings,
		`line 3, "Site ID": "Asia" is in a line of 11 cells, but there are 10 columns, and the text after the last `+
			`certain number is not read.`, `line 4: "note" is in a line of 11 cells, but there are 10 columns.`)
}

func TestTextsOutsideOfUTF8(t *testing.T) {
	for text, want := range map[string]string{
		"H\x9achst":     "Höchst", // Mac OS Roman
		"H\xf6chst":     "Höchst", // Windows-1252
		"H\xc3\xb6chst": "Höchst",
	} {
		l := read(t, published.Source{Name: "TOP500_202406.csv"},
			[]byte("\ufeffRank;Site;Country;Year;Rmax [TFlop/s]\r\n1;"+text+";Japan;2019;5\r\n"))
		if got := l.Rows[0].Site; got != want {
			t.Errorf("%q is read as %q", text, got)
		}
	}
}

func TestSourcesThatAreRefused(t *testing.T) {
	const list = "Rank,Site,Country,Year,Rmax [TFlop/s]\n1,s,Japan,2019,5\n"
	const green = "Rank,TOP500 Rank,Site,Country,Year,Rmax [TFlop/s]\n1,5,s,Japan,2019,5\n"
	for name, c := range map[string]struct {
		source published.Source
		text   string
		want   string
	}{
		"no edition":    {published.Source{Name: "TOP500.csv"}, list, "does not state the edition"},
		"no such month": {published.Source{Name: "TOP500_202405.csv"}, list, "does not state the edition"},
		"bad edition": {published.Source{Name: "TOP500_202406.csv", Edition: "June 2024"}, list,
			"not an edition"},
		"bad kind": {published.Source{Name: "TOP500_202406.csv", Kind: "io500"}, list,
			"not a supported list"},
		"no kind":   {published.Source{Name: "list_202406.csv"}, list, "which list this is"},
		"two kinds": {published.Source{Name: "TOP500_202406.csv"}, green, "the file name says TOP500"},
		"more than one list": {published.Source{Name: "TOP500_202406.csv"},
			"Rank,Site,Country,Year,Rmax,source_year\n1,s,Japan,2019,5,2020\n", "more than one list"},
		"no rank": {published.Source{Name: "TOP500_202406.csv"},
			"Name,Site,Country,Year,Rmax [TFlop/s]\nn,s,Japan,2019,5\n", "the rank"},
		"no unit of Rmax": {published.Source{Name: "TOP500_202406.csv"},
			"Rank,Site,Country,Year,Rmax\n1,s,Japan,2019,5\n", "Rmax"},
		"no header": {published.Source{Name: "TOP500_202406.csv"}, "1,s,Japan,2019,5\n", "names the columns"},
		"no rows": {published.Source{Name: "TOP500_202406.csv"},
			"Rank,Site,Country,Year,Rmax [TFlop/s]\n", "no system"},
		"nothing": {published.Source{Name: "TOP500_202406.csv"}, " \n", "empty"},
		"a page":  {published.Source{Name: "TOP500_202406.csv"}, "<html></html>", "web page"},
		"bytes":   {published.Source{Name: "TOP500_202406.csv"}, "Rank\x00Site", "neither"},
		"broken archive": {published.Source{Name: "TOP500_202406.xlsx"}, "PK\x03\x04 and no more",
			"not a readable workbook"},
		"too long": {published.Source{Name: "TOP500_202406.csv"}, strings.Repeat("1,s\n", 3<<20),
			"longer than"},
		"too many lines": {published.Source{Name: "TOP500_202406.csv"},
			list + strings.Repeat("1,s\n", published.MostLines), "lines"},
		"too many columns": {published.Source{Name: "TOP500_202406.csv"}, strings.Repeat("a,", 300) + "a\n", "columns"},
		"too long a cell": {published.Source{Name: "TOP500_202406.csv"}, list + strings.Repeat("a", 5000) + "\n",
			"characters"},
	} {
		t.Run(name, func(t *testing.T) { refused(t, c.source, []byte(c.text), c.want) })
	}
}

func TestWhatTheCallerSaysGoesFirst(t *testing.T) {
	const green = "Rank,TOP500 Rank,Site,Country,Year,Rmax [TFlop/s]\n1,5,s,Japan,2019,5\n"
	l := read(t, published.Source{Name: "green500_202406.csv", Kind: published.Top500, Edition: "2023-11"},
		[]byte(green))
	if l.Kind != published.Top500 || l.Edition != "2023-11" || l.Rows[0].Top500Rank != 1 {
		t.Errorf("%+v", l)
	}
	told(t, l.Warnings, "line 1: the columns are those of a Green500 list, but it is read as TOP500.")
	if l := read(t, published.Source{Name: "a.csv", Edition: "2023-11"}, []byte(green)); l.Kind != published.Green500 {
		t.Errorf("the columns tell %s", l.Kind)
	}
}

func TestRoundedFiguresAreExplained(t *testing.T) {
	const text = "Rank,TOP500 Rank,Site,Country,Year,Rmax [TFlop/s],Power (kW),Power Efficiency [GFlops/Watts]\n" +
		"1,2,s,Japan,2019,14.11,1,14.110\n2,3,s,Japan,2019,5,95.4,0.052\n3,1,s,Japan,2019,5.2,100,0.051\n"
	l := read(t, published.Source{Name: "g.csv", Edition: "2017-06"}, []byte(text))
	told(t, l.Contradictions(),
		"line 3, rank 2: the list states 0.052 GFlops/W, but Rmax / power is 0.052; "+
			"it is rounded to the digits the list shows.",
		"line 4, rank 3: the list states 0.051 GFlops/W, but Rmax / power is 0.052; nothing in the list explains it.")
}

// TestRunsThatExplain: the optimised run may be told by half, and the figure that is left is the listed one.
func TestRunsThatExplain(t *testing.T) {
	const header = "Rank,TOP500 Rank,Site,Country,Rmax [TFlop/s],Power (kW),Power Efficiency " +
		"[GFlops/Watts],Optimized Run (HPL),Optimized Run (Peak Power)\n"
	for cells, want := range map[string]published.Explanation{
		"5,100,60,3,0.05":   published.OptimizedRun,
		"5,100,0.03,3,":     published.OptimizedRate,
		"5,100,0.03,3,0.05": published.OptimizedRate,
		"5,100,0.1,,50":     published.OptimizedPower,
		"5,100,0.07,3,0.05": published.Unexplained,
	} {
		l := read(t, published.Source{Name: "g.csv", Edition: "2017-06"}, []byte(header+"1,2,s,Japan,"+cells+"\n"))
		if all := l.Contradictions(); len(all) != 1 || all[0].Explained != want {
			t.Errorf("%s: %v, want %q", cells, all, want)
		}
	}
}

func workbook(t testing.TB, rows [][]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	for i, row := range rows {
		at, err := excelize.CoordinatesToCellName(1, i+1)
		if err == nil {
			err = book.SetSheetRow("Sheet1", at, &row)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	if err := book.Write(&file); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestWorkbooksOfAllKinds: the same sheet, whatever the file is called.
func TestWorkbooksOfAllKinds(t *testing.T) {
	for name, data := range map[string][]byte{"Excel 95": compound("Book", five()), "Excel 2007": workbook(t, list)} {
		for _, file := range []string{"TOP500_200911.xls", "TOP500_200911.xlsx"} {
			l := read(t, published.Source{Name: file}, data)
			if len(l.Warnings) > 0 || len(l.Rows) != 2 {
				t.Fatalf("%s: %v", name, l.Warnings)
			}
			one, two := l.Rows[0], l.Rows[1]
			if one.Site != "Höchstleistung" || one.Rmax != 1759000 || one.Rpeak != 2331000 || *one.Power != 6950600 ||
				one.Nmax != 5474272 || one.TotalCores != 224162 || one.Top500Rank != 1 {
				t.Errorf("%s: %+v", name, one)
			}
			if two.Power != nil || two.Rmax != 126500.5 || two.Country != "Korea, South" {
				t.Errorf("%s: %+v", name, two)
			}
		}
	}
}

// TestWorkbooksThatUnfoldAreRefused: before they are.
func TestWorkbooksThatUnfoldAreRefused(t *testing.T) {
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	part, err := archive.Create("[Content_Types].xml")
	for range 30 {
		if err == nil {
			_, err = part.Write(make([]byte, 1<<20))
		}
	}
	if err == nil {
		err = archive.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	refused(t, published.Source{Name: "TOP500_202406.xlsx"}, file.Bytes(), "expands to more")
	far := [][]any{make([]any, 400)}
	far[0][399] = "x"
	refused(t, published.Source{Name: "TOP500_202406.xlsx"}, workbook(t, far), "columns")
}

// TestALineThatCallsItselfALateOne: the lines above it are not made up.
func TestALineThatCallsItselfALateOne(t *testing.T) {
	for number, want := range map[string]string{"6000": "lines", "90000000": "not a readable workbook"} {
		whole := workbook(t, list)
		archive, err := zip.NewReader(bytes.NewReader(whole), int64(len(whole)))
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		changed := zip.NewWriter(&file)
		for _, part := range archive.File {
			in, err := part.Open()
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			content = bytes.ReplaceAll(content, []byte(`<row r="3"`), []byte(`<row r="`+number+`"`))
			out, err := changed.Create(part.Name)
			if err == nil {
				_, err = out.Write(content)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := changed.Close(); err != nil {
			t.Fatal(err)
		}
		refused(t, published.Source{Name: "TOP500_200911.xlsx"}, file.Bytes(), want)
	}
}

// TestRankBesideGreen500Rank: a plain rank beside that of the Green500 is the one in the TOP500, wherever it stands;
// one that only repeats it is not, and one beside a rank in the TOP500 is neither.
func TestRankBesideGreen500Rank(t *testing.T) {
	for name, c := range map[string]struct {
		header, first, second string
		top500                [2]int
		warnings              []string
	}{
		"behind": {"Green500_Rank,Rank", "1,301", "2,12", [2]int{301, 12}, nil},
		"before": {"Rank,Green500 Rank", "301,1", "12,2", [2]int{301, 12}, nil},
		"repeated": {"Green500_Rank,Rank", "1,1", "2,2", [2]int{},
			[]string{`line 1, "Rank": repeats an earlier column, and is not read.`}},
		"with three": {"Green500_Rank,TOP500_Rank,Rank", "1,301,1", "2,12,3", [2]int{301, 12},
			[]string{`line 1, "Rank": repeats an earlier column, and is not read.`}},
		"with none of some": {"Green500_Rank,Rank", "1,", "2,12", [2]int{0, 12}, nil},
	} {
		const rest = ",Site,Country,Year,Rmax [TFlop/s]\n"
		l := read(t, published.Source{Name: "list.csv", Edition: "2025-11"},
			[]byte(c.header+rest+c.first+",a,Japan,2019,5\n"+c.second+",b,Japan,2019,6\n"))
		told(t, l.Warnings, c.warnings...)
		if got := [2]int{l.Rows[0].Top500Rank, l.Rows[1].Top500Rank}; l.Rows[0].Rank != 1 || l.Rows[1].Rank != 2 ||
			got != c.top500 {
			t.Errorf("%s: %+v", name, l.Rows)
		}
	}
}
