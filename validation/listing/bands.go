package listing

import "math"

// Band enters the band of every row: the ranks whose efficiencies the uncertainties cannot separate. The first of a band
// leads it; the next band begins with the first row that is worse than the leader by more than both half widths together,
// which add as squares because the measurements are independent. A row whose uncertainty is not known has no band: it
// might stand anywhere near. Nor has one without a rank. rows are in the order of their rank.
func Band(rows []Row) {
	var band []*Row
	seal := func() {
		for _, row := range band {
			row.BandFirst, row.BandLast = new(band[0].Rank), new(band[len(band)-1].Rank)
		}
	}
	for i := range rows {
		row := &rows[i]
		row.BandFirst, row.BandLast = nil, nil
		if row.Unranked || row.Efficiency == nil || row.Uncertainty == nil {
			continue
		}
		if len(band) > 0 && ToldApart(*band[0], *row) {
			seal()
			band = band[:0]
		}
		band = append(band, row)
	}
	seal()
}

// ToldApart reports whether the difference of two efficiencies, whose uncertainties are known, is more than its own half
// width.
func ToldApart(a, b Row) bool {
	return math.Abs(*a.Efficiency-*b.Efficiency) > math.Hypot(*a.Uncertainty, *b.Uncertainty)
}
