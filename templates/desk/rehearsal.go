package desk

import (
	"context"
	"io"
	"net/url"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/validation/lists/rehearsal"
	"green500/validation/power"
)

// RehearsalRun does the work of a rehearsal while its page is drawn. It reports progress whenever that is worth a line.
type RehearsalRun func(say func(line string, done, total int)) (RehearsalResult, error)

// RehearsalResult is what a rehearsal found.
type RehearsalResult struct {
	Tally rehearsal.Tally
	Rows  []rehearsal.Entry // that would change; the first of many
	Older int               // entries graded by rules that are others now
	Taken time.Duration
}

func (p RehearsalPage) query() string {
	return url.Values{"methodology": {p.Methodology}, "edition": {p.Edition}}.Encode()
}

func (p RehearsalPage) download() templ.SafeURL {
	return templ.SafeURL("/editions/rehearsal.csv?" + p.query())
}

func (p RehearsalPage) over() string {
	if p.Edition == "" {
		return "all editions"
	}
	return p.Edition
}

type work struct {
	run    RehearsalRun
	result RehearsalResult
	failed error
}

// done does the work and draws lines about it. They are sent as they come, so that nobody waits
// before an empty page and no proxy takes it for dead.
func (w *work) done() templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, out io.Writer) error {
		if err := sendOn(ctx, out, templ.NopComponent); err != nil {
			return err
		}
		w.result, w.failed = w.run(func(line string, done, total int) {
			_ = sendOn(ctx, out, progressLine(line, done, total)) // a reader who left ends the work by the context
		})
		return nil
	})
}

func sendOn(ctx context.Context, w io.Writer, part templ.Component) error {
	if err := part.Render(ctx, w); err != nil {
		return err
	}
	if buffered, ok := w.(interface{ Flush() error }); ok {
		return buffered.Flush()
	}
	return nil
}

// matrixLevels are the rows or columns of the picture, best first; one for entries without a verdict
// is there only if there are some.
func matrixLevels(without int) []power.Level {
	var levels []power.Level
	for level := power.Level(len(power.Levels())); level >= 0; level-- {
		levels = append(levels, level)
	}
	if without > 0 {
		levels = append(levels, rehearsal.NoVerdict)
	}
	return levels
}

func matrixSign(step rehearsal.LevelChange) string {
	switch {
	case step.Now < step.Then:
		return "▼"
	case step.Now > step.Then:
		return "▲"
	}
	return ""
}

func matrixWord(step rehearsal.LevelChange) string {
	return map[string]string{"▼": "fall:", "▲": "rise:"}[matrixSign(step)]
}

func matrixClass(step rehearsal.LevelChange) string {
	return map[string]string{"▼": "matrix-falls", "▲": "matrix-rises", "": "matrix-same"}[matrixSign(step)]
}

func rehearsedAddress(e rehearsal.Entry) templ.SafeURL {
	number := strconv.FormatInt(e.ID, 10)
	if e.State.Public() {
		return templ.SafeURL("/entries/" + number)
	}
	return templ.SafeURL("/submissions/" + number)
}

func thenNow(e rehearsal.Entry, write func(rehearsal.Verdict) string) string {
	both := [2]string{templates.Missing, templates.Missing}
	for i, v := range []*rehearsal.Verdict{e.Then, e.Now} {
		if v != nil {
			both[i] = write(*v)
		}
	}
	if both[0] == both[1] {
		return both[0]
	}
	return both[0] + " → " + both[1]
}

func verdictEfficiency(v rehearsal.Verdict) string {
	return templates.Either(v.Efficiency == 0, templates.Missing, templates.Efficiency(v.Efficiency))
}

func verdictPower(v rehearsal.Verdict) string {
	return templates.Either(v.Power == 0, templates.Missing, templates.Digits(v.Power.Kilowatts(), 1))
}

func verdictRank(v rehearsal.Verdict) string { return templates.Whole(v.Rank) }

func (r RehearsalResult) caption() string {
	return templates.Plural(r.Tally.Changed, "submission would change", "submissions would change") +
		templates.If(r.Tally.Changed > len(r.Rows),
			"; the first "+templates.Whole(len(r.Rows))+" are shown; the CSV contains all")
}
