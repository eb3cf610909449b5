package document

import (
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

// Tidy returns what is typed into a field as the document holds it: people write numbers with their unit and with
// thousands apart, such as 22,464 cores or 1 kHz, and times with the name of a zone. A time without one is read in the
// zone of the run, if that is stated. What it does not understand it leaves, for the check of the field to name.
func Tidy(path, typed, zone string) string {
	text := strings.TrimSpace(typed)
	kind, name, known := leafOf(path)
	if known && kind == reflect.Struct {
		return tidyTime(typed, zone)
	}
	if !known || text == "" || kind != reflect.Int && kind != reflect.Float64 {
		return typed
	}
	end := strings.LastIndexAny(text, "0123456789") + 1 // of the number; a unit may follow
	factor, fits := factorOf(name, strings.TrimSpace(text[end:]))
	value, ok := plainNumber(strings.TrimSpace(text[:end]), kind == reflect.Int)
	parsed, err := strconv.ParseFloat(value, 64)
	switch {
	case !fits || !ok || factor != 1 && err != nil:
		return typed
	case factor == 1:
		return value
	}
	if parts := math.Round(1 / factor); factor < 1 && parts*factor == 1 {
		return strconv.FormatFloat(parsed/parts, 'f', -1, 64) // 9950/1000 is 9.95, and 9950*0.001 is not
	}
	return strconv.FormatFloat(parsed*factor, 'f', -1, 64)
}

var (
	apart   = regexp.MustCompile(`^[-−]?\d{1,3}([,  \x{2009}'’_]\d{3})+(\.\d+)?$`)
	comma   = regexp.MustCompile(`^[-−]?\d+,\d+$`)
	between = strings.NewReplacer(",", "", " ", "", "\u00a0", "", "\u202f", "", "\u2009", "", "'", "", "’", "", "_",
		"", "−", "-")
)

// plainNumber writes a number without thousands apart and with a decimal point. One comma before three digits may be
// either:
// it is read in a whole number only.
func plainNumber(text string, whole bool) (number string, ok bool) {
	switch {
	case apart.MatchString(text) && (whole || strings.Count(text, ",") != 1 || strings.Contains(text, ".")):
		return between.Replace(text), true
	case !whole && comma.MatchString(text) && !apart.MatchString(text):
		return strings.NewReplacer(",", ".", "−", "-").Replace(text), true
	}
	text = strings.ReplaceAll(text, "−", "-")
	_, err := strconv.ParseFloat(text, 64)
	return text, err == nil
}

// unitsOf are the units that people write behind numbers, by the end of the name of a field, which says the unit of the
// document.
func unitsOf() map[string]map[string]float64 {
	const kilo, mega = 1e3, 1e6
	return map[string]map[string]float64{
		"_hz": {"hz": 1, "khz": kilo, "mhz": mega, "s/s": 1, "sa/s": 1, "samples/s": 1, "ks/s": kilo,
			"ksa/s": kilo},
		"_s": {"s": 1, "sec": 1, "second": 1, "seconds": 1, "ms": 1 / kilo, "min": 60, "minute": 60,
			"minutes": 60, "h": 3600, "hour": 3600, "hours": 3600},
		"_percent": {"%": 1, "percent": 1},
		"_w": {"W": 1, "w": 1, "watt": 1, "watts": 1, "kW": kilo, "kw": kilo, "KW": kilo, "MW": mega,
			"mW": 1 / kilo},
		"_tflops": {"tflop/s": 1, "tflops": 1, "gflop/s": 1 / kilo, "gflops": 1 / kilo, "pflop/s": kilo, "pflops": kilo,
			"eflop/s": mega},
		"_gb": {"gb": 1, "gib": 1.073741824, "tb": kilo},
		"_c":  {"°c": 1, "c": 1, "℃": 1},
	}
}

// factorOf is what a number in a unit is multiplied by; fits is false if the field is in no such unit. Whole numbers
// count things, whose name may follow.
func factorOf(name, unit string) (factor float64, fits bool) {
	if unit == "" {
		return 1, true
	}
	for ending, units := range unitsOf() {
		if strings.HasSuffix(name, ending) {
			if factor, fits = units[unit]; !fits && ending != "_w" { // mW is no MW
				factor, fits = units[strings.ToLower(unit)]
			}
			return factor, fits
		}
	}
	counted := strings.ToLower(strings.TrimSuffix(unit, "s"))
	return 1, counted != "" && (strings.Contains(strings.ReplaceAll(name, "_", " "), counted) || counted == "node" ||
		counted == "unit" || counted == "piece")
}

func leafOf(path string) (kind reflect.Kind, name string, known bool) {
	t := reflect.TypeFor[power.Entry]()
	for step := range strings.SplitSeq(path, ".") {
		var number string
		var ok bool
		if name, number, ok = readStep(step); !ok || t.Kind() != reflect.Struct {
			return 0, "", false
		}
		index, found := fieldsOf(t)[name]
		if !found {
			return 0, "", false
		}
		t = t.Field(index).Type
		for t.Kind() == reflect.Pointer || number != "" && t.Kind() == reflect.Slice {
			if t.Kind() == reflect.Slice {
				number = ""
			}
			t = t.Elem()
		}
	}
	return t.Kind(), name, true
}

// localTimes are the forms in which people write a time before its zone: year first, as nobody mistakes.
func localTimes() []string {
	return []string{"2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02 15:04"}
}

// tidyTime reads a local time that an offset or the IANA name of a zone follows, such as 2026-11-02 11:16
// Europe/Berlin. A time that a clock showed twice or never in that zone is left, for the check of the field to name.
func tidyTime(typed, named string) string {
	text := strings.Join(strings.Fields(typed), " ")
	for _, form := range localTimes() {
		for _, offset := range []string{"-07:00", "Z07:00", "-0700", "-07"} {
			for _, gap := range []string{"", " "} {
				if at, err := time.Parse(form+gap+offset, text); err == nil {
					return at.Format(time.RFC3339Nano)
				}
			}
		}
	}
	if at := strings.LastIndex(text, " "); at > 0 {
		if local, known := inZone(text[:at], text[at+1:]); known {
			return local
		}
	}
	if local, known := inZone(text, named); known {
		return local
	}
	return typed
}

func inZone(text, named string) (read string, known bool) {
	zone, err := Zone(named)
	if err != nil || zone == nil {
		return "", false
	}
	for _, form := range localTimes() {
		if when, err := time.ParseInLocation(form, text, zone); err == nil {
			return when.Format(time.RFC3339Nano), when.Format(form) == text && !twice(when, zone)
		}
	}
	return "", false
}

func twice(when time.Time, zone *time.Location) bool {
	const longestChange = 3 * time.Hour
	shown := when.Format("2006-01-02T15:04:05.999999999")
	for by := -longestChange; by <= longestChange; by += 30 * time.Minute {
		if by != 0 && when.Add(by).In(zone).Format("2006-01-02T15:04:05.999999999") == shown {
			return true
		}
	}
	return false
}
