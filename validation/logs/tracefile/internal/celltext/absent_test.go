package celltext

import (
	"strings"
	"testing"
)

// TestWhatIsNoReading: words for no reading in the languages of instruments and people, and what is one.
func TestWhatIsNoReading(t *testing.T) {
	for text := range strings.SplitSeq("OVER|OL|-OL|NO DATA|Bad|I/O Timeout|Calc "+
		"Failed|#VALUE!|#DIV/0!|#ДЕЛ/0!|#¡VALOR!|#N/A|inf|-Inf|1.#QNAN|-1.#IND|1.#INF00|1,#J|"+
		"NaN W|--- kW|OL W|n.v.|-o-|*****|####|???|–|[Not Supported]|Ungültig|нет данных|データなし|无数据|brak "+
		"danych|unavailable", "|") {
		if f := Absent([]byte(text)); f == nil || !f.Missing {
			t.Errorf("%q is taken for a reading", text)
		}
	}
	for text := range strings.SplitSeq("1|0|-1.5|1e3|212.0 W|1.5 kW|over 9000|node1|2026-06-01|10:00:00|1#2|#1|W|total",
		"|") {
		if f := Absent([]byte(text)); f != nil {
			t.Errorf("%q is taken for no reading", text)
		}
	}
	for value, missing := range map[float64]bool{9.91e37: true, -9.9e37: true, 9.9e36: false, 1e40: false} {
		if _, f := Reading(value, nil); (f != nil) != missing {
			t.Errorf("%v: %v", value, f)
		}
	}
}
