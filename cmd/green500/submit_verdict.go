package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"green500/handlers/api"
	"green500/validation"
	"green500/validation/power"
)

// verdict prints the server's verdict and whether ours agrees; errDenied if it could not grade.
func (s *sending) verdict(entry api.Submission) (*validation.Report, error) {
	s.said.Outcome = outcomeDraft
	s.said.entry(entry)
	if len(entry.Report) == 0 || len(entry.Errors) > 0 {
		w := &writer{out: s.out}
		w.line("The server could not grade the submission, although this program did:")
		for _, problem := range entry.Errors {
			w.line("  - %s", problem)
		}
		w.line("The submission stays a draft: %s", entry.Address)
		return nil, w.verdict(true)
	}
	var theirs validation.Report
	if err := json.Unmarshal(entry.Report, &theirs); err != nil {
		return nil, s.client.strange(fmt.Sprintf("sent a report that cannot be read (%v)", err))
	}
	if err := printVerdict(s.out, &theirs); err != nil {
		return nil, err
	}
	s.said.graded(&theirs, entry.Report, s.report.Digests.Compare(theirs.Digests))
	w := &writer{out: s.out}
	w.line("")
	w.line("%s%s", s.report.Digests.Explain(theirs.Digests, "the server"),
		whatNow()[s.report.Digests.Compare(theirs.Digests)])
	return &theirs, w.err
}

func whatNow() map[validation.Difference]string {
	return map[validation.Difference]string{
		validation.OtherRules:  " Use the version of the server to see its report in advance.",
		validation.OtherInput:  " Something has changed here or there in the meantime; send it again.",
		validation.OtherReport: " Use the version of the server to see its report in advance.",
	}
}

func (s *sending) already(ctx context.Context, found api.Submission) error {
	entry, err := s.client.entry(ctx, found.ID)
	if err != nil {
		return err
	}
	verdict, err := s.verdict(entry)
	if err != nil {
		return err
	}
	s.said.Outcome = outcomeAlready
	w := &writer{out: s.out}
	w.line("Submission %d is already %s and cannot be changed: %s", entry.ID, entry.State.Word(), entry.Address)
	if s.report.Digests.Compare(verdict.Digests) == validation.OtherInput {
		w.line("To change it, withdraw it and send this again; to start a second submission, use --new.")
	}
	w.line("Nothing was sent.")
	return w.verdict(verdict.GrantedLevel < verdict.ClaimedLevel)
}

func (s *sending) rehearse(ctx context.Context, number int64) error {
	if err := printVerdict(s.out, s.report); err != nil {
		return err
	}
	text, err := s.report.JSON()
	if err != nil {
		return err
	}
	s.said.Outcome = outcomeRehearsed
	s.said.graded(s.report, text, "")
	w := &writer{out: s.out}
	w.line("")
	if s.server.Rules[s.report.Methodology] == s.report.Digests.Rules {
		w.line("The server would grant the same: it uses the same rules.")
	} else {
		w.line("The server uses another rule set than this program: its report may differ.")
	}
	s.sayEdition(w)
	if err := s.sayFiles(ctx, w, number); err != nil {
		return err
	}
	w.line("Nothing was sent.")
	return w.verdict(s.report.GrantedLevel < s.report.ClaimedLevel)
}

func (s *sending) sayEdition(w *writer) {
	at := slices.IndexFunc(s.server.Editions, func(e api.Edition) bool { return e.Name == s.bundle.Entry.Edition })
	edition := s.server.Editions[at] // which was requested before
	if edition.Methodology != s.report.Methodology {
		w.line("It could not be submitted: the edition %s requires methodology %s.", edition.Name, edition.Methodology)
	}
	const minute = "2006-01-02 15:04 MST"
	if edition.Open {
		w.line("The edition %s takes submissions until %s.", edition.Name, edition.ClosesAt.Format(minute))
		return
	}
	w.line("It could not be submitted now: the edition %s takes submissions from %s to %s.", edition.Name,
		edition.OpensAt.Format(minute), edition.ClosesAt.Format(minute))
}

