package plan

import (
	"math"

	"green500/validation/power"
)

// TimelineItem is something that goes on for a time, or happens at once if both ends are the same.
// Times count in seconds from the start of the job, and are negative before it.
type TimelineItem struct {
	ID   string     `json:"id"`
	Name string     `json:"name"`
	From float64    `json:"from_s"`
	To   float64    `json:"to_s"`
	At   power.Span `json:"at,omitzero"` // if the request says when the job starts
	Does string     `json:"what"`        // what to do in it, or what happens
}

// The parts of a timeline.
const (
	Recording = "recording"
	Idle      = "idle"
	FullRun   = "full_run"
	CorePhase = "core_phase"
)

// The text gives no times for what lies around a run; these are ours, and longer if a meter is slow.
const (
	idleSeconds    = 300.0
	pauseSeconds   = 60.0 // between idle and job: nothing of the launch is idle power
	aroundSeconds  = 60.0 // that the recording begins earlier and ends later
	idleIntervals  = 10
	spareIntervals = 2
)

func (r Request) timeline(l *Level) []TimelineItem {
	interval := l.readEvery()
	pause, around := math.Max(pauseSeconds, spareIntervals*interval), math.Max(aroundSeconds, spareIntervals*interval)
	end := r.Run.Before + r.Run.Core + r.Run.After
	var all []TimelineItem
	first := 0.0
	if l.Idle > 0 {
		idle := math.Max(idleSeconds, idleIntervals*interval)
		first = -pause - idle
		all = append(all, TimelineItem{ID: Idle, Name: "Idle", From: first, To: -pause,
			Does: "The machine is ready for work but idle: it is not asleep, and no job runs."})
	}
	all = append(all,
		TimelineItem{ID: FullRun, Name: "Full run", From: 0, To: end,
			Does: "From the start of the job to its end. Note both with date, time and zone."},
		TimelineItem{ID: CorePhase, Name: "Core phase", From: r.Run.Before, To: r.Run.Before + r.Run.Core,
			Does: "The time that performance is computed from. HPL prints its start and end; " +
				"the whole core phase is averaged."})
	record := TimelineItem{ID: Recording, Name: "Recording", From: first - around, To: end + around,
		Does: "Every meter logs a reading every " + Seconds(interval) + " or more often, without a gap."}
	all = append([]TimelineItem{record}, all...)
	for i := range all {
		if start := r.Run.Start; !start.IsZero() {
			all[i].At = power.NewSpan(start.Add(duration(all[i].From)), start.Add(duration(all[i].To)))
		}
	}
	return all
}

func (p *Plan) stretch(id string) TimelineItem {
	for _, s := range p.Timeline {
		if s.ID == id {
			return s
		}
	}
	return TimelineItem{}
}

func (l *Level) readEvery() float64 {
	if own := l.request.Meter.IntervalSeconds; own > 0 && own <= l.Interval {
		return own
	}
	return l.Interval
}
