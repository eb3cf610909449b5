package table

import (
	"green500/validation/power"
	"green500/validation/tracefile/internal/timestamp"
)

// Reading is the part of a series that says how a log is read. It has no origin, which is another for
// every log.
type Reading struct {
	Time        string              `json:"time,omitempty" doc:"Column of the time; where not told, the one that the log tells or shows to be it"`
	Value       string              `json:"value,omitempty" doc:"Column of the readings"`
	Quantity    power.Quantity      `json:"quantity,omitempty" doc:"power or energy"`
	Unit        power.Unit          `json:"unit,omitempty"`
	Timezone    string              `json:"timezone,omitempty" doc:"IANA zone of the file's times"`
	Stamp       string              `json:"stamp,omitempty" doc:"Where a timestamp lies in its interval: begin, middle or end"`
	Instruments []string            `json:"instruments,omitempty" doc:"Columns that tell the instruments of a long table apart"`
	Where       map[string][]string `json:"where,omitempty" doc:"Rows to take, by column"`
	DateOrder   string              `json:"date_order,omitempty" doc:"day-first, month-first or year-first"`
	Decimal     string              `json:"decimal,omitempty" doc:"point or comma"`
	Counts      string              `json:"counts,omitempty" doc:"What an energy reading counts: total or interval"`
	WrapsAt     float64             `json:"wraps_at,omitempty" doc:"Where an energy total starts anew at zero, in the unit of the series"`
}

// ReadingOf returns how a series is read.
func ReadingOf(s *power.Series) Reading {
	return Reading{
		Time: s.Time, Value: s.Value, Quantity: s.Quantity, Unit: s.Unit, Timezone: s.Timezone, Stamp: s.Stamp,
		Instruments: s.Instruments, Where: s.Where, DateOrder: s.DateOrder, Decimal: s.Decimal, Counts: s.Counts, WrapsAt: s.WrapsAt,
	}
}

// Choice is a field that takes one of a few words.
type Choice struct {
	Field, Value string
	Allowed      []string
}

// Choices returns the fields that take one of a few words, with their values.
func (r Reading) Choices() []Choice {
	return []Choice{
		{"quantity", string(r.Quantity), []string{string(power.Power), string(power.Energy)}},
		{"unit", string(r.Unit), power.Units()},
		{"stamp", r.Stamp, []string{"begin", "middle", "end"}},
		{"date_order", r.DateOrder, []string{timestamp.DayFirst, timestamp.MonthFirst, timestamp.YearFirst}},
		{"decimal", r.Decimal, []string{"point", "comma"}},
		{"counts", r.Counts, []string{"total", "interval"}},
	}
}

// Apply overwrites what a reading says of a series, and leaves what it does not say.
func (r Reading) Apply(s *power.Series) {
	put(&s.Time, r.Time)
	put(&s.Value, r.Value)
	put(&s.Quantity, r.Quantity)
	put(&s.Unit, r.Unit)
	put(&s.Timezone, r.Timezone)
	put(&s.Stamp, r.Stamp)
	put(&s.DateOrder, r.DateOrder)
	put(&s.Decimal, r.Decimal)
	put(&s.Counts, r.Counts)
	if quantity, known := r.Unit.Quantity(); known && r.Quantity == "" {
		s.Quantity = quantity
	}
	if s.Quantity == power.Power {
		s.Counts = ""
	}
	if len(r.Instruments) > 0 {
		s.Instruments = r.Instruments
	}
	if len(r.Where) > 0 {
		s.Where = r.Where
	}
	if r.WrapsAt > 0 {
		s.WrapsAt = r.WrapsAt
	}
}

// Over returns the reading with what another one says put over it.
func (r Reading) Over(other Reading) Reading {
	var s power.Series
	r.Apply(&s)
	other.Apply(&s)
	return ReadingOf(&s)
}

func put[T ~string](into *T, said T) {
	if said != "" {
		*into = said
	}
}
