// Package rehearsal shows what another methodology would change about levels, values and ranks. It changes no report.
package rehearsal

import (
	"fmt"
	"slices"
	"time"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// Entry is one entry of a rehearsal.
type Entry struct {
	ID           int64               `json:"entry"`
	System       string              `json:"system"`
	Site         string              `json:"site"`
	Edition      string              `json:"list_edition"`
	State        review.State        `json:"state"`
	Revision     int                 `json:"revision"`
	Methodology  methodology.Edition `json:"methodology"`   // its verdict was given by; of its document if it has none
	RulesChanged bool                `json:"rules_changed"` // the rules of that methodology are others now
	Then         *Verdict            `json:"then"`          // as it was given; null if there is none
	Now          *Verdict            `json:"now"`           // as it would be; null if Problem says why not
	Failing      []string            `json:"failing"`       // rules that would keep it from the level it has
	Cleared      []string            `json:"cleared"`       // rules that would keep it from a higher level no more
	Problem      string              `json:"error,omitempty"`
}

// Verdict is what a list shows of a verdict. A figure is 0 if it is not known.
type Verdict struct {
	Level      power.Level `json:"level"`
	Power      power.Watts `json:"power_w"`
	Efficiency float64     `json:"gflops_per_watt"`
	Rank       int         `json:"rank"` // in the list, or in what would be the list; 0 if it is not accepted
}

// Change is what becomes of the level of an entry.
type Change string

// The changes.
const (
	Keeps    Change = "keeps"
	Falls    Change = "falls"
	Rises    Change = "rises"
	Ungraded Change = "ungraded" // cannot be graded
)

// Change returns what becomes of the level.
func (e Entry) Change() Change {
	switch then, now := e.levels(); {
	case e.Now == nil:
		return Ungraded
	case now < then:
		return Falls
	case now > then:
		return Rises
	}
	return Keeps
}

func (e Entry) levels() (then, now power.Level) {
	if e.Then != nil {
		then = e.Then.Level
	}
	if e.Now != nil {
		now = e.Now.Level
	}
	return then, now
}

// Changed reports whether a list's reader would see a difference, or a verdict could not be given again.
func (e Entry) Changed() bool {
	if e.Then == nil || e.Now == nil {
		return e.Then != e.Now
	}
	return *e.Then != *e.Now
}

// EfficiencyChange returns by which part the GFlops/W would change; known is false if one of the two is not known.
func (e Entry) EfficiencyChange() (change float64, known bool) {
	if e.Then == nil || e.Now == nil || e.Then.Efficiency <= 0 || e.Now.Efficiency <= 0 {
		return 0, false
	}
	return e.Now.Efficiency/e.Then.Efficiency - 1, true
}

// Compare returns the first rule of each aspect that would keep an entry from its level, and that kept it.
func Compare(then, now *validation.Report) (failing, cleared []string) {
	return below(now, then.GrantedLevel), below(then, now.GrantedLevel)
}

func below(report *validation.Report, level power.Level) []string {
	rules := []string{}
	for _, aspect := range report.Aspects {
		if aspect.Level < level && !slices.Contains(rules, aspect.FirstFailingRule) {
			rules = append(rules, aspect.FirstFailingRule)
		}
	}
	return rules
}

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
	line := fmt.Sprintf("%s of %s graded", thousands(done), counted(total, "submission", "submissions"))
	if done == 0 || done >= total {
		return line
	}
	left := time.Duration(float64(p.Taken(now)) / float64(done) * float64(total-done))
	return line + ", about " + lasting(left) + " left"
}

func lasting(d time.Duration) string {
	if d >= 2*time.Minute {
		return fmt.Sprintf("%d min", int(d.Round(time.Minute).Minutes()))
	}
	return fmt.Sprintf("%d s", max(1, int(d.Round(time.Second).Seconds())))
}
