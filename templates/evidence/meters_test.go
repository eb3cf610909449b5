package evidence

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math"
	"testing"
	"time"

	"green500/validation/power"
)

// machine is many nodes over an hour, of which one falls out of the rest and one has a gap.
func machine(nodes int) *Meters {
	steps := MeterSteps(nodes)
	all, series, inside := make([]Meter, nodes), make([]int, nodes), make([]bool, steps)
	for i := range inside {
		inside[i] = i > steps/10
	}
	for n := range all {
		watts := make([]float64, steps)
		for i := range watts {
			watts[i] = 400 + 3*float64(n%17) + 20*math.Sin(float64(i*(n%7))/9)
			switch {
			case n == nodes/2 && i > steps/2:
				watts[i] = 90
			case n == nodes/3 && i == steps/3:
				watts[i] = math.NaN()
			}
		}
		all[n] = Meter{ID: fmt.Sprintf("0:node%d", n), Name: fmt.Sprintf("node%d", n), Watts: watts}
	}
	start := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	return &Meters{All: NewMeters(all, series, inside), Steps: steps, Whole: power.NewSpan(start, start.Add(time.Hour)),
		Core: power.NewSpan(start.Add(6*time.Minute), start.Add(time.Hour)), Zone: "UTC"}
}

func TestOutliersComeFirst(t *testing.T) {
	for _, nodes := range []int{12, 1000} {
		m := machine(nodes)
		if got, want := m.All[0].Name, fmt.Sprintf("node%d", nodes/2); got != want || m.All[0].Apart < notable {
			t.Errorf("of %d: %s is first, %.3f apart, want %s", nodes, got, m.All[0].Apart, want)
		}
		if m.heat() != (nodes > multiples) {
			t.Errorf("%d nodes: heat map %t", nodes, m.heat())
		}
	}
}

// A thousand nodes are drawn in few bytes.
func TestAThousandNodesAreSmall(t *testing.T) {
	const most = 600_000
	m := machine(1000)
	var page bytes.Buffer
	packed := gzip.NewWriter(&page)
	if err := heatMap(m).Render(t.Context(), packed); err != nil {
		t.Fatal(err)
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	if page.Len() > most {
		t.Errorf("%d bytes", page.Len())
	}
	if page.Len() < 1000 {
		t.Error("nothing is drawn")
	}
}
