package linelog

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// rocm-smi prints a table with a line a GPU:
//
//	GPU  Temp   AvgPwr  SCLK    MCLK     Fan  Perf  PwrCap  VRAM%  GPU%
//	0    39.0c  100.0W  800Mhz  1600Mhz  0%   auto  560.0W    0%   0%
//
// Newer versions call the columns Device and Power, name both in two lines and have cells with blanks in them. Cells
// begin where their names do. What a GPU may draw at most stands beside what it draws, and is no reading. A log of it
// holds lines of the time before or after the tables.

var rocmNames = regexp.MustCompile(`^(GPU|Device) .*?  (AvgPwr|Power(?: \(\w+\))?(?: Avg)?)(  +)\S.* Perf +PwrCap +`)

// rocmHead is how many lines may come before a single table.
const rocmHead = 20

func isROCm(head []byte) bool {
	if !bytes.Contains(head, []byte("PwrCap")) {
		return false
	}
	_, given := firstROCmTable(head)
	return given
}

type rocmTable struct {
	device, power string // the names
	from, to      int    // of the power
}

func rocmTableOf(line []byte) (t rocmTable, given bool) {
	m := rocmNames.FindSubmatchIndex(line)
	if m == nil {
		return t, false
	}
	characters := func(end int) int { return utf8.RuneCount(line[:end]) }
	return rocmTable{string(line[m[2]:m[3]]), string(line[m[4]:m[5]]), characters(m[4]), characters(m[7])}, true
}

func firstROCmTable(head []byte) (first rocmTable, given bool) {
	count, tables := 0, 0
	for line := range capture.HeadLines(head, 0) {
		count++
		table, names := rocmTableOf(line)
		if !names {
			_, rest, _ := capture.LinePrefix(string(line))
			table, names = rocmTableOf(bytes.TrimSpace([]byte(rest)))
		}
		if !names {
			continue
		}
		if tables++; tables == 1 {
			first = table
		}
		if tables > 1 || count <= rocmHead {
			return first, true
		}
	}
	return first, false
}

func (t *rocmTable) cells(line []byte) (device, power string, known bool) {
	number, _, more := bytes.Cut(line, []byte{' '})
	if !more || !celltext.OnlyDigits(number) {
		return "", "", false
	}
	text := []rune(celltext.Latin1(line))
	if len(text) < t.to { // other columns follow the power
		return string(number), "", true
	}
	if text[t.from-1] != ' ' || text[t.to-1] != ' ' {
		return string(number), celltext.Shortened(line), true // no cell stands where the name does
	}
	return string(number), strings.TrimSpace(string(text[t.from:t.to])), true
}

// rocmCaptureLine recognises the lines of the tool: all that state neither a time nor a machine are.
func rocmCaptureLine(line []byte) capture.Line {
	if _, names := rocmTableOf(line); names {
		return capture.Line{Own: true, Begins: true, Repeat: "table"}
	}
	_, given := capture.CaptionOf(string(line))
	return capture.Line{Own: !given}
}

// The columns of the table made of it.
const (
	rocmTime = iota
	rocmDevice
	rocmPower
)

type rocmShown struct {
	rocmTable
	under capture.Row // what these lines have in common
}

type rocm struct {
	*capture.Sheet
	shown map[string]*rocmShown // of each machine
	shot  string                // the time of a member that is a single table
}

const rocmLog = "log a line of the time before each table, as: while sleep 1; do date --iso-8601=seconds; " +
	"rocm-smi; done"

func openROCm(in *input.File) (table.Sheet, error) {
	first, _ := firstROCmTable(in.Head)
	r := &rocm{Sheet: capture.OpenCaptures(in, rocmCaptureLine, "time", first.device, first.power),
		shown: map[string]*rocmShown{}}
	r.LineSheet.Fill = func() error { return r.Next(r.read) }
	if r.HostAt >= 0 {
		r.Table.Keys = []int{r.HostAt}
	}
	r.Table.Keys = append(r.Table.Keys, rocmDevice)
	r.Table.Value = rocmPower
	r.Measures(rocmPower, columnname.Meaning{Unit: "W", Certain: true})
	if r.Layout.Place == capture.TimesNowhere || r.Layout.Place == capture.TimesOnce {
		if r.shot = r.ShotTime(); r.shot == "" {
			return nil, r.withoutTimes()
		}
	}
	return r, r.Advance()
}

func (r *rocm) withoutTimes() *power.InputError {
	if r.Layout.Captures == 1 {
		return r.OneInstant("rocm-smi", rocmLog)
	}
	return r.Refuse(0, "time", "stands beside no table of rocm-smi", rocmLog)
}

func (r *rocm) read(line []byte) error {
	if names, given := rocmTableOf(line); given {
		r.begin(names)
		return nil
	}
	if c, given := capture.CaptionOf(string(line)); given {
		err := r.ApplyCaption(c)
		delete(r.shown, r.Host) // no line of a GPU follows
		return err
	}
	shown := r.shown[r.Host]
	if shown == nil {
		return nil
	}
	device, power, known := shown.cells(line)
	if !known {
		return nil
	}
	one := shown.under
	watts, whole := strings.CutSuffix(power, "W")
	one.At, one.Cells = r.At, [][]byte{[]byte(device), []byte(watts)}
	if !whole && capture.IsPlain([]byte(watts)) {
		one.NoValue = &celltext.Error{Problem: celltext.Quoted([]byte(watts)) + " lacks its unit",
			Remedy: "give the table as rocm-smi prints it"}
	}
	return r.Keep(&one, "table")
}

func (r *rocm) begin(names rocmTable) {
	under := r.Under(func(side string) *celltext.Error {
		return &celltext.Error{Problem: "has no time: no line of it stands " + side +
			" the table, as one does with the first", Remedy: "leave the table out"}
	})
	under.Time = cmp.Or(under.Time, r.shot)
	r.shown[r.Host] = &rocmShown{names, *under}
}
