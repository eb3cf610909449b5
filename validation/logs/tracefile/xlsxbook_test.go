package tracefile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// bookOf writes a workbook as programs do that keep to the least. A sheet is written as "name state: rows", a row a
// line, cells between bars: text as it is written, numbers after =, with their style as =46174@1, errors as #N/A, a
// formula without a value as =?, other cells as XML. Columns that are hidden are recognised by their number after a !
// in a line of its own, cells that are merged after a +.
func bookOf(t testing.TB, from1904 bool, sheets ...string) []byte {
	t.Helper()
	const head = `<?xml version="1.0" encoding="UTF-8"?>`
	var list, relations string
	files := []file{{"[Content_Types].xml", []byte(head + `<Types/>`)},
		{"_rels/.rels", []byte(head +
			`<Relationships><Relationship Id="a" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`)}}
	for i, text := range sheets {
		title, rows, _ := strings.Cut(text, ":")
		name, state, _ := strings.Cut(title, " ")
		kind, folder := "worksheet", "worksheets"
		if state == "chart" {
			kind, folder, state = "chartsheet", "chartsheets", ""
		}
		target := i
		if state == "again" { // the sheet before
			target, state = i-1, ""
		}
		list += fmt.Sprintf(`<sheet name="%s" sheetId="%d" state="%s" r:id="r%d"/>`, name, i+1, state, i)
		relations += fmt.Sprintf(`<Relationship Id="r%d" Type="x/%s" Target="/xl/%s/s%d.xml"/>`, i, kind,
			folder, target)
		files = append(files, file{fmt.Sprintf("xl/%s/s%d.xml", folder, i), []byte(head + sheetXML(rows))})
	}
	files = append(files,
		file{"xl/workbook.xml", fmt.Appendf(nil,
			`%s<workbook xmlns:r="y"><workbookPr date1904="%t"/><sheets>%s</sheets></workbook>`, head, from1904, list)},
		file{"xl/_rels/workbook.xml.rels",
			[]byte(head + `<Relationships>` + relations + `<Relationship Id="s" Type="x/styles" Target="styles.xml"/>` +
				`<Relationship Id="t" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`)},
		file{"xl/sharedStrings.xml", []byte(head + `<sst><si><t>Zeit</t></si><si><r><t>Leistung</t></r><r>` +
			`<t xml:space="preserve"> (kW)</t></r><rPh><t>x</t></rPh></si></sst>`)},
		file{"xl/styles.xml", []byte(head +
			`<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy\ hh:mm:ss"/>` +
			`<numFmt numFmtId="165" formatCode="0.0&quot; kW&quot;"/><numFmt numFmtId="166" formatCode="#,##0.0,"/><numFmt numFmtId="167" formatCode="0\ \W"/></numFmts>` +
			`<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="21"/><xf numFmtId="46"/>` +
			`<xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs></styleSheet>`)})
	return zipOf(t, files...)
}

func sheetXML(rows string) string {
	var columns, data, merges strings.Builder
	for number, row := range strings.Split(strings.Trim(rows, "\n"), "\n") {
		if hidden, ok := strings.CutPrefix(row, "!"); ok {
			fmt.Fprintf(&columns, `<col min="%s" max="%s" hidden="1"/>`, hidden, hidden)
		}
		if cells, ok := strings.CutPrefix(row, "+"); ok {
			fmt.Fprintf(&merges, `<mergeCell ref="%s"/>`, cells)
		}
		if row == "" || row[0] == '!' || row[0] == '+' {
			continue
		}
		fmt.Fprintf(&data, `<row r="%d">`, number+1)
		for i, cell := range strings.Split(row, "|") {
			data.WriteString(cellXML(fmt.Sprintf("%c%d", 'A'+i, number+1), strings.TrimSpace(cell)))
		}
		data.WriteString(`</row>`)
	}
	return `<worksheet><cols>` + columns.String() + `</cols><sheetData>` + data.String() + `</sheetData><mergeCells>` +
		merges.String() + `</mergeCells></worksheet>`
}

