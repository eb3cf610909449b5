package sample

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/document"
	"green500/validation/power"
)

// Change is one thing that is done to a clean measurement: a line "key: value" of a test case or of
// a rule's example. Changes of the document come first, whatever their place; all others follow in
// the order of their lines. The table below has the keys, what each takes and what it does.
type Change struct{ Key, Value string }

// change is what a key stands for.
type change struct {
	// takes is the form of the value. Capitals are its arguments: T a point of time, I the first reading at or after
	// one, D a length of time, P one above 0, F a figure whose unit does not count, V a value in the unit of the file,
	// N a number of readings, W words. What stands in brackets may be left out. "in series[1]" after any change of
	// readings spares the others.
	//
	// A point of time is start or end (of the core phase), launch or finish (of the full run), first or last (of all
	// readings), with an offset as in start+30s.
	takes string
	// for people, as part of a sentence, with arguments by their places; {of} stands where "in series[1]" belongs
	words string

	document    func(*paper, arguments) error
	measurement func(*power.Measurement, arguments) error // "in series[1]" is the last of them
	readings    func(*readings, arguments)
}

type arguments []argument

type argument struct {
	letter, text string
	at           time.Time
	index        int // of the reading
	by           time.Duration
	figure       float64
	value        int64
}

var (
	capital  = regexp.MustCompile(`[A-Z]`)
	optional = regexp.MustCompile(`\[.*\]`)
	inSeries = regexp.MustCompile(`^(.*) in (series\[\d+\])$`)
)

// find looks for what a key and its value stand for: "output residual none" before "output residual".
func (c Change) find() (of change, value, only string, err error) {
	value = c.Value
	first, rest, _ := strings.Cut(c.Value, " ")
	of, known := changes[c.Key+" "+c.Value]
	if !known {
		if of, known = changes[c.Key+" "+first]; known {
			value = rest
		} else if of, known = changes[c.Key]; !known {
			return of, value, only, fmt.Errorf("no change is called %q", c.Key)
		}
	}
	if parts := inSeries.FindStringSubmatch(value); parts != nil && of.document == nil {
		value, only = parts[1], parts[2]
	}
	return of, value, only, nil
}

func (c change) arguments(value string) (arguments, error) {
	form := strings.NewReplacer(`\[`, "(?:", `\]`, ")?").Replace(regexp.QuoteMeta(c.takes))
	parts := regexp.MustCompile("^" + capital.ReplaceAllString(form, "(.*?)") + "$").FindStringSubmatch(value)
	if parts == nil {
		return nil, fmt.Errorf("%q is not of the form %q", value, c.takes)
	}
	var all arguments
	for i, letter := range capital.FindAllString(c.takes, -1) {
		all = append(all, argument{letter: letter, text: parts[i+1]})
	}
	return all, nil
}

func (a *argument) read(m *power.Measurement) (err error) {
	if a.text == "" {
		return nil
	}
	switch figure, _, _ := strings.Cut(a.text, " "); a.letter {
	case "T", "I":
		a.at, err = point(m, a.text)
	case "D", "P":
		if a.by, err = time.ParseDuration(a.text); err == nil && a.letter == "P" && a.by <= 0 {
			err = fmt.Errorf("%q is no length of time", a.text)
		}
	case "F", "V", "N":
		if a.figure, err = strconv.ParseFloat(figure, 64); err == nil && a.letter == "N" && a.figure < 1 {
			err = fmt.Errorf("%q is no number of readings", a.text)
		}
	}
	return err
}

// ParseChange reads a line "key: value".
func ParseChange(line string) (Change, error) {
	key, value, found := strings.Cut(line, ": ")
	if !found {
		return Change{}, fmt.Errorf("%q is no \"key: value\"", line)
	}
	_, _, _, err := Change{key, value}.find()
	return Change{key, value}, err
}

// Words says for people what the change does, as part of a sentence: "meters[0].make is left out".
func (c Change) Words() string {
	of, value, only, _ := c.find()
	arguments, _ := of.arguments(value) // what is wrong cannot be applied
	own := strings.NewReplacer("the start of the core phase", "its start", "the end of the core phase", "its end")
	text := optional.ReplaceAllStringFunc(of.words, func(part string) string {
		if arguments[len(arguments)-1].text == "" {
			return ""
		}
		return part[1 : len(part)-1]
	})
	if !strings.Contains(text, "{of}") && only != "" {
		text += ", in " + only + " alone"
	} else if only != "" {
		only = " of " + only
	}
	replaced := []string{"{of}", only}
	for i, a := range arguments {
		if a.letter == "T" || a.letter == "I" {
			a.text = pointWords(a.text)
		}
		replaced = append(replaced, fmt.Sprintf("{%d}", i+1), a.text, fmt.Sprintf("{its %d}", i+1), own.Replace(a.text))
	}
	return strings.TrimSuffix(strings.NewReplacer(replaced...).Replace(text), ", 0s later")
}

// Apply returns the measurement that a base becomes by the changes; the base stays as it is.
func Apply(base *power.Measurement, all []Change) (*power.Measurement, error) {
	p := &paper{fields: document.Fields(base.Entry), parts: base.Parts}
	for _, c := range all {
		of, value, _, err := c.find()
		if of.document == nil && err == nil {
			continue
		}
		arguments, err := of.arguments(value)
		if err == nil {
			err = of.document(p, arguments)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", c.Key, c.Value, err)
		}
	}
	m, err := p.measurement(*base)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if of, value, only, _ := c.find(); of.document == nil {
			if err := of.apply(m, value, only); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", c.Key, c.Value, err)
			}
		}
	}
	return m, nil
}

