package timestamp

import (
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/tracetest"
)

// Times as programs write them in many languages: all of them are 2026-03-14 09:20:00 by a clock in Berlin, or 12 hours
// later.
func TestLocalisedTimes(t *testing.T) {
	for _, text := range []string{
		"14. März 2026 09:20:00", "14. März 2026, 09:20:00 Uhr", "14. März 2026 um 09:20:00",
		"Samstag, 14. März 2026 09:20:00", "Sa 14. Mär 09:20:00 CET 2026",
		"Sa., 14. März 2026, 09:20:00 MEZ", "14.03.2026, 09:20:00 Uhr", "14-mrt-2026 09:20:00", "14-mrt-26 09:20:00",
		"14-mars.-2026 09:20:00", "14 mrt. 2026 09:20:00", "zaterdag 14 maart 2026 om 09:20:00",
		"14 mars 2026 à 09:20:00", "sam. 14 mars 2026 09:20:00", "14 mars 2026 9 h 20 min 00 s",
		"14 de marzo de 2026, 9:20:00", "14/03/2026 9:20:00 a. m.", "14/03/2026 9:20:00 a.m.",
		"14/03/2026, 9:20:00\u202fAM", "14 de março de 2026 09:20:00",
		"14 marzo 2026 alle ore 09:20:00", "2026. 03. 14. 09:20:00", "2026.03.14. 9:20:00", "2026. március 14. 9:20:00",
		"2026. márc. 14., szombat 09:20:00", "2026年3月14日 09:20:00", "2026年03月14日 09时20分00秒",
		"2026年3月14日 上午9:20:00", "2026年 03月 14日 星期六 09:20:00 CST", "2026/03/14(土) 09:20:00", "2026年3月14日(土) 9時20分00秒",
		"2026/3/14 上午 09:20:00", "2026/3/14 午前9:20:00",
		"2026-03-14 오전 09:20:00", "2026. 3. 14. 오전 9:20:00", "2026년 3월 14일 오전 9시 20분 0초", "2026년 03월 14일 (토) 09:20:00",
		"14 марта 2026 г. 09:20:00", "14 марта 2026 г., 9:20:00", "14 березня 2026 р. 09:20:00",
		"14 marca 2026 09:20:00", "14. března 2026 9:20:00", "14. 3. 2026 9:20:00", "14 mars 2026 kl. 09:20:00",
		"14. marts 2026 kl. 09.20.00", "14.3.2026 klo 9.20.00", "14. maaliskuuta 2026 klo 9.20.00",
		"14 Mart 2026 09:20:00", "14 Mart 2026 Cumartesi 09:20:00", "14 Μαρτίου 2026 9:20:00 π.μ.",
		"14 martie 2026, 09:20:00", "09:20:00, 14. März 2026", "M\xe4rz 14 2026 09:20:00",
		"2026-03-14 09:20:00 Europe/Berlin", "2026-03-14T09:20:00+01:00[Europe/Berlin]",
		"2026-03-14T09:20:00[Europe/Berlin]", "2026-03-14T08:20:00Z[UTC]", "2026-03-14 09:20:00 (Europe/Berlin)",
		"14 March 2026 08:20:00 Europe/London",
		"14. März 2026 08:20:00 Z", "14. März 2026 09:20:00 +01:00", "14 mars 2026 08:20:00 UTC", "2026-03-13T32:20:00",
		"14.03.26 9:20:00 vorm.",
	} {
		c := NewClock(Timing{Zone: tracetest.Berlin(t), DateOrder: DayFirst})
		at, f := c.Read([]byte(text))
		if text == "2026-03-13T32:20:00" { // no clock shows that
			if f == nil {
				t.Errorf("%s is read as %s", text, time.Unix(0, at).UTC())
			}
			continue
		}
		if f != nil {
			t.Errorf("%s: %s", text, f.Problem)
		} else if got := time.Unix(0, at).UTC().Format(time.RFC3339); got != "2026-03-14T08:20:00Z" {
			t.Errorf("%s is read as %s", text, got)
		}
	}
}

