package rehearsal

import (
	"fmt"
	"time"
)

const (
	patience = 300 * time.Millisecond // what takes less needs no progress
	pace     = 500 * time.Millisecond // between two lines about it
)

// Progress estimates how long a rehearsal will take. It receives the time.
type Progress struct {
	began, said time.Time
}

// Begin returns a progress that begins at an instant.
func Begin(now time.Time) *Progress { return &Progress{began: now} }

// Due reports whether it is time to say something again, and takes it for said.
func (p *Progress) Due(now time.Time) bool {
	if now.Sub(p.began) < patience || now.Sub(p.said) < pace {
		return false
	}
	p.said = now
	return true
}

// Taken returns how long it has taken so far.
func (p *Progress) Taken(now time.Time) time.Duration { return now.Sub(p.began) }

// Line says how much is done and how long the rest will take at this rate.
func (p *Progress) Line(now time.Time, done, total int) string {
	line := fmt.Sprintf("%s of %s graded", thousands(done), counted(total, "entry", "entries"))
	if done == 0 || done >= total {
		return line
	}
	left := time.Duration(float64(p.Taken(now)) / float64(done) * float64(total-done))
	return line + ", about " + lasting(left) + " left"
}

// lasting is a stretch of time in words, to the second, or to the minute where it is long.
func lasting(d time.Duration) string {
	if d >= 2*time.Minute {
		return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf("%d s", max(1, int(d.Round(time.Second).Seconds())))
}
