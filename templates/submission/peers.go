package submission

import (
	"green500/templates"
	"green500/templates/chart"
	"green500/validation/power"
	"green500/validation/review"
)

// Peers are the entries that one is compared with.
type Peers struct {
	Earlier []Peer // the same system in earlier editions, the latest first
	Alike   []Peer // published ones of the same make
	Waiting []Peer // likewise, which wait for the list of the same edition
}

// Peer is an entry that another is compared with.
type Peer struct {
	ID          string
	Edition     string
	Rank        int // 0 where it is not on a list
	State       review.State
	System      string
	Site        string
	Power       power.Watts
	Efficiency  float64
	Uncertainty *float64
	Level       power.Level
}

func (p Peer) href() string {
	if p.State.Public() {
		return "/entries/" + p.ID
	}
	return "/submissions/" + p.ID
}

// change is by how much the entry of the page is more efficient than another.
func (p Peer) change(efficiency float64) string {
	if p.Efficiency == 0 {
		return templates.Missing
	}
	return templates.PercentText((efficiency - p.Efficiency) / p.Efficiency)
}

// strip is a drawing of efficiencies on one axis, in its own units.
type strip struct {
	own   float64
	peers []Peer
}

const (
	stripWidth  = 640.0
	stripHeight = 56.0
	stripEdge   = 24.0
	stripLine   = 28.0
)

// x is where an efficiency lies between zero and a round number over the highest.
func (s strip) x(efficiency float64) float64 {
	return stripEdge + efficiency/s.most()*(stripWidth-2*stripEdge)
}

func (s strip) most() float64 {
	most := s.own
	for _, p := range s.peers {
		most = max(most, p.Efficiency)
	}
	return max(chart.NiceCeiling(most), 1)
}

// ends are the numbers at the axis.
func (s strip) ends() []chart.Tick {
	most := s.most()
	return []chart.Tick{{At: chart.Coordinate(s.x(0)), Text: "0"}, {At: chart.Coordinate(s.x(most / 2)), Text: templates.Significant(most / 2)}, {At: chart.Coordinate(s.x(most)), Text: templates.Significant(most)}}
}
