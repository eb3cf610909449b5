package table

import (
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// shortScale is what dashboards write after a number in place of its zeros, as 1.31 K for 1310, whatever its unit is.
var shortScale = map[string]float64{"K": 1e3, "k": 1e3, "M": 1e6, "Mil": 1e6, "Mio": 1e6, "G": 1e9, "B": 1e9, "Bil": 1e9, "T": 1e12, "Tri": 1e12}

// scaledCells are the cells of a column of numbers with and without such a word: kelvins stand in every cell.
type scaledCells struct{ plain, scaled bool }

func (s *scaledCells) add(unit []byte) {
	s.plain = s.plain || len(unit) == 0
	s.scaled = s.scaled || shortScale[string(unit)] > 0
}

// isScaled reports whether words such as K in the numbers of a column stand for thousands: its name says power or energy, or some
// numbers have none.
func (r *TextRow) isScaled(column int) bool {
	if r.Means[column].Unit != "" || r.scaled[column].plain && r.scaled[column].scaled {
		return true
	}
	h, _ := columnname.HintOf(r.Raw[column])
	return h.Quantity != ""
}

// resolveScaled looks for such words.
func (s *Survey) resolveScaled(rows [][][]byte) {
	s.scaled = make([]scaledCells, len(s.Kinds))
	for i, k := range s.Kinds {
		for _, cells := range rows {
			if k == Number && len(cells[i]) > 0 {
				_, unit := celltext.WithUnit(cells[i])
				s.scaled[i].add(unit)
			}
		}
	}
}
