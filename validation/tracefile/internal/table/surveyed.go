package table

import (
	"bytes"
	"time"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/timestamp"
)

// Surveyed looks at the cells of the readings among the samples. A number in a column without a name is
// that of the row, unless no column has a name.
func (t *Table) Surveyed(rows [][][]byte, headless bool) *Survey {
	n := len(t.Names)
	s := &Survey{Kinds: make([]Kind, n), Orders: make([]timestamp.Orders, n), Tick: make([]int64, n), Partner: make([]int, n), UnitText: make([][]byte, n), Thousands: make([]bool, n)}
	s.changes, s.zones, s.Flux = make([]bool, n), make([]*time.Location, n), NotFlux
	s.Invented = headless
	firsts := make([][]byte, n)
	var comma, point bool
	s.points = make([]celltext.Pointed, n)
	for _, cells := range rows {
		for i, cell := range cells[:n] {
			k := KindIn(t.Names[i], cell)
			if s.Kinds[i] == KindNone && k != KindNone {
				s.Kinds[i] = k
				s.UnitText[i] = t.UnitIn(i, cell, k)
				firsts[i] = cell
			}
			s.changes[i] = s.changes[i] || k == s.Kinds[i] && !bytes.Equal(cell, firsts[i])
			switch k {
			case Number, CountedTime:
				digits, _ := celltext.WithUnit(cell)
				s.points[i].Add(digits)
				c, p := celltext.Evidence(digits)
				comma, point = comma || c, point || p
			}
		}
	}
	s.Notation = celltext.Notation{Comma: comma && !point, Known: comma != point}
	for i, p := range s.points {
		s.Thousands[i] = p.MayGroup()
	}
	s.resolveUnfailing(rows)
	t.resolveUnits(s, rows)
	t.resolveDigitDates(s, rows)
	t.resolveNames(s, headless)
	s.serials = make([]timestamp.Serial, n)
	t.resolveSerialParts(s, rows)
	t.resolveSerials(s, rows)
	s.resolveScaled(rows)
	s.Counted = t.onlyCounted(s, rows)
	s.Pair()
	s.resolveMillis(t.Raw, rows)
	for i := range s.Orders {
		if s.Orders[i] = s.ordersOf(rows, i); timestamp.PerfmonTime.MatchString(t.Names[i]) {
			s.Orders[i] = timestamp.MonthLed
		}
		s.unpadded = append(s.unpadded, s.unpaddingOf(rows, i))
	}
	s.decimals, s.wholes = s.decimalsIn(rows), s.wholesIn(rows)
	return s
}

// resolveUnfailing finds the columns whose numbers all have a unit, but for a few that may be cut off.
func (s *Survey) resolveUnfailing(rows [][][]byte) {
	s.Unfailing = make([]bool, len(s.Kinds))
	for i, text := range s.UnitText {
		bare, united := 0, 0
		for _, cells := range rows {
			if text == nil || KindOf(cells[i]) != Number {
				continue
			}
			digits, unit := celltext.WithUnit(cells[i])
			bare += celltext.CountIf(len(unit) == 0 && !isZero(digits))
			united += celltext.CountIf(len(unit) > 0)
		}
		s.Unfailing[i] = united >= fewestUnited && fewestUnited*bare <= united && FewDamaged(bare, united)
	}
}

// isZero reports whether a number is nothing but zeros, which programs write without a unit.
func isZero(digits []byte) bool { return len(bytes.Trim(digits, "0.,")) == 0 }
