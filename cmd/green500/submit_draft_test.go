package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"green500/store/drafts"
	"green500/validation/review"
)

// leftAsDraft leaves a draft on the server, sent by the program.
func leftAsDraft(t *testing.T, s *station) (c submit, folder string) {
	t.Helper()
	folder = laid(t, clean())
	c = s.command(folder)
	c.Draft = true
	s.run(c, exitGranted)
	return c, folder
}

// inBrowser changes fields of the draft as its page does.
func (s *station) inBrowser(id int64, fields map[string]string) {
	s.Helper()
	draft, err := s.store.Drafts.Draft(s.Context(), id)
	must(s.T, err)
	var changes []drafts.Change
	for path, value := range fields {
		changes = append(changes, drafts.Change{Path: path, Value: value})
	}
	_, conflicts, err := s.store.Drafts.Edit(s.Context(), id, s.user, draft.Version, changes)
	if must(s.T, err); len(conflicts) > 0 {
		s.Fatal(conflicts)
	}
}

func (s *station) field(id int64, path string) string {
	s.Helper()
	draft, err := s.store.Drafts.Draft(s.Context(), id)
	must(s.T, err)
	return draft.Values[path]
}

func rewrite(t *testing.T, folder, old, by string) {
	t.Helper()
	name := filepath.Join(folder, "submission.yaml")
	text, err := os.ReadFile(name)
	must(t, err)
	if !strings.Contains(string(text), old) {
		t.Fatalf("the document does not say %q:\n%s", old, text)
	}
	must(t, os.WriteFile(name, []byte(strings.Replace(string(text), old, by, 1)), 0o600))
}

func TestADraftThatWasChangedInTheBrowserIsNotReplaced(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	c, folder := leftAsDraft(t, s)
	id := s.only().ID
	sent := s.patched.Load()
	s.inBrowser(id, map[string]string{"contact.name": "Typed in the browser", "site.mains_hz": "neither"})
	log := clean().Entry.Series[0].File
	must(t, os.WriteFile(filepath.Join(folder, log), append([]byte(nil), []byte("2026-01-01T00:00:00Z,1\n")...), 0o600))
	must(t, os.WriteFile(filepath.Join(folder, log), append(clean().Files[log], '\n'), 0o600))

	said := s.run(c, exitError)
	says(t, said,
		fmt.Sprintf("Submission %d was changed in the browser by Sam at ", id), "It differs from this bundle:",
		`contact.name: "Typed in the browser" there, "`+clean().Entry.Contact.Name+`" here`,
		`site.mains_hz: "neither" there, `,
		"file "+log+": SHA-256 ", "Nothing was sent", "--replace")
	if strings.Contains(said, "system.name") {
		t.Errorf("what is the same is listed:\n%s", said)
	}
	if got := s.field(id, "contact.name"); got != "Typed in the browser" || s.patched.Load() != sent {
		t.Errorf("the draft says %q, and %d bytes were sent", got, s.patched.Load()-sent)
	}
	dry := c
	dry.Draft, dry.DryRun = false, true
	says(t, s.run(dry, exitGranted), "contact.name: ", "It would be refused without --replace.", "Nothing was sent.")

	c.Replace = true
	says(t, s.run(c, exitGranted), "contact.name: ", "It is replaced.", "The submission stays a draft")
	if got := s.field(id, "contact.name"); got != clean().Entry.Contact.Name {
		t.Errorf("the draft says %q", got)
	}
	// From then on it is the program's again.
	c.Replace = false
	rewrite(t, folder, clean().Entry.Contact.Name, "Somebody Else")
	s.run(c, exitGranted)
	if got := s.field(id, "contact.name"); got != "Somebody Else" {
		t.Errorf("the draft says %q", got)
	}
}

func TestADraftThatSaysTheSameIsSentAgain(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	c, folder := leftAsDraft(t, s)
	s.inBrowser(s.only().ID, map[string]string{"contact.name": "Typed in the browser"})
	rewrite(t, folder, clean().Entry.Contact.Name, "Typed in the browser")
	says(t, s.run(c, exitGranted), "The submission stays a draft")
}

// TestADraftThatWasBegunInTheBrowser is one of the browser too.
func TestADraftThatWasBegunInTheBrowser(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	other := clean()
	other.Entry.Contact.Name = "Typed in the browser"
	snapshot, err := s.store.Submissions.Intake(t.Context(), &other.Entry, nil)
	must(t, err)
	_, err = s.store.Submissions.CreateEntry(t.Context(), s.user, other.Entry.Edition, snapshot)
	must(t, err)
	says(t, s.run(s.command(laid(t, clean())), exitError), `contact.name: "Typed in the browser" there`, "--replace")
}

func TestASecondSubmissionIsAQuestion(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	s.run(s.command(laid(t, clean())), exitGranted)
	first := s.only()
	other := clean()
	other.Entry.Contact.Name = "Somebody Else"
	other.Entry.System.Name = strings.ToUpper(other.Entry.System.Name) + " "
	c := s.command(laid(t, other))
	question := fmt.Sprintf("Submission %d of %s for %s is already submitted, with another document or other files",
		first.ID, first.System, first.Edition)
	says(t, s.run(c, exitError), question, "Nothing was sent", "--new", fmt.Sprintf("withdraw %d there", first.ID))
	c.says = strings.NewReader("\n")
	says(t, s.run(c, exitError), question)
	c.says = strings.NewReader("n\n")
	says(t, s.run(c, exitError), question)
	if len(s.entries()) != 1 {
		t.Fatal("a second submission was started")
	}
	c.says = strings.NewReader("y\n")
	says(t, s.run(c, exitGranted), "Submitted for review: ")
	if all := s.entries(); len(all) != 2 || all[0].State != review.Submitted || all[1].State != review.Submitted {
		t.Errorf("%+v", all)
	}
}

func TestTheDraftOfAPlanIsNotSent(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	b := clean()
	b.Entry.Contact.Email = "(fill in)"
	says(t, s.run(s.command(laid(t, b)), exitError), "contact.email: fill in: where to ask")
	if len(s.entries()) != 0 {
		t.Error("something was sent")
	}
}

// TestTheTerminalCountsAsThePageDoes: check, submit, the page and the file that check writes say the same numbers.
func TestTheTerminalCountsAsThePageDoes(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	b := below()
	b.Entry.Meters[0].Make, b.Entry.Environment.Cooling = "", ""
	c := s.command(laid(t, b))
	c.Draft = true
	sent := s.run(c, exitDenied)
	_, after, _ := strings.Cut(sent, "\nFindings: ")
	counted, _, _ := strings.Cut(after, ". green500 check")
	if !strings.Contains(counted, " failed, ") || !strings.Contains(counted, " warning") {
		t.Fatalf("it counts %q:\n%s", counted, sent)
	}
	var offline, file bytes.Buffer
	if err := (check{Path: c.Path}).Run(&offline); !errors.Is(err, errDenied) {
		t.Fatal(err)
	}
	if err := (check{Path: c.Path, Format: "html"}).Run(&file); !errors.Is(err, errDenied) {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet,
		s.server.URL+fmt.Sprintf("/submissions/%d", s.only().ID), nil)
	must(t, err)
	request.Header.Set("Authorization", "Bearer "+s.token)
	answer, err := http.DefaultClient.Do(request)
	must(t, err)
	defer func() { _ = answer.Body.Close() }()
	page, err := io.ReadAll(answer.Body)
	must(t, err)
	says(t, offline.String(), "Findings: "+counted)
	says(t, file.String(), `<a href="#findings">`+counted+"</a>")
	says(t, string(page), `<a href="#findings">`+counted+"</a>")
}
