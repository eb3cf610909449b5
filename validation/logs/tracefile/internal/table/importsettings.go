package table

import (
	"reflect"

	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
	"green500/validation/power/calendar"
)

// ImportSettings are the fields of a series that say how a log is read, without the origin, which differs from log to log.
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

// ImportSettingsOf returns the import settings of a series.
func ImportSettingsOf(s *power.Series) (i ImportSettings) {
	overwrite(&i, s)
	return i
}

// Apply overwrites the fields of a series that are set, and keeps the others.
func (i ImportSettings) Apply(s *power.Series) {
	overwrite(s, &i)
	if quantity, known := i.Unit.Quantity(); known && i.Quantity == "" {
		s.Quantity = quantity
	}
	if s.Quantity == power.Power {
		s.Counts = ""
	}
}

// Over returns the settings, with those that are set in other put in their place.
func (i ImportSettings) Over(other ImportSettings) ImportSettings {
	var s power.Series
	i.Apply(&s)
	other.Apply(&s)
	return ImportSettingsOf(&s)
}

func overwrite(into, from any) {
	of, to := reflect.ValueOf(from).Elem(), reflect.ValueOf(into).Elem()
	for i := range of.NumField() {
		value, field := of.Field(i), to.FieldByName(of.Type().Field(i).Name)
		empty := value.IsZero() || (value.Kind() == reflect.Slice || value.Kind() == reflect.Map) && value.Len() == 0
		if field.IsValid() && !empty {
			field.Set(value)
		}
	}
}
