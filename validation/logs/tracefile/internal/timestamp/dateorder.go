package timestamp

import (
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
)

// The orders in which numbers make a date, as documents name them.
const (
	DayFirst   = "day-first"
	MonthFirst = "month-first"
	YearFirst  = "year-first"
)

// Orders is a set of them; the empty one stands for all.
type Orders uint8

// The orders of the numbers in a date.
const (
	DayLed Orders = 1 << iota
	MonthLed
	yearLed
)

type dateOrder struct {
	is               Orders
	name, begins     string
	year, month, day int
}

var dateOrders = [...]dateOrder{
	{DayLed, DayFirst, "with the day", 2, 1, 0},
	{MonthLed, MonthFirst, "with the month", 2, 0, 1},
	{yearLed, YearFirst, "with the year", 0, 1, 2},
}

// OrdersNamed returns the order that a document names, all if it names none.
func OrdersNamed(name string) Orders {
	for _, one := range dateOrders {
		if one.name == name {
			return one.is
		}
	}
	return 0
}

func (o Orders) single() bool { return o != 0 && o&(o-1) == 0 }

type numericDate struct {
	orders   Orders
	midnight [len(dateOrders)]int64 // seconds since 1970
}

// datesOf tries the orders. Dots stand between numbers if the day is first, unless a person says otherwise.
func (o Orders) datesOf(p [3]Part, separator byte) (n numericDate) {
	if !o.single() && separator == '.' {
		o = DayLed
	}
	for i, one := range dateOrders {
		if o != 0 && o&one.is == 0 || !one.fits(p) {
			continue
		}
		if midnight, ok := midnightOf(fullYear(p[one.year]), p[one.month].value, p[one.day].value); ok {
			n.orders |= one.is
			n.midnight[i] = midnight
		}
	}
	return n
}

// fits is false for a year of four digits in front, which leaves no choice.
func (d *dateOrder) fits(p [3]Part) bool {
	for i := range p {
		if p[i].Month || i != d.year && p[i].Digits > 2 {
			return false
		}
	}
	return d.is != yearLed || p[0].Digits == 2
}

func (n *numericDate) first() (midnight int64, v Outcome) {
	v = Unreadable
	for i, one := range dateOrders {
		switch {
		case n.orders&one.is == 0:
		case v == Unreadable:
			midnight, v = n.midnight[i], readable
		case n.midnight[i] != midnight:
			v = ambiguous
		}
	}
	return midnight, v
}

func (c Calendar) unclearOrder(text []byte) *celltext.Error {
	var begins, names []string
	if p, separator, _, ok := PartsOf(dateWithin(text)); ok {
		n := c.Among.datesOf(p, separator)
		for _, one := range dateOrders {
			if n.orders&one.is != 0 {
				begins, names = append(begins, one.begins), append(names, one.name)
			}
		}
	}
	return &celltext.Error{Problem: celltext.Quoted(text) + " may begin " + either(begins),
		Remedy: "set date_order of the series to " + either(names)}
}

func either(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// overMidnight is how many seconds readings around midnight may be apart to tell the day: logs of two days seldom join
// so closely.
const overMidnight = 3600

// Dating is what the dates of a column say about their order.
type Dating struct {
	among  Orders      // in which all of them are dates; empty before the first one of three numbers
	passed Orders      // in which a midnight lies between two readings
	last   numericDate // none in any order before the first one, so that nothing passes from it
	of     int64       // the time of day of last, in seconds; negative if it has none
}

// Orders are those in which the dates may be written.
func (d *Dating) Orders() Orders {
	if both := d.among & d.passed; both != 0 {
		return both
	}
	return d.among
}

// Add takes a date with or without a time. One in no order of those before is an error when it is read.
func (d *Dating) Add(text []byte) {
	p, separator, _, ok := PartsOf(dateWithin(text))
	if !ok {
		return
	}
	n := Orders(0).datesOf(p, separator)
	if n.orders == 0 {
		return
	}
	if d.among == 0 {
		d.among = n.orders
	} else if both := d.among & n.orders; both != 0 {
		d.among = both
	}
	of := int64(-1)
	if m, _, v := (Calendar{}).Read(text); v != Unreadable {
		of = (m.Seconds%SecondsPerDay + SecondsPerDay) % SecondsPerDay
		if m.endsDay {
			of = SecondsPerDay
		}
	}
	if of >= 0 && d.of >= 0 {
		d.passed |= d.last.passes(&n, of-d.of)
	}
	d.last, d.of = n, of
}

// passes returns the orders in which the dates are a day apart and the times close together around midnight.
func (n *numericDate) passes(next *numericDate, later int64) (passed Orders) {
	for i, one := range dateOrders {
		days := next.midnight[i] - n.midnight[i]
		if n.orders&next.orders&one.is != 0 && (days == SecondsPerDay || days == -SecondsPerDay) &&
			max(days+later, -days-later) <= overMidnight {
			passed |= one.is
		}
	}
	return passed
}
