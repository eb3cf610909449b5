package linelog

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/jsonlog"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// The line protocol of InfluxDB (https://docs.influxdata.com/influxdb/v2/reference/syntax/line-protocol/):
//
//	measurement,tag=text,tag=text field=1.5,field=3i,field="text" 1661328948000000000
//
// becomes a row for every field that is a number. The file is looked at twice: which tags and fields
// there are is only known at its end. A string with a line break is not read.

func isInflux(head []byte) bool {
	for line := range bytes.Lines(head) {
		if line = unquotedPoint(line); idleInflux(line) {
			continue
		}
		return new(point).parse(line)
	}
	return false
}

// unquotedPoint takes the mark away that telegraf --test writes before every point.
func unquotedPoint(line []byte) []byte { return bytes.TrimPrefix(bytes.TrimSpace(line), []byte("> ")) }

// idleInflux recognises comments, and what influx_inspect export writes before the points.
func idleInflux(line []byte) bool {
	return len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("CREATE DATABASE "))
}

// The columns before the tags.
const (
	influxTime = iota
	influxValue
	influxSeries
	influxMeasurement
	influxField
	influxTags
)

type point struct {
	series       []byte // measurement and tags
	measurement  []byte
	tags, fields []pair
	stamp        []byte
}

type pair struct{ key, value []byte }

func (p *point) parse(line []byte) (fine bool) {
	var rest []byte
	var sign byte
	p.tags, p.fields = p.tags[:0], p.fields[:0]
	p.measurement, rest, sign = cutEscaped(line, commaSign|blankSign, false)
	for sign == ',' && len(p.tags) < jsonlog.MaxLabels {
		var one pair
		if one, rest, sign, fine = cutPair(rest, false); !fine {
			return false
		}
		p.tags = append(p.tags, one)
	}
	if len(p.measurement) == 0 || sign != ' ' {
		return false
	}
	p.series = line[:len(line)-len(rest)-1]
	rest = bytes.TrimLeft(rest, " ")
	for sign = ','; sign == ',' && len(p.fields) < table.MaxColumns; {
		var one pair
		if one, rest, sign, fine = cutPair(rest, true); !fine || !isField(one.value) {
			return false
		}
		p.fields = append(p.fields, one)
	}
	p.stamp = bytes.TrimSpace(rest)
	return sign != ',' && (len(p.stamp) == 0 || celltext.OnlyDigits(celltext.Unsigned(p.stamp)))
}

func (p *point) inOrder() []byte {
	byKey := func(a, b pair) int { return bytes.Compare(a.key, b.key) }
	if slices.IsSortedFunc(p.tags, byKey) {
		return p.series
	}
	slices.SortStableFunc(p.tags, byKey)
	series := bytes.Clone(p.measurement)
	for _, tag := range p.tags {
		series = append(append(append(append(series, ','), tag.key...), '='), tag.value...)
	}
	return series
}

func cutPair(text []byte, quotes bool) (one pair, rest []byte, sign byte, fine bool) {
	if one.key, rest, sign = cutEscaped(text, equalSign|blankSign|commaSign, false); sign != '=' || len(one.key) == 0 {
		return one, nil, 0, false
	}
	one.value, rest, sign = cutEscaped(rest, commaSign|blankSign, quotes)
	return one, rest, sign, len(one.value) > 0
}

// cutEscaped cuts a text at the first of the signs that is not escaped or in quotes; sign is 0 if there is none.
func cutEscaped(text []byte, signs uint8, quotes bool) (before, after []byte, sign byte) {
	quoted := false
	for i := 0; i < len(text); i++ {
		of := signOf[text[i]]
		if of == 0 {
			continue
		}
		switch {
		case of == escapeSign:
			i++
		case of == quoteSign && quotes:
			quoted = !quoted
		case !quoted && of&signs != 0:
			return text[:i], text[i+1:], text[i]
		}
	}
	return text, nil, 0
}

// The signs of the line protocol.
const (
	commaSign uint8 = 1 << iota
	blankSign
	equalSign
	quoteSign
	escapeSign
)

var signOf = [256]uint8{',': commaSign, ' ': blankSign, '=': equalSign, '"': quoteSign, '\\': escapeSign}

func unescaped(text []byte) []byte {
	if bytes.IndexByte(text, '\\') < 0 {
		return text
	}
	plain := make([]byte, 0, len(text))
	for i, c := range text {
		if c == '\\' && i+1 < len(text) && bytes.IndexByte([]byte(", ="), text[i+1]) >= 0 {
			continue
		}
		plain = append(plain, c)
	}
	return plain
}

var influxTruths = []string{"t", "T", "true", "True", "TRUE", "f", "F", "false", "False", "FALSE"}

func isField(value []byte) bool {
	if _, number := influxNumber(value); number {
		return true
	}
	text := len(value) > 1 && value[0] == '"' && value[len(value)-1] == '"'
	return text || slices.Contains(influxTruths, string(value))
}

// influxNumber returns the digits of a number: integers carry an i or a u.
func influxNumber(value []byte) (digits []byte, number bool) {
	if last := len(value) - 1; last > 0 && (value[last] == 'i' || value[last] == 'u') {
		return value[:last], celltext.OnlyDigits(celltext.Unsigned(value[:last]))
	}
	_, number = celltext.PlainNumber(value)
	return value, number
}

type influx struct {
	table.LineSheet
	tags                 map[string]int // columns
	names                []string
	measurements, fields map[string]int
	kinds                [2][]table.ReadingKind // of measurements and of fields
	shared               []int                  // cells that all fields of the point have
	at                   point                  // the one that was read last
	left                 []pair                 // fields of the point that are still to come
	units                influxUnits
	leavesOut            bool // what is no reading by its unit
	torn                 bool // the file ends within a point
}

