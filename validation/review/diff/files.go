package diff

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"green500/validation/document"
	"green500/validation/power"
)

// FileChange is a file that is in one revision alone, holds other bytes, or was given another name.
type FileChange struct {
	Kind   document.ChangeKind `json:"kind"`
	Before *File               `json:"before,omitempty"`
	After  *File               `json:"after,omitempty"`
}

// Name is what the file is called now, or was called last.
func (f FileChange) Name() string {
	if f.After == nil {
		return f.Before.Name
	}
	return f.After.Name
}

func files(before, after []File) []FileChange {
	all := []FileChange{}
	var gone, come []File
	for _, was := range before {
		at := slices.IndexFunc(after, func(f File) bool { return f.Name == was.Name })
		switch {
		case at < 0:
			gone = append(gone, was)
		case after[at].Digest != was.Digest:
			all = append(all, FileChange{document.Changed, &was, &after[at]})
		}
	}
	for _, is := range after {
		if !slices.ContainsFunc(before, func(f File) bool { return f.Name == is.Name }) {
			come = append(come, is)
		}
	}
	for _, is := range come {
		at := slices.IndexFunc(gone, func(f File) bool { return f.Digest == is.Digest })
		if at < 0 {
			all = append(all, FileChange{document.Added, nil, &is})
			continue
		}
		was := gone[at]
		all = append(all, FileChange{document.Moved, &was, &is})
		gone = slices.Delete(gone, at, at+1)
	}
	for _, was := range gone {
		all = append(all, FileChange{document.Dropped, &was, nil})
	}
	slices.SortStableFunc(all, func(a, b FileChange) int { return cmp.Compare(a.Name(), b.Name()) })
	return all
}

// MovedSpan is a span of the run that lies elsewhere; it is zero if there is none.
type MovedSpan struct {
	Name   string     `json:"name"`
	Before power.Span `json:"before,omitzero"`
	After  power.Span `json:"after,omitzero"`
}

// Moved is how much later the span begins and ends. known is false if it is in one revision alone.
func (m MovedSpan) Moved() (start, end time.Duration, known bool) {
	if m.Before.IsZero() || m.After.IsZero() {
		return 0, 0, false
	}
	return m.After.Start.Sub(m.Before.Start.Time), m.After.End.Sub(m.Before.End.Time), true
}

// marks are those that lie elsewhere, as instants: another way to write the same instant is no change.
func marks(before, after Revision) []MovedSpan {
	was, is := marksOf(before), marksOf(after)
	all := []MovedSpan{}
	for _, mark := range is {
		if at := slices.IndexFunc(was, func(m MovedSpan) bool { return m.Name == mark.Name }); at >= 0 {
			mark.Before = was[at].After
		}
		all = append(all, mark)
	}
	for _, mark := range was {
		if !slices.ContainsFunc(is, func(m MovedSpan) bool { return m.Name == mark.Name }) {
			all = append(all, MovedSpan{Name: mark.Name, Before: mark.After})
		}
	}
	return slices.DeleteFunc(all, func(m MovedSpan) bool {
		return m.Before.Start.Equal(m.After.Start.Time) && m.Before.End.Equal(m.After.End.Time)
	})
}

// marksOf are the spans of a revision, as After: those that its verdict rests on, or what its document states.
func marksOf(side Revision) []MovedSpan {
	run := side.Document.Run
	all := []MovedSpan{{Name: "core phase", After: run.CorePhase}, {Name: "full run", After: run.FullRun},
		{Name: "averaging window", After: run.AveragingWindow}}
	if side.Report != nil {
		all[0].After, all[1].After = side.Report.Spans.Core, side.Report.Spans.FullRun
	}
	for i, idle := range side.Document.Idle {
		all = append(all, MovedSpan{Name: "idle " + strconv.Itoa(i+1), After: idle.Span()})
	}
	return slices.DeleteFunc(all, func(m MovedSpan) bool { return m.After.IsZero() })
}
