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
	ID, Edition  string
	Rank         int // 0 if it is not on a list
	State        review.State
	System, Site string
	Power        power.Watts
	Efficiency   float64
	Uncertainty  *float64
	Level        power.Level
}

func (p Peer) href() string {
	return templates.Either(p.State.Public(), "/entries/"+p.ID, "/submissions/"+p.ID)
}

func (p Peer) change(efficiency float64) string {
	if p.Efficiency == 0 {
		return templates.Missing
	}
	return templates.PercentText((efficiency - p.Efficiency) / p.Efficiency)
}

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

func (s strip) ends() []chart.Tick {
	most := s.most()
	return []chart.Tick{{At: chart.Coordinate(s.x(0)), Text: "0"}, {At: chart.Coordinate(s.x(most / 2)),
		Text: templates.Significant(most / 2)}, {At: chart.Coordinate(s.x(most)), Text: templates.Significant(most)}}
}

// SharedEvidence is another submission that contains evidence of the one on the page.
type SharedEvidence struct {
	ID                    string // empty in a conflict of interest with the other submission, as are its names
	System, Site, Edition string
	Kinship               review.Kinship
	Conflict              review.Conflict
	Files                 []SharedFile
}

// SharedFile is a file that is also in another submission.
type SharedFile struct {
	Name     string
	Use      string // "log" or "HPL output"
	Other    string // its name there; empty if that is not known, or not for the viewer
	Readings bool   // only its readings are the same
	Nearly   bool   // or nearly so
}

func (f SharedFile) words() string {
	words := f.Use + ", same bytes"
	switch {
	case f.Nearly:
		words = f.Use + ", nearly the same readings: moved in time, scaled, cut or partly changed"
	case f.Readings:
		words = f.Use + ", same readings in a different file"
	}
	if f.Other != "" && f.Other != f.Name {
		words += ", named " + f.Other + " there"
	}
	return words
}

func (s SharedEvidence) relation() string {
	switch {
	case s.Conflict != review.NoConflict:
		return templates.Missing
	case s.Kinship == review.SameSystem:
		return "same system"
	case s.Kinship == review.SameSubmitter:
		return "same submitter, another system"
	}
	return "another submitter, another system"
}

// serious reports whether another submission is an alarm, and not the same system or submitter again.
func (s SharedEvidence) serious() bool { return s.Kinship == review.Unrelated }

func (p EntryPage) sharedSentence() string {
	serious := 0
	for _, one := range p.Shared {
		if one.serious() {
			serious++
		}
	}
	if serious > 0 {
		return "Evidence is also in " + templates.Plural(serious, "other submission", "other submissions")
	}
	return "Evidence is also in " + templates.Plural(len(p.Shared), "submission", "submissions") +
		" of the same system or submitter"
}