func cellXML(at, cell string) string {
	switch value, style, _ := strings.Cut(strings.TrimPrefix(cell, "="), "@"); {
	case cell == "":
		return fmt.Sprintf(`<c r="%s" s="1"/>`, at)
	case cell[0] == '<':
		return strings.Replace(cell, "<c", `<c r="`+at+`"`, 1)
	case cell == "=?":
		return fmt.Sprintf(`<c r="%s"><f>A1</f></c>`, at)
	case cell[0] == '=':
		return fmt.Sprintf(`<c r="%s" s="%s"><v>%s</v></c>`, at, style, value)
	case cell[0] == '#':
		return fmt.Sprintf(`<c r="%s" t="e"><f>1/0</f><v>%s</v></c>`, at, cell)
	}
	return fmt.Sprintf(`<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, at, cell)
}

// rowsAt are readings at noon of 1 June 2026 and the seconds after it.
func rowsAt(cells ...string) string {
	var rows strings.Builder
	for i, cell := range cells {
		fmt.Fprintf(&rows, "=%.12f@1|%s\n", 46174.5+float64(i)/timestamp.SecondsPerDay, cell)
	}
	return rows.String()
}

func TestWorkbooks(t *testing.T) {
	watts, kilowatts := power.Series{Unit: "W"}, power.Series{Unit: "kW"}
	of := func(sheet string) power.Series {
		return power.Series{Unit: "W", Where: map[string][]string{"sheet": {sheet}}}
	}
	origin := power.Series{Unit: "W", Origin: power.Time{Time: time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)}}
	comma := power.Series{Unit: "kW", Decimal: "comma"}
	two := []string{"NodeA:Time|Power (W)\n" + rowsAt("=1", "=2"), "NodeB:Time|Power (W)\n" + rowsAt("=3", "=4")}
	for name, c := range map[string]struct {
		sheets []string
		series power.Series
		want   string
	}{
		"two sheets are two instruments": {two, watts,
			"sheet=NodeA 2026-06-01T12:00:00Z 1.000000 W\nsheet=NodeA 2026-06-01T12:00:01Z 2.000000 W\n" +
				"sheet=NodeB 2026-06-01T12:00:00Z 3.000000 W\nsheet=NodeB 2026-06-01T12:00:01Z 4.000000 W\n"},
		"one of two sheets": {two, of("NodeB"),
			"Power (W) 2026-06-01T12:00:00Z 3.000000 W\nPower (W) 2026-06-01T12:00:01Z 4.000000 W\n"},
		"a sheet that follows in time": {[]string{two[0], "Later:Time|Power (W)\n=46175@1|=3\n"}, watts,
			"Power (W) 2026-06-01T12:00:00Z 1.000000 W\nPower (W) 2026-06-01T12:00:01Z 2.000000 W\n" +
				"Power (W) 2026-06-02T00:00:00Z 3.000000 W\n"},
		"sheets of other columns": {[]string{two[0], "Pump:Time|Flow\n" + rowsAt("=3")}, watts,
			`log, where: holds different logs: NodeA has the columns Time, Power (W); Pump has Time, Flow; ` +
				`name those that belong together, as "where": {"sheet": ["NodeA"]}; it holds NodeA, Pump.`},
		"a sheet that is not there": {two, of("NodeC"),
			`log, where: holds no member called "NodeC"; it holds NodeA, NodeB.`},
		"a hidden sheet before": {[]string{"old hidden:Time|Power (W)\n" + rowsAt("=9"), "Text:Title\n", "Chart chart:",
			two[0]}, watts,
			"Power (W) 2026-06-01T12:00:00Z 1.000000 W\nPower (W) 2026-06-01T12:00:01Z 2.000000 W\n" +
				"note: 0 sheet NodeA is read; tables on hidden sheets are left out: old\n"},
		"a hidden sheet that is asked for": {[]string{"old veryHidden:Time|Power (W)\n" + rowsAt("=9"), two[0]},
			of("old"), "Power (W) 2026-06-01T12:00:00Z 9.000000 W\n"},
		"only a hidden sheet": {[]string{"old hidden:Time|Power (W)\n" + rowsAt("=9")}, watts,
			"Power (W) 2026-06-01T12:00:00Z 9.000000 W\n" +
				"note: 0 sheet old is read, which is hidden; no other sheet holds a table\n"},
		"numbers without a table": {[]string{"Phases:1|=1|=2\n2|=3|=4\n", two[0]}, of("NodeA"),
			"Power (W) 2026-06-01T12:00:00Z 1.000000 W\nPower (W) 2026-06-01T12:00:01Z 2.000000 W\n"},
		"date and time of day": {
			[]string{"L:Datum|Zeit|Leistung (W)\n=46174@2|=0.5@3|=1\n=46174@2|=0.500011574074@3|=2\n"}, watts,
			"Leistung (W) 2026-06-01T12:00:00Z 1.000000 W\nLeistung (W) 2026-06-01T12:00:01Z 2.000000 W\n"},
		"date and time of day, not shown as such": {
			[]string{"L:Datum|Zeit|Leistung (W)\n=46174|=0.5|=1\n=46174|=0.75|=2\n"}, watts,
			"Leistung (W) 2026-06-01T12:00:00Z 1.000000 W\nLeistung (W) 2026-06-01T18:00:00Z 2.000000 W\n"},
		"time of day shown as hours": {[]string{"L:Datum|Zeit|Leistung (W)\n=46174@2|=0.5@4|=1\n=46174@2|=0.75@4|=2\n"},
			watts,
			"Leistung (W) 2026-06-01T12:00:00Z 1.000000 W\nLeistung (W) 2026-06-01T18:00:00Z 2.000000 W\n"},
		"times of day beyond their date": {[]string{
			"L:Datum|Zeit|Leistung (W)\n=46174@2|=0.99@3|=1\n=46174@2|=0.995@3|=1\n=46174@2|=1.2@3|=2\n"}, watts,
			"Leistung (W) 2026-06-01T23:45:36Z 1.000000 W\nLeistung (W) 2026-06-01T23:52:48Z 1.000000 W\n" +
				"note: 4 Datum \"1.2\" in Zeit beside it is not a time of day that can be read; it is left out\n"},
		"whole days": {[]string{"L:Day|Energy (Wh)\n=46174@2|=1\n=46175@2|=2\n"},
			power.Series{Unit: "Wh", Counts: "interval"},
			"Energy (Wh) 2026-06-01T00:00:00Z 3600.000 J\nEnergy (Wh) 2026-06-02T00:00:00Z 10800.000 J\n"},
		"times that passed": {[]string{"L:Elapsed|Power (W)\n=0@4|=1\n=1.5@4|=2\n"}, origin,
			"Power (W) 2026-06-01T10:00:00Z 1.000000 W\nPower (W) 2026-06-02T22:00:00Z 2.000000 W\n"},
		"times without a start": {[]string{"L:Elapsed|Power (W)\n=0@4|=1\n=1.5@4|=2\n"}, watts,
			"log, line 2, origin: the times of the file count from an unknown start; set origin of the series to the " +
				"instant at which its clock was at zero, as 2024-09-27T11:16:15+02:00."},
		"text": {[]string{"L:Zeit|Leistung [kW]\n01.06.2026 12:00:00|121,62\n01.06.2026 12:00:01|=3.5\n"}, kilowatts,
			"Leistung [kW] 2026-06-01T12:00:00Z 121620.000000 W\nLeistung [kW] 2026-06-01T12:00:01Z 3500.000000 W\n"},
		"text with thousands or decimals": {[]string{"L:Zeit|Leistung [kW]\n01.06.2026 12:00:00|1,234\n"}, kilowatts,
			`log, line 2, Leistung [kW]: "1,234" may be a number with decimals or one of thousands; ` +
				`set decimal of the series to comma or to point.`},
		"what is said of text": {
			[]string{"L:Zeit|Leistung [kW]\n01.06.2026 12:00:00|1,234\n01.06.2026 12:00:01|=1.5\n"}, comma,
			"Leistung [kW] 2026-06-01T12:00:00Z 1234.000000 W\nLeistung [kW] 2026-06-01T12:00:01Z 1500.000000 W\n"},
		"away from the corner, with units": {[]string{"L:Report\n\n||Zeit|Leistung\n|||kW\n||=46174.5@1|=2\n"},
			kilowatts, "Leistung 2026-06-01T12:00:00Z 2000.000000 W\n"},
		"shared texts": {[]string{`L:<c t="s"><v>0</v></c>|<c t="s"><v>1</v></c>` + "\n" +
			rowsAt("=2")}, kilowatts, "Leistung (kW) 2026-06-01T12:00:00Z 2000.000000 W\n"},
		"the unit that is shown": {[]string{"L:Time|Power\n" + rowsAt("=1.5@5", "=700@7")}, kilowatts,
			"Power 2026-06-01T12:00:00Z 1500.000000 W\nPower 2026-06-01T12:00:01Z 700.000000 W\n"},
		"another unit than is shown": {[]string{"L:Time|Power\n" + rowsAt("=1.5@5")}, watts,
			"log, unit: Power is in kW, not in W; write unit kW."},
		"thousands that are not shown": {[]string{"L:Time|Power (kW)\n" + rowsAt("=1500@6")}, kilowatts,
			"Power (kW) 2026-06-01T12:00:00Z 1500.000000 W\n"},
		"a footer": {[]string{"L:Time|Power (W)\n" + rowsAt("=1") + "Mittelwert|=130\n"}, watts,
			"Power (W) 2026-06-01T12:00:00Z 1.000000 W\nnote: 3  is no reading\n"},
		"errors": {[]string{"L:Time|Power (W)\n" + rowsAt("#N/A", "=2", "#DIV/0!", `<c t="str"><v>#N/A</v></c>`)},
			watts,
			"Power (W) 2026-06-01T12:00:01Z 2.000000 W\nnote: 2 Power (W) \"#N/A\" is no reading\n" +
				"note: 4 Power (W) \"#DIV/0!\" is no reading\n"},
		"no reading at first": {[]string{"L:Time|Power (W)\n=46174.25@1\n" + rowsAt("n/a", "=2")}, watts,
			"Power (W) 2026-06-01T12:00:01Z 2.000000 W\nnote: 2 Power (W) is empty\n" +
				"note: 3 Power (W) \"n/a\" is no reading\n"},
		"a date as text beside a time of day": {
			[]string{"L:Datum|Zeit|Leistung (W)\n01.06.2026|=0.5@3|=1\n01.06.2026|=0.75@4|=2\n"}, watts,
			"Leistung (W) 2026-06-01T12:00:00Z 1.000000 W\nLeistung (W) 2026-06-01T18:00:00Z 2.000000 W\n"},
		"how long it took is no time of day": {
			[]string{"L:Datum|Laufzeit|Leistung (W)\n=46174@2|=0.5@4|=1\n=46175@2|=0.75@4|=2\n"}, watts,
			"Leistung (W) 2026-06-01T00:00:00Z 1.000000 W\nLeistung (W) 2026-06-02T00:00:00Z 2.000000 W\n"},
		"energy that could be days": {[]string{"L:Moment|Energy (Wh)\n2026-06-01 12:00:00|=45000\n2026-06-01 " +
			"12:00:01|=45001\n", "Sum:Phase|Energy\n=1|=45000\n=2|=46000\n"}, power.Series{Unit: "Wh", Counts: "total"},
			"Energy (Wh) 2026-06-01T12:00:00Z 162000000.000 J\nEnergy (Wh) 2026-06-01T12:00:01Z 162003600.000 J\n" +
				"note: 0 sheet L is read; sheets of numbers without times are left out: Sum\n"},
		"names that stretch over rows": {[]string{"L:Node|Time|Power (W)\na|=46174.5@1|=1\n|=46174.6@1|=2\n" +
			"b|=46174.5@1|=3\n|=46174.6@1|=4\n+A2:A3\n+A4:B5\n"},
			power.Series{Unit: "W", Instruments: []string{"Node"}},
			"Node=a 2026-06-01T12:00:00Z 1.000000 W\nNode=a 2026-06-01T14:24:00Z 2.000000 W\n" +
				"Node=b 2026-06-01T12:00:00Z 3.000000 W\nNode=b 2026-06-01T14:24:00Z 4.000000 W\n"},
		"a date that stretches over rows": {
			[]string{"L:Datum|Zeit|Power (W)\n=46174@2|=0.5@3|=1\n|=0.75@3|=2\n=46175@2|=0.5@3|=3\n+A2:A3\n"}, watts,
			"Power (W) 2026-06-01T12:00:00Z 1.000000 W\nPower (W) 2026-06-01T18:00:00Z 2.000000 W\n" +
				"Power (W) 2026-06-02T12:00:00Z 3.000000 W\n"},
		"a reading that stretches over rows is one": {
			[]string{"L:Time|Power (W)\n" + rowsAt("=1", "", "=3") + "+B2:B3\n"}, watts,
			"Power (W) 2026-06-01T12:00:00Z 1.000000 W\nPower (W) 2026-06-01T12:00:02Z 3.000000 W\n" +
				"note: 3 Power (W) is empty\n"},
		"an index without a name": {[]string{"L:|power (W)\n=46174.5@1|=1\n=46174.6@1|=2\n"}, watts,
			"power (W) 2026-06-01T12:00:00Z 1.000000 W\npower (W) 2026-06-01T14:24:00Z 2.000000 W\n"},
		"formulas with their values": {[]string{"L:Time|Power (W)\n" +
			rowsAt(`<c><f>1+1</f><v>2</v></c>`, `<c t="str"><f>""</f><v></v></c>`)}, watts,
			"Power (W) 2026-06-01T12:00:00Z 2.000000 W\nnote: 3 Power (W) is empty\n"},
		"formulas without": {[]string{"L:Time|Power (W)\n" + rowsAt("=2", "=?")}, watts,
			"log, line 3, Power (W): is a formula without its value; " +
				"open the file in a spreadsheet program and save it there."},
		"dates of ISO 8601": {[]string{`L:Time|Power (W)` + "\n" + `<c t="d"><v>2026-06-01T12:00:00</v></c>|=1`}, watts,
			"Power (W) 2026-06-01T12:00:00Z 1.000000 W\n"},
		"names again": {[]string{"L:Time|Power (W)\n" + rowsAt("=1") + "Time|Power (W)\n=46174.75@1|=2\n"}, watts,
			"Power (W) 2026-06-01T12:00:00Z 1.000000 W\nPower (W) 2026-06-01T18:00:00Z 2.000000 W\n" +
				"note: 3  is no reading\n"},
		"another table below": {[]string{"L:Time|Power (W)\n" + rowsAt("=1") + "\nTime|Voltage\n=46174.75@1|=230\n"},
			watts,
			"log, line 5: is a reading below row 4, which names other columns than the table above it; " +
				"put each table on a sheet of its own."},
		"a text that is not there": {[]string{`L:<c t="s"><v>7</v></c>`}, watts, "log: is no spreadsheet that can be " +
			"read: row 1 names a text that it does not have; save it again, or save the sheet as CSV."},
	} {
		t.Run(name, func(t *testing.T) {
			read, err := Read(Input{Name: "log", Stream: bytes.NewReader(bookOf(t, false, c.sheets...))}, &c.series,
				time.UTC, canonical.Memory)
			got := ""
			if err != nil {
				tracetest.DemandInput(t, err)
				got = err.Error()
			} else {
				got = tracetest.Shown(read.Traces)
				for _, n := range read.Notes {
					got += fmt.Sprintf("note: %d %s %s\n", n.Line, n.Field, n.Problem)
				}
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestWorkbooksWithoutEnd: a small file may not make much work or take much memory.
func TestWorkbooksWithoutEnd(t *testing.T) {
	const sheet = "L:Time|Power (W)\n=46174.5@1|=1\n=46174.75@1|=2\n"
	for want, sheets := range map[string][]string{
		"it lists one sheet twice, or too many": {sheet, "M again:"},
		"row 1 has more than 10000 cells":       {"L:" + strings.Repeat(`<c r="A1"><v>1</v></c>|`, table.MaxColumns+1)},
	} {
		_, err := Read(Input{Name: "log", Stream: bytes.NewReader(bookOf(t, false, sheets...))},
			&power.Series{Unit: "W"}, time.UTC, canonical.Memory)
		if tracetest.DemandInput(t, err); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A column that is shown comes before one that is not.
func TestHiddenColumns(t *testing.T) {
	book := bookOf(t, false, "L:!2\nTime|Power raw (W)|Power (W)\n"+rowsAt("=65|=1200", "=70|=1210"))
	u, err := Understand(Input{Name: "log.xlsx", At: bytes.NewReader(book), Size: int64(len(book))}, ImportSettings{},
		nil, canonical.Memory)
	if err != nil || len(u.Series) != 2 || u.Series[0].Series.Value != "Power (W)" {
		t.Errorf("%v, %+v", err, u)
	}
}

// Of sheets that differ one of power is proposed, and the others are named.
func TestSheetsThatDiffer(t *testing.T) {
	book := bookOf(t, false, "Climate:Time|Temperature\n"+rowsAt("=20"), "Meter:Time|Power (W)\n"+rowsAt("=1"))
	u, err := Understand(Input{Name: "log.xlsx", At: bytes.NewReader(book), Size: int64(len(book))}, ImportSettings{},
		nil, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	r, _ := reasonOf(u.Series[0], "where")
	if r.Value != "sheet = Meter" || !strings.Contains(r.Why, "Left out: Climate.") {
		t.Errorf("%+v", r)
	}
}

// A workbook among the logs of an archive has no column for its sheets.
func TestSheetsInAnArchive(t *testing.T) {
	one, other := "A:Time|Power (W)\n"+rowsAt("=1", "=2"), "B:Time|Power (W)\n"+rowsAt("=3", "=4")
	for want, sheets := range map[string][]string{
		"file=a.xlsx 2026-06-01T12:00:00Z 1.000000 W\nfile=a.xlsx 2026-06-01T12:00:01Z 2.000000 W\n" +
			"file=b.xlsx 2026-06-01T12:00:00Z 3.000000 W\nfile=b.xlsx 2026-06-01T12:00:01Z 4.000000 W\n": {one},
		"log: a.xlsx: holds several sheets with a table: A, B; " +
			"give it by itself, or save each sheet as a file of its own.": {one, other},
	} {
		traces, err := readOne("log", zipOf(t, file{"a.xlsx", bookOf(t, false, sheets...)},
			file{"b.xlsx", bookOf(t, false, other)}), &power.Series{Unit: "W"}, time.UTC)
		got := tracetest.Shown(traces)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
