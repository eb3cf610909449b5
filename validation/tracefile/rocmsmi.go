package tracefile

import (
	"bytes"
	"regexp"
	"strings"
	"unicode/utf8"

	"green500/validation/power"
)

// rocm-smi prints a table with a line a GPU:
//
//	GPU  Temp   AvgPwr  SCLK    MCLK     Fan  Perf  PwrCap  VRAM%  GPU%
//	0    39.0c  100.0W  800Mhz  1600Mhz  0%   auto  560.0W    0%   0%
//
// Newer versions call the columns Device and Power, name both in two lines and have cells with blanks in them. Cells
// begin where their names do. What a GPU may draw at most stands beside what it draws, and is no reading. A log of it
// holds lines of the time before or behind the tables.

// rocmNames is the line of names, and the column of the power in it.
var rocmNames = regexp.MustCompile(`^(GPU|Device) .*?  (AvgPwr|Power(?: \(\w+\))?(?: Avg)?)(  +)\S.* Perf +PwrCap +`)

// rocmHead is how many lines come before the first table of a log. What a job says of itself may be longer, and then a
// single table is no log.
const rocmHead = 20

func isROCm(head []byte) bool {
	if !bytes.Contains(head, []byte("PwrCap")) {
		return false
	}
	_, told := firstROCmTable(head)
	return told
}

// rocmTable tells where the cells of a table stand, in characters.
type rocmTable struct {
	device, power string // the names
	from, to      int    // of the power
}

func rocmTableOf(line []byte) (t rocmTable, told bool) {
	m := rocmNames.FindSubmatchIndex(line)
	if m == nil {
		return t, false
	}
	characters := func(end int) int { return utf8.RuneCount(line[:end]) }
	return rocmTable{string(line[m[2]:m[3]]), string(line[m[4]:m[5]]), characters(m[4]), characters(m[7])}, true
}

