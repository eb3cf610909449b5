package chart

import (
	"net/url"
	"strconv"
	"unicode/utf8"

	"green500/static"
	"green500/templates"
	"green500/validation/lists/listing"
)

// Figure is a chart of lists: what it shows, drawn on the server, drawn again by a script, and shown as a table.
type Figure struct {
	ID     string // of the element, and within the document of a page's figures
	Title  string
	Says   string // a sentence that the data support, for its heading; may be empty
	Note   string // what somebody has to know to read it
	Source string
	Kind   FigureKind
	Stages []string // along the horizontal axis, if it is no quantity
	Breaks []int    // stages whose values do not compare with those of the stage before; no line joins the two
	X      Axis     // if it is one
	Y      Axis
	Series []Series
	Guides []Guide    // lines of equal ratio of the two quantities
	Bands  []RankBand // ranges of the horizontal quantity that belong together
	Table  FigureTable
	Data   string // address of the document of the page's figures
	CSV    string // address of the table as a file; empty if there is none
	SVG    string // address of the figure as a file; empty if there is none
	PNG    string // likewise
	Embed  string // HTML that shows the figure on a page of another site; empty if there is no file
}

// Guide is a line of equal ratio of two quantities: Ratio is so much of the vertical one for one of the horizontal one.
type Guide struct {
	Ratio float64
	Name  string
}

// RankBand is a range of the horizontal quantity.
type RankBand struct{ From, To float64 }

// FigureKind says how a figure is drawn.
type FigureKind int

// Kinds of figures.
const (
	Courses FigureKind = iota // a line for each series over the stages
	Marks                     // a point for each stage, with its uncertainty
	Stacks                    // parts of each stage, in percent
	Cloud                     // points of two quantities
	Curves                    // a line for each series over a quantity
	Bars                      // a horizontal bar for each stage, as long as the X of its point
	Strips                    // points at their X in a horizontal row for each stage
)

func (k FigureKind) quantities() bool { return k == Cloud || k == Curves }
func (k FigureKind) lying() bool      { return k == Bars || k == Strips }

// Axis is a quantity.
type Axis struct {
	Name string
	Unit string
	Log  bool // logarithmic scale
	Down bool // the least is at the top, as of ranks
}

// Title is the name of the quantity with its unit.
func (a Axis) Title() string {
	if a.Unit == "" {
		return a.Name
	}
	return a.Name + ", " + a.Unit
}

// Series is what is drawn alike.
type Series struct {
	Name   string
	Ink    string // its colour: a name in the style sheet; empty for one by its place among the series
	Points []FigurePoint
}

// FigurePoint is one value: at a stage, or of two quantities.
type FigurePoint struct {
	Stage int
	X     float64
	Y     float64
	Half  *float64 // half width of the uncertainty
	Name  string
	About []string // lines that are shown over it, below its name
	Label string   // that is written at its end
	Href  string
	Doubt bool // unreliable, and drawn hollow
}

// FigureTable is a figure in numbers.
type FigureTable struct {
	Columns []FigureColumn
	Rows    [][]FigureCell
}

// FigureColumn is the head of a column. Its name is that in a file, with the unit.
type FigureColumn struct {
	Name    string
	Title   string
	Unit    string
	Numeric bool
}

// FigureCell is text, or a number as it is shown and as it is.
type FigureCell struct {
	Text   string
	Number *float64
	Href   string
}

// Said is a cell of text.
func Said(text string) FigureCell { return FigureCell{Text: text} }

// Linked is a cell of text that leads somewhere.
func Linked(text, href string) FigureCell { return FigureCell{Text: text, Href: href} }

// Counted is a cell of a count.
func Counted(n int) FigureCell {
	number := float64(n)
	return FigureCell{Text: templates.Digits(number, 0), Number: &number}
}

// Figured is a cell of a number with decimals; nil is not known.
func Figured[N ~float64](n *N, decimals int) FigureCell {
	if n == nil {
		return FigureCell{Text: templates.Missing}
	}
	number := float64(*n)
	return FigureCell{Text: templates.Digits(number, decimals), Number: &number}
}

