package power

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
)

// Series ties a column of a file to what it measures.
type Series struct {
	File        string              `json:"file"`
	Continued   []string            `json:"continued,omitempty" doc:"Further files, in order of time, that continue the readings of the first"`
	Meter       string              `json:"meter"`
	Time        string              `json:"time,omitempty" doc:"Column of the time; if not stated, the one that the log names or that is detected"`
	Value       string              `json:"value,omitempty" doc:"Column of the readings; with * every matching column, each an instrument"`
	Quantity    Quantity            `json:"quantity" doc:"power, or energy as a running total"`
	Unit        Unit                `json:"unit"`
	Timezone    string              `json:"timezone,omitempty" doc:"IANA zone of the file's times, if neither the times nor run.timezone state it"`
	Stamp       string              `json:"stamp,omitempty" doc:"What a timestamp marks of its interval: begin, middle or end"`
	Instruments []string            `json:"instruments,omitempty" doc:"Columns that identify the instruments of a long table"`
	Where       map[string][]string `json:"where,omitempty" doc:"Rows to read, by column"`
	Origin      Time                `json:"origin,omitzero" doc:"Time at which the file's times are zero, if they count from a start; the day of its first reading, if its times have no date"`
	TimeFormat  string              `json:"time_format,omitempty" doc:"Form of the file's times in the letters of strftime, such as %d.%m.%Y %H:%M:%S, if their format is not detected"`
	TimeUnit    string              `json:"time_unit,omitempty" doc:"Unit of times that are numbers: s, ms, us, ns, ps, min or h; spreadsheet-days for days since 1899-12-30. If not stated, the log's"`
	DateOrder   string              `json:"date_order,omitempty" doc:"day-first, month-first or year-first, if dates such as 03/04/2026 or 26/06/03 are ambiguous"`
	Decimal     string              `json:"decimal,omitempty" doc:"point or comma, if numbers such as 1,234 are ambiguous"`
	Counts      string              `json:"counts,omitempty" doc:"What an energy reading counts: total, as most meters do, or interval, the energy of an interval. stamp states what the time marks of the interval: the end, if not stated"`
	WrapsAt     float64             `json:"wraps_at,omitempty" doc:"Value at which an energy total wraps to zero, in the unit of the series"`
	Nodes       int                 `json:"nodes,omitempty" doc:"How many nodes or units each instrument of the series sees, if instruments differ in it"`
	FeedOf      string              `json:"feed_of,omitempty" doc:"Rack or node that the series feeds, if it has more than one feed: feeds of one are added before nodes are compared"`
	Covers      Covers              `json:"covers"`
}

// Files lists the files of the series in the order of time.
func (s Series) Files() []string { return append([]string{s.File}, s.Continued...) }

// ZoneOf names the zone of times that the files of a series write without one: its own, else the run's.
func (e *Entry) ZoneOf(s *Series) string { return cmp.Or(s.Timezone, e.Run.Timezone) }

// Covers says which part of the machine a series measures.
type Covers struct {
	Subsystem string `json:"subsystem"`
	NodeSet   string `json:"node_set,omitempty"`
}

// ImportSettings are what a series says of how logs are read: its settings but the origin, which differs from log to
// log.
type ImportSettings Series

// Setting is a field of a series that says how its log is read. Documents and presets have it, forms ask for it, and
// trace has a flag.
type Setting struct {
	Name, Help, Placeholder string // the latter two of the flag
	Words                   string // of which it is one
}

// Settings are the fields of a series that say how its log is read, in their order.
func Settings() []Setting {
	units := strings.Join(Units(), " ")
	return []Setting{
		{"Time", "Column of the time.", "COLUMN", ""},
		{"Value", "Column of the readings.", "COLUMN", ""},
		{"Quantity", "power or energy.", "", "power energy"},
		{"Unit", "Unit of the readings, one of " + strings.ReplaceAll(units, " ", ",") + ".", "", units},
		{"Timezone", "IANA zone of times written without one, such as Europe/Berlin.", "ZONE", ""},
		{"Stamp", "What a timestamp marks of its interval: begin, middle or end.", "", "begin middle end"},
		{"Instruments", "Columns that identify instruments.", "COLUMN", ""},
		{"Where", "Rows to read, as COLUMN=VALUE,VALUE. May be repeated.", "COLUMN=VALUE", ""},
		{"Origin", "Time at which the log's times are zero, as 2026-06-01T10:00:00+02:00.", "TIME", ""},
		{"TimeFormat", "Form of the times in the letters of strftime, such as '%d.%m.%Y %H:%M:%S'.", "FORMAT", ""},
		{"TimeUnit", "Unit of times that are numbers: s, ms, us, ns, ps, min or h; " +
			"spreadsheet-days for days since 1899-12-30.", "", strings.Join(TimeUnits(), " ")},
		{"DateOrder", "day-first, month-first or year-first, if dates are ambiguous.", "",
			"day-first month-first year-first"},
		{"Decimal", "point or comma, if numbers are ambiguous.", "", "point comma"},
		{"Counts", "What an energy reading counts: total or interval.", "", "total interval"},
		{"WrapsAt", "Value at which an energy total wraps to zero, in its unit.", "NUMBER", ""},
	}
}

// Field is the setting's name in documents.
func (s Setting) Field() string {
	field, _ := reflect.TypeFor[Series]().FieldByName(s.Name)
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// In is the setting's place in import settings.
func (s Setting) In(i *ImportSettings) reflect.Value {
	return reflect.ValueOf(i).Elem().FieldByName(s.Name)
}

// IsImportSetting reports whether a field of a series in the document is an import setting.
func IsImportSetting(field string) bool {
	return field != "origin" && slices.ContainsFunc(Settings(), func(s Setting) bool { return s.Field() == field })
}

// Unknown are the settings whose value is none of their words.
func (i ImportSettings) Unknown() []Setting {
	return slices.DeleteFunc(Settings(), func(s Setting) bool {
		value := s.In(&i).String()
		return s.Words == "" || value == "" || slices.Contains(strings.Fields(s.Words), value)
	})
}

// ImportSettings are the import settings of a series.
func (s *Series) ImportSettings() (i ImportSettings) {
	(*ImportSettings)(s).overwrite(&i)
	return i
}

func (i *ImportSettings) overwrite(other *ImportSettings) {
	for _, s := range Settings() {
		value := s.In(i)
		empty := value.IsZero() || (value.Kind() == reflect.Slice || value.Kind() == reflect.Map) && value.Len() == 0
		if !empty && s.Name != "Origin" {
			s.In(other).Set(value)
		}
	}
}

// Apply overwrites the fields of a series that are set, and keeps the others.
func (i ImportSettings) Apply(s *Series) {
	i.overwrite((*ImportSettings)(s))
	if quantity, known := i.Unit.Quantity(); known && i.Quantity == "" {
		s.Quantity = quantity
	}
	if s.Quantity == Power {
		s.Counts = ""
	}
}

// Over returns the settings, with those that are set in other put in their place.
func (i ImportSettings) Over(other ImportSettings) ImportSettings {
	s := Series{Origin: other.Origin}
	i.Apply(&s)
	other.Apply(&s)
	return ImportSettings(s)
}