func (s *sending) sayFiles(ctx context.Context, w *writer, number int64) error {
	var entry api.Submission
	if number != 0 {
		var err error
		if entry, err = s.client.entry(ctx, number); err != nil {
			return err
		}
		s.said.entry(entry)
		w.line("It would continue submission %d: %s", number, entry.Address)
		if differs, err := s.listChanges(w, entry); err != nil {
			return err
		} else if differs && !s.Replace {
			w.line("It would be refused without --replace.")
		}
	}
	var bytes int64
	files := 0
	for _, name := range s.evidence() {
		one, err := s.measure(name)
		if err != nil {
			return err
		}
		if !slices.Contains(entry.Files, api.File{Name: one.name, Size: one.size, SHA256: one.digest}) {
			files, bytes = files+1, bytes+one.size
		}
	}
	s.said.ToSend = &toSend{files, bytes}
	w.line("%d files would be sent, %.1f MB.", files, float64(bytes)/mega)
	return nil
}

// submitted is what submit --json prints. Fields that an outcome does not have are left out.
type submitted struct {
	Outcome      string          `json:"outcome"`              // one of those below
	Submission   *api.Submission `json:"submission,omitempty"` // on the server, if there is one
	Granted      bool            `json:"granted"`              // the claimed level is granted
	ClaimedLevel power.Level     `json:"claimed_level,omitempty"`
	GrantedLevel power.Level     `json:"granted_level"`
	Problems     []string        `json:"problems,omitempty"` // why the server could not grade it
	// nothing, rules, input or report: the report of the server from that of this program
	Differs  *validation.Difference `json:"differs_by,omitempty"`
	ToSend   *toSend                `json:"to_send,omitempty"`  // of --dry-run
	Manifest *keptManifest          `json:"manifest,omitempty"` // of --manifest-only
	// of the server; of this program if nothing was sent
	Report json.RawMessage `json:"report,omitempty"`
}

// The outcomes of submit.
const (
	outcomeSubmitted = "submitted"         // for review
	outcomeDraft     = "draft"             // it stays a draft
	outcomeCommitted = "committed"         // to its files, by a manifest
	outcomeAlready   = "already_submitted" // before: nothing was sent
	outcomeRehearsed = "rehearsed"         // nothing was sent
)

type toSend struct {
	Files int   `json:"files"`
	Bytes int64 `json:"bytes"`
}

type keptManifest struct {
	Number int    `json:"number"`
	Folder string `json:"folder"` // with the manifest and its receipt
}

func (s *submitted) entry(e api.Submission) {
	s.Problems = e.Errors
	if s.Submission != nil && len(e.Files) == 0 {
		e.Files = s.Submission.Files
	}
	e.Report, e.Errors, e.Total, e.Waivers, e.Draft = nil, nil, 0, nil, nil // which are said elsewhere, or not
	s.Submission = &e
}

func (s *submitted) graded(report *validation.Report, text json.RawMessage, by validation.Difference) {
	s.ClaimedLevel, s.GrantedLevel, s.Granted, s.Report = report.ClaimedLevel, report.GrantedLevel,
		report.GrantedLevel >= report.ClaimedLevel, text
	if by != "" {
		s.Differs = &by
	}
}

func (s *submitted) printed(out io.Writer, err error) error {
	if err != nil && !errors.Is(err, errDenied) {
		return err
	}
	return errors.Join(err, printJSON(out, s))
}

func (s *sending) commit(ctx context.Context, entry api.Submission) error {
	var sums strings.Builder
	for _, name := range s.evidence() {
		if err := sumFile(&sums, s.folder, name); err != nil {
			return err
		}
	}
	var made api.Manifest
	if err := s.client.post(ctx, fmt.Sprintf("submissions/%d/manifest", entry.ID), []byte(sums.String()),
		&made); err != nil {
		return err
	}
	folder := filepath.Join(s.Receipts, fmt.Sprintf("green500-manifest-%d-%d", entry.ID, made.Number))
	if err := keepManifest(folder, made); err != nil {
		return err
	}
	s.said.Outcome, s.said.Manifest = outcomeCommitted, &keptManifest{made.Number, folder}
	s.said.entry(entry)
	s.said.graded(s.report, nil, "")
	w := &writer{out: s.out}
	w.line("Manifest %d commits submission %d to its document and %d files: %s", made.Number, entry.ID, made.Files,
		entry.Address)
	w.line("Its receipt is in %s. Send the files with the same command without --manifest-only.", folder)
	return w.err
}

func keepManifest(folder string, made api.Manifest) error {
	const readable, private = 0o600, 0o700
	if err := os.MkdirAll(folder, private); err != nil {
		return fmt.Errorf("create a folder for the receipt: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "manifest.json"), made.Text, readable); err != nil {
		return fmt.Errorf("keep the manifest: %w", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "receipt.json"), made.Receipt, readable); err != nil {
		return fmt.Errorf("keep the receipt: %w", err)
	}
	return nil
}