// Raw is the cell as a file holds it: numbers whole, and nothing if nothing is known.
func (c FigureCell) Raw() string {
	switch {
	case c.Number != nil:
		return strconv.FormatFloat(*c.Number, 'f', -1, 64)
	case c.Text == templates.Missing:
		return ""
	}
	return c.Text
}

// Empty reports whether there is nothing to draw.
func (f Figure) Empty() bool {
	for _, series := range f.Series {
		if len(series.Points) > 0 {
			return false
		}
	}
	return true
}

func (f Figure) address() string { return f.Data + "#" + f.ID }
func (f Figure) library() string { return static.URL("vendor/echarts.common.min.js") }

// Element is the id of the figure on its page.
func (f Figure) Element() string { return "figure-" + f.ID }

// Inks that are no colour of a series by its place.
const (
	OtherInk   = "other"      // what is left of a whole
	UnsaidInk  = "grade-none" // what is not stated
	gradePart  = "grade-"
	kindInks   = 5 // values of a kind that have a colour of their own
	labelChars = 18
)

// GradeInk is the colour of a quality level, on all pages.
func GradeInk(level int) string { return gradePart + strconv.Itoa(level) }

// KindInk is the colour of the value at a place in the order of its kind, such as countries; the later ones share a
// colour.
func KindInk(place int) string {
	if place < 0 || place >= kindInks {
		return OtherInk
	}
	return InTheme(place)
}

func (f Figure) ink(i int) string {
	if f.Series[i].Ink != "" {
		return f.Series[i].Ink
	}
	return InTheme(i)
}

// Heading is what the figure states, or what it shows.
func (f Figure) Heading() string {
	if f.Says != "" {
		return f.Says
	}
	return f.Title
}

func (f Figure) labelled() bool {
	if f.Kind != Courses && f.Kind != Curves || len(f.Series) < 2 || len(f.Series) > kindInks+1 {
		return false
	}
	for _, s := range f.Series {
		if utf8.RuneCountInString(s.Name) > labelChars {
			return false
		}
	}
	return true
}

func (f Figure) legend() []int {
	if len(f.Series) < 2 || f.labelled() || f.Kind == Bars {
		return nil
	}
	places := make([]int, len(f.Series))
	for i := range places {
		places[i] = i
	}
	return places
}

// InTheme says which of the colours a series has.
func InTheme(i int) string { return "series-" + strconv.Itoa((i+figureColour)%len(palette)+1) }

// figureColour is the colour of the first series: the ink of text is for what is added up.
const figureColour = 1

// SystemHref is the page of a system, by its identifier if that is known; the number leads there, too.
func SystemHref(key string, id int64) string {
	if key == "" {
		return "/systems/" + strconv.FormatInt(id, 10) // no list that everybody may read has it
	}
	return "/systems/" + key
}

// RowHref is the page of an entry, or of its system if it was not graded here; empty if neither is known.
func RowHref(row listing.Row) string {
	switch {
	case row.EntryID != 0:
		return LineHref(row.List, row.Rank, row.EntryID)
	case row.SystemID != 0:
		return SystemHref(row.SystemKey, row.SystemID)
	}
	return ""
}

// KindWords say where a list is from.
var KindWords = map[listing.Kind]string{listing.Graded: "graded here",
	listing.Green500: "Green500, published elsewhere", listing.Top500: "TOP500, published elsewhere"}

// ListName names a list for people.
func ListName(kind listing.Kind, edition string) string {
	if kind == listing.Top500 {
		return "TOP500 " + edition
	}
	return "Green500 " + edition
}

// ByHref is the page of what has a value in a column: of a site, a vendor, a country, an accelerator or a processor.
func ByHref(column, value string) string {
	return "/by/" + column + "/" + url.PathEscape(value)
}

// LineHref is where a line of a list stands: at its entry if it was graded here, else in its list.
func LineHref(list string, rank int, entry int64) string {
	if entry != 0 {
		return "/entries/" + strconv.FormatInt(entry, 10)
	}
	at := url.Values{"rank_from": {strconv.Itoa(rank)}, "rank_to": {strconv.Itoa(rank)}}
	return "/lists/" + url.PathEscape(list) + "?" + at.Encode()
}