// TestHalvesOfTheDay: a clock of twelve hours goes on over noon, however its halves are called and wherever their words
// stand.
func TestHalvesOfTheDay(t *testing.T) {
	for _, form := range []string{"2026-03-14 오HALF CLOCK", "2026/3/14 HALF午CLOCK", "14/03/2026 CLOCK HALF. m.",
		"2026/03/14 午HALFCLOCK"} {
		c := NewClock(Timing{Zone: time.UTC, DateOrder: DayFirst})
		for i, clock := range []string{"10:59:59", "11:59:59", "12:00:00", "12:59:59", "01:00:00", "11:00:00"} {
			want := []string{"10:59:59", "11:59:59", "12:00:00", "12:59:59", "13:00:00", "23:00:00"}[i]
			half := map[string][2]string{"오": {"전", "후"}, "HALF午": {"上", "下"}, ". m.": {"a", "p"}, "午HALF": {"前", "後"}}
			for mark, words := range half {
				if !strings.Contains(form, mark) {
					continue
				}
				text := strings.NewReplacer("HALF", words[min(i/2, 1)], "CLOCK", clock).Replace(form)
				at, f := c.Read([]byte(text))
				if got := time.Unix(0, at).UTC().Format(time.TimeOnly); f != nil || got != want {
					t.Errorf("%s is read as %s, want %s: %v", text, got, want, f)
				}
			}
		}
	}
}

func TestNoLocalisedTimes(t *testing.T) {
	for _, text := range []string{
		"14. Foo 2026 09:20:00", "Start 14. März 2026 09:20:00", "14. März 2026 31:20:00", "31. April 2026 09:20:00",
		"14. März 14. März 2026 09:20:00", "2026年13月14日 09:20:00", "rack 14 09:20:00", "212 W", "1 h 20 min 3 s",
		"node-0123", "10.2.3.4", "2026-03-14 오전 19:20:00", "2026-03-14 09:20:00 Europe/",
		"14. März 2026 09:20:00 09:21:00", "2026-03-14T09:20:00[here]", "1/2/3/4 9:20:00 a. m.", "14 mars 9:20:00",
		"7 days, 9:20:00",
	} {
		if IsTime([]byte(text)) {
			t.Errorf("%s is read", text)
		}
	}
}

// TestMonthNames: no name stands for two months, or for a day of the week if a month may stand.
func TestMonthNames(t *testing.T) {
	met := map[string]int{}
	for month := range monthsAbroad {
		for name := range strings.FieldsSeq(monthWords[month] + " " + monthsAbroad[month]) {
			if other, twice := met[name]; twice && other != month {
				t.Errorf("%s is both month %d and %d", name, other+1, month+1)
			}
			met[name] = month
		}
	}
}

func TestTimesWithoutAYear(t *testing.T) {
	for _, one := range []struct{ origin, text, want string }{
		{"2026-04-14T00:00:00Z", "Apr 14 13:20:00", "2026-04-14T13:20:00Z"},
		{"2026-04-14T00:00:00Z", "14. April 13:20:00", "2026-04-14T13:20:00Z"},
		{"2025-12-31T00:00:00Z", "Jan 1 00:00:01", "2026-01-01T00:00:01Z"},
		{"2026-01-01T00:00:00Z", "Dec 31 23:59:59", "2025-12-31T23:59:59Z"},
		{"2024-02-29T00:00:00Z", "Feb 29 12:00:00", "2024-02-29T12:00:00Z"},
		{"2026-02-28T00:00:00Z", "Feb 29 12:00:00", "is 29 February, which 2026 does not have"},
		{"", "Apr 14 13:20:00", "the times of the file have no year"},
	} {
		timing := Timing{Zone: time.UTC}
		if one.origin != "" {
			at, err := time.Parse(time.RFC3339, one.origin)
			if err != nil {
				t.Fatal(err)
			}
			timing.origin, timing.Counted = at.UnixNano(), true
		}
		c := NewClock(timing)
		c.Calendar.Yearless = true
		at, f := c.Read([]byte(one.text))
		got := time.Unix(0, at).UTC().Format(time.RFC3339)
		if f != nil {
			got = f.Problem
		}
		if got != one.want {
			t.Errorf("%s from %s is %s, want %s", one.text, one.origin, got, one.want)
		}
	}
}

