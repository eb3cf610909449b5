package fetch

import (
	"context"
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// newest is the time of the last reading of each series that was seen, in nanoseconds since 1970.
type newest map[string]int64

func (n newest) isNew(s sample) bool {
	if before, seen := n[s.series.key]; seen && s.at <= before {
		return false
	}
	n[s.series.key] = s.at
	return true
}

// Reading is a reading of a series that is followed.
type Reading struct {
	Series string // the same for the readings of one series
	At     int64  // nanoseconds since 1970
	Value  float64
}

// Feed follows a series while it is recorded.
type Feed struct {
	flags  Flags
	env    Environment
	src    source
	from   time.Time
	newest newest
	labels map[string]labels
	kept   *folder // of a source that keeps only its last readings; nil for others, which are asked again at the end
}

// Defaults are the flags that a feed need not name.
func Defaults() Flags { return Flags{Page: time.Hour, Rate: 20, Timeout: time.Minute} }

// Follow begins to follow the series that the flags name, from an instant on. What the person can correct is a
// *power.InputError.
func Follow(f Flags, from time.Time, env Environment) (*Feed, error) {
	base, err := f.address()
	if err != nil {
		return nil, err
	}
	web, err := f.transport(base, env)
	if err != nil {
		return nil, err
	}
	web.tries = 1 // the next look is soon
	feed := &Feed{flags: f, env: env, from: from.UTC(), newest: newest{}, labels: map[string]labels{}}
	if feed.src, err = f.source(web); err != nil {
		return nil, err
	}
	feed.flags.From = stamp(from)
	if f.whole() {
		feed.kept, err = openFolder(f.Output, f.identity(span{feed.from, feed.from}), nil)
	}
	return feed, err
}

// Read returns the readings between two instants that were not returned before, in the order of time.
func (f *Feed) Read(ctx context.Context, from, to time.Time) ([]Reading, error) {
	if f.from.After(from) {
		from = f.from
	}
	if !to.After(from) {
		return nil, nil
	}
	pending := []request{{span: span{from.UTC(), to.UTC()}}}
	var all []Reading
	for len(pending) > 0 {
		one := pending[0]
		answer, next, err := f.src.page(ctx, one)
		if halves, ok := one.halves(minPage); ok && errors.Is(err, errTooMuch) {
			pending = append(halves, pending[1:]...)
			continue
		}
		if err != nil {
			return all, err
		}
		pending = pending[1:]
		if next != "" {
			pending = append([]request{{span: one.span, Next: next}}, pending...)
		}
		some, err := f.decode(answer, one.span)
		if err != nil {
			return all, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// decode takes what is new of an answer. A value that is no number is a reading without one: NaN.
func (f *Feed) decode(answer []byte, of span) ([]Reading, error) {
	samples, err := samplesOf(f.src, answer, of)
	if err != nil {
		return nil, err
	}
	var fresh []Reading
	leftOut := 0
	for _, s := range samples {
		if !f.newest.isNew(s) {
			continue
		}
		f.labels[s.series.key] = s.series.labels
		value, known := valueOf(s.value)
		if !known {
			leftOut++
			value = math.NaN()
		}
		fresh = append(fresh, Reading{s.series.key, s.at, value})
	}
	if f.kept != nil && len(fresh) > 0 {
		return fresh, f.kept.follow(answer, of, len(fresh)-leftOut, leftOut)
	}
	return fresh, nil
}

// Name names a series by the labels that tell it from the others; it is empty if it is the only one.
func (f *Feed) Name(series string) string {
	var words []string
	own := f.labels[series]
	for _, name := range slices.Sorted(maps.Keys(own)) {
		value := own[name]
		for _, other := range f.labels {
			if other[name] != value {
				words = append(words, name+"="+value)
				break
			}
		}
	}
	return strings.Join(words, " ")
}

// Settings are the import settings of what was recorded so far.
func (f *Feed) Settings(ctx context.Context, to time.Time) (*Result, error) {
	folder, err := os.MkdirTemp("", "green500-watch-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }() // it was only read
	flags := f.flags
	flags.Output, flags.To = filepath.Join(folder, f.flags.name()), stamp(to)
	return Fetch(ctx, flags, f.env)
}

// Finish writes the log of all readings until an instant, with its import settings and the answers as evidence.
func (f *Feed) Finish(ctx context.Context, to time.Time) (*Result, error) {
	flags := f.flags
	flags.To = stamp(to)
	if f.kept == nil {
		return Fetch(ctx, flags, f.env)
	}
	if err := fetchFacts(ctx, f.src, f.kept); err != nil {
		return nil, err
	}
	result := &Result{Log: filepath.Join(flags.Output, flags.logName()),
		Settings: filepath.Join(flags.Output, settingsName)}
	return result, write(flags, f.src, f.kept, result, f.env)
}
