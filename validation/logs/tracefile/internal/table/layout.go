package table

import (
	"bytes"
	"fmt"
	"slices"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// Sampled bounds how many records of the beginning a layout is recognised by.
const Sampled = 1000

// Sample is a record of the beginning of a file.
type Sample struct {
	Text      []byte
	Line      int
	From, end int // where it lies in its piece
	Comment   bool
	Zeros     bool // the record holds zero bytes; text is what stands before them, or after those at its beginning
	Cells     int
}

// SamplesOf returns the first records of a file, at most Sampled.
func SamplesOf(first *Piece) []Sample {
	kept := *first // whose text is changed when it is read
	kept.Text = bytes.Clone(first.Text)
	all := make([]Sample, 0, min(Sampled, 1+bytes.Count(kept.Text, celltext.Newline)))
	records := RecordsOf(&kept, 1)
	for len(all) < Sampled {
		text, line, _, ok := records.Next()
		if !ok {
			break
		}
		zeros := bytes.IndexByte(text, 0) >= 0
		if zeros {
			before, _, cut := bytes.Cut(bytes.TrimLeft(text, "\x00"), []byte{0})
			if text = before; cut {
				text = bytes.TrimRight(text, "\t ,;|")
			}
		}
		if len(text) > 0 {
			all = append(all, Sample{Text: text, Line: line, From: records.from, end: records.at,
				Comment: CommentMark(text) > 0, Zeros: zeros})
		}
	}
	return all
}

var commentMarks = [...]string{"#", "//", "(*", "%", "!"}

// CommentMark returns how long the mark at the beginning of a record is, 0 if there is none.
func CommentMark(record []byte) int {
	record = bytes.TrimLeft(record, " \t")
	for _, mark := range commentMarks {
		if bytes.HasPrefix(record, []byte(mark)) {
			return len(mark)
		}
	}
	return 0
}

func commentText(record []byte) []byte { return bytes.TrimLeft(record, " \t")[CommentMark(record):] }

// Layout is how the text of a file makes a table.
type Layout struct {
	Separator byte
	Names     []string
	Units     []string // a line of units under the names, nil if there is none
	formed    []string // a line under the names that says how the columns were formed, nil if there is none
	Begin     int      // of the lines of readings, in the first piece
	Timeless  bool     // the line of the names has none for the times
	Invented  bool     // no line states the names
	Skipped   int      // lines before the table that are no comments
	Line      int      // of the names, or of the first reading
	Zeros     bool     // there are zero bytes in the line of the names
}

// LayoutOf finds the layout from the beginning of a file.
func LayoutOf(all []Sample) (*Layout, *celltext.Error, int) {
	l := &Layout{}
	if !slices.ContainsFunc(all,
		func(s Sample) bool { return !bytes.HasPrefix(bytes.TrimLeft(s.Text, " \t"), []byte{'<'}) }) {
		return nil, &celltext.Error{Problem: "is XML or HTML, which is no table", Remedy: "export the readings as CSV"},
			0
	}
	usual := l.separate(all)
	first := slices.IndexFunc(all,
		func(s Sample) bool { return !s.Comment && s.Cells == usual && IsReading(CellsIn(s, l.Separator)) })
	if first < 0 {
		first = len(all)
	} else if headed := l.firstTimed(all, l.firstHeaded(all, l.pastHeadings(all, first))); headed != first {
		first, usual = headed, all[headed].Cells
	}
	if l.tearsTimes(all, first) {
		return nil, &celltext.Error{Problem: "has times with a decimal comma in a table that commas separate",
			Remedy: "write a point before their decimals, or separate the cells by semicolons"}, all[first].Line
	}
	header := l.headerBefore(all, first, usual)
	switch {
	case header < 0 && first == len(all):
		return nil, &celltext.Error{Problem: "holds nothing but comments",
			Remedy: "give the file with the meter's readings"}, 0
	case header < 0:
		l.invent(all, first, usual)
		return l, nil, 0
	case l.tableAbove(all, header):
		names := celltext.Listed(TextsOf(CellsIn(all[header], l.Separator)))
		return nil, &celltext.Error{Problem: "begins another table, of " + names,
			Remedy: "give each table as a file of its own"}, all[header].Line
	}
	if f := l.under(all, header, first, usual); f != nil {
		return nil, f, all[header].Line
	}
	return l, nil, 0
}

// tableAbove reports whether a table with times and power stands above the names. What is written before a table is no
// such table.
func (l *Layout) tableAbove(all []Sample, header int) bool {
	for i := 1; i < header; i++ {
		names, cells := all[i-1], all[i]
		if names.Comment || cells.Comment || cells.Cells < 2 || names.Cells != cells.Cells {
			continue
		}
		words := CellsIn(names, l.Separator)
		ofPower := func(cell []byte) bool { return columnname.OfPower(celltext.Latin1(cell)) }
		if l.namesTimes(names) && slices.ContainsFunc(words, ofPower) && hasTime(CellsIn(cells, l.Separator)) &&
			l.namesTimes(all[header]) {
			return true
		}
	}
	return false
}

func (l *Layout) under(all []Sample, header, first, usual int) *celltext.Error {
	names, f := CellsOf(nil, bytes.Clone(all[header].Text), l.Separator)
	if f != nil {
		return f
	}
	l.Names, l.Line = TextsOf(names), all[header].Line
	if l.Zeros = all[header].Zeros; l.Zeros && len(names) != usual {
		return &celltext.Error{Problem: "holds zero bytes among the names of the columns, " +
			"as a power failure leaves them", Remedy: "give the log as the meter wrote it"}
	}
	if l.Timeless {
		l.Names = append([]string{""}, l.Names...)
	}
	if len(l.Names) == usual-1 && first < len(all) {
		if cells := CellsIn(all[first], l.Separator); len(cells[len(cells)-1]) == 0 {
			l.Names = append(l.Names, "")
		}
	}
	l.nameFormed()
	l.Begin = all[header].end
	if l.Units != nil || l.formed != nil || blanksAbove(all, first) < first {
		l.Begin = all[first-1].end
	}
	l.skip(all[:l.group(all, header)])
	return nil
}

func (l *Layout) skip(above []Sample) {
	for i := range above {
		l.Skipped += celltext.CountIf(!above[i].Comment)
	}
}

// CellsIn cuts a sample, which stays as it is.
func CellsIn(s Sample, separator byte) [][]byte {
	text := s.Text
	if bytes.IndexByte(text, '"') >= 0 { // quoted cells are unquoted in place
		text = bytes.Clone(text)
	}
	cells, f := CellsOf(make([][]byte, 0, min(s.Cells, MaxColumns)), text, separator)
	if f != nil {
		return nil
	}
	return cells
}

// IsReading reports whether cells are those of a reading: a date among them, or a number first.
func IsReading(cells [][]byte) bool {
	first := KindNone
	for _, cell := range cells {
		k := KindOf(cell)
		if k == ZonedTime || k == LocalTime || k == CountedTime {
			return true
		}
		if first == KindNone {
			first = k
		}
		if k == Number && first == k && NamesTime(cell) && bytes.IndexByte(cell, ' ') < 0 { // as 2010timestamp
			first = Words
		}
	}
	return first != KindNone && first != Words
}

func (l *Layout) headerBefore(all []Sample, first, usual int) int {
	if first == len(all) {
		if at := slices.IndexFunc(all,
			func(s Sample) bool { return !s.Comment && s.Cells == usual && l.namesTimes(s) }); at >= 0 {
			return at // below titles
		}
		return slices.IndexFunc(all, func(s Sample) bool { return !s.Comment })
	}
	top := blanksAbove(all, first)
	at := top - 1
	for at >= 0 && all[at].Comment {
		at--
	}
	if at < 0 {
		return -1
	}
	if all[at].Cells == usual-1 && l.Separator == ' ' &&
		bytes.HasSuffix(CellsIn(all[first], l.Separator)[0], []byte{':'}) {
		l.Timeless = true
		return at
	}
	if at == top-1 {
		at = l.aboveUnits(all, at)
	}
	if all[at].Cells == usual || all[at].Cells > 1 && slices.ContainsFunc(CellsIn(all[at], l.Separator), NamesTime) {
		return at
	}
	return -1
}

// blanksAbove returns the first of the records of blank cells right above the first reading, or that.
func blanksAbove(all []Sample, first int) int {
	for first > 0 && first < len(all) && all[first-1].Cells > 1 && len(bytes.Trim(all[first-1].Text, "\" \t,;|")) == 0 {
		first--
	}
	return first
}

func (l *Layout) tearsTimes(all []Sample, first int) bool {
	if first == len(all) || l.Separator != ',' {
		return false
	}
	cells := CellsIn(all[first], l.Separator)
	for i := 1; i < len(cells); i++ {
		digits := celltext.DigitsFrom(cells[i])
		rest := cells[i][len(digits):]
		if _, given, ok := timestamp.Offset(rest); len(digits) >= 3 && len(digits) <= 9 && ok && given &&
			rest[0] != ' ' && KindOf(cells[i-1]) == LocalTime {
			return true
		}
	}
	return false
}

// IsUnits reports whether cells are the units of columns.
func IsUnits(cells []string) bool {
	found := false
	for _, cell := range cells {
		if columnname.Timely(cell) {
			return false // it is the name of a column of times, beside columns that are called by their units
		}
		text := columnname.TrimBrackets(cell)
		if _, known := columnname.UnitNamed(text); known {
			found = true
		} else if len(text) > len("yyyy-mm-dd hh:mm:ss.sss") {
			return false
		}
	}
	return found
}

// invent takes the names from a comment right above the readings, or from the one above that if it states the units.
func (l *Layout) invent(all []Sample, first, usual int) {
	l.Begin, l.Line, l.Units = all[first].From, all[first].Line, nil
	l.skip(all[:first])
	if l.Names = l.namesIn(all, first-1, usual); l.Names == nil {
		l.Names, l.Invented = make([]string, usual), true
		return
	}
	l.Line = all[first-1].Line
	namesColumn := func(word string) bool {
		return columnname.Timely(word) || columnname.OfPower(word) && !IsUnits([]string{word})
	}
	if names := l.namesIn(all, first-2, usual); IsUnits(l.Names) && slices.ContainsFunc(names, namesColumn) {
		l.Names, l.Units, l.Line = names, l.Names, all[first-2].Line
	}
}

func (l *Layout) namesIn(all []Sample, at, usual int) []string {
	if at < 0 || !all[at].Comment {
		return nil
	}
	names, f := CellsOf(nil, bytes.Clone(commentText(all[at].Text)), l.Separator)
	if f != nil || len(names) != usual ||
		slices.ContainsFunc(names, func(name []byte) bool { return KindOf(name) != Words }) {
		return nil
	}
	return TextsOf(names)
}

// Named gives columns without a name, and those that share one, the number of their place.
func Named(names []string) []string {
	times := map[string]int{}
	for _, name := range names {
		times[name]++
	}
	all := slices.Clone(names)
	for i, name := range all {
		switch {
		case name == "":
			all[i] = fmt.Sprintf("column %d", i+1)
		case times[name] > 1:
			all[i] = fmt.Sprintf("column %d: %s", i+1, name)
		}
	}
	return all
}

// TextsOf returns cells as strings.
func TextsOf(cells [][]byte) []string {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		texts[i] = celltext.Latin1(cell)
	}
	return texts
}

const fewestTransposed = 2

// Transposed reports whether the first line of a table holds times if the line below it holds none, as when a program
// exports a line a sensor and a column a time. Nothing else of such a table is what its place says.
func (l *Layout) Transposed(all []Sample) (line int, is bool) {
	at := slices.IndexFunc(all, func(s Sample) bool { return !s.Comment })
	if at < 0 || at+1 == len(all) || all[at].Cells != all[at+1].Cells {
		return 0, false
	}
	dated := func(cell []byte) bool { return slices.Contains([]Kind{ZonedTime, LocalTime}, KindOf(cell)) }
	below, times := CellsIn(all[at+1], l.Separator), 0
	for i, cell := range CellsIn(all[at], l.Separator) {
		if dated(cell) && dated(below[i]) {
			return 0, false
		}
		times += celltext.CountIf(dated(cell))
	}
	return all[at].Line, times >= fewestTransposed
}