// TestRegions: the name of a zone holds for its time alone.
func TestRegions(t *testing.T) {
	c := NewClock(Timing{Zone: time.UTC})
	for _, one := range [][2]string{
		{"2026-03-14 09:20:00 Europe/Berlin", "2026-03-14T08:20:00Z"}, {"2026-03-14 09:20:01 Europe/Berlin",
			"2026-03-14T08:20:01Z"}, {"2026-03-14 09:20:00", "2026-03-14T09:20:00Z"},
		{"2026-03-14 09:20:00 America/Argentina/Buenos_Aires", "2026-03-14T12:20:00Z"},
		{"2026-03-14 09:20:00 Europe/Berlin", "2026-03-14T08:20:00Z"},
		{"2026-03-14 24:00:00 Europe/Berlin", "2026-03-14T23:00:00Z"}, {"2026-03-14 24:00", "2026-03-15T00:00:00Z"},
	} {
		at, f := c.Read([]byte(one[0]))
		if got := time.Unix(0, at).UTC().Format(time.RFC3339); f != nil || got != one[1] {
			t.Errorf("%s is %s, want %s", one[0], got, one[1])
		}
	}
	if _, f := c.Read([]byte("2026-03-14 09:20:00 Europe/Nowhere")); f == nil ||
		!strings.Contains(f.Problem, "Europe/Nowhere") {
		t.Errorf("%v", f)
	}
}

// TestWordsOfTheRepeatedHour: CEST and CET tell the two hours apart, in any order of the rows.
func TestWordsOfTheRepeatedHour(t *testing.T) {
	c := NewClock(Timing{Zone: tracetest.Berlin(t)})
	for _, one := range [][2]string{
		{"2025-10-26 02:30:00 CET", "2025-10-26T01:30:00Z"}, {"2025-10-26 02:30:00 CEST", "2025-10-26T00:30:00Z"},
		{"2025-10-26 02:30:10 MEZ", "2025-10-26T01:30:10Z"},
		{"26. Oktober 2025 02:31:00 MESZ", "2025-10-26T00:31:00Z"},
	} {
		at, f := c.Read([]byte(one[0]))
		if got := time.Unix(0, at).UTC().Format(time.RFC3339); f != nil || got != one[1] {
			t.Errorf("%s is %s, want %s", one[0], got, one[1])
		}
	}
}

// FuzzLocalised looks for text that stops the reader, and for dates that are read otherwise once they were rewritten.
func FuzzLocalised(f *testing.F) {
	for _, seed := range []string{"14. März 2026 09:20:00", "2026-03-14 오전 9:20:00", "14/03/2026 9:20:00 a. m.",
		"2026年3月14日(土) 9時20分00秒", "2026-03-14T09:20:00+01:00[Europe/Berlin]", "Apr 14 13:20:00"} {
		f.Add(seed, "%d.%m.%Y %H:%M:%S")
	}
	f.Add("14.03.2026 09:20:00 PM", "%d.%m.%Y %I:%M:%S %p")
	f.Add("14\x89.03.2026 09:20:00", "%d\x89.%m.%Y %H:%M:%S")
	f.Fuzz(func(t *testing.T, text, form string) {
		c := NewClock(Timing{Zone: time.UTC, DateOrder: DayFirst})
		at, failed := c.Read([]byte(text))
		again, failedToo := NewClock(Timing{Zone: time.UTC, DateOrder: DayFirst}).Read([]byte(text))
		if at != again || (failed == nil) != (failedToo == nil) {
			t.Fatalf("%q is read as %d and as %d", text, at, again)
		}
		if second, failed := c.Read([]byte(text)); failed == nil && second != at && failedToo == nil &&
			!strings.Contains(text, ":") {
			t.Fatalf("%q is read as %d and then as %d", text, at, second)
		}
		laid := NewClock(Timing{Zone: time.UTC, Layout: form})
		if first, f := laid.Read([]byte(text)); f == nil {
			if second, f := laid.Read([]byte(text)); f != nil || first != second {
				t.Fatalf("%q by %q is %d and then %d", text, form, first, second)
			}
		}
	})
}
