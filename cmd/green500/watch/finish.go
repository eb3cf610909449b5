package watch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/power"
)

func (w *watching) finish(ctx context.Context) (*Result, error) {
	r := &Result{Folder: w.flags.Output}
	entry := *w.planned.entry
	entry.Series = nil
	notes := map[string]string{}
	for at, note := range w.planned.notes {
		if !strings.HasPrefix(at, "series[") {
			notes[at] = note
		}
	}
	end := w.seen.Now.Truncate(time.Millisecond)
	for k, feed := range w.feeds {
		if len(w.seen.Sources[k].Instruments) == 0 {
			r.Notes = append(r.Notes, fmt.Sprintf("%s is not in the bundle: it had no readings", w.sources[k].Name))
			continue
		}
		result, err := feed.Finish(ctx, end)
		if err != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("%s is not in the bundle: %v", w.sources[k].Name, err))
			continue
		}
		one := joined(w.series[k], result.Recorded)
		one.File = path.Join(w.sources[k].Name, filepath.Base(result.Log))
		if result.Problem != nil || one.Unit == "" {
			r.Notes = append(r.Notes, fmt.Sprintf("%s needs its import settings: %v", one.File,
				errors.Join(result.Problem, openSettings(result.Open))))
		}
		if result.Guessed != "" {
			notes[fmt.Sprintf("series[%d].unit", len(entry.Series))] = "guessed: " + result.Guessed
		}
		entry.Series = append(entry.Series, one)
	}
	if err := w.ofRun(&entry, notes); err != nil {
		return r, err
	}
	if err := w.evidence(&entry); err != nil {
		return r, err
	}
	text, err := document.WriteWithComments(entry, notes)
	if err != nil {
		return r, err
	}
	head := []byte("# Written by green500 watch. Fill in, or correct, every line that has a comment.\n")
	if err := os.WriteFile(filepath.Join(w.flags.Output, bundle.DocumentNames()[0]), append(head, text...),
		ownFile); err != nil {
		return r, err
	}
	return r, w.grade(r)
}

func openSettings(open []string) error {
	if len(open) == 0 {
		return nil
	}
	return fmt.Errorf("not known: %v", open)
}

func (w *watching) ofRun(entry *power.Entry, notes map[string]string) error {
	const seen = "as the readings show: "
	load := w.load
	if w.output.name != "" && !w.output.core.IsZero() {
		entry.Run.Output, entry.Run.Timezone, entry.Run.CorePhase = filepath.Base(w.output.name),
			w.output.stated, power.Span{}
		delete(notes, "run.output")
		if w.planned.plan != nil {
			entry.Run.RmaxTeraflops = 0 // the output states it
		}
		if err := copyFile(w.output.name, filepath.Join(w.flags.Output, entry.Run.Output)); err != nil {
			return err
		}
	} else {
		entry.Run.Output, entry.Run.Result = "", 0
		if entry.Run.CorePhase.IsZero() && !load.Core.IsZero() {
			entry.Run.CorePhase = seconds(load.Core)
			notes["run.core_phase"] = seen + "name the HPL output instead (output)"
		}
	}
	if entry.Run.FullRun.IsZero() && !load.Run.IsZero() {
		entry.Run.FullRun = seconds(load.Run)
		notes["run.full_run"] = seen + "write when the job really started and ended"
	}
	if rest := load.Rest.Trim(besideIdle, besideIdle); len(entry.Idle) == 0 && rest.Duration() > 0 {
		rest = seconds(rest)
		entry.Idle = []power.Idle{{Start: rest.Start, End: rest.End}}
		notes["idle"] = seen + "write when the machine was ready for work and ran no job"
	}
	return nil
}

const besideIdle = 5 * time.Second

func seconds(s power.Span) power.Span {
	return power.NewSpan(s.Start.Truncate(time.Second), s.End.Truncate(time.Second))
}

func (w *watching) evidence(entry *power.Entry) error {
	if w.planned.plan != nil {
		return nil
	}
	beside := filepath.Dir(w.flags.Path)
	for _, one := range bundle.Evidence(entry) {
		from, to := filepath.Join(beside, filepath.FromSlash(one.Name)),
			filepath.Join(w.flags.Output, filepath.FromSlash(one.Name))
		if _, err := os.Stat(to); err == nil {
			continue
		}
		if info, err := os.Stat(from); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := copyFile(from, to); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), ownFolder); err != nil {
		return err
	}
	if before, err := os.ReadFile(to); err == nil && bytes.Equal(before, text) {
		return nil
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(to, text, ownFile)
}

func (w *watching) grade(r *Result) error {
	read, err := bundle.Open(os.DirFS(w.flags.Output), w.env.Scratch)
	var problems power.InputErrors
	if errors.As(err, &problems) {
		r.Reason = problems
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = read.Close() }() // nothing of it is needed any more
	r.Report, err = read.Grade("")
	return err
}
