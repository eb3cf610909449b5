package delimited

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// evenLayout is how the rows of a log are written that are alike. A form of counted and a number stands for a count
// since 1970 of so many digits after the seconds, one with a point for seconds with so many decimals. # stands for the
// number of a meter, @ for a name of one, longer for some, and ~ for what is another in every row.
type evenLayout struct{ form, before, after, end string }

const counted = "count"

func evenLayouts() []evenLayout {
	return []evenLayout{
		{"2006-01-02T15:04:05.000Z", ",", "", "\n"},
		{"2006-01-02T15:04:05.000000Z07:00", ",", "", "\r\n"},
		{"2006-01-02 15:04:05", "\t", "", "\n"},
		{"02.01.2006 15:04:05.0", ";", "", "\n"},
		{"2006/01/02 15:04:05.000", ", 0, ", " W", "\n"},
		{"2006-01-02T15:04:05.000000000Z", ",", ",ok", "\n"},
		{"Jan 2 2006 15:04:05", ",", ",", "\n"},
		{"1/2/06 15:04:05", ";", "", "\n"},
		{"02.01.2006 15:04:05,000", ";", " W", "\n"},
		{"2006-01-02 15:04:05,000000", "\t", "", "\r\n"},
		{"2006-01-02 15:04:05,00Z07:00", ";n#;", "", "\n"},
		{counted + "0", ",", "", "\n"},
		{counted + ".3", ";", "", "\r\n"},
		{counted + ".6", ",a longer text that stays the same,", "", "\n"},
		{counted + ".7", ",", "", "\n"},
		{counted + "3", "\t", "", "\n"},
		{counted + "6", ",", "", "\n"},
		{counted + "9", ",", "", "\n"},
		{counted + "4", ",", "", "\n"},
		{counted + "3", ",node#,", "", "\n"},
		{"2006-01-02T15:04:05Z07:00", ",n#,", "", "\n"},
		{"2006-01-02 15:04:05.000", ";rack-of-a-long-name-#;", ";#", "\n"},
		{"2006-01-02T15:04:05Z", ",", ",node#", "\r\n"},
		{counted + "0", ",", ",x,#,", "\n"},
		{counted + "0", ",@#,", "", "\n"},
		{"2006-01-02T15:04:05.000Z", ",~,~,", ",~", "\n"},
		{"2006/01/02 15:04:05.000", ", ~, ", " W, ~,", "\r\n"},
		{"2006-01-02 15:04:05Z07:00", ";~;", "", "\r\n"},
		{counted + ".3", "\t", "\t~\t~", "\n"},
		{counted + "0", ",~,#,", ",~", "\n"},
	}
}

func (l evenLayout) row(at time.Time, value string, node int) string {
	text, number := at.Format(l.form), strconv.Itoa(node)
	if places, is := strings.CutPrefix(l.form, counted); is {
		decimals, pointed := strings.CutPrefix(places, ".")
		text = strconv.FormatInt(at.UnixNano(), 10)
		text = text[:len(text)-9+int(decimals[0]-'0')]
		if whole := len(strconv.FormatInt(at.Unix(), 10)); pointed {
			text = text[:whole] + "." + text[whole:]
		}
	}
	name := strings.Repeat("a name that may be too long ", node%4) // of @
	another := strconv.FormatInt(at.UnixMilli()*7919%9973, 10)
	return text + strings.NewReplacer("#", number, "@", name, "~", another).Replace(l.before+value+l.after) + l.end
}

// keys are the columns that name a meter.
func (l evenLayout) keys() []string {
	var names []string
	cells, cell := strings.Split(l.header()[:len(l.header())-1], l.before[:1]),
		strings.Split("0"+l.before+"0"+l.after, l.before[:1])
	for i, name := range cells {
		if strings.Contains(cell[i], "#") {
			names = append(names, name)
		}
	}
	return names
}

// header has a name for every cell.
func (l evenLayout) header() string {
	separator := l.before[:1]
	names := "time" + separator
	for i := range strings.Count(l.before, separator) - 1 {
		names += fmt.Sprintf("n%d%s", i, separator)
	}
	names += "power"
	for i := range strings.Count(l.after, separator) {
		names += fmt.Sprintf("%sm%d", separator, i)
	}
	return names + "\n"
}

func evenTexts() []string {
	var texts []string
	for _, l := range evenLayouts() {
		text := l.header()
		for i := range 12 {
			text += l.row(time.Date(2026, 6, 1, 23, 59, 55+i/2, i*1e8, time.UTC), fmt.Sprintf("%d.%d", 95+i, i), i%2)
		}
		texts = append(texts, text)
	}
	return texts
}

