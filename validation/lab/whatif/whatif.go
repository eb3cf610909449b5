// Package whatif has the inputs, charts and examples of each energy model. It draws nothing.
package whatif

import (
	"cmp"
	"slices"
	"strconv"

	"green500/validation"
	"green500/validation/power"
)

// Model is an energy model that readers may ask.
type Model struct {
	Name   string // in addresses
	Title  string
	About  string // what it is for
	Source Citation
	Parts  []Question
}

// Question is one question that a model answers.
type Question struct {
	ID           string // within the model
	Title, About string
	Formulas     []Formula
	Fields       []Field
	reckon       func(Values) Outcome
}

// Compute answers the question. Every field of the part has to have its value.
func (p Question) Compute(v Values) Outcome { return p.reckon(v) }

// Formula is how something is reckoned.
type Formula struct {
	Text string // such as P = P₀ + ΔP
	From string // where the source has it
}

// Field is a number that goes in.
type Field struct {
	Name        string // within the model
	Label       string
	Unit        string // empty for ratios and counts
	Default     float64
	Ours        bool   // the default is no figure of the source: it is assumed
	Basis       string // what an assumed default rests on, in words; may be empty
	Least, Most float64
	Whole       bool // a count
	of          func(KnownValues) (float64, bool)
	derive      func(Values) (float64, bool) // a default that follows from fields before this one, instead of Default
}

// Values are the numbers that go in, by the names of their fields.
type Values map[string]float64

// Outcome is what comes out.
type Outcome struct {
	Results  []Result
	Notes    []string // what a reader has to know to believe it
	Drawings []Drawing
}

// Result is a number that comes out.
type Result struct {
	Name     string
	Value    float64
	Decimals int
	Unit     string
	How      string // the formula it comes from, in words or signs
}

// Drawing is how a result changes.
type Drawing struct {
	ID          string // within the model
	Title, Note string
	X, Y        Axis
	Lines       []Line
}

// Axis is a quantity of a drawing.
type Axis struct {
	Name, Unit string
	Log        bool
}

// Line is a course of a drawing. One of a single point is the reader's own case.
type Line struct {
	Name   string
	Points []Point
}

// Point is one value of a line.
type Point struct{ X, Y float64 }

// All are the models, in the order of their sources.
func All() []Model {
	return []Model{algorithmic(), pascol(), merpsys(), simgrid()}
}

// Named returns the model of a name.
func Named(name string) (m Model, ok bool) {
	all := All()
	at := slices.IndexFunc(all, func(m Model) bool { return m.Name == name })
	if at < 0 {
		return Model{}, false
	}
	return all[at], true
}

// Fields are those of all parts.
func (m Model) Fields() []Field {
	var all []Field
	for _, part := range m.Parts {
		all = append(all, part.Fields...)
	}
	return all
}

// course draws a line of so many points from one value to another; equal distances are equal ratios if log is set.
func course(name string, from, to float64, log bool, of func(x float64) float64) Line {
	line := Line{Name: name}
	for i := range coursePoints {
		line.Points = append(line.Points, at(between(from, to, float64(i)/(coursePoints-1), log), of))
	}
	return line
}

const coursePoints = 61

func at(x float64, of func(x float64) float64) Point { return Point{x, of(x)} }
func spot(x, y float64) Line                         { return Line{Name: "your numbers", Points: []Point{{x, y}}} }

// KnownValuesOf is what an entry and its report give a model; a nil report gives nothing.
func KnownValuesOf(entry *power.Entry, report *validation.Report) KnownValues {
	const perTera = 1000
	known := KnownValues{Rpeak: power.GFlops(entry.System.RpeakTeraflops * perTera)}
	stated := true
	for _, set := range entry.NodeSets {
		known.Nodes += set.Nodes
		known.Bandwidth += set.MemoryRate * float64(set.Nodes)
		stated = stated && set.MemoryRate > 0
	}
	if !stated { // the balance of a part is not that of the machine
		known.Bandwidth = 0
	}
	if known.Nodes > 0 && entry.System.TotalCores%known.Nodes == 0 {
		known.Cores = entry.System.TotalCores / known.Nodes
	}
	if report == nil {
		return known
	}
	value := func(n *validation.Number) float64 {
		if n == nil {
			return 0
		}
		return n.Value
	}
	n := report.Numbers
	known.Idle, known.CoreAverage = power.Watts(value(n.Idle)), power.Watts(value(n.CoreAverage))
	known.CoreSeconds, known.Rmax = value(n.CoreDuration), power.GFlops(value(n.Rmax))
	return known
}

// Citation says where a model was published.
type Citation struct {
	Authors, Title string
	Venue          string // journal, proceedings or archive; may be empty
	Year           int    // 0 if the source states none
	Identifier     string // such as a DOI; empty if there is none
	Href           string // of the identifier; empty if there is none
	Short          string // as formulas refer to it
}

// Text is the citation in one line: authors, title, venue, year and identifier.
func (c Citation) Text() string {
	text := c.Authors + ": " + c.Title + "."
	if c.Venue != "" {
		text += " " + c.Venue + "."
	}
	year := "year not stated"
	if c.Year > 0 {
		year = strconv.Itoa(c.Year)
	}
	return text + " " + year + ", " + cmp.Or(c.Identifier, "no identifier") + "."
}
