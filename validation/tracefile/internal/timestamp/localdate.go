package timestamp

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
)

// date returns the date as numbers, with a blank after it; it is empty if there is none. ok is false if its parts are not those
// of one date.
func (l *localised) date() (date string, yearless, ok bool) {
	if l.month == 0 && l.weekday != "" && (len(l.numbers) == 2 || len(l.numbers) == 1 && l.marked == [6]string{}) {
		l.month = monthNamed(l.weekday)
	}
	switch {
	case l.marked[markedYear]+l.marked[markedMonth]+l.marked[markedDay] != "":
		return l.markedDate()
	case l.month > 0:
		return l.named()
	case len(l.numbers) == 0:
		return "", false, true
	case len(l.numbers) < 3 || l.separators[0] != l.separators[1] || l.separators[0] == 0:
		return "", false, false
	}
	by := string(l.separators[:1])
	if len(l.numbers[0]) == len("2026") {
		by = "-"
	}
	return strings.Join(l.numbers, by) + " ", false, true
}

func (l *localised) markedDate() (date string, yearless, ok bool) {
	year, month, day := l.marked[markedYear], l.marked[markedMonth], l.marked[markedDay]
	if month == "" || day == "" || len(l.numbers) > 0 {
		return "", false, false
	}
	if yearless = year == ""; yearless {
		year = leapYear
	}
	return year + "-" + month + "-" + day + " ", yearless, len(year) == len("2026")
}

const leapYear = "2000"

func (l *localised) named() (date string, yearless, ok bool) {
	const digits = len("2026")
	year, day := leapYear, ""
	switch len(l.numbers) {
	case 1:
		day, yearless = l.numbers[0], true
	case 2:
		day, year = l.numbers[0], l.numbers[1]
		if len(day) == digits {
			day, year = year, day
		}
		if len(year) != digits && !(l.monthAt == 1 && len(year) == 2) { // 14-mrt-26
			return "", false, false
		}
	}
	if len(day) == 0 || len(day) > 2 || yearless && l.clock == "" {
		return "", false, false
	}
	if len(year) == 2 {
		year = fmt.Sprint(fullYear(Part{value: int(year[0]-'0')*10 + int(year[1]-'0'), Digits: 2}))
	}
	return fmt.Sprintf("%s-%02d-%02s ", year, l.month, day), yearless, true
}

// timeOfDay returns the time of day, with its half of the day and its zone; it is empty if there is none.
func (l *localised) timeOfDay() (text string, ok bool) {
	if l.marked[markedHour] != "" {
		if l.clock != "" || l.marked[markedMinute] == "" {
			return "", false
		}
		parts := l.marked[markedHour:]
		l.clock = fmt.Sprintf("%s:%02s:%02s", parts[0], parts[1], parts[2])
	} else if slices.ContainsFunc(l.marked[markedMinute:], func(part string) bool { return part != "" }) {
		return "", false
	}
	if l.clock == "" {
		return "", l.half == "" && l.zone == ""
	}
	if l.half != "" {
		hour, rest, _ := strings.Cut(l.clock, ":")
		if strings.Trim(hour, "0") == "" {
			l.clock = "12:" + rest // in Japan, noon is 0 in the afternoon
		}
		l.half = " " + l.half
	}
	zone := l.zone
	if zone != "" && celltext.IsLetter(zone[0]) && zone != "Z" {
		zone = " " + zone
	}
	return l.clock + l.half + zone, true
}
