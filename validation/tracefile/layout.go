package tracefile

import (
	"bytes"
	"fmt"
	"slices"
)

// sampled bounds how many records of the beginning a layout is told by.
const sampled = 1000

// sample is a record of the beginning of a file.
type sample struct {
	text      []byte
	line      int
	from, end int // where it lies in its piece
	comment   bool
	cells     int
}

func samplesOf(first *piece) []sample {
	kept := *first // whose text is changed when it is read
	kept.text = bytes.Clone(first.text)
	all := make([]sample, 0, min(sampled, 1+bytes.Count(kept.text, newline)))
	records := recordsOf(&kept, 1)
	for len(all) < sampled {
		text, line, _, ok := records.next()
		if !ok {
			break
		}
		all = append(all, sample{text: text, line: line, from: records.from, end: records.at, comment: commentMark(text) > 0})
	}
	return all
}

// commentMarks begin a line that is none of the table.
var commentMarks = [...]string{"#", "//", "(*", "%", "!"}

// commentMark returns how long the mark at the beginning of a record is, 0 where there is none.
func commentMark(record []byte) int {
	record = bytes.TrimLeft(record, " \t")
	for _, mark := range commentMarks {
		if bytes.HasPrefix(record, []byte(mark)) {
			return len(mark)
		}
	}
	return 0
}

// layout is how the text of a file makes a table.
type layout struct {
	separator byte
	names     []string
	units     []string // a line of units under the names, nil where there is none
	formed    []string // a line under the names that says how the columns were formed, nil where there is none
	begin     int      // of the lines of readings, in the first piece
	timeless  bool     // the line of the names has none for the times
	invented  bool     // no line tells the names
	skipped   int      // lines before the table that are no comments
	line      int      // of the names, or of the first reading
}

// layoutOf tells the layout by the beginning of a file.
func layoutOf(all []sample) (*layout, *fault, int) {
	l := &layout{}
	if isMarkup(all) {
		return nil, &fault{problem: "is XML or HTML, which is no table", remedy: "export the readings as CSV"}, 0
	}
	usual := l.separate(all)
	first := slices.IndexFunc(all, func(s sample) bool { return !s.comment && s.cells == usual && isReading(cellsIn(s, l.separator)) })
	if first < 0 {
		first = len(all)
	} else if headed := l.firstTimed(all, l.firstHeaded(all, l.pastHeadings(all, first))); headed != first {
		first, usual = headed, all[headed].cells
	}
	if l.tearsTimes(all, first) {
		return nil, &fault{problem: "has times with a decimal comma in a table that commas separate", remedy: "write a point before their decimals, or separate the cells by semicolons"}, all[first].line
	}
	header := l.headerBefore(all, first, usual)
	if header < 0 && first == len(all) {
		return nil, &fault{problem: "holds nothing but comments", remedy: "give the file with the meter's readings"}, 0
	}
	if header < 0 {
		l.invent(all, first, usual)
		return l, nil, 0
	}
	if f := l.under(all, header, first, usual); f != nil {
		return nil, f, all[header].line
	}
	return l, nil, 0
}

// under takes the names from the record that holds them.
func (l *layout) under(all []sample, header, first, usual int) *fault {
	names, f := cellsOf(nil, bytes.Clone(all[header].text), l.separator)
	if f != nil {
		return f
	}
	l.names, l.line = textsOf(names), all[header].line
	if l.timeless {
		l.names = append([]string{""}, l.names...)
	}
	if len(l.names) == usual-1 && first < len(all) && len(last(cellsIn(all[first], l.separator))) == 0 {
		l.names = append(l.names, "")
	}
	l.nameFormed()
	l.begin = all[header].end
	if l.units != nil || l.formed != nil || blanksAbove(all, first) < first {
		l.begin = all[first-1].end
	}
	for i := range all[:l.group(all, header)] {
		if !all[i].comment {
			l.skipped++
		}
	}
	return nil
}

func last(cells [][]byte) []byte { return cells[len(cells)-1] }

// cellsIn cuts a sample, which stays as it is.
func cellsIn(s sample, separator byte) [][]byte {
	text := s.text
	if bytes.IndexByte(text, '"') >= 0 { // quoted cells are unquoted in place
		text = bytes.Clone(text)
	}
	cells, f := cellsOf(make([][]byte, 0, min(s.cells, maxColumns)), text, separator)
	if f != nil {
		return nil
	}
	return cells
}

// isReading reports whether cells are those of a reading: a date among them, or a number first.
func isReading(cells [][]byte) bool {
	first := kindNone
	for _, cell := range cells {
		k := kindOf(cell)
		if k == zonedTime || k == wallTime || k == countedTime {
			return true
		}
		if first == kindNone {
			first = k
		}
		if k == number && first == k && namesTime(cell) && bytes.IndexByte(cell, ' ') < 0 { // as 2010timestamp
			first = words
		}
	}
	return first != kindNone && first != words
}

