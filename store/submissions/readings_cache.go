// This file owns finding the readings of a document's files, and keeping new ones.

package submissions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/filetree"
	"green500/validation/document/bundle"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// ReadingsCache finds the readings of a document's series among the blobs, and keeps there what is taken from
// files again. Readings whose blob is missing, damaged or of an older form are taken again too: the files
// are the evidence, and readings only a form of it.
type ReadingsCache struct {
	Ctx    context.Context
	Store  *Submissions
	Entry  *power.Entry
	Files  []File
	stored []SeriesBlob // of a revision: looked at first

	series []SeriesBlob // what was found or kept
	open   []io.Closer
}

// BundleSource is what a bundle is made of out of the store. The ReadingsCache has to be closed.
func (s *Submissions) BundleSource(ctx context.Context, entry *power.Entry, files []File,
	stored []SeriesBlob) (bundle.Source, *ReadingsCache) {
	on := &ReadingsCache{Ctx: ctx, Store: s, Entry: entry, Files: files, stored: stored}
	return bundle.Source{Entry: entry, Folder: filetree.New(ctx, s.db.Evidence, files), Scratch: s.db.Evidence.Scratch,
		Cache: on}, on
}

// Find opens the readings of a series where they lie, without reading them.
func (s *ReadingsCache) Find(series int) (*canonical.Readings, error) {
	if at := slices.IndexFunc(s.stored, func(b SeriesBlob) bool { return b.Index == series }); at >= 0 {
		if found, err := s.OpenBlob(s.stored[at]); found != nil || err != nil {
			return found, err
		}
	}
	digest, notes, err := s.Store.readings(s.Ctx, readingsKey(s.Entry, series, s.Files))
	if database.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return s.OpenBlob(SeriesBlob{Index: series, Digest: digest, Notes: s.translateNotes(notes, nameOfDigest)})
}

// OpenBlob opens a blob of readings; it returns nil for one that is of no use any more.
func (s *ReadingsCache) OpenBlob(blob SeriesBlob) (*canonical.Readings, error) {
	opened, err := s.Store.db.Evidence.OpenPlain(s.Ctx, blob.Digest)
	if database.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the readings of series %d: %w", blob.Index, err)
	}
	traces, err := canonical.Open(opened, opened.Size())
	if errors.Is(err, blobs.ErrUnavailable) {
		return nil, errors.Join(fmt.Errorf("open the readings of series %d: %w", blob.Index, err), opened.Close())
	}
	if err != nil {
		return nil, errors.Join(s.Ctx.Err(), opened.Close())
	}
	s.open = append(s.open, opened)
	s.series = append(s.series, blob)
	notes, choices := power.SplitNotes(blob.Notes)
	return &canonical.Readings{Traces: traces, Notes: notes, Choices: choices}, nil
}

// Keep keeps the readings of a series among the blobs.
func (s *ReadingsCache) Keep(series int, readings *canonical.Readings) error {
	s.open = append(s.open, readings)
	blob, err := s.Store.db.Evidence.PutPlain(s.Ctx, readings.Reader())
	if err != nil {
		return fmt.Errorf("keep the readings of series %d: %w", series, err)
	}
	notes := slices.Concat(readings.Notes, power.ChoiceNotes(readings.Choices))
	s.series = append(s.series, SeriesBlob{Index: series, Digest: blob.Digest, Notes: notes})
	return s.Store.keepReadings(s.Ctx, readingsKey(s.Entry, series, s.Files), blob.Digest,
		s.translateNotes(notes, digestOfName))
}

func digestOfName(f File, name string) (string, bool)   { return f.Digest, f.Name == name }
func nameOfDigest(f File, digest string) (string, bool) { return f.Name, f.Digest == digest }

// translateNotes calls the files of notes by their other name: the same file may lie in many bundles.
func (s *ReadingsCache) translateNotes(notes []power.Note, other func(File, string) (string, bool)) []power.Note {
	notes = slices.Clone(notes)
	for i := range notes {
		for _, file := range s.Files {
			if name, same := other(file, notes[i].File); same {
				notes[i].File = name
				break
			}
		}
	}
	return notes
}

// Close closes the readings that were opened.
func (s *ReadingsCache) Close() error {
	var errs []error
	for _, one := range s.open {
		errs = append(errs, one.Close())
	}
	return errors.Join(errs...)
}