// reading returns what reads the rows that the careful way need not.
func reading(choose func(*reader)) func(d *Delimited, selections []*table.Selection) error {
	return func(d *Delimited, selections []*table.Selection) error {
		d.resolveNotation()
		m := &merger{Table: d.Table, selections: selections, lines: d.begins - 1}
		r, h := newReader(d, selections), &pieceReadings{}
		choose(r)
		for p, err := d.first, error(nil); err == nil; p, err = d.pieces.next(p.Room) {
			r.read(p, h)
			if err := errors.Join(m.merge(h), h.err); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestEvenRows holds rows that are taken as the one before to what the careful way makes of
// them, whole ones and damaged ones.
func TestEvenRows(t *testing.T) {
	zone := tracetest.Berlin(t)
	taken := 0
	rapid.Check(t, func(t *rapid.T) {
		l := rapid.SampledFrom(evenLayouts()).Draw(t, "layout")
		text := drawnEvenText(t, l)
		series := []*power.Series{{Unit: rapid.SampledFrom([]power.Unit{"W", "kW", "MW", "mW"}).Draw(t, "unit"),
			Value: "power", DateOrder: timestamp.MonthFirst, Instruments: l.keys()}}
		if rapid.Bool().Draw(t, "comma") {
			series[0].Decimal = celltext.DecimalComma
			text = strings.ReplaceAll(text, "!", ",")
		}
		text = strings.ReplaceAll(text, "!", ".")
		way := func(choose func(*reader)) string {
			return outcome(t, []byte(text), evenPieces, series, zone, reading(choose))
		}
		even := way(func(r *reader) { taken += celltext.CountIf(r.even != nil) })
		if careful := way(func(r *reader) { r.even = nil }); even != careful {
			t.Fatalf("%s\nas even rows\n%s\nwith care\n%s", text, even, careful)
		}
	})
	if taken == 0 {
		t.Error("no rows were taken as even ones")
	}
}

// TestEvenRowsOfAnotherZone reads meters that take turns, of which one and then another writes the hour of
// another zone for once: what is known of how the next one writes is not true then.
func TestEvenRowsOfAnotherZone(t *testing.T) {
	l := evenLayout{"2006-01-02T15:04:05Z07:00", ",n#,", "", "\n"}
	text, start := l.header(), time.Date(2026, 6, 1, 3, 0, 0, 0, time.UTC)
	for i := range 40 {
		at := start.Add(time.Duration(i) * time.Second)
		if i == 24 || i == 25 {
			at = at.In(time.FixedZone("", 7200))
		}
		text += l.row(at, fmt.Sprint(100+i), i%3)
	}
	readAlike(t, text, &power.Series{Unit: "W", Value: "power", Instruments: l.keys()}, time.UTC)
}

// readAlike holds rows that are taken as even ones to what the careful way makes of them.
func readAlike(t *testing.T, text string, series *power.Series, zone *time.Location) {
	t.Helper()
	way := func(choose func(*reader)) string {
		return outcome(t, []byte(text), len(text), []*power.Series{series}, zone, reading(choose))
	}
	even, careful := way(func(*reader) {}), way(func(r *reader) { r.even = nil })
	if even != careful {
		t.Errorf("%s\nas even rows\n%s\nwith care\n%s", text, even, careful)
	}
}

// TestAnEvenRowWithAnotherCharacter puts some characters in every place of a row in the middle: all of them with
// GREEN500_TEST_LONG, otherwise one of a kind.
func TestAnEvenRowWithAnotherCharacter(t *testing.T) {
	const before, behind = 3, 12 // rows
	others := "x7.\n"
	if os.Getenv("GREEN500_TEST_LONG") != "" {
		others = "x07:.; \n"
	}
	for _, l := range evenLayouts() {
		text, from := l.header(), 0
		for i := range before + behind {
			if i == before {
				from = len(text)
			}
			text += strings.ReplaceAll(l.row(time.Date(2026, 6, 1, 23, 59, 55, i*1e8, time.UTC),
				fmt.Sprintf("%d!%d", 195+i, i%10), 0), "!", ".")
		}
		series := &power.Series{Unit: "W", Value: "power", DateOrder: timestamp.MonthFirst, Instruments: l.keys()}
		for at := from; at == from || text[at-1] != '\n'; at++ {
			for _, other := range others {
				readAlike(t, text[:at]+string(other)+text[at+1:], series, time.UTC)
			}
		}
	}
}

// TestLongRowsArePassed has a number end the text, after a column that nobody needs and that is about as long as may
// be.
func TestLongRowsArePassed(t *testing.T) {
	l := evenLayout{"2006-01-02T15:04:05Z", ",~,!,", "", "\n"}
	for _, long := range []int{100, evenRoom, 2 * evenRoom} {
		text := l.header()
		for i := range 12 {
			row := l.row(time.Date(2026, 6, 1, 0, 0, i, 0, time.UTC), fmt.Sprint(100+i), 0)
			text += strings.Replace(row, "!", strings.Repeat("x", long), 1)
		}
		readAlike(t, text, &power.Series{Unit: "W", Value: "power"}, time.UTC)
	}
}

// TestEvenRowsWhereTimeIsNotCertain has rows go through the end of summer time, and counts through where they may begin
// and end.
func TestEvenRowsWhereTimeIsNotCertain(t *testing.T) {
	series := &power.Series{Unit: "W", Value: "power"}
	l := evenLayout{"2006-01-02 15:04:05", ",", "", "\n"}
	for _, changes := range []time.Time{time.Date(2026, 3, 29, 2, 0, 0, 0, time.UTC),
		time.Date(2026, 10, 25, 2, 0, 0, 0, time.UTC)} {
		text := l.header()
		for i := range 100 {
			text += l.row(changes.Add(-52*time.Hour+time.Duration(i)*time.Hour), fmt.Sprint(100+i), 0)
		}
		readAlike(t, text, series, tracetest.Berlin(t))
	}
	for _, middle := range []int64{timestamp.EarliestCount, timestamp.LastSecond} {
		text := "time,power\n"
		for i := range int64(60) {
			text += fmt.Sprintf("%d,%d\n", middle+7*(i-30), 100+i)
		}
		readAlike(t, text, series, time.UTC)
	}
}

// drawnEvenText draws rows that are alike, and damages some. The point of numbers is written as an exclamation mark.
func drawnEvenText(t *rapid.T, l evenLayout) string {
	text := []byte(l.header())
	at := time.Unix(rapid.Int64Range(1e9, 3e9).Draw(t, "start"), 0).UTC()
	step := time.Duration(rapid.SampledFrom([]int64{1e6, 1e8, 1e9, 6e11, 36e11}).Draw(t, "step"))
	places := rapid.IntRange(0, 4).Draw(t, "places")
	rows := rapid.IntRange(10, 60).Draw(t, "rows")
	nodes := rapid.SampledFrom([]int{1, 2, 3, 12}).Draw(t, "instruments")
	inTurn := rapid.Bool().Draw(t, "in turn")
	summer, winter := rapid.IntRange(0, rows).Draw(t, "another zone from"), rapid.IntRange(0, rows).Draw(t, "and until")
	damaged := rapid.IntRange(0, rows).Draw(t, "damaged") // none if it is rows
	for i := range rows {
		value := rapid.StringMatching(`[1-9][0-9]{0,3}`).Draw(t, "value")
		if places > 0 {
			value += "!" + rapid.StringMatching(fmt.Sprintf(`[0-9]{%d}`, places)).Draw(t, "decimals")
		}
		node := i % nodes
		if i == summer {
			at = at.In(time.FixedZone("", 7200))
		}
		if i == winter {
			at = at.UTC()
		}
		if !inTurn {
			node = rapid.IntRange(0, nodes-1).Draw(t, "instrument")
		}
		row := []byte(l.row(at.Add(time.Duration(i/nodes)*step), value, node))
		if i == damaged {
			row[rapid.IntRange(0, len(row)-1).Draw(t, "place")] = rapid.SampledFrom(
				[]byte("09:-+!.,; \t\r\n\"Zx\x00\xb0\xff")).Draw(t, "byte")
		}
		text = append(text, row...)
	}
	return string(text)
}

// TestTimesThatDropTheirFraction: what rows of another meter had in common with times that were written otherwise says
// nothing of those that follow.
func TestTimesThatDropTheirFraction(t *testing.T) {
	series := &power.Series{Unit: "W", Value: "p", Instruments: []string{"key"}}
	for _, tail := range []string{"", ",rack-0123"} {
		text := "time,p,key" + strings.Repeat(",z", strings.Count(tail, ",")) + "\n"
		round := func(at string, values ...string) {
			for i, value := range values {
				text += at + "," + value + "," + string(rune('a'+i)) + tail + "\n"
			}
		}
		for i := range 4 {
			round(fmt.Sprint(1_700_000_000+i), "5.67", "5.67", "5.67")
		}
		text += "1700000010,5.67,a" + tail + "\n1700000010.5,5.67,b" + tail + "\n1700000010.5,5.67,c" + tail + "\n"
		round("1700000011", "125.67", "5.67")
		for i := range 20 {
			round(fmt.Sprint(1_700_000_020+i), "5.67", "5.67", "5.67")
		}
		read := func(choose func(*reader)) string {
			return outcome(t, []byte(text), len(text), []*power.Series{series}, time.UTC, reading(choose))
		}
		if even, careful := read(func(*reader) {}), read(func(r *reader) { r.even = nil }); even != careful {
			t.Errorf("read as\n%s\ncarefully\n%s", even, careful)
		}
	}
}
