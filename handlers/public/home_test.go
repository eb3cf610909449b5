package public

import (
	"testing"

	"green500/validation/lists/listing"
)

func TestWhatChangedSinceTheLastList(t *testing.T) {
	row := func(rank int, system int64) listing.Row { return listing.Row{Rank: rank, SystemID: system} }
	got := changesBetween([]listing.Row{row(1, 10), row(2, 11), row(3, 12)},
		[]listing.Row{row(1, 13), row(2, 11), row(3, 10)})
	if len(got.New) != 1 || got.New[0].SystemID != 13 || len(got.Left) != 1 || got.Left[0].SystemID != 12 {
		t.Errorf("new %v, left %v", got.New, got.Left)
	}
	if len(got.Moved) != 1 || got.Moved[0].Row.SystemID != 10 || got.Moved[0].Was.Rank != 1 {
		t.Errorf("moved %v", got.Moved)
	}
}
