package capture

import (
	"bytes"
	"slices"

	"green500/validation/tracefile/internal/hashed"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

type figureSurvey struct {
	timesAfter bool
	timeless   bool // lines with power stand before the first time, which is beside its own
	log        LogTimes
	names      []string // of columns, in the order in which they stand
	means      map[string]Figure
	repeated   map[string]bool // names that stand several times in a row
	times      int
	instants   int    // times that differ from the one before
	last       string // time
	rows       int    // with a figure of power under a time
	tabular    int    // lines that are rather those of a table
	prose      int    // lines that are not
}

// IsFigures reports whether head, the beginning of a file, is of figures that follow their names ("Power: 300 W")
// between lines of times.
func IsFigures(head []byte) bool {
	s := surveyFigures(head)
	return s.times > 1 && s.rows > 1 && s.rows >= s.instants/2 && s.prose > s.tabular && !input.IsJSON(head)
}

const (
	// surveyedLines are looked at, or undecidedLines where none of them is one of such a log.
	surveyedLines  = 2000
	undecidedLines = 10
)

func surveyFigures(head []byte) *figureSurvey {
	head = bytes.TrimPrefix(head, []byte(input.Utf8Mark))
	if len(head) >= hashed.HeadBytes {
		head = head[:bytes.LastIndexByte(head, '\n')+1]
	}
	s := &figureSurvey{means: map[string]Figure{}, repeated: map[string]bool{}}
	for s.survey(head) {
	}
	return s
}

func (s *figureSurvey) survey(head []byte) (more bool) {
	*s = figureSurvey{means: map[string]Figure{}, repeated: s.repeated}
	rows, row, count, before := FigureRows{}, map[string]bool{}, 0, len(s.repeated)
	for line := range bytes.Lines(head) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if count++; count > surveyedLines || count > undecidedLines && s.prose == 0 {
			break
		}
		if count > undecidedLines && line[len(line)-1] != '\n' {
			break // the file ends within it
		}
		l, indent := rows.Read(bytes.TrimRight(line, "\r\n"))
		s.look(line, &l)
		s.sort(&l, rows.path(indent), row)
	}
	if s.times > 0 && !s.timesAfter {
		s.end(row)
	}
	return len(s.repeated) > before
}

func (s *figureSurvey) sort(l *FigureLine, path string, row map[string]bool) {
	if l.Time != "" && !s.timesAfter {
		if s.end(row); s.times == 1 { // what stands before is of no row
			s.names, s.means = nil, map[string]Figure{}
		}
	}
	for i := range l.Figures {
		s.addFigure(row, path, &l.Figures[i])
	}
	if l.Time != "" && s.timesAfter {
		s.end(row)
	}
}

func (s *figureSurvey) look(line []byte, l *FigureLine) {
	if l.Time != "" {
		s.times++
		if l.Time != s.last {
			s.instants, s.last = s.instants+1, l.Time
		}
		s.log.Add([]byte(l.Time))
	}
	named := len(l.Figures) > 1 || slices.ContainsFunc(l.Figures, func(f Figure) bool { return f.Signed })
	cut := bytes.ContainsAny(line, ",;|\t")
	bare := len(l.Figures) == 1 && !cut && (l.Words == 0 || l.Words > 2) // else two columns tell the time, and others the rest
	switch {
	case named || bare || l.rails || l.Words > 0 && len(l.Figures) == 0:
		s.prose++
	case l.Words > 0 || cut:
		s.tabular++
	}
	if slices.ContainsFunc(l.Figures, func(f Figure) bool { return f.OfPower() }) {
		s.place(l.Time != "")
	}
}

func (s *figureSurvey) place(timed bool) {
	switch {
	case s.times == 0:
		s.timesAfter = true
	case s.times == 1 && timed: // those before have none, as of a script that did not write it yet
		s.timeless, s.timesAfter = s.timesAfter, false
	}
}

func (s *figureSurvey) addFigure(row map[string]bool, path string, f *Figure) {
	name := f.name
	if s.repeated[name] {
		name = path + name
	}
	if row[name] {
		s.repeated[f.name] = true
		return
	}
	row[name] = true
	known, met := s.means[name]
	if !met && len(s.names) < table.MaxColumns-1 {
		s.names = append(s.names, name)
		known = *f
	}
	if known.unit == "" {
		known.unit = f.unit
	}
	if !known.OfPower() && f.OfPower() { // it had no reading at first
		known.value = f.value
	}
	s.means[name] = known
}

func (s *figureSurvey) end(row map[string]bool) {
	for name := range row {
		if one := s.means[name]; one.OfPower() {
			s.rows++
			break
		}
	}
	clear(row)
}