func (c change) apply(m *power.Measurement, value, only string) error {
	arguments, err := c.arguments(value)
	for i := range arguments {
		err = errors.Join(err, arguments[i].read(m))
	}
	if err != nil {
		return err
	}
	if c.measurement != nil {
		return c.measurement(m, append(arguments, argument{text: only}))
	}
	for p := range m.Parts {
		if only == "" || only == fmt.Sprintf("series[%d]", p) {
			err = errors.Join(err, c.applyTo(m, &m.Parts[p], arguments))
		}
	}
	return err
}

func (c change) applyTo(m *power.Measurement, part *power.Part, arguments arguments) error {
	part.Traces = slices.Clone(part.Traces)
	for j, trace := range part.Traces {
		r := &readings{core: m.Core, energy: trace.Quantity == power.Energy}
		for i := range trace.Len() {
			one := trace.Reading(i)
			r.at, r.value = append(r.at, one.At.UnixNano()), append(r.value, one.Value)
		}
		for i := range arguments {
			if err := arguments[i].place(r, part.Series.Unit); err != nil {
				return err
			}
		}
		c.readings(r, arguments)
		part.Traces[j] = power.NewTrace(trace.Instrument, trace.Quantity, r.at, r.value)
	}
	return nil
}

func (a *argument) place(r *readings, unit power.Unit) (err error) {
	switch a.letter {
	case "I":
		a.index, _ = slices.BinarySearch(r.at, a.at.UnixNano())
		if a.index == 0 || a.index+1 >= len(r.at) {
			err = fmt.Errorf("there is no reading inside the recording at %s", a.text)
		}
	case "V":
		a.value, err = unit.Fixed(a.figure)
	}
	return err
}

var pointText = regexp.MustCompile(`^([a-z]+)(?:([+-])(.+))?$`)

// point reads an instant, "start+30s".
func point(m *power.Measurement, text string) (time.Time, error) {
	parts := pointText.FindStringSubmatch(text)
	if parts == nil {
		return time.Time{}, fmt.Errorf("%q is no point of time", text)
	}
	run, whole := m.Entry.Run.FullRun, m.Whole()
	at, known := map[string]power.Time{
		"start": m.Core.Start, "end": m.Core.End, "launch": run.Start, "finish": run.End, "first": whole.Start,
		"last": whole.End,
	}[parts[1]]
	if !known {
		return time.Time{}, fmt.Errorf("there is no point of time %q", parts[1])
	}
	if parts[2] == "" {
		return at.Time, nil
	}
	offset, err := time.ParseDuration(parts[2] + parts[3])
	return at.Add(offset), err
}

func pointWords(text string) string {
	parts := pointText.FindStringSubmatch(text)
	if parts == nil {
		return text
	}
	name := map[string]string{
		"start": "the start of the core phase", "end": "the end of the core phase",
		"launch": "the start of the full run", "finish": "the end of the full run", "first": "the first reading",
		"last": "the last reading",
	}[parts[1]]
	if parts[2] == "" {
		return name
	}
	return parts[3] + " " + map[string]string{"+": "after", "-": "before"}[parts[2]] + " " + name
}

// paper is a document by its fields, and the readings of its series.
type paper struct {
	fields map[string]string
	parts  []power.Part
}

// drop takes a field, a group or an item away; later items of a list move up. With a series go its readings.
func (p *paper) drop(a arguments) error {
	path, found := a[0].text, false
	for field := range p.fields {
		if field == path || strings.HasPrefix(field, path+".") || strings.HasPrefix(field, path+"[") {
			delete(p.fields, field)
			found = true
		}
	}
	if !found {
		return fmt.Errorf("the document has no %s to drop", path)
	}
	list, number, _ := strings.Cut(strings.TrimSuffix(path, "]"), "[")
	item, err := strconv.Atoi(number)
	listed := err == nil
	moved := map[string]string{}
	for field, text := range p.fields {
		rest, of := strings.CutPrefix(field, list+"[")
		number, rest, _ := strings.Cut(rest, "].")
		if i, err := strconv.Atoi(number); listed && of && err == nil && i > item {
			field = fmt.Sprintf("%s[%d].%s", list, i-1, rest)
		}
		moved[field] = text
	}
	p.fields = moved
	switch {
	case path == "series":
		p.parts = nil
	case listed && list == "series":
		p.parts = slices.Delete(slices.Clone(p.parts), item, item+1)
	}
	return nil
}

func (p *paper) measurement(m power.Measurement) (*power.Measurement, error) {
	entry, err := document.FromFields(p.fields)
	if err != nil {
		return nil, fmt.Errorf("changed document: %w", err)
	}
	if len(entry.Series) != len(p.parts) {
		return nil, fmt.Errorf("the document has %d series, the files %d", len(entry.Series), len(p.parts))
	}
	m.Entry, m.Parts = entry, make([]power.Part, len(p.parts))
	for i, part := range p.parts {
		series := &entry.Series[i]
		m.Parts[i] = power.Part{Series: series, Meter: entry.MeterOf(series), Traces: slices.Clone(part.Traces),
			Choices: part.Choices}
	}
	return &m, nil
}
