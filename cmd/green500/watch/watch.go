// Package watch follows a run while it is measured: which requirements of the wanted level are met so far, and what
// goes wrong now. At the end it writes a bundle. All results are functions of the readings and the time; only the
// command line waits and fetches.
package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"green500/cmd/green500/fetch"
	"green500/validation"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// Flags say what to watch.
type Flags struct {
	Path    string `arg:"" help:"The plan, as plan --format machine writes it, or a submission.yaml."`
	Sources string `required:"" placeholder:"FILE" help:"YAML file that names what to fetch, with the names of the flags of fetch: name, source, url, query and so on, and what it covers: subsystem, node_set, meter, instruments (how many there are)."`
	Output  string `short:"o" required:"" placeholder:"FOLDER" help:"New folder for the bundle."`

	From        string        `placeholder:"TIME" help:"Fetch also what was recorded since then, such as after a break. Default: now."`
	Until       string        `placeholder:"TIME" help:"When to end. Default: when interrupted, or after the run by --hpl."`
	HPL         string        `name:"hpl" placeholder:"FILE" help:"The HPL output of the run, while it is written. It ends the watch and goes into the bundle."`
	HPLTimezone string        `name:"hpl-timezone" placeholder:"ZONE" help:"Zone of the times in the HPL output. Default: that of the document."`
	After       time.Duration `default:"2m" help:"Time to go on after the core phase of the HPL output."`
	Every       time.Duration `help:"Time between two looks. Default: half the shortest interval of the meters, half a second at least."`
	Format      string        `default:"text" enum:"text,json" help:"text, or json: a line whenever something changes, and every minute."`

	Token    string `env:"GREEN500_FETCH_TOKEN" help:"Token of the servers; preferably set in the environment."`
	User     string `env:"GREEN500_FETCH_USER" help:"User of the servers; preferably set in the environment."`
	Password string `env:"GREEN500_FETCH_PASSWORD" help:"Password of the user; preferably set in the environment."`
}

// Environment is what the program that watches has.
type Environment struct {
	Now     func() time.Time
	Sleep   func(context.Context, time.Duration) error
	Scratch canonical.Scratch
	Out     io.Writer
	Show    func(line string) // shows what the next line replaces; on a terminal only
}

// Result is the bundle that was written.
type Result struct {
	Folder string
	Notes  []string           // what is to be known of it
	Report *validation.Report // nil if it cannot be graded yet
	Reason error              // why not
}

type watching struct {
	flags   Flags
	env     Environment
	planned *planned
	series  []power.Series // of the sources
	sources []Source
	feeds   []*fetch.Feed
	seen    *Seen
	until   time.Time
	output  output
	asked   time.Time // until when readings were asked for

	graded       time.Time // when to grade again
	looked       time.Time // when to look again for what is not plausible
	implausible  []Fault
	load         Load
	requirements []Requirement
	warnings     []Fault
	teller       teller
}

// Watch watches to the end of the run or an interrupt, and writes the bundle. See power.InputError.
func Watch(ctx context.Context, f Flags, env Environment) (*Result, error) {
	w, err := begin(f, env)
	if err != nil {
		return nil, err
	}
	if err := w.teller.begin(w); err != nil {
		return nil, err
	}
	for {
		now := env.Now()
		if err := w.look(ctx, now); err != nil {
			return nil, err
		}
		if w.over(now) || ctx.Err() != nil || env.Sleep(ctx, w.every()) != nil {
			break
		}
	}
	result, err := w.finish(context.WithoutCancel(ctx))
	if err != nil {
		return nil, err
	}
	return result, w.teller.end(w, result)
}

func begin(f Flags, env Environment) (*watching, error) {
	now := env.Now()
	w := &watching{flags: f, env: env, teller: teller{out: env.Out, show: env.Show, json: f.Format == "json"}}
	var err error
	if w.planned, err = readPlanned(f.Path); err != nil {
		return nil, err
	}
	if w.sources, err = readSources(f.Sources); err != nil {
		return nil, err
	}
	var missing []string
	if w.series, missing, err = w.planned.assign(w.sources); err != nil {
		return nil, err
	}
	from, err := moment("--from", f.From, now)
	if err != nil {
		return nil, err
	}
	if w.until, err = moment("--until", f.Until, time.Time{}); err != nil {
		return nil, err
	}
	if w.output, err = w.openOutput(); err != nil {
		return nil, err
	}
	if err := newFolder(f.Output); err != nil {
		return nil, err
	}
	w.seen = &Seen{Began: now, Now: now, Entry: w.planned.entry, Idle: w.planned.idle, Unwatched: missing}
	w.asked = from
	return w, w.follow(from)
}

func moment(flag, text string, otherwise time.Time) (time.Time, error) {
	if text == "" {
		return otherwise, nil
	}
	var at power.Time
	if err := at.UnmarshalText([]byte(text)); err != nil {
		return otherwise, &power.InputError{Field: flag, Problem: "is not a time",
			Remedy: "write a time with its offset, as 2026-06-01T10:00:00+02:00"}
	}
	return at.Time, nil
}

