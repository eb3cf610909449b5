package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"green500/validation"
	"green500/validation/bundle"
	"green500/validation/canonical"
	"green500/validation/document"
	"green500/validation/power"
)

// Intake makes a snapshot of a document and its files: the files are read, the readings kept in
// their canonical form, and the entry graded. Trouble with the input does not fail it: the snapshot
// then holds the troubles instead of a report, and nothing of the readings. Files that the document
// does not name are kept as they are.
func (s *Store) Intake(ctx context.Context, entry *power.Entry, files []File) (Snapshot, error) {
	text, err := document.JSON(entry)
	if err != nil {
		return Snapshot{}, fmt.Errorf("write document: %w", err)
	}
	snapshot := Snapshot{Document: text, Files: files, Summary: described(entry)}
	graded, report, err := s.grade(ctx, entry, files)
	var troubles power.InputErrors
	if errors.As(err, &troubles) {
		snapshot.Trouble, err = json.Marshal(troubles)
		return snapshot, err
	}
	if err != nil {
		return Snapshot{}, err
	}
	return s.withReport(ctx, snapshot, graded, report)
}

func (s *Store) grade(ctx context.Context, entry *power.Entry, files []File) (*bundle.Bundle, *validation.Report, error) {
	if err := document.Check(entry); err != nil {
		return nil, nil, err
	}
	read, err := bundle.Assemble(entry, FilesFS(ctx, s.blobs, files))
	if err != nil {
		return nil, nil, err
	}
	report, err := read.Grade("")
	return read, report, err
}

func (s *Store) withReport(ctx context.Context, snapshot Snapshot, read *bundle.Bundle, report *validation.Report) (Snapshot, error) {
	written, err := report.JSON()
	if err != nil {
		return Snapshot{}, fmt.Errorf("write report: %w", err)
	}
	snapshot.Report = written
	snapshot.RulesDigest, snapshot.InputDigest, snapshot.ReportDigest = report.Digests.Rules, report.Digests.Input, report.Digests.Report
	snapshot.Summary = snapshot.graded(report)
	for i, part := range read.Measurement.Parts {
		digest, err := s.keepReadings(ctx, part.Traces)
		if err != nil {
			return Snapshot{}, fmt.Errorf("keep readings of series %d: %w", i, err)
		}
		snapshot.Series = append(snapshot.Series, SeriesBlob{Index: i, Digest: digest})
	}
	return snapshot, nil
}

// keepReadings writes traces in their canonical form into a blob, without holding it.
func (s *Store) keepReadings(ctx context.Context, traces []*power.Trace) (digest string, err error) {
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(canonical.Write(writer, traces)) }()
	blob, err := s.blobs.Put(ctx, reader)
	return blob.Digest, errors.Join(err, reader.Close())
}

// described is what lists show of an entry before it is graded.
func described(entry *power.Entry) Summary {
	return Summary{
		System: entry.System.Name, Site: entry.Site.Name, Country: entry.Site.Country, TotalCores: entry.System.TotalCores,
		Accelerator: entry.System.Accelerator, Top500Rank: entry.System.Top500Rank, ClaimedLevel: entry.ClaimedLevel,
	}
}

// graded adds what the verdict says.
func (s Summary) graded(report *validation.Report) Summary {
	failed, unknown := report.Counts(report.ClaimedLevel)
	s.GrantedLevel, s.Failed = report.GrantedLevel, failed+unknown
	if number := report.Numbers.Rmax; number != nil {
		s.Rmax = power.GFlops(number.Value)
	}
	if number := report.Numbers.CoreAverage; number != nil {
		s.Power, s.PowerUncertainty = power.Watts(number.Value), number.Uncertainty
	}
	if number := report.Numbers.Efficiency; number != nil {
		s.Efficiency, s.EfficiencyUncertainty = number.Value, number.Uncertainty
	}
	return s
}

// DecodeDocument reads a document that a revision holds.
func DecodeDocument(text []byte) (*power.Entry, error) {
	var entry power.Entry
	if err := json.Unmarshal(text, &entry); err != nil {
		return nil, fmt.Errorf("read a kept document: %w", err)
	}
	return &entry, nil
}

// Verdict returns the report of a revision, or the troubles that keep it from being graded.
func (r Revision) Verdict() (report *validation.Report, troubles power.InputErrors, err error) {
	if len(r.Trouble) > 0 {
		err = json.Unmarshal(r.Trouble, &troubles)
	}
	if len(r.Report) > 0 {
		report = &validation.Report{}
		err = errors.Join(err, json.Unmarshal(r.Report, report))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the kept verdict of entry %d: %w", r.EntryID, err)
	}
	return report, troubles, nil
}

// Readings is the measurement of a revision. What it needs is read while it is used, so it has to be
// closed afterwards.
type Readings struct {
	*power.Measurement
	files []*LocalFile
}

// Close gives the readings back. It fails where the file system does.
func (r *Readings) Close() error {
	var errs []error
	for _, file := range r.files {
		errs = append(errs, file.Close())
	}
	return errors.Join(errs...)
}

// Measurement returns the readings of a revision for drawing, without its core phase. What cannot be
// read of them later is told by Err.
func (s *Store) Measurement(ctx context.Context, r Revision) (*Readings, error) {
	entry, err := DecodeDocument(r.Document)
	if err != nil {
		return nil, err
	}
	m := &Readings{Measurement: &power.Measurement{Entry: entry}}
	for _, blob := range r.Series {
		if err := s.open(ctx, m, blob); err != nil {
			err = fmt.Errorf("read series %d of entry %d: %w", blob.Index, r.EntryID, err)
			return nil, errors.Join(err, m.Close())
		}
	}
	return m, nil
}

// open lays the readings of a series out for as long as m is open.
func (s *Store) open(ctx context.Context, m *Readings, blob SeriesBlob) error {
	if blob.Index >= len(m.Entry.Series) {
		return &power.InputError{Field: fmt.Sprintf("series[%d]", blob.Index), Problem: "readings are kept of a series that the document does not have", Remedy: "save the entry again"}
	}
	file, err := OpenFile(ctx, s.blobs, blob.Digest)
	if err != nil {
		return err
	}
	m.files = append(m.files, file)
	traces, err := canonical.Open(file, file.Size())
	if err != nil {
		return err
	}
	series := &m.Entry.Series[blob.Index]
	m.Parts = append(m.Parts, power.Part{Series: series, Meter: m.Entry.MeterOf(series), Traces: traces})
	return nil
}
