package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"green500/handlers/api"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// unchanged makes sure that the draft may be replaced: nobody changed it in a browser since this program wrote it, or
// it says the same, or --replace is given. What differs is listed. It returns the query that keeps the server from
// replacing what was changed in the meantime.
func (s *sending) unchanged(ctx context.Context, number int64) (query string, err error) {
	entry, err := s.client.entry(ctx, number)
	if err != nil || entry.Draft == nil {
		return "", err
	}
	query = fmt.Sprintf("version=%d", entry.Draft.Version)
	w := &writer{out: s.out}
	differs, err := s.listChanges(w, entry)
	switch {
	case err != nil || !differs:
		return query, errors.Join(err, w.err)
	case s.Replace:
		w.line("It is replaced.")
		return query, w.err
	}
	return "", errors.Join(w.err,
		&review.Refusal{Sentence: fmt.Sprintf("Nothing was sent, because the draft %d was changed in the browser. "+
			"Take over from it what you want to keep (%s), or replace it with --replace.", number, entry.Address)})
}

func (s *sending) listChanges(w *writer, entry api.Submission) (differs bool, err error) {
	if entry.Draft == nil || entry.Draft.ByHand == nil {
		return false, nil
	}
	lines, err := s.differences(entry)
	if err != nil || len(lines) == 0 {
		return false, err
	}
	changed := entry.Draft.ByHand
	w.line("Submission %d was changed in the browser by %s at %s. It differs from this bundle:", entry.ID,
		printable(changed.By), changed.At.Format(time.RFC3339))
	for _, line := range lines {
		w.line("  %s", printable(line))
	}
	return true, nil
}

func (s *sending) differences(entry api.Submission) ([]string, error) {
	theirs, ours := readable(entry.Draft.Fields), document.Fields(s.bundle.Entry)
	all := maps.Clone(theirs)
	maps.Copy(all, ours)
	var lines []string
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if theirs[path] != ours[path] {
			lines = append(lines,
				fmt.Sprintf("%s: %s there, %s here", path, quotedOrNothing(theirs[path]), quotedOrNothing(ours[path])))
		}
	}
	return s.fileDifferences(lines, entry.Files)
}

// fileDifferences adds files that differ; those of one side only count with others, and stay.
func (s *sending) fileDifferences(lines []string, theirs []api.File) ([]string, error) {
	var beside []string
	here := map[string]bool{}
	for _, name := range s.evidence() {
		here[name] = true
		one, err := s.measure(name)
		if err != nil {
			return nil, err
		}
		at := slices.IndexFunc(theirs, func(f api.File) bool { return f.Name == name })
		if at < 0 {
			beside = append(beside, "file "+name+": added, it is only here")
		} else if theirs[at].SHA256 != one.digest {
			lines = append(lines,
				fmt.Sprintf("file %s: SHA-256 %.12s there, %.12s here", name, theirs[at].SHA256, one.digest))
		}
	}
	for _, file := range theirs {
		if !here[file.Name] {
			beside = append(beside, "file "+file.Name+": only there, it stays")
		}
	}
	if len(lines) == 0 {
		return nil, nil
	}
	return append(lines, beside...), nil
}

// readable are fields as a document writes them; what cannot be read stays as it was typed.
func readable(typed map[string]string) map[string]string {
	entry, err := document.FromFields(typed)
	fields := document.Fields(entry)
	if problems := (power.InputErrors{}); errors.As(err, &problems) {
		for _, p := range problems {
			fields[p.Field] = typed[p.Field]
		}
	}
	return fields
}

func quotedOrNothing(text string) string {
	if text == "" {
		return "nothing"
	}
	return fmt.Sprintf("%q", text)
}

func (s *sending) second(ctx context.Context, first api.Submission) error {
	entry, err := s.client.entry(ctx, first.ID)
	if err != nil {
		return err
	}
	var theirs struct{ Digests validation.Digests }
	same := len(entry.Report) > 0 && json.Unmarshal(entry.Report, &theirs) == nil &&
		s.report.Digests.Compare(theirs.Digests) != validation.OtherInput
	if same || s.DryRun || s.Entry != 0 {
		return s.already(ctx, first)
	}
	about := fmt.Sprintf("Submission %d of %s for %s is already %s, with another document or other files (%s).",
		entry.ID, printable(entry.System), entry.Edition, entry.State.Word(), entry.Address)
	if yes, asked := s.confirm(about + "\nIs this a second submission of this system? [y/N] "); asked && yes {
		return s.send(ctx, 0)
	}
	return &review.Refusal{Sentence: about + fmt.Sprintf(" Nothing was sent. "+
		"To correct it, withdraw %d there and send this again; to start a second submission, use --new.", entry.ID)}
}

func (s *sending) confirm(question string) (yes, asked bool) {
	if info, err := os.Stdin.Stat(); s.says == nil &&
		(err != nil || info.Mode()&os.ModeCharDevice == 0 || !s.tell.terminal) {
		return false, false
	}
	_, _ = fmt.Fprint(s.tell.out, question) // without it nobody answers
	answer, err := bufio.NewReader(cmp.Or[io.Reader](s.says, os.Stdin)).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return err == nil && (answer == "y" || answer == "yes"), true
}
