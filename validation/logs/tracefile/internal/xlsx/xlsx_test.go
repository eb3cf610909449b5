package xlsx_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// TestCellsOfAWorkbookAreRead: times that are days since 1900, numbers and texts of numbers; an empty cell is no
// reading.
func TestCellsOfAWorkbookAreRead(t *testing.T) {
	book := excelize.NewFile()
	style, err := book.NewStyle(&excelize.Style{CustomNumFmt: new("yyyy-mm-dd hh:mm:ss")})
	must(t, err)
	for i, row := range [][]any{
		{"Time", "Total power [kW]", "Note"},
		{46174.5, 1.5, "a"}, // 46174 days after 30 December 1899 is 1 June 2026
		{46174.5 + 1./86400, "1.25", "b"},
		{46174.5 + 2./86400, nil, "c"},
		{time.Date(2026, 6, 1, 12, 0, 3, 0, time.UTC), 2, "d"},
	} {
		at, err := excelize.CoordinatesToCellName(1, i+1)
		must(t, err)
		must(t, book.SetSheetRow("Sheet1", at, &row))
	}
	must(t, book.SetCellStyle("Sheet1", "A2", "A5", style))
	var file bytes.Buffer
	must(t, book.Write(&file))
	in := func() tracefile.Input {
		return tracefile.Input{Name: "a.xlsx", At: bytes.NewReader(file.Bytes()), Size: int64(file.Len())}
	}
	read, err := tracefile.Read(in(), &power.Series{Value: "Total power [kW]", Unit: "kW"}, time.UTC, canonical.Memory)
	must(t, err)
	const want = "Total power [kW] 2026-06-01T12:00:00Z 1500.000000 W\n" +
		"Total power [kW] 2026-06-01T12:00:01Z 1250.000000 W\nTotal power [kW] 2026-06-01T12:00:03Z 2000.000000 W\n"
	if got := tracetest.Shown(read.Traces); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	u, err := tracefile.Understand(in(), tracefile.ImportSettings{}, time.UTC, canonical.Memory)
	must(t, err)
	if s := u.Series[0].Series; s.Value != "Total power [kW]" || s.Unit != "kW" || s.Time != "" && s.Time != "Time" {
		t.Errorf("it is taken for %+v", s)
	}
	if _, err := tracefile.Read(in(), &power.Series{Value: "Note", Unit: "W"}, time.UTC, canonical.Memory); err == nil {
		t.Error("a text is read")
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