func newFolder(name string) error {
	entries, err := os.ReadDir(name)
	if err == nil && len(entries) > 0 {
		return &power.InputError{File: name, Problem: "is not empty",
			Remedy: "name a new folder after -o; --from fetches again what was recorded before"}
	}
	if err := os.MkdirAll(name, ownFolder); err != nil {
		return &power.InputError{File: name, Problem: "is not a folder that can be written to",
			Remedy: "name a new folder after -o"}
	}
	return nil
}

const (
	ownFolder = 0o755
	ownFile   = 0o644
)

func (w *watching) follow(from time.Time) error {
	for k, source := range w.sources {
		meter := w.planned.entry.MeterOf(&w.series[k])
		flags := source.flags(w.flags)
		flags.Meter = meter.ID
		feed, err := fetch.Follow(flags, from, fetch.Environment{Now: w.env.Now, Sleep: w.env.Sleep,
			Scratch: w.env.Scratch, Progress: func(int, int, int) {}})
		if err != nil {
			return ofSource(k, err)
		}
		w.feeds = append(w.feeds, feed)
		r := &Recording{Name: source.Name, Meter: *meter, Expected: source.Instruments}
		if r.Expected == 0 && meter.Count > 1 {
			r.Expected = meter.Count
		}
		r.Series = power.Series{Covers: w.series[k].Covers}
		w.seen.Sources = append(w.seen.Sources, r)
	}
	return nil
}

func ofSource(k int, err error) error {
	var one *power.InputError
	if errors.As(err, &one) {
		of := *one
		of.Field = fmt.Sprintf("sources[%d]: %s", k, one.Field)
		return &of
	}
	return err
}

const askedAgain = time.Minute

const readingsToRead = 3

func (w *watching) look(ctx context.Context, now time.Time) error {
	w.seen.Now = now
	for k, feed := range w.feeds {
		r := w.seen.Sources[k]
		readings, err := feed.Read(ctx, w.asked.Add(-askedAgain), now)
		if err == nil {
			r.Add(readings, now)
			for key, i := range r.byKey {
				if i.Name = feed.Name(key); i.Name == "" {
					i.Name = r.Name
				}
			}
			err = w.understand(ctx, k, now)
		}
		if r.Problem = ""; err != nil && ctx.Err() == nil {
			r.Problem = problemOf(err)
		}
	}
	w.asked = now
	w.output.look(now)
	return w.judge(now)
}

func problemOf(err error) string {
	var one *power.InputError
	if errors.As(err, &one) {
		return one.Problem
	}
	return err.Error()
}

func (w *watching) understand(ctx context.Context, k int, now time.Time) error {
	r := w.seen.Sources[k]
	if r.Series.Unit != "" || r.most() < max(readingsToRead, 2*r.tried) {
		return nil
	}
	r.tried = r.most()
	result, err := w.feeds[k].Settings(ctx, now)
	if err != nil {
		return err
	}
	covers := r.Series.Covers
	r.Series = joined(w.series[k], result.Recorded)
	r.Series.Covers = covers
	return nil
}

func joined(stated, recorded power.Series) power.Series {
	one := recorded
	one.Meter, one.Covers, one.Nodes, one.FeedOf = stated.Meter, stated.Covers, stated.Nodes, stated.FeedOf
	if stated.Stamp != "" {
		one.Stamp = stated.Stamp
	}
	return one
}

const gradedEvery = 10 * time.Second

// gradedOfTime bounds the part of the time that grading takes.
const gradedOfTime = 0.2

func (w *watching) judge(now time.Time) error {
	faults := Faults(w.seen)
	if len(faults) > 0 {
		w.implausible = nil
	} else if !now.Before(w.looked) {
		w.implausible = Implausible(w.seen)
		w.looked = now.Add(w.pause(now))
	}
	faults = append(faults, w.implausible...)
	w.load = LoadOf(w.seen)
	for _, look := range []func(*Seen, Load) (Fault, bool){Clocks, IdleMissing, WithoutSource} {
		if one, is := look(w.seen, w.load); is {
			faults = append(faults, one)
		}
	}
	if !now.Before(w.graded) {
		var err error
		if w.requirements, w.warnings, err = Requirements(w.seen, w.load); err != nil {
			return err
		}
		w.graded = now.Add(max(gradedEvery, w.pause(now)))
	}
	return w.teller.tell(w, append(faults, w.warnings...))
}

const soonest = time.Second / 2

func (w *watching) pause(since time.Time) time.Duration {
	return time.Duration(float64(w.env.Now().Sub(since)) / gradedOfTime)
}

func (w *watching) every() time.Duration {
	if w.flags.Every > 0 {
		return w.flags.Every
	}
	shortest := time.Duration(0)
	for _, r := range w.seen.Sources {
		if interval := r.interval(); shortest == 0 || interval < shortest {
			shortest = interval
		}
	}
	return max(soonest, shortest/2)
}

func (w *watching) over(now time.Time) bool {
	if !w.until.IsZero() && !now.Before(w.until) {
		return true
	}
	end := w.output.core.End
	return !end.IsZero() && now.Sub(end.Time) >= w.flags.After
}
