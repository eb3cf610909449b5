package table

import (
	"green500/validation/calendar"
	"green500/validation/power"
	"green500/validation/tracefile/internal/timestamp"
)

// ImportSettings are the fields of a series that say how a log is read. The origin is not among them, since it differs from
// log to log.
type ImportSettings struct {
	Time        string              `json:"time,omitempty" doc:"Column of the time; if missing, the column that the log names or shows to be it"`
	Value       string              `json:"value,omitempty" doc:"Column of the readings"`
	Quantity    power.Quantity      `json:"quantity,omitempty" doc:"power or energy"`
	Unit        power.Unit          `json:"unit,omitempty"`
	Timezone    string              `json:"timezone,omitempty" doc:"IANA zone of the file's times"`
	Stamp       string              `json:"stamp,omitempty" doc:"Where a timestamp lies in its interval: begin, middle or end"`
	Instruments []string            `json:"instruments,omitempty" doc:"Columns that identify the meters of a long table"`
	Where       map[string][]string `json:"where,omitempty" doc:"Rows to take, by column"`
	TimeFormat  string              `json:"time_format,omitempty" doc:"Form of the times in the letters of strftime, such as %d.%m.%Y %H:%M:%S"`
	TimeUnit    string              `json:"time_unit,omitempty" doc:"Unit of times that are numbers: s, ms, us, ns, ps, min, h or spreadsheet-days"`
	DateOrder   string              `json:"date_order,omitempty" doc:"day-first, month-first or year-first"`
	Decimal     string              `json:"decimal,omitempty" doc:"point or comma"`
	Counts      string              `json:"counts,omitempty" doc:"What an energy reading counts: total or interval"`
	WrapsAt     float64             `json:"wraps_at,omitempty" doc:"Value at which an energy total wraps to zero, in the unit of the series"`
}

// ImportSettingsOf returns the import settings of a series.
func ImportSettingsOf(s *power.Series) ImportSettings {
	return ImportSettings{
		Time: s.Time, Value: s.Value, Quantity: s.Quantity, Unit: s.Unit, Timezone: s.Timezone, Stamp: s.Stamp,
		Instruments: s.Instruments, Where: s.Where, TimeFormat: s.TimeFormat, TimeUnit: s.TimeUnit, DateOrder: s.DateOrder, Decimal: s.Decimal, Counts: s.Counts, WrapsAt: s.WrapsAt,
	}
}

// Choice is a field that takes one of a few words.
type Choice struct {
	Field, Value string
	Allowed      []string
}

// Choices returns the fields that take one of a few words, with their values.
func (i ImportSettings) Choices() []Choice {
	return []Choice{
		{"quantity", string(i.Quantity), []string{string(power.Power), string(power.Energy)}},
		{"unit", string(i.Unit), power.Units()},
		{"stamp", i.Stamp, []string{"begin", "middle", "end"}},
		{"time_unit", i.TimeUnit, calendar.TimeUnits()},
		{"date_order", i.DateOrder, []string{timestamp.DayFirst, timestamp.MonthFirst, timestamp.YearFirst}},
		{"decimal", i.Decimal, []string{"point", "comma"}},
		{"counts", i.Counts, []string{"total", "interval"}},
	}
}

// Apply overwrites the fields of a series that are set, and keeps the others.
func (i ImportSettings) Apply(s *power.Series) {
	overwrite(&s.Time, i.Time)
	overwrite(&s.Value, i.Value)
	overwrite(&s.Quantity, i.Quantity)
	overwrite(&s.Unit, i.Unit)
	overwrite(&s.Timezone, i.Timezone)
	overwrite(&s.Stamp, i.Stamp)
	overwrite(&s.TimeFormat, i.TimeFormat)
	overwrite(&s.TimeUnit, i.TimeUnit)
	overwrite(&s.DateOrder, i.DateOrder)
	overwrite(&s.Decimal, i.Decimal)
	overwrite(&s.Counts, i.Counts)
	if quantity, known := i.Unit.Quantity(); known && i.Quantity == "" {
		s.Quantity = quantity
	}
	if s.Quantity == power.Power {
		s.Counts = ""
	}
	if len(i.Instruments) > 0 {
		s.Instruments = i.Instruments
	}
	if len(i.Where) > 0 {
		s.Where = i.Where
	}
	if i.WrapsAt > 0 {
		s.WrapsAt = i.WrapsAt
	}
}

// Over returns the settings, with those that are set in other put in their place.
func (i ImportSettings) Over(other ImportSettings) ImportSettings {
	var s power.Series
	i.Apply(&s)
	other.Apply(&s)
	return ImportSettingsOf(&s)
}

func overwrite[T ~string](field *T, value T) {
	if value != "" {
		*field = value
	}
}
