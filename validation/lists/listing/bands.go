package listing

import (
	"math"
	"slices"
)

// Band enters the band of every row: the ranks whose efficiencies the uncertainties cannot separate. The first of a
// band leads it; the next band begins with the first row that is worse than the leader by more than both half widths
// together, which add as squares because the measurements are independent. A row whose uncertainty is not known has no
// band: it might stand anywhere near. Nor has one without a rank. rows are in the order of their rank.
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

// ToldApart reports whether the difference of two efficiencies, whose uncertainties are known, is more than its own
// half width.
func ToldApart(a, b Row) bool {
	return math.Abs(*a.Efficiency-*b.Efficiency) > math.Hypot(*a.Uncertainty, *b.Uncertainty)
}

// RankByEfficiency enters the rank of every row by the listed efficiency: one more than the rows that are more
// efficient. A row without a rank, or without an efficiency, has none.
func RankByEfficiency(rows []Row) {
	var all []float64
	for _, row := range rows {
		if !row.Unranked && row.Efficiency != nil {
			all = append(all, -*row.Efficiency)
		}
	}
	slices.Sort(all)
	for i, row := range rows {
		rows[i].EfficiencyRank = nil
		if !row.Unranked && row.Efficiency != nil {
			better, _ := slices.BinarySearch(all, -*row.Efficiency)
			rows[i].EfficiencyRank = new(better + 1)
		}
	}
}
