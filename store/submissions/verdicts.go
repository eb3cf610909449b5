// This file owns grading a document with its files.

package submissions

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/methodology"
	"green500/validation/power"
)

// gradeOrRemember grades an entry. If it was graded with the same readings before, and only the name or description of
// the machine changed, the verdict of then is used for the new input. Otherwise it calls before, and then reads the
// readings.
func (s *Submissions) gradeOrRemember(ctx context.Context, entry *power.Entry, text []byte, files []File,
	before func(context.Context) error) (verdict, error) {
	if err := document.Check(entry); err != nil {
		return verdict{}, err
	}
	judged := validation.Judged(entry)
	key, err := verdictKey(judged, files)
	if err != nil {
		return verdict{}, err
	}
	named, all := digestsOf(entry, files)
	if kept, known := s.verdicts.Get(key); known && all && s.allStored(ctx, kept.series) {
		made := kept.of(validation.InputDigest(text, named))
		s.reports.keep(made.text, made.report)
		return made, nil
	}
	if err := before(ctx); err != nil {
		return verdict{}, err
	}
	report, series, err := s.gradeReadings(ctx, judged, text, files)
	if err != nil {
		return verdict{}, err
	}
	made := verdict{report: report, series: series}
	if made.text, err = report.JSON(); err != nil {
		return verdict{}, fmt.Errorf("write report: %w", err)
	}
	s.reports.keep(made.text, report)
	stencil, err := validation.NewStencil(report)
	if err != nil {
		return verdict{}, err
	}
	s.verdicts.Put(key, verdictKept{report, stencil, series}, stencil.Size()+reportWeight*len(made.text))
	return made, nil
}

// verdictKey is a digest of all that a verdict rests on, but for what the program is.
func verdictKey(judged *power.Entry, files []File) (key [sha256.Size]byte, err error) {
	files = slices.SortedStableFunc(slices.Values(files), func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	text, err := json.Marshal(struct {
		Entry *power.Entry
		Files []File
	}{judged, files})
	if err != nil {
		return key, fmt.Errorf("write what a submission is judged by: %w", err)
	}
	return sha256.Sum256(text), nil
}

// digestsOf are those of the files that a document names, as the digest of an input has them; all tells whether all are
// there.
func digestsOf(entry *power.Entry, files []File) (named []validation.FileDigest, all bool) {
	for _, one := range bundle.Named(entry) {
		if slices.ContainsFunc(named, func(d validation.FileDigest) bool { return d.Name == one.Name }) {
			continue
		}
		at := slices.IndexFunc(files, func(f File) bool { return f.Name == one.Name })
		if at < 0 {
			return nil, false
		}
		named = append(named, validation.FileDigest{Name: one.Name, Digest: files[at].Digest})
	}
	return named, true
}

// allStored reports whether the blobs of all readings exist. Those that do not are read from their files again.
func (s *Submissions) allStored(ctx context.Context, series []SeriesBlob) bool {
	for _, one := range series {
		opened, err := s.db.Evidence.OpenPlain(ctx, one.Digest)
		if err != nil {
			return false
		}
		_ = opened.Close() // nothing was read
	}
	return true
}

func (s *Submissions) gradeReadings(ctx context.Context, judged *power.Entry, text []byte,
	files []File) (*validation.Report, []SeriesBlob, error) {
	source, on := s.BundleSource(ctx, judged, files, nil)
	source.Document = text
	defer func() { _ = on.Close() }() // what was written is on the disk already
	read, err := source.Assemble()
	if err != nil {
		return nil, nil, err
	}
	report, err := read.Grade(methodology.Edition(""))
	if err != nil {
		return nil, nil, err
	}
	series := slices.SortedFunc(slices.Values(on.series),
		func(a, b SeriesBlob) int { return cmp.Compare(a.Index, b.Index) })
	return report, series, nil
}
