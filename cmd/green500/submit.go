package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"

	"green500/cmd/green500/connect"
	"green500/cmd/green500/inputfile"
	"green500/cmd/green500/proposals"
	"green500/handlers/api"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/power"
	"green500/validation/review"
)

type submit struct {
	Path   string `arg:"" help:"A folder or zip with submission.yaml and its files, or - for a zip on standard input."`
	Server string `env:"GREEN500_SERVER" help:"Address of the server, such as https://green500.example.org."`
	Token  string `env:"GREEN500_TOKEN" help:"A token of your account that may write and submit; create one on your account page."`
	Entry  int64  `name:"submission" xor:"which" help:"Number of the submission to continue. Default: the draft of the same system for the same edition, or a new one."`
	New    bool   `xor:"which" help:"Start another submission even if there is one of the same system."`

	Replace bool `help:"Replace a draft that was changed in the browser with this document."`

	DryRun       bool   `xor:"what" help:"Send nothing; show what the server would do."`
	Draft        bool   `xor:"what" help:"Keep it as a draft instead of submitting it for review."`
	Anyway       bool   `xor:"what" help:"Submit it for review even if the claimed level is not granted."`
	ManifestOnly bool   `xor:"what" help:"Send the document, and commit to the files by their SHA-256 before the deadline; they can follow within the grace time."`
	Receipts     string `default:"." help:"Folder for the manifest and its receipt."`
	JSON         bool   `help:"Print the result as a JSON object."`

	told io.Writer // where progress is shown instead of on standard error
	says io.Reader // who answers questions instead of a person at the terminal
}

type sending struct {
	submit
	client *client
	out    io.Writer
	tell   progress
	folder fs.FS // beside the document
	bundle *bundle.Bundle
	report *validation.Report // our own
	server api.Server
	said   submitted // what JSON says of it
}

// Run sends the bundle and prints the verdict. It returns errDenied if the claimed level is not granted.
func (s submit) Run(ctx context.Context, out io.Writer) error {
	err := s.run(ctx, out)
	if errors.Is(err, context.Canceled) {
		return &review.Refusal{Sentence: "Interrupted. Uploaded data is kept: run the command again to continue."}
	}
	return err
}

func (s submit) run(ctx context.Context, out io.Writer) error {
	at, err := s.checkServer()
	if err != nil {
		return err
	}
	opened, done, err := inputfile.OpenBundle(s.Path)
	if err != nil {
		return err
	}
	defer done()
	way := &sending{submit: s, client: newClient(at, s.Token), out: out,
		tell: progressOn(cmp.Or[io.Writer](s.told, os.Stderr))}
	written, err := bundle.ReadDocument(opened)
	if err == nil {
		err = proposals.Draft(written).OrNil()
	}
	if err != nil {
		return err
	}
	if way.bundle, err = written.Open(small); err != nil {
		return err
	}
	defer func() { _ = way.bundle.Close() }() // nothing of it is needed any more
	way.folder = written.Folder
	if way.report, err = way.bundle.Grade(""); err != nil {
		return err
	}
	if s.JSON {
		way.out = io.Discard
		return way.said.printed(out, way.deliver(ctx))
	}
	return way.deliver(ctx)
}

func (s *sending) deliver(ctx context.Context) error {
	if err := s.ask(ctx); err != nil {
		return err
	}
	found, err := s.find(ctx)
	switch {
	case err != nil:
		return err
	case found.ID != 0 && !found.State.Open():
		return s.second(ctx, found)
	case s.DryRun:
		return s.rehearse(ctx, found.ID)
	}
	return s.send(ctx, found.ID)
}

func (s submit) checkServer() (*url.URL, error) {
	const example = "https://green500.example.org"
	if s.Server == "" {
		return nil, &power.InputError{Field: "--server", Problem: "no server is named",
			Remedy: "give its address, or set GREEN500_SERVER to it, such as " + example}
	}
	if s.Token == "" {
		return nil, &power.InputError{Field: "--token", Problem: "no token is given",
			Remedy: "create one on your account page, and set GREEN500_TOKEN to it"}
	}
	return connect.Server("--server", s.Server, example)
}

func (s *sending) ask(ctx context.Context) error {
	if err := s.client.get(ctx, "server", &s.server); err != nil {
		return err
	}
	if s.server.PublicKey == "" {
		return s.client.strange("is not a green500 server")
	}
	if s.server.Account == nil {
		return unknownToken()
	}
	for _, need := range s.needs() {
		if !review.TokenMay(s.server.Account.Scopes, need.action) {
			return &power.InputError{Field: "--token", Problem: "this token may not " + need.word,
				Remedy: "create one with that right on your account page"}
		}
	}
	wanted := s.bundle.Entry.Edition
	for _, edition := range s.server.Editions {
		if edition.Name == wanted {
			return nil
		}
	}
	return &power.InputError{Field: "edition", Problem: "the server has no edition " + wanted +
		" that is not yet published", Remedy: "name one of its editions in the document"}
}

type need struct {
	action review.Action
	word   string
}