// firstROCmTable returns the first table of a log.
func firstROCmTable(head []byte) (first rocmTable, told bool) {
	count, tables := 0, 0
	for line := range bytes.Lines(head) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		count++
		table, names := rocmTableOf(line)
		if !names {
			_, rest, _ := linePrefix(string(line))
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

// cells reads the line of a GPU: its number, and its power, of which nothing is left where the line is cut off.
func (t *rocmTable) cells(line []byte) (device, power string, known bool) {
	number, _, more := bytes.Cut(line, []byte{' '})
	if !more || !onlyDigits(number) {
		return "", "", false
	}
	text := []rune(latin1(line))
	if len(text) < t.to { // other columns follow the power
		return string(number), "", true
	}
	if text[t.from-1] != ' ' || text[t.to-1] != ' ' {
		return string(number), shortened(line), true // no cell stands where the name does
	}
	return string(number), strings.TrimSpace(string(text[t.from:t.to])), true
}

// rocmCaptureLine tells the lines of the tool: all that tell neither a time nor a machine are.
func rocmCaptureLine(line []byte) captureLine {
	if _, names := rocmTableOf(line); names {
		return captureLine{own: true, begins: true, repeat: "table"}
	}
	_, told := captionOf(string(line))
	return captureLine{own: !told}
}

// The columns of the table made of it.
const (
	rocmTime = iota
	rocmDevice
	rocmPower
)

// rocmRow is the line of a GPU.
type rocmRow struct {
	capturedRow
	device, power string
}

// rocmShown is a table that a machine shows.
type rocmShown struct {
	rocmTable
	open  bool        // lines of GPUs may follow
	under capturedRow // what these lines have in common
	spent int         // how many times had been told when it began
}

// rocm is a log of rocm-smi, standing on a GPU of a table.
type rocm struct {
	captureSheet
	capturedRows[*rocmRow]
	shown map[string]*rocmShown // the last table of each machine
	shot  string                // the time of a member that is a single table
	bare  bool                  // the power has no unit
}

const rocmLog = "log a line of the time before each table, as: while sleep 1; do date --iso-8601=seconds; rocm-smi; done"

func openROCm(in *input) (sheet, error) {
	first, _ := firstROCmTable(in.head)
	r := &rocm{captureSheet: openCaptures(in, rocmCaptureLine, "time", first.device, first.power), shown: map[string]*rocmShown{}}
	r.lineSheet.fill = r.reading
	if r.hostAt >= 0 {
		r.table.keys = []int{r.hostAt}
	}
	r.table.keys = append(r.table.keys, rocmDevice)
	r.table.value = rocmPower
	r.measures(rocmPower, meaning{unit: "W", certain: true})
	if r.layout.place == timesNowhere || r.layout.place == timesOnce {
		if r.shot = r.shotTime(); r.shot == "" {
			return nil, r.withoutTimes()
		}
	}
	return r, r.advance()
}

func (r *rocm) withoutTimes() *power.InputError {
	if r.layout.captures == 1 {
		return r.oneInstant("rocm-smi", rocmLog)
	}
	return r.refuse(0, "time", "stands beside no table of rocm-smi", rocmLog)
}

// reading stands on the next line of a GPU.
func (r *rocm) reading() error {
	if err := r.capturedRows.fill(r.nextLine, r.read); err != nil {
		return err
	}
	one := r.ready[0]
	r.ready = r.ready[1:]
	r.at = one.at
	r.set(rocmDevice, []byte(one.device))
	watts, whole := strings.CutSuffix(one.power, "W")
	r.set(rocmPower, []byte(watts))
	r.bare = !whole && isPlain([]byte(watts))
	r.dated(one.time, one.host, one.lack)
	return nil
}

// read takes a line of a table or around it.
func (r *rocm) read(line []byte) error {
	if names, told := rocmTableOf(line); told {
		r.begin(names)
		return nil
	}
	if c, told := captionOf(string(line)); told {
		return r.told(c)
	}
	shown := r.shown[r.host]
	if shown == nil || !shown.open {
		return nil
	}
	if device, power, known := shown.cells(line); known {
		one := &rocmRow{shown.under, device, power}
		one.at = r.at
		return r.keep(one)
	}
	return nil
}

// begin begins a table. A time is that of the first table of its machine behind it.
func (r *rocm) begin(names rocmTable) {
	now, spent, under := r.now(), 0, capturedRow{time: r.shot, host: r.host}
	if before := r.shown[r.host]; before != nil {
		spent = before.spent
	}
	switch r.layout.place {
	case timesBefore:
		under.lack = tableWithoutTime("before")
		if now.count > spent {
			under.time = now.time
		}
	case timesBehind:
		under.lack = tableWithoutTime("behind")
	}
	r.shown[r.host] = &rocmShown{names, true, under, now.count}
}

func tableWithoutTime(side string) *fault {
	return &fault{problem: "has no time: no line of it stands " + side + " the table, as one does with the first", remedy: "leave the table out"}
}

// told takes a time or a machine; a time behind tables is that of all lines which have none yet.
func (r *rocm) told(c caption) error {
	timed, trouble := r.hear(c)
	if trouble != nil {
		return trouble
	}
	if shown := r.shown[r.host]; shown != nil {
		shown.open = false
	}
	if timed && r.layout.place == timesBehind {
		r.release(&r.captureSheet, c)
	}
	return nil
}

// keep makes a line ready, or holds it until the time behind it.
func (r *rocm) keep(one *rocmRow) error {
	if r.layout.place != timesBehind {
		r.ready = append(r.ready, one)
	} else if !r.hold(one) {
		return r.refuse(r.at, "time", "stands behind too many tables", "log a line of the time before each table")
	}
	return nil
}

func (r *rocm) number(column int) (float64, *fault) {
	if column == rocmPower && r.bare {
		text, _ := r.text(column)
		return 0, &fault{problem: quoted(text) + " lacks its unit", remedy: "give the table as rocm-smi prints it"}
	}
	return r.lineSheet.number(column)
}
