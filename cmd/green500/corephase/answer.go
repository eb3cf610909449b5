package corephase

import (
	"fmt"
	"time"

	"green500/validation/forensics"
	"green500/validation/logs/contents"
	"green500/validation/power"
)

// Lines say how the core phase lies over the log; the first is a heading.
func (c *Core) Lines() []string {
	if c.Problem != nil && c.Match == nil {
		return nil // it is an error of its own
	}
	lines := []string{c.heading()}
	if c.Result != nil {
		lines = append(lines, c.result())
	}
	return append(lines, c.Sentences()...)
}

func (c *Core) heading() string {
	if c.Match == nil {
		return fmt.Sprintf("Core phase by %s: not stated", c.By)
	}
	core := c.Match.Core
	return fmt.Sprintf("Core phase by %s: %s to %s, %s", c.By, c.survey.Clock(core.Start.Time),
		c.survey.Clock(core.End.Time), core.Duration())
}

func (c *Core) result() string {
	program := c.Program
	if program == "" {
		program = "HPL"
	}
	return fmt.Sprintf("%s solved N=%d in %.2f s, %.6g GFlops.", program, c.Result.N, c.Result.Time.Seconds(),
		float64(c.Result.GFlops))
}

// Sentences say how the core phase fits.
func (c *Core) Sentences() []string {
	if c.Match == nil {
		return c.timeless()
	}
	return c.survey.Sentences(*c.Match, c.Near, contents.Remedies{Open: c.Open, Log: "Name its zone with --timezone.",
		Core: "Name its zone with --hpl-timezone."})
}

func (c *Core) timeless() []string {
	said := []string{fmt.Sprintf("The output states how long HPL_pdgesv took, %.2f s, "+
		"but not when it started and ended.", c.Result.Time.Seconds())}
	var alike []forensics.Plateau
	for _, one := range c.survey.Plateaus.All {
		if off := (one.Duration() - c.Result.Time).Abs(); one.Rises && one.Falls &&
			off <= 2*c.survey.Plateaus.Step+c.Result.Time/alikeShare {
			alike = append(alike, one)
		}
	}
	if len(alike) != 1 {
		return append(said, "State them with --core-start and --core-end, as 2026-06-01T10:00:00+02:00.")
	}
	start, end := alike[0].Start.Round(c.survey.Plateaus.Step), alike[0].End.Round(c.survey.Plateaus.Step)
	return append(said,
		fmt.Sprintf("The load from %s to %s lasts as long: if it is the run, state --core-start %s --core-end %s.",
			c.survey.Clock(start), c.survey.Clock(end), start.Format(time.RFC3339), end.Format(time.RFC3339)))
}

// alikeShare is the part of a run's time by which a load that belongs to it may be longer or shorter.
const alikeShare = 50

// Document is the core phase in JSON.
type Document struct {
	Core      *power.Span `json:"core_phase"` // null if nothing states it
	Fits      bool        `json:"fits"`
	Rise      *float64    `json:"rise_offset_s"` // null if the log does not show it
	Fall      *float64    `json:"fall_offset_s"`
	Sentences []string    `json:"sentences"`
	Shifts    []Shift     `json:"shifts"`
	Program   string      `json:"program,omitempty"`
	N         int         `json:"n,omitempty"`
	Time      float64     `json:"time_s,omitempty"`
	GFlops    float64     `json:"gflops,omitempty"`
	Problem   string      `json:"error,omitempty"`
}

// Shift makes the core phase fit.
type Shift struct {
	By    float64 `json:"by_s"`
	Zone  float64 `json:"zone_s"`
	Clock float64 `json:"clock_s"`
}

// Document returns the core phase for JSON.
func (c *Core) Document() *Document {
	d := &Document{Sentences: []string{}, Shifts: []Shift{}, Program: c.Program}
	if c.Result != nil {
		d.N, d.Time, d.GFlops = c.Result.N, c.Result.Time.Seconds(), float64(c.Result.GFlops)
	}
	if c.Problem != nil {
		d.Problem = c.Problem.Error()
	}
	if c.Problem != nil && c.Match == nil {
		return d
	}
	d.Sentences = c.Sentences()
	if c.Match == nil {
		return d
	}
	d.Core, d.Fits = &c.Match.Core, c.Match.Fits
	if c.Match.On >= 0 {
		on := c.Near.All[c.Match.On]
		d.Rise, d.Fall = seconds(on.Rises, c.Match.Rise), seconds(on.Falls, c.Match.Fall)
	}
	for _, s := range c.Match.Shifts {
		d.Shifts = append(d.Shifts, Shift{s.By.Seconds(), s.Zone.Seconds(), s.Clock.Seconds()})
	}
	return d
}

func seconds(known bool, d time.Duration) *float64 {
	if !known {
		return nil
	}
	s := d.Seconds()
	return &s
}
