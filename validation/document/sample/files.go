package sample

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"testing/fstest"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Zone is a time zone by its IANA name, with its offset at the time of a sample, which asks no database of zones.
type Zone struct {
	Name   string
	Offset time.Duration // east of Greenwich
}

// Location returns the zone as the time package wants it.
func (z Zone) Location() *time.Location {
	return time.FixedZone(z.Name, int(z.Offset.Seconds()))
}

// Layout is the shape of a meter's file.
type Layout int

// The shapes.
const (
	Wide         Layout = iota // commas, a column an instrument, RFC 3339 with offset
	Long                       // commas, a row an instrument: time,rack,num,value
	Local                      // semicolons, a column an instrument, local time without zone
	QuotedHeader               // as Wide, but every head of a column is quoted and breaks the line before the unit
)

const (
	localTime = "2006-01-02 15:04:05"
	timeHead  = "time"
	rackHead  = "rack"
	numHead   = "num"
)

func (l Layout) text() (separator, times string) {
	if l == Local {
		return ";", localTime
	}
	return ",", time.RFC3339
}

// Channel is one instrument.
type Channel struct {
	Column string // in wide tables
	Rack   int    // in long tables, with Num
	Num    int
	Group  Group
	Start  power.Joules // where an energy counter stands at the start of the file
}

// Table is a meter's file before it is written. A reading is the average over the interval before it, or the total.
type Table struct {
	Layout   Layout
	Zone     Zone
	Span     power.Span // of the readings, ends included
	Interval time.Duration
	Unit     power.Unit
	Loss     float64 // supplied over metered power, if the meter is downstream; 1 elsewhere
	Channels []Channel
}

// Bytes returns the file.
func (t Table) Bytes() []byte {
	var out bytes.Buffer
	t.writeHead(&out)
	totals := make([]power.Joules, len(t.Channels))
	for i, channel := range t.Channels {
		totals[i] = channel.Start
	}
	for at := t.Span.Start.Time; !at.After(t.Span.End.Time); at = at.Add(t.Interval) {
		t.writeReadings(&out, at, totals)
	}
	return out.Bytes()
}

// ValueColumn returns the head of the column that holds a channel's readings, line break included.
func (t Table) ValueColumn(c Channel) string {
	switch t.Layout {
	case Long:
		quantity, _ := t.Unit.Quantity()
		return string(quantity)
	case QuotedHeader:
		return fmt.Sprintf("%s\n(%s)", c.Column, t.Unit)
	default:
		return c.Column
	}
}

func (t Table) writeHead(out *bytes.Buffer) {
	separator, _ := t.Layout.text()
	if t.Layout == Long {
		fmt.Fprintf(out, "%s,%s,%s,%s\n", timeHead, rackHead, numHead, t.ValueColumn(Channel{}))
		return
	}
	out.WriteString(timeHead)
	for _, channel := range t.Channels {
		head := t.ValueColumn(channel)
		if t.Layout == QuotedHeader {
			head = `"` + head + `"`
		}
		out.WriteString(separator + head)
	}
	out.WriteByte('\n')
}

func (t Table) writeReadings(out *bytes.Buffer, at time.Time, totals []power.Joules) {
	separator, times := t.Layout.text()
	stamp := at.In(t.Zone.Location()).Format(times)
	if t.Layout != Long {
		out.WriteString(stamp)
	}
	for i, channel := range t.Channels {
		watts := channel.Group.Mean(power.NewSpan(at.Add(-t.Interval), at)) / power.Watts(t.Loss)
		if at.After(t.Span.Start.Time) {
			totals[i] += watts.Over(t.Interval)
		}
		text := t.reading(watts, totals[i])
		if t.Layout == Long {
			fmt.Fprintf(out, "%s,%d,%d,%s\n", stamp, channel.Rack, channel.Num, text)
			continue
		}
		out.WriteString(separator + text)
	}
	if t.Layout != Long {
		out.WriteByte('\n')
	}
}

var unitFacts = map[power.Unit]struct {
	base     float64 // watts or joules in one of it
	decimals int
}{"W": {1, 1}, "kW": {1e3, 4}, "J": {1, 0}, "MJ": {1e6, 4}, "Wh": {3600, 2}, "kWh": {3600e3, 5}}

func (t Table) reading(watts power.Watts, total power.Joules) string {
	fact, value := unitFacts[t.Unit], float64(watts)
	if quantity, _ := t.Unit.Quantity(); quantity == power.Energy {
		value = float64(total)
	}
	return strconv.FormatFloat(value/fact.base, 'f', fact.decimals, 64)
}

// Bundle is a submission as a folder holds it: the document, and its files by name. The document
// itself is not among the files. Methodology is what the bundle is made for; a document may not name
// a draft, and then names the edition in force instead.
type Bundle struct {
	Methodology methodology.Edition
	Entry       power.Entry
	Files       map[string][]byte
}

// Named is a bundle with a name for a test case.
type Named struct {
	Name string
	Bundle
}

func (b *Bundle) attach(file, kind, text string) {
	b.Files[file] = []byte(text)
	b.Entry.Attachments = append(b.Entry.Attachments, power.Attachment{File: file, Kind: kind})
}

func (b *Bundle) detach(file string) {
	delete(b.Files, file)
	b.Entry.Attachments = slices.DeleteFunc(b.Entry.Attachments,
		func(a power.Attachment) bool { return a.File == file })
}

// FS returns the files of the bundle as a folder, without the document.
func (b Bundle) FS() fs.FS {
	files := fstest.MapFS{}
	for name, content := range b.Files {
		files[name] = &fstest.MapFile{Data: content, Mode: 0o444}
	}
	return files
}
