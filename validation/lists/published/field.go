package published

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"green500/validation/power"
)

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

type dimension int

const (
	rate dimension = iota + 1
	electrical
	perWatt
)

var dimensions = map[field]dimension{
	rmax:           rate,
	rpeak:          rate,
	optimizedRmax:  rate,
	drawn:          electrical,
	optimizedPower: electrical,
	efficiency:     perWatt,
}

// units of headers, in lower case: the power of ten by which each differs from GFlop/s, watts and GFlops/W.
var units = map[dimension]map[string]int{
	rate: {
		"mflops": -3, "mflop/s": -3,
		"gflops": 0, "gflop/s": 0,
		"tflops": 3, "tflop/s": 3,
		"pflops": 6, "pflop/s": 6,
	},
	electrical: {"w": 0, "kw": 3, "mw": 6},
	perWatt: {
		"mflops/w": -3, "mflops/watt": -3, "mflops/watts": -3,
		"gflops/w": 0, "gflops/watt": 0, "gflops/watts": 0,
	},
}

// unnamed says which unit goes without saying, and through which edition: from 2017 on headers name it.
var unnamed = map[dimension]struct{ through, unit string }{
	rate:       {"2016-11", "gflop/s"},
	electrical: {"2016-11", "kw"},
}

func tens(f field, unit, edition string) (ten int, problem string) {
	measures, has := dimensions[f]
	if !has {
		return 0, ""
	}
	if unit == "" {
		if old, ok := unnamed[measures]; ok && edition <= old.through {
			return units[measures][old.unit], ""
		}
		return 0, "has no unit, and the column is not read"
	}
	ten, known := units[measures][unit]
	if !known {
		return 0, "has an unknown unit, and the column is not read"
	}
	return ten, ""
}

var (
	plainDecimal = regexp.MustCompile(`^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$`)
	inThousands  = regexp.MustCompile(`^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$`)
)

// decimal multiplies by a power of ten without the error of floats: "1063.305" in TFlop/s is 1063305 GFlop/s.
func decimal(text string, ten int) (float64, bool) {
	if inThousands.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	if !plainDecimal.MatchString(text) {
		return 0, false
	}
	digits, exponent := strings.ToLower(text), 0
	if before, after, found := strings.Cut(digits, "e"); found {
		digits = before
		exponent, _ = strconv.Atoi(after) // three digits
	}
	number, err := strconv.ParseFloat(digits+"e"+strconv.Itoa(exponent+ten), 64)
	return number, err == nil
}

func wholeNumber(text string) (int, bool) {
	number, ok := decimal(text, 0)
	if !ok || number < 0 || number > math.MaxInt32 || number != math.Trunc(number) {
		return 0, false
	}
	return int(number), true
}

func places(number float64) int {
	_, behind, _ := strings.Cut(strconv.FormatFloat(number, 'f', -1, 64), ".")
	return len(behind)
}
