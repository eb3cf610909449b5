package list

import (
	"math"
	"slices"
	"strings"
	"testing"

	"green500/store/lists"
	"green500/templates/chart"
	"green500/validation/lists/listing"
	"green500/validation/power"
)

// machine is a line of a list; level and uncertainty are not known if they are negative.
func machine(rank int, name, accelerator string, rmax, kilowatts, half float64, level int) listing.Row {
	speed, watts := power.GFlops(rmax), power.Watts(kilowatts*1e3)
	efficiency := float64(speed) / float64(watts)
	row := listing.Row{List: "x", Edition: "2026-06", Rank: rank, SystemID: int64(rank), System: name,
		Accelerator: accelerator, Country: "DE", Rmax: &speed, Power: &watts, Efficiency: &efficiency}
	if half >= 0 {
		row.Uncertainty = &half
	}
	if level >= 0 {
		granted := power.Level(level)
		row.Level = &granted
	}
	return row
}

func machines() []listing.Row {
	lines := []listing.Row{
		machine(1, "Alpha", "NVIDIA H100", 60e3, 1, 2, 3), machine(2, "Beta", "NVIDIA GH200", 118e3, 2, 2, 2),
		machine(3, "Gamma", "AMD Instinct MI300A", 90e3, 2, 0.1, 1), machine(4, "Delta", "", 10e3, 2, 0.1, -1),
	}
	listing.Band(lines)
	return lines
}

func accelerators() kind {
	return kind{column: "accelerator", value: listing.KnownGenerations().Of,
		order: []string{"NVIDIA Hopper", "NVIDIA Ampere", "x", "y", "z", "AMD CDNA 3"}}
}

func TestFiguresOfAListStateWhatItsDataSupport(t *testing.T) {
	lines, of := machines(), accelerators()
	green := lists.Catalogued{Name: "x", Kind: listing.Green500, Edition: "2026-06"}
	for _, one := range []struct {
		figure chart.Figure
		want   string
	}{
		{scatterFigure("cloud", green, lines, "level", levelSeries(lines)), "Alpha is the most efficient with 60.00 " +
			"GFlops/W; the fastest system with a known power, Beta, reaches 59.00"},
		{rankFigure(green, lines), "2 of 4 systems cannot be distinguished from a neighbour in rank"},
		{rankFigure(green, lines[2:]), "The measurements distinguish all ranks"},
		{rankFigure(green, []listing.Row{machine(1, "a", "", 1, 1, -1, 1)}),
			"The list states no uncertainty, so it is not known which ranks are certain"},
		{generationFigure(lines, of, ""),
			"NVIDIA Hopper has the highest median, 59.50 GFlops/W, 11.9 times that of systems without accelerators"},
		{levelsOfList(lines, ""), "Level 3 is the most frequent level: 1 of 4 systems"},
		{kindFigure(lines, of, ""), "3 of 4 systems have accelerators, most often NVIDIA Hopper (2)"},
		{kindFigure(lines, kind{column: "country", value: func(s string) string { return s }, order: []string{"DE"}},
			""), "Germany has the most systems: 4 of 4 (100%)"},
		{placesFigure(green, lines, lines[1:2], "Beta Inc."),
			"Beta Inc.: 1 of 4 systems in Green500 2026-06; the most efficient, Beta, has rank 2 with 59.00 GFlops/W"},
	} {
		if one.figure.Says != one.want {
			t.Errorf("%s says %q, want %q", one.figure.ID, one.figure.Says, one.want)
		}
	}
}

// TestAValueHasOneColour: on all pages a level has the colour of its badge, and a value of a kind the one of its place
// among all lists.
func TestAValueHasOneColour(t *testing.T) {
	of := accelerators()
	for value, want := range map[string]string{"NVIDIA Hopper": chart.KindInk(0), "NVIDIA Ampere": chart.KindInk(1),
		"AMD CDNA 3": chart.OtherInk, "unheard of": chart.OtherInk, listing.NoAccelerator: chart.UnsaidInk} {
		if got := of.ink(value); got != want {
			t.Errorf("%s has %s, want %s", value, got, want)
		}
	}
	var inks []string
	for _, s := range levelsOfList(machines(), "").Series {
		inks = append(inks, s.Ink)
	}
	if want := []string{chart.GradeInk(3), chart.GradeInk(2), chart.GradeInk(1),
		chart.UnsaidInk}; !slices.Equal(inks, want) {
		t.Errorf("levels have %v, want %v", inks, want)
	}
	if got := generationSeries(machines(), of); len(got.parts) != 3 || got.parts[1].ink != chart.OtherInk {
		t.Errorf("systems are divided into %v", got.parts)
	}
}

func TestLinesOfEqualEfficiency(t *testing.T) {
	for _, one := range []struct {
		least, most float64
		want        string
	}{
		{3.9, 69, "2 5 10 20 50 100 GFlops/W"}, {0.05, 70, "0.1 1 10 100 GFlops/W"}, {60, 60, "50 100 GFlops/W"},
		{math.Inf(1), math.Inf(-1), ""},
	} {
		var names []string
		for _, guide := range efficiencyGuides(one.least, one.most) {
			names = append(names, guide.Name)
		}
		if got := strings.Join(names, " "); got != one.want {
			t.Errorf("from %g to %g: got %q, want %q", one.least, one.most, got, one.want)
		}
	}
}

// TestSomeSystemsAreNotJoinedOverUnevenLists: trends of some systems are broken if whole lists do not compare, and if a
// list between has no such system.
func TestSomeSystemsAreNotJoinedOverUnevenLists(t *testing.T) {
	whole := trendsOf(500, 500, 500, 500, 7, 8)
	for i := range whole {
		whole[i].List = whole[i].Edition
	}
	if got := breaksWithin([]lists.Trend{whole[0], whole[1], whole[3], whole[5]}, whole); !slices.Equal(got,
		[]int{2, 3}) {
		t.Errorf("got %v", got)
	}
}
