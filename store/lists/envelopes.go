// This file owns signed power envelopes of listed runs.

package lists

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/lists/powersteps"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

// Envelope returns the power of a listed run in steps, as it was released and without its readings, signed with
// what it was made from: the same bytes each time. server is the address of ours. Whether somebody may have it is
// told by EntryAccess. It returns ErrNotFound for an entry that is on no list, and for one without a core average.
func (s *Lists) Envelope(ctx context.Context, entryID int64, server string) ([]byte, error) {
	on, err := s.EntryListing(ctx, entryID)
	if err != nil {
		return nil, err
	}
	revision, err := s.submissions.Revision(ctx, entryID, on.First.Revision)
	if err != nil {
		return nil, err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return nil, err
	}
	if report == nil {
		return nil, fmt.Errorf("submission %d has no verdict: %w", entryID, database.ErrNotFound)
	}
	m, err := s.submissions.Measurement(ctx, revision)
	if err != nil {
		return nil, err
	}
	said := powersteps.Statement{
		Server: server, Entry: entryID, Revision: revision.Number, Edition: on.Edition.Name, System: on.First.System,
		Site: on.First.Site, List: on.Edition.ListHash,
		Files: originals(m.Entry, revision.Files),
		Readings: database.Convert(revision.Series, func(b submissions.SeriesBlob) powersteps.Readings {
			return powersteps.Readings{Series: b.Index, SHA256: b.Digest}
		}),
	}
	rows := powersteps.Make(&said, m.Measurement, report)
	if err := errors.Join(m.Err(), m.Close()); err != nil {
		return nil, fmt.Errorf("make the envelope of submission %d: %w", entryID, err)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("submission %d has no core average: %w", entryID, database.ErrNotFound)
	}
	key, err := s.db.SigningKey(s.db.Query(ctx))
	if err != nil {
		return nil, err
	}
	return powersteps.Sign(said, rows, key)
}

// originals are the files that the readings and the core phase of a document come from; what else is attached is
// nobody's business.
func originals(entry *power.Entry, files []submissions.File) []receipt.File {
	named := []string{entry.Run.Output}
	for _, series := range entry.Series {
		named = append(named, series.Files()...)
	}
	kept := []receipt.File{}
	for _, file := range files {
		if slices.Contains(named, file.Name) {
			kept = append(kept, receipt.File{Name: file.Name, Size: file.Size, SHA256: file.Digest})
		}
	}
	slices.SortFunc(kept, func(a, b receipt.File) int { return cmp.Compare(a.Name, b.Name) })
	return kept
}