func (s *sending) needs() []need {
	all := []need{{review.ReadOwnEntries, "see your submissions"}}
	if !s.DryRun {
		all = append(all, need{review.WriteOwnEntry, "change drafts"})
	}
	if !s.DryRun && !s.Draft && !s.ManifestOnly {
		all = append(all, need{review.MoveEntry, "submit"})
	}
	return all
}

func (s *sending) send(ctx context.Context, number int64) error {
	entry, err := s.begin(ctx, number)
	if err != nil {
		return err
	}
	if s.ManifestOnly {
		return s.commit(ctx, entry)
	}
	if err := s.upload(ctx, entry); err != nil {
		return err
	}
	var graded api.Submission
	if err := s.client.post(ctx, fmt.Sprintf("submissions/%d/verdict", entry.ID), nil, &graded); err != nil {
		return err
	}
	verdict, err := s.verdict(graded)
	if err != nil {
		return err
	}
	return s.conclude(ctx, graded, verdict.GrantedLevel < verdict.ClaimedLevel)
}

func (s *sending) conclude(ctx context.Context, entry api.Submission, denied bool) error {
	w := &writer{out: s.out}
	s.said.Outcome = outcomeDraft
	switch {
	case s.Draft:
		w.line("The submission stays a draft: %s", entry.Address)
	case denied && !s.Anyway:
		w.line("The submission stays a draft, because the claimed level is not granted: %s", entry.Address)
		w.line("Correct it and send it again, or submit it unchanged with --anyway.")
	default:
		var now api.Submission
		if err := s.client.post(ctx, fmt.Sprintf("submissions/%d/submit", entry.ID), nil, &now); err != nil {
			w.line("The submission stays a draft, because it could not be submitted: %s", entry.Address)
			return err
		}
		s.said.Outcome = outcomeSubmitted
		s.said.entry(now)
		w.line("Submitted for review: %s", entry.Address)
	}
	return w.verdict(denied)
}

func (w *writer) verdict(denied bool) error {
	if w.err == nil && denied {
		return errDenied
	}
	return w.err
}

func (s *sending) begin(ctx context.Context, number int64) (api.Submission, error) {
	var entry api.Submission
	written, err := document.JSON(s.bundle.Entry)
	if err != nil {
		return entry, err
	}
	if number == 0 {
		if err := s.client.post(ctx, "submissions", written, &entry); err != nil {
			return entry, err
		}
		s.tell.line("started submission %d: %s", entry.ID, entry.Address)
		return entry, nil
	}
	version, err := s.unchanged(ctx, number)
	if err != nil {
		return entry, err
	}
	at := s.client.server.JoinPath(fmt.Sprintf("api/v1/submissions/%d/document", number))
	at.RawQuery = version
	if err := s.client.ask(ctx, http.MethodPut, at, written, &entry); err != nil {
		return entry, err
	}
	s.tell.line("continuing submission %d: %s", number, entry.Address)
	return entry, nil
}

// find looks for a draft of the system to go on with, or else one submitted; number 0 means none.
func (s *sending) find(ctx context.Context) (api.Submission, error) {
	switch {
	case s.New:
		return api.Submission{}, nil
	case s.Entry != 0:
		return s.named(ctx)
	}
	var all []api.Submission
	if err := s.client.get(ctx, "submissions", &all); err != nil {
		return api.Submission{}, err
	}
	var drafts []string
	var found api.Submission
	for _, e := range all {
		switch {
		case !s.isOf(e):
		case e.State.Open():
			drafts = append(drafts, fmt.Sprint(e.ID))
			found = e
		case len(drafts) == 0 && e.ID > found.ID && e.State != review.Withdrawn && e.State != review.Rejected:
			found = e
		}
	}
	if len(drafts) > 1 {
		return api.Submission{}, &power.InputError{Field: "--submission", Problem: "there are several drafts of this " +
			"system: " + strings.Join(drafts, ", "), Remedy: "name the one to continue"}
	}
	return found, nil
}

func (s *sending) isOf(e api.Submission) bool {
	ours := s.bundle.Entry
	same := func(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }
	return e.Edition == ours.Edition && same(e.System, ours.System.Name) && same(e.Site, ours.Site.Name)
}

func (s *sending) named(ctx context.Context) (api.Submission, error) {
	entry, err := s.client.entry(ctx, s.Entry)
	if err == nil && entry.Edition != s.bundle.Entry.Edition {
		err = &power.InputError{Field: "--submission",
			Problem: fmt.Sprintf("submission %d is for the edition %s, but the document is for %s", s.Entry,
				entry.Edition, s.bundle.Entry.Edition), Remedy: "name another, or start a new one with --new"}
	}
	return entry, err
}

func (s *sending) evidence() []string {
	var names []string
	seen := map[string]bool{}
	for _, file := range bundle.Evidence(s.bundle.Entry) {
		name := path.Clean(file.Name)
		if info, err := fs.Stat(s.folder, name); err == nil && info.Mode().IsRegular() && !seen[name] {
			seen[name] = true
			names = append(names, name)
		}
	}
	return names
}
