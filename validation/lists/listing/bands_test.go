package listing_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/lists/listing"
)

// measured reads rows as "67.6±0.7", in the order of their rank; ± stands alone if it is not known.
func measured(t *testing.T, said string) []listing.Row {
	t.Helper()
	var rows []listing.Row
	for i, one := range strings.Fields(said) {
		row := listing.Row{Rank: i + 1}
		efficiency, uncertainty, _ := strings.Cut(one, "±")
		for at, text := range map[**float64]string{&row.Efficiency: efficiency, &row.Uncertainty: uncertainty} {
			if text == "" {
				continue
			}
			*at = new(float64)
			if _, err := fmt.Sscan(text, *at); err != nil {
				t.Fatal(err)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

func bandsOf(rows []listing.Row) string {
	bands := make([]string, len(rows))
	for i, row := range rows {
		bands[i] = "-"
		if row.BandFirst != nil {
			bands[i] = fmt.Sprintf("%d-%d", *row.BandFirst, *row.BandLast)
		}
	}
	return strings.Join(bands, " ")
}

func TestBands(t *testing.T) {
	for said, want := range map[string]string{
		"":                           "",
		"50±1":                       "1-1",
		"50±":                        "-",
		"50±1 40±1 30±1":             "1-1 2-2 3-3",
		"50±3 46±3 30±1":             "1-2 1-2 3-3", // 4 is within the 4.24 of both together
		"50±3 45±3 30±1":             "1-1 2-2 3-3", // 5 is not
		"50±1 49±1 48±1":             "1-2 1-2 3-3", // 48 cannot be told from 49, but from the leader
		"50±1 49.5± 49±1":            "1-3 - 1-3",
		"50± 49±1 48.9±1 ± ±":        "- 2-3 2-3 - -",
		"50±0 50±0 49.999±0":         "1-2 1-2 3-3",
		"50±10 45±0.1 41±0.1 39±0.1": "1-3 1-3 1-3 4-4",
	} {
		rows := measured(t, said)
		listing.Band(rows)
		if got := bandsOf(rows); got != want {
			t.Errorf("%s: got %s, want %s", said, got, want)
		}
	}
	rows := measured(t, "50±1 49.5±1")
	rows[1].Unranked = true
	if listing.Band(rows); bandsOf(rows) != "1-1 -" {
		t.Errorf("with a row without a rank: %s", bandsOf(rows))
	}
}

// Whatever is measured: bands follow each other without overlap, nobody in a band is told apart from its leader, and
// the next leader is.
func TestBandsAreSettledByTheirLeaders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "rows")
		rows := make([]listing.Row, n)
		for i := range rows {
			rows[i].Efficiency = new(rapid.Float64Range(0.1, 100).Draw(t, "efficiency"))
			if rapid.Bool().Draw(t, "known") {
				rows[i].Uncertainty = new(rapid.Float64Range(0, 10).Draw(t, "uncertainty"))
			}
		}
		slices.SortFunc(rows, listing.Compare)
		for i := range rows {
			rows[i].Rank = i + 1
		}
		listing.Band(rows)
		last := 0
		for _, row := range rows {
			if (row.BandFirst == nil) != (row.Uncertainty == nil) {
				t.Fatalf("rank %d: a band is known where the uncertainty is: %s", row.Rank, bandsOf(rows))
			}
			if row.BandFirst == nil {
				continue
			}
			leader := rows[*row.BandFirst-1]
			if *row.BandFirst != last && *row.BandFirst <= last || row.Rank < *row.BandFirst ||
				row.Rank > *row.BandLast {
				t.Fatalf("rank %d: bands overlap: %s", row.Rank, bandsOf(rows))
			}
			if math.Abs(*leader.Efficiency-*row.Efficiency) > math.Hypot(*leader.Uncertainty, *row.Uncertainty) {
				t.Fatalf("rank %d is told apart from its leader: %s", row.Rank, bandsOf(rows))
			}
			last = max(last, *row.BandFirst)
		}
	})
}
