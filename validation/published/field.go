package published

import "green500/validation/power"

// field is the part of a row that a column contains.
type field int

// The fields of a row, and what columns may be besides.
const (
	unused  field = iota // known, and of no use here
	several              // separates lists that were combined in one file
	rank
	top500Rank
	name
	computer
	site
	manufacturer
	country
	year
	segment
	totalCores
	acceleratorCores
	accelerator
	processor
	interconnect
	operatingSystem
	rmax
	rpeak
	nmax
	drawn // power
	efficiency
	powerSource
	level
	measuredCores
	optimizedRmax
	optimizedPower
	systemID
	siteID
)

// anything are the fields that any text may stand in.
var anything = map[field]bool{
	name: true, computer: true, site: true, manufacturer: true, segment: true, accelerator: true,
	processor: true, interconnect: true, operatingSystem: true, powerSource: true,
}

type value struct {
	text string
	ten  int
}

// taker writes a value into a row. It returns what is wrong with it, and then leaves the row as it is.
type taker func(r *Row, v value) (problem string)

var takers = map[field]taker{
	rank:             whole(func(r *Row) *int { return &r.Rank }),
	top500Rank:       whole(func(r *Row) *int { return &r.Top500Rank }),
	name:             text(func(r *Row) *string { return &r.Name }),
	computer:         text(func(r *Row) *string { return &r.Computer }),
	site:             text(func(r *Row) *string { return &r.Site }),
	manufacturer:     text(func(r *Row) *string { return &r.Manufacturer }),
	country:          takeCountry,
	year:             whole(func(r *Row) *int { return &r.Year }),
	segment:          text(func(r *Row) *string { return &r.Segment }),
	totalCores:       whole(func(r *Row) *int { return &r.TotalCores }),
	acceleratorCores: whole(func(r *Row) *int { return &r.AcceleratorCores }),
	accelerator:      takeAccelerator,
	processor:        text(func(r *Row) *string { return &r.Processor }),
	interconnect:     text(func(r *Row) *string { return &r.Interconnect }),
	operatingSystem:  text(func(r *Row) *string { return &r.OperatingSystem }),
	rmax:             quantity(func(r *Row) *power.GFlops { return &r.Rmax }),
	rpeak:            quantity(func(r *Row) *power.GFlops { return &r.Rpeak }),
	nmax:             whole(func(r *Row) *int { return &r.Nmax }),
	drawn:            perhaps(func(r *Row) **power.Watts { return &r.Power }),
	efficiency:       perhaps(func(r *Row) **float64 { return &r.Efficiency }),
	powerSource:      text(func(r *Row) *string { return &r.PowerSource }),
	level:            takeLevel,
	measuredCores:    whole(func(r *Row) *int { return &r.MeasuredCores }),
	optimizedRmax:    perhaps(func(r *Row) **power.GFlops { return &r.OptimizedRmax }),
	optimizedPower:   perhaps(func(r *Row) **power.Watts { return &r.OptimizedPower }),
	systemID:         whole(func(r *Row) *int { return &r.SystemID }),
	siteID:           whole(func(r *Row) *int { return &r.SiteID }),
}

// Problems of a cell.
const (
	notNumber  = "is not a number"
	notWhole   = "is not a whole number"
	notPower   = "is negative"
	notLevel   = "is not a quality level"
	notCountry = "is not the name of a known country"
)

func text(of func(r *Row) *string) taker {
	return func(r *Row, v value) string {
		*of(r) = v.text
		return ""
	}
}

func whole(of func(r *Row) *int) taker {
	return func(r *Row, v value) string {
		number, ok := wholeNumber(v.text)
		if !ok {
			return notWhole
		}
		*of(r) = number
		return ""
	}
}

func quantity[Q ~float64](of func(r *Row) *Q) taker {
	return func(r *Row, v value) string {
		number, problem := v.number()
		if problem == "" {
			*of(r) = Q(number)
		}
		return problem
	}
}

// perhaps is for what a list may leave out: older ones write 0 then.
func perhaps[Q ~float64](of func(r *Row) **Q) taker {
	return func(r *Row, v value) string {
		number, problem := v.number()
		if problem == "" && number > 0 {
			said := Q(number)
			*of(r) = &said
		}
		return problem
	}
}

func (v value) number() (number float64, problem string) {
	number, ok := decimal(v.text, v.ten)
	switch {
	case !ok:
		return 0, notNumber
	case number < 0:
		return 0, notPower
	}
	return number, ""
}

func takeLevel(r *Row, v value) string {
	number, ok := wholeNumber(v.text)
	if !ok || number < 0 || number > int(power.Levels()[len(power.Levels())-1]) {
		return notLevel
	}
	r.Level = power.Level(number)
	return ""
}

func takeCountry(r *Row, v value) string {
	r.Country = v.text
	if _, known := CountryCode(v.text); !known {
		return notCountry
	}
	return ""
}

// takeAccelerator leaves out that there is none, which the lists of 2011 to 2016 say with a word.
func takeAccelerator(r *Row, v value) string {
	if v.text != "None" {
		r.Accelerator = v.text
	}
	return ""
}