func openInflux(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	x := &influx{tags: map[string]int{},
		units: influxUnits{map[string]bool{}, map[string]bool{}, map[power.Unit]bool{}, map[string]bool{}}}
	if err := x.survey(in); err != nil {
		return nil, x.ReadError(err)
	}
	x.Have(append([]string{"time", "value", "series", "measurement", "field"}, x.names...)...)
	x.Table.Value, x.Table.Keys = influxValue, []int{influxSeries}
	x.Table.Numeric[influxValue] = true
	x.Table.Mixed = table.Mixture{Column: influxField, Kinds: x.kinds[1]}
	if len(x.kinds[1]) < 2 {
		x.Table.Mixed = table.Mixture{Column: influxMeasurement, Kinds: x.kinds[0]}
	}
	if len(x.kinds[1]) == 1 {
		x.Table.Means[influxValue] = x.kinds[1][0].Means
	}
	if means := x.units.means(x.measurements); means.Unit != "" {
		x.Table.Means[influxValue] = means
	}
	x.LineSheet.Fill = x.fill
	return x.Begin()
}

// survey looks at the whole file, and once more if it found that points are in units that are none of power.
func (x *influx) survey(in *input.File) error {
	for {
		x.rewind(in)
		x.measurements, x.fields, x.kinds = map[string]int{}, map[string]int{}, [2][]table.ReadingKind{}
		if err := x.catalogue(); err != nil {
			return err
		}
		if x.leavesOut || len(x.units.measured) == 0 {
			x.rewind(in)
			return nil
		}
		x.leavesOut = true
	}
}

func (x *influx) rewind(in *input.File) {
	x.torn = false
	x.Records = &table.Records{Source: in.Source,
		In: bufio.NewReaderSize(io.NewSectionReader(in.Bytes, 0, in.Length), input.HeadBytes)}
}

func (x *influx) point() (*point, error) {
	p := &x.at
	for {
		line, err := x.Line()
		if err != nil {
			return p, err
		}
		if line = unquotedPoint(line); idleInflux(line) {
			continue
		}
		stamp := len(p.stamp)
		if x.Cut {
			line = table.WithoutTornMark(line)
		}
		fine := p.parse(line)
		if x.Cut && stamp > 0 && (!fine || len(p.stamp) != stamp) { // the times of a file are alike
			x.torn = true
			return p, io.EOF
		}
		if !fine {
			return p, x.Refuse(x.Lines, "", celltext.Quoted(line)+" is no line of InfluxDB",
				"write measurement,tag=text field=1.5 1661328948000000000")
		}
		if len(p.stamp) == 0 {
			return p, x.Refuse(x.Lines, "time", "has no time", "write the time of every point behind its fields")
		}
		return p, nil
	}
}

func (x *influx) catalogue() error {
	for {
		p, err := x.point()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		for _, tag := range p.tags {
			if _, met := x.tags[string(tag.key)]; !met {
				x.tags[string(tag.key)] = influxTags + len(x.names)
				x.names = append(x.names, celltext.Latin1(unescaped(tag.key)))
				x.units.tags[string(tag.key)] = columnname.UnitColumnWords[strings.ToLower(x.names[len(x.names)-1])]
			}
		}
		if !x.leavesOut {
			x.units.add(p)
		}
		for _, field := range p.fields {
			if x.reads(p, field) {
				x.note(x.fields, 1, field.key)
				x.note(x.measurements, 0, p.measurement)
			}
		}
		if len(x.names)+len(x.fields)+len(x.measurements) > table.MaxColumns {
			return x.Refuse(x.Lines, "", fmt.Sprintf("has more than %d tags, fields and measurements",
				table.MaxColumns), "give the file in parts")
		}
	}
}

func (x *influx) reads(p *point, field pair) bool {
	_, number := influxNumber(field.value)
	return number && (!x.leavesOut || x.units.reads(p, field.key))
}

func (x *influx) note(met map[string]int, of int, name []byte) {
	if _, known := met[string(name)]; !known {
		met[string(name)] = len(met)
		called := celltext.Latin1(unescaped(name))
		x.kinds[of] = append(x.kinds[of], table.ReadingKind{Name: called, Means: jsonlog.MetricMeaning(called)})
	}
}

func (x *influx) fill() error {
	for len(x.left) == 0 {
		p, err := x.point()
		if errors.Is(err, io.EOF) && x.torn {
			x.torn = false
			x.LeaveOutLast()
		}
		if err != nil {
			return err
		}
		x.begun(p)
	}
	for _, cell := range x.shared {
		x.Cells[cell].There = true
	}
	next := x.left[0]
	x.left = x.left[1:]
	digits, _ := influxNumber(next.value)
	x.Set(influxField, next.key)
	x.Set(influxValue, digits)
	return nil
}

func (x *influx) begun(p *point) {
	x.LineSheet.At = x.Lines
	x.shared, x.left = x.shared[:0], x.left[:0]
	for _, field := range p.fields {
		if x.reads(p, field) {
			x.left = append(x.left, pair{unescaped(field.key), field.value})
		}
	}
	if len(x.left) == 0 { // the next row has none of its tags
		if x.leavesOut && x.units.withoutUnit(p) {
			x.Table.Notes.Add(x.Refuse(x.Lines, "",
				"has no unit, though other points of the measurement have one, and is left out", ""))
		}
		return
	}
	share := func(cell int, text []byte) {
		x.Set(cell, text)
		x.shared = append(x.shared, cell)
	}
	share(influxTime, p.stamp)
	share(influxSeries, p.inOrder())
	share(influxMeasurement, unescaped(p.measurement))
	for _, tag := range p.tags {
		share(x.tags[string(tag.key)], unescaped(tag.value))
	}
}