// headerBefore returns which record holds the names of the columns, -1 where none does.
func (l *layout) headerBefore(all []sample, first, usual int) int {
	if first == len(all) {
		if at := slices.IndexFunc(all, func(s sample) bool { return !s.comment && s.cells == usual && l.namesTimes(s) }); at >= 0 {
			return at // below titles
		}
		return slices.IndexFunc(all, func(s sample) bool { return !s.comment })
	}
	top := blanksAbove(all, first)
	at := top - 1
	for at >= 0 && all[at].comment {
		at--
	}
	if at < 0 {
		return -1
	}
	if all[at].cells == usual-1 && l.separator == ' ' && bytes.HasSuffix(cellsIn(all[first], l.separator)[0], []byte{':'}) {
		l.timeless = true
		return at
	}
	if at == top-1 {
		at = l.aboveUnits(all, at)
	}
	if all[at].cells == usual || slices.ContainsFunc(cellsIn(all[at], l.separator), func(cell []byte) bool { return timely(string(cell)) }) && all[at].cells > 1 {
		return at
	}
	return -1
}

// blanksAbove returns the first of the records of blank cells right above the first reading, which name nothing; first where there
// are none.
func blanksAbove(all []sample, first int) int {
	for first > 0 && first < len(all) && all[first-1].cells > 1 && len(bytes.Trim(all[first-1].text, "\" \t,;|")) == 0 {
		first--
	}
	return first
}

// isMarkup reports whether every line is an element of XML or HTML.
func isMarkup(all []sample) bool {
	return !slices.ContainsFunc(all, func(s sample) bool { return !bytes.HasPrefix(bytes.TrimLeft(s.text, " \t"), []byte{'<'}) })
}

// tearsTimes reports whether a comma cuts 10:00:00,123456789+02:00.
func (l *layout) tearsTimes(all []sample, first int) bool {
	if first == len(all) {
		return false
	}
	cells := cellsIn(all[first], l.separator)
	for i := 1; i < len(cells) && l.separator == ','; i++ {
		digits := digitsFrom(cells[i])
		rest := cells[i][len(digits):]
		if _, told, ok := offset(rest); len(digits) >= 3 && len(digits) <= 9 && ok && told && rest[0] != ' ' && kindOf(cells[i-1]) == wallTime {
			return true
		}
	}
	return false
}

// isUnits reports whether cells are the units of columns.
func isUnits(cells []string) bool {
	found := false
	for _, cell := range cells {
		if timely(cell) {
			return false // it is the name of a column of times, beside columns that are called by their units
		}
		text := trimBrackets(cell)
		if _, known := unitNamed(text); known {
			found = true
		} else if len(text) > len("yyyy-mm-dd hh:mm:ss.sss") {
			return false
		}
	}
	return found
}

// invent takes the names from a comment right above the readings, or from the one above that where it tells the units, or
// numbers the columns.
func (l *layout) invent(all []sample, first, usual int) {
	l.begin, l.line, l.units = all[first].from, all[first].line, nil
	for i := range all[:first] {
		if !all[i].comment {
			l.skipped++
		}
	}
	l.names = l.namesIn(all, first-1, usual)
	if l.names == nil {
		l.names, l.invented = make([]string, usual), true
		return
	}
	l.line = all[first-1].line
	if names := l.namesIn(all, first-2, usual); isUnits(l.names) && slices.ContainsFunc(names, namesColumn) {
		l.names, l.units, l.line = names, l.names, all[first-2].line
	}
}

// namesColumn reports whether a word is one by which columns of times or power are called.
func namesColumn(word string) bool { return timely(word) || ofPower(word) && !isUnits([]string{word}) }

// namesIn returns the words of a comment, one for each column; nil where it has none.
func (l *layout) namesIn(all []sample, at, usual int) []string {
	if at < 0 || !all[at].comment {
		return nil
	}
	names, f := cellsOf(nil, bytes.Clone(commentText(all[at].text)), l.separator)
	if f != nil || len(names) != usual || slices.ContainsFunc(names, func(name []byte) bool { return kindOf(name) != words }) {
		return nil
	}
	return textsOf(names)
}

// commentText is what a comment says.
func commentText(record []byte) []byte {
	return bytes.TrimLeft(record, " \t")[commentMark(record):]
}

// named gives columns without a name, and those that share one, the number of their place.
func named(names []string) []string {
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

func textsOf(cells [][]byte) []string {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		texts[i] = latin1(cell)
	}
	return texts
}
