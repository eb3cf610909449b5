// Package fetch reads a series from a monitoring system for a time range, into a log with its import settings, and
// keeps the answers of the server as evidence. Only the command line fetches; a server never does.
package fetch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// span is a time range: its start belongs to it, its end does not.
type span struct {
	From time.Time `json:"from"`
	To   time.Time `json:"to"`
}

func (s span) contains(nanoseconds int64) bool {
	return nanoseconds >= s.From.UnixNano() && nanoseconds < s.To.UnixNano()
}

type request struct {
	span
	Next string `json:"next,omitempty"`
}

func (r request) halves(least time.Duration) (halves []request, ok bool) {
	half := r.To.Sub(r.From) / 2
	half -= half % shortest
	middle := r.From.Add(half)
	return []request{{span: span{r.From, middle}}, {span: span{middle, r.To}}}, half >= least && r.Next == ""
}

type labels map[string]string

type series struct {
	labels
	key string // the same for the same labels, and different for others
}

func newSeries(of labels) *series {
	var key strings.Builder
	for _, name := range slices.Sorted(maps.Keys(of)) {
		fmt.Fprintf(&key, "%q=%q,", name, of[name])
	}
	return &series{of, key.String()}
}

type sample struct {
	series *series
	at     int64 // nanoseconds since 1970
	value  string
}

type facts struct {
	Unit    string // as the server writes it; empty if it states none
	Counter bool   // the readings are a running total
	answers [][]byte
}

type source interface {
	// page returns the answer to a request as it is, and the address of the rest of it. errTooMuch asks for shorter
	// spans.
	page(ctx context.Context, r request) (answer []byte, next string, err error)
	// decode passes on the readings in the answer.
	decode(answer []byte, each func(sample)) error
	// describe asks what the series is. What the server does not know is no error.
	describe(ctx context.Context) (facts, error)
	// column names the readings.
	column() string
}

// samplesOf are readings in a span, by times and then labels: servers send series in any order.
func samplesOf(src source, answer []byte, in span) (all []sample, err error) {
	err = src.decode(answer, func(s sample) {
		if in.contains(s.at) {
			all = append(all, s)
		}
	})
	slices.SortStableFunc(all, func(a, b sample) int {
		return cmp.Or(cmp.Compare(a.at, b.at), strings.Compare(a.series.key, b.series.key))
	})
	return all, err
}

var errTooMuch = errors.New("the answer is too long")

func tooMuchBy(message string) error { return fmt.Errorf("%w: %s", errTooMuch, quoted(message)) }

// Environment is what the program that fetches has.
type Environment struct {
	Now      func() time.Time
	Sleep    func(context.Context, time.Duration) error
	Progress func(done, pages, samples int)
	Scratch  canonical.Scratch
}

// Result is what was fetched.
type Result struct {
	Log       string // name of the log
	Settings  string // name of the import settings
	Samples   int
	LeftOut   int // readings that are no number
	Series    int
	Resampled bool
	Pages     int
	Resumed   int      // pages that an earlier call fetched
	Open      []string // settings that are not known
	Guessed   string   // the unit and why, if it is guessed
	Problem   error    // why the log cannot be read as it is; nil if it can

	Meter    power.Meter  // as the import settings have it
	Recorded power.Series // likewise
}

// Fetch fetches what the flags name, going on where an earlier call ended; see power.InputError.
func Fetch(ctx context.Context, f Flags, env Environment) (*Result, error) {
	src, whole, err := f.open(env)
	if err != nil {
		return nil, err
	}
	kept, err := openFolder(f.Output, f.identity(whole), f.pages(whole))
	if err != nil {
		return nil, err
	}
	result := &Result{Log: filepath.Join(f.Output, f.logName()), Settings: filepath.Join(f.Output, settingsName),
		Resampled: f.resampled(), Resumed: len(kept.state.Pages)}
	if err := fetchFacts(ctx, src, kept); err != nil {
		return nil, err
	}
	if err := fetchPages(ctx, src, kept, env); err != nil {
		return nil, err
	}
	return result, write(f, src, kept, result, env)
}

func write(f Flags, src source, kept *folder, result *Result, env Environment) error {
	result.Pages = len(kept.state.Pages)
	written, err := writeLog(src, kept, result.Log)
	if err != nil {
		return err
	}
	result.Samples, result.LeftOut, result.Series = written.samples, written.leftOut, max(len(written.series), 1)
	if written.samples == 0 {
		return &power.InputError{Field: "--from, --to", Problem: fmt.Sprintf("the server has no readings from %s to %s",
			stamp(kept.state.Asked.From), stamp(kept.state.Asked.To)),
			Remedy: "check the series, and how long the server keeps readings"}
	}
	return writeSettings(f, kept.state, written, result, env)
}

func stamp(at time.Time) string { return at.UTC().Format(time.RFC3339Nano) }

func fetchFacts(ctx context.Context, src source, kept *folder) error {
	if kept.state.Described {
		return nil
	}
	known, err := src.describe(ctx)
	if err != nil {
		return err
	}
	return kept.describe(known)
}

func fetchPages(ctx context.Context, src source, kept *folder, env Environment) error {
	samples := 0
	for _, p := range kept.state.Pages {
		samples += p.Samples
	}
	for len(kept.state.Pending) > 0 {
		env.Progress(len(kept.state.Pages), len(kept.state.Pages)+len(kept.state.Pending), samples)
		one := kept.state.Pending[0]
		answer, next, err := src.page(ctx, one)
		if errors.Is(err, errTooMuch) {
			if err := kept.split(err); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		found, err := samplesOf(src, answer, one.span)
		if err != nil {
			return err
		}
		here := 0
		for _, s := range found {
			if isNumber(s.value) {
				here++
			}
		}
		samples += here
		if err := kept.add(answer, next, here, len(found)-here); err != nil {
			return err
		}
	}
	return nil
}
