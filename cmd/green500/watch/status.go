package watch

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"green500/validation/power"
)

// Status is what is known at an instant.
type Status struct {
	At           time.Time     `json:"at"`
	Methodology  string        `json:"methodology"`
	Level        power.Level   `json:"wanted_level"`
	Phase        string        `json:"phase"`
	Since        *time.Time    `json:"load_since,omitempty"`
	Instruments  int           `json:"instruments"`
	Watts        *float64      `json:"power_w"` // of what is measured; null if not known
	Idle         float64       `json:"idle_recorded_s"`
	Requirements []Requirement `json:"requirements"`
	Faults       []Fault       `json:"problems"`
}

// The phases of a run.
const (
	Before = "before the load"
	During = "under load"
	After  = "after the load"
)

func (w *watching) status(faults []Fault) Status {
	s := Status{
		At: w.seen.Now, Methodology: w.planned.entry.Methodology, Level: w.planned.entry.ClaimedLevel, Phase: Before,
		Idle:         w.load.Rest.Duration().Seconds(),
		Requirements: append([]Requirement{}, w.requirements...), Faults: append([]Fault{}, faults...),
	}
	if !w.load.Core.IsZero() {
		s.Phase, s.Since = During, &w.load.Core.Start.Time
		if w.load.Ended {
			s.Phase = After
		}
	} else if first := w.seen.first(w.seen.known()); !first.IsZero() {
		s.Idle = w.seen.newest().Sub(first).Seconds()
	}
	sum, known := 0.0, false
	for _, r := range w.seen.Sources {
		s.Instruments += len(r.Instruments)
		for _, i := range r.Instruments {
			if watts := r.powerOf(i, len(i.at)-recent, len(i.at)); r.Series.Unit != "" && watts == watts {
				sum, known = sum+watts, true
			}
		}
	}
	if known {
		s.Watts = &sum
	}
	return s
}

type teller struct {
	out  io.Writer
	show func(string)
	json bool

	faults map[string]Fault
	states map[string]State
	phase  string
	last   time.Time
}

func (t *teller) begin(w *watching) error {
	t.faults, t.states = map[string]Fault{}, map[string]State{}
	if t.json {
		return nil
	}
	entry := w.planned.entry
	_, err := fmt.Fprintf(t.out, "Watching %d %s for %s of methodology %s.\n", len(w.sources),
		several(len(w.sources), "source", "sources"), entry.ClaimedLevel, entry.Methodology)
	return err
}

const toldEvery = time.Minute

func (t *teller) tell(w *watching, faults []Fault) error {
	s := w.status(faults)
	lines := t.changes(s)
	if t.json {
		if len(lines) == 0 && s.At.Sub(t.last) < toldEvery {
			return nil
		}
		t.last = s.At
		return json.NewEncoder(t.out).Encode(s)
	}
	for _, line := range lines {
		if _, err := fmt.Fprintf(t.out, "%s  %s\n", s.At.Format(time.TimeOnly), line); err != nil {
			return err
		}
	}
	if t.show != nil {
		t.show(s.line())
	}
	return nil
}

func (t *teller) changes(s Status) []string {
	var lines []string
	if s.Phase != t.phase && (t.phase != "" || s.Phase != Before) {
		words := map[string]string{Before: "No load after all", During: "The load starts", After: "The load ends"}
		lines = append(lines, words[s.Phase])
	}
	t.phase = s.Phase
	now := map[string]Fault{}
	for _, f := range s.Faults {
		before, known := t.faults[f.key()]
		now[f.key()] = f
		if !known || len(f.Instruments) > len(before.Instruments) {
			lines = append(lines, fmt.Sprintf("PROBLEM  %s %s (%s)", f.Message, f.Remedy, f.Kind))
		}
	}
	ended := []string{}
	for key, f := range t.faults {
		if _, still := now[key]; !still {
			ended = append(ended, fmt.Sprintf("ended    %s (%s)", f.Message, f.Kind))
		}
	}
	slices.Sort(ended)
	t.faults = now
	return append(append(lines, ended...), t.requirements(s)...)
}

func (t *teller) requirements(s Status) []string {
	var lines []string
	for _, r := range s.Requirements {
		before := t.states[r.Rule]
		if t.states[r.Rule] = r.State; r.State == before {
			continue
		}
		switch r.State {
		case Fails:
			lines = append(lines, fmt.Sprintf("FAILS    %s: %s %s (%s)", r.Title, r.Message, r.Remedy, r.Rule))
		case Open:
			lines = append(lines, fmt.Sprintf("open     %s: %s (%s)", r.Title, r.Message, r.Rule))
		case Holds:
			lines = append(lines, fmt.Sprintf("holds    %s (%s)", r.Title, r.Rule))
		}
	}
	return lines
}

func (s Status) line() string {
	line := s.At.Format(time.TimeOnly) + "  " + s.Phase
	if s.Since != nil {
		line += " since " + s.Since.Format(time.TimeOnly)
	} else {
		line += fmt.Sprintf(", %s recorded", rounded(time.Duration(s.Idle*float64(time.Second))))
	}
	line += fmt.Sprintf(", %d %s", s.Instruments, several(s.Instruments, "instrument", "instruments"))
	if s.Watts != nil {
		line += ", " + figure(*s.Watts) + " W"
	}
	count := map[State]int{}
	for _, r := range s.Requirements {
		count[r.State]++
	}
	return line + fmt.Sprintf("; %s: %d requirements hold, %d fail, %d open; %d %s", s.Level, count[Holds],
		count[Fails], count[Open], len(s.Faults), several(len(s.Faults), "problem", "problems"))
}

type ending struct {
	Bundle  string       `json:"bundle"`
	Granted *power.Level `json:"granted_level"` // null if the bundle cannot be graded
	Claimed power.Level  `json:"claimed_level"`
	Notes   []string     `json:"notes"`
	Problem string       `json:"problem,omitempty"`
}

func (t *teller) end(w *watching, r *Result) error {
	if !t.json {
		return nil
	}
	end := ending{Bundle: r.Folder, Claimed: w.planned.entry.ClaimedLevel, Notes: append([]string{}, r.Notes...)}
	if r.Report != nil {
		end.Granted = &r.Report.GrantedLevel
	}
	if r.Reason != nil {
		end.Problem = r.Reason.Error()
	}
	return json.NewEncoder(t.out).Encode(end)
}
