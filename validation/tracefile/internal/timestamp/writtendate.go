package timestamp

import (
	"fmt"
	"strings"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// monthWords are the months as date writes them in the languages of its users, short and long. None stands
// for two months.
var monthWords = [12]string{
	"jan january januar janvier ene enero gen gennaio januari janeiro",
	"feb february februar fév févr février febrero febbraio februari fev fevereiro",
	"mar march mär märz mrz mars marzo mrt maart março",
	"apr april avr avril abr abril aprile",
	"may mai mayo mag maggio mei maio",
	"jun june juni juin junio giu giugno junho",
	"jul july juli juil juillet julio lug luglio julho",
	"aug august août ago agosto augustus",
	"sep sept september septembre septiembre set settembre setembro",
	"oct october okt oktober octobre octubre ott ottobre out outubro",
	"nov november novembre noviembre novembro",
	"dec december dez dezember déc décembre dic diciembre dicembre dezembro",
}

// DayWords are the days of the week likewise, which tell nothing that the date does not.
var DayWords = columnname.WordSet("mon monday tue tuesday wed wednesday thu thursday fri friday sat saturday sun sunday " +
	"mo montag di dienstag mi mittwoch do donnerstag fr freitag sa samstag so sonntag lun lundi mar mardi mer mercredi jeu jeudi ven vendredi " +
	"sam samedi dim dimanche lunes martes mié miércoles jue jueves vie viernes sáb sábado dom domingo gio sab ma wo vr za zo seg ter qua qui sex")

// monthOf is the month of each of monthWords.
var monthOf = monthsOf(monthWords)

// monthsOf returns the months by their names.
func monthsOf(names [12]string) map[string]int {
	months := map[string]int{}
	for i, words := range names {
		for word := range strings.FieldsSeq(words) {
			months[word] = i + 1
		}
	}
	return months
}

// MonthOf returns the month of a word; 0 if it is none.
func MonthOf(word string) int { return monthOf[word] }

// writtenParts are the parts of a time that is written for people, in any order.
type writtenParts struct {
	year, month, day int
	weekday          string
	clock, half      string
	offset           int64
	zoned            bool
}

// WrittenDate reads a time with the name of its month, as date, perf and ipmitool write it.
func WrittenDate(text string) (string, bool) {
	words := strings.Fields(celltext.Latin1([]byte(text)))
	if len(words) < 4 || len(words) > 8 {
		return "", false
	}
	var d writtenParts
	for i, word := range words {
		if !d.take(strings.TrimSuffix(word, ","), i == 0) {
			return "", false
		}
	}
	return d.text()
}

// take is false for a word that is no part of a time, or one that was there already.
func (d *writtenParts) take(word string, first bool) bool {
	small := strings.TrimSuffix(strings.ToLower(word), ".")
	switch month := MonthOf(small); {
	case word == "":
		return false
	case first && DayWords[small]:
		d.weekday = small // mar is Tuesday in Spain
	case month > 0:
		d.month, month = month, d.month
		return month == 0
	case small == "am" || small == "pm":
		return d.told(&d.half, small)
	case celltext.IsDigit(word[0]) && strings.Contains(word, ":"):
		return d.told(&d.clock, word)
	case celltext.OnlyDigits([]byte(small)):
		return d.number(small)
	default:
		return d.zone(word)
	}
	return true
}

func (d *writtenParts) told(part *string, word string) bool {
	before := *part
	*part = word
	return before == ""
}

// number takes a day or a year.
func (d *writtenParts) number(digits string) bool {
	n, _ := Count([]byte(digits))
	into := &d.day
	if len(digits) == yearLength {
		into = &d.year
	}
	before := *into
	*into = n
	return before == 0 && n > 0 && (len(digits) <= 2 || len(digits) == yearLength)
}

// zone takes an offset, or the name of a zone after the time of day.
func (d *writtenParts) zone(word string) bool {
	if d.clock == "" || d.zoned {
		return false
	}
	var ok bool
	if d.offset, d.zoned, ok = Offset([]byte(word)); ok {
		return true
	}
	return IsZoneWord([]byte(word))
}

func (d *writtenParts) text() (string, bool) {
	if d.month == 0 {
		d.month = MonthOf(d.weekday)
	}
	if _, ok := midnightOf(d.year, d.month, d.day); !ok || d.year == 0 {
		return "", false
	}
	m, rest, ok := timeOfDay([]byte(strings.TrimSpace(d.clock + " " + d.half)))
	if !ok || len(rest) > 0 {
		return "", false
	}
	text := fmt.Sprintf("%04d-%02d-%02d %02d:%02d:%02d", d.year, d.month, d.day, m.Seconds/SecondsPerHour, m.Seconds/60%60, m.Seconds%60)
	if m.Nanoseconds > 0 {
		text += fmt.Sprintf(".%09d", m.Nanoseconds)
	}
	switch {
	case !d.zoned:
		return text, true
	case d.offset == 0:
		return text + "Z", true
	}
	sign, east := '+', d.offset
	if east < 0 {
		sign, east = '-', -east
	}
	return text + fmt.Sprintf("%c%02d:%02d", sign, east/SecondsPerHour, east/60%60), true
}
