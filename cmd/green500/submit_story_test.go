package main

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"green500/validation/power"
	"green500/validation/review"
)

// TestAProgramThatWasKilledGoesOn: what had arrived when submit was killed is not sent again.
func TestAProgramThatWasKilledGoesOn(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	const size = 32 << 20
	b := large(size)
	folder := laid(t, b)
	slow := cut(t, s.server.Listener.Addr().String(), 20<<20, 1<<30) // it never gets through with one connection
	path, err := exec.LookPath("green500")                           // the test itself, under that name
	must(t, err)
	killed := exec.CommandContext(context.WithoutCancel(t.Context()), path, "submit", folder, "--server",
		"http://"+slow.listener.Addr().String(), "--token", s.token)
	must(t, killed.Start())
	for ends := time.Now().Add(patience); slow.cuts.Load() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(ends) {
			t.Fatal("nothing is sent")
		}
	}
	must(t, killed.Process.Kill())
	_ = killed.Wait() // it was killed, and says so
	before := s.patched.Load()
	if before < 10<<20 || before >= size {
		t.Fatalf("%d bytes had arrived", before)
	}
	again := exec.CommandContext(t.Context(), path, "submit", folder, "--server", s.server.URL, "--token", s.token)
	var told bytes.Buffer
	again.Stderr = &told
	said, err := again.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, said, &told)
	}
	says(t, string(said), "byte for byte",
		fmt.Sprintf("Submitted for review: %s/submissions/%d", s.server.URL, s.only().ID))
	says(t, told.String(), "continuing submission", "large.bin: resuming after ", "large.bin is stored: SHA-256 ")
	total := int64(0)
	for _, content := range b.Files {
		total += int64(len(content))
	}
	if got := s.patched.Load(); got < total || got > total+total/8 {
		t.Errorf("%d bytes arrived for %d", got, total)
	}
}

// TestWhatIsBrokenOffIsNoSuccess: whoever presses Ctrl-C, or a script that does, must not take it for one.
func TestWhatIsBrokenOffIsNoSuccess(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	err := s.command(laid(t, clean())).Run(ctx, io.Discard)
	if code := exitCode(err); code != exitError || !strings.Contains(err.Error(), "run the command again to continue") {
		t.Errorf("exit code %d, %v", code, err)
	}
}

// TestCommittedBeforeTheDeadlineSentAfterIt is the story of a machine whose logs come late: hashes before
// the deadline, bytes within the grace time, and receipts that anybody can check without the server.
func TestCommittedBeforeTheDeadlineSentAfterIt(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	b := clean()
	b.Files["late.bin"] = []byte("what the meter kept to itself")
	b.Entry.Attachments = append(b.Entry.Attachments, power.Attachment{File: "late.bin", Kind: "other"})
	folder := laid(t, b)
	commit := s.command(folder)
	commit.ManifestOnly = true
	said := s.run(commit, exitGranted)
	says(t, said, "Manifest 1 commits submission")
	if s.patched.Load() != 0 {
		t.Error("bytes of files were sent")
	}
	var sums bytes.Buffer
	must(t, manifest{Path: folder}.Run(&sums))
	kept := filepath.Join(commit.Receipts, fmt.Sprintf("green500-manifest-%d-1", s.only().ID))
	text, err := os.ReadFile(filepath.Join(kept, "manifest.json"))
	must(t, err)
	for line := range strings.Lines(sums.String()) {
		digest, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		says(t, string(text), digest, name)
	}

	s.pass(2 * time.Hour) // the deadline is over
	must(t, os.WriteFile(filepath.Join(folder, "late.bin"), []byte("what was thought of afterwards"), 0o600))
	says(t, s.run(s.command(folder), exitError), "late.bin", "closed on")
	must(t, os.WriteFile(filepath.Join(folder, "late.bin"), b.Files["late.bin"], 0o600))
	other := clean()
	says(t, s.run(s.command(laid(t, other)), exitError), "The document differs from the one committed")
	says(t, s.run(s.command(folder), exitGranted), "byte for byte", "Submitted for review: ")
	if state := s.only().State; state != review.Submitted {
		t.Fatalf("the entry is %s", state)
	}

	key := strings.TrimSpace(fetched(s, "/receipts/key"))
	var out bytes.Buffer
	if err := (verify{Receipt: filepath.Join(kept, "receipt.json"), Files: []string{kept, folder}, Key: key}).Run(
		t.Context(), &out); err != nil {
		t.Fatalf("%v:\n%s", err, &out)
	}
	says(t, out.String(), "Promised on", "(Europe/Berlin)", "manifest.json: identical, byte for byte",
		"late.bin: identical, byte for byte")
	receipts, err := s.store.Submissions.Receipts(t.Context(), s.only().ID)
	must(t, err)
	if len(receipts) != 1+len(b.Files) {
		t.Errorf("%d receipts", len(receipts))
	}
	for _, one := range receipts {
		name := filepath.Join(t.TempDir(), "receipt.json")
		must(t, os.WriteFile(name, []byte(fetched(s, fmt.Sprintf("/submissions/%d/receipts/%d", one.EntryID, one.ID))),
			0o600))
		var out bytes.Buffer
		if err := (verify{Receipt: name, Files: []string{kept, folder}, Key: key}).Run(t.Context(), &out); err != nil {
			t.Errorf("%v:\n%s", err, &out)
		}
	}
	must(t, os.WriteFile(filepath.Join(folder, "late.bin"), []byte("something else"), 0o600))
	if code := exitCode(verify{Receipt: filepath.Join(kept, "receipt.json"), Files: []string{kept, folder},
		Key: key}.Run(t.Context(), &out)); code != exitDenied {
		t.Errorf("a changed file passes: %d", code)
	}

	out.Reset()
	must(t, verify{Receipt: filepath.Join(kept, "receipt.json")}.Run(t.Context(), &out))
	says(t, out.String(), "late.bin, size not stated, SHA-256 ")

	s.pass(stationGrace)
	late := s.command(folder)
	late.New = true
	says(t, s.run(late, exitError), "closed on")
}

// fetched is what the server answers to whoever has the token.
func fetched(s *station, address string) string {
	s.Helper()
	request, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.server.URL+address, nil)
	must(s.T, err)
	request.Header.Set("Authorization", "Bearer "+s.token)
	answer, err := http.DefaultClient.Do(request)
	must(s.T, err)
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	must(s.T, err)
	if answer.StatusCode != http.StatusOK {
		s.Fatalf("%s: %d %s", address, answer.StatusCode, text)
	}
	return string(text)
}

// unpacked lays a zip out in a folder.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	folder := t.TempDir()
	archive, err := zip.OpenReader(name)
	must(t, err)
	defer func() { _ = archive.Close() }()
	must(t, os.CopyFS(folder, archive))
	return folder
}

// TestAnExportedBundleIsCheckedAgainstItsVerdict: check says whether it comes to what the bundle holds.
func TestAnExportedBundleIsCheckedAgainstItsVerdict(t *testing.T) {
	t.Parallel()
	s := openStation(t)
	s.run(s.command(laid(t, clean())), exitGranted)
	exported := filepath.Join(t.TempDir(), "exported.zip")
	must(t, os.WriteFile(exported, []byte(fetched(s, fmt.Sprintf("/submissions/%d/bundle.zip", s.only().ID))), 0o600))
	var out bytes.Buffer
	must(t, check{Path: exported, Format: "text"}.Run(&out))
	says(t, out.String(), "The report of green500-report.json is identical to this one, byte for byte")
	folder := unpacked(t, exported)
	for name, row := range map[string]struct{ file, old, new, says string }{
		"document": {"submission.yaml", "Robin Example", "Robin Sample", "is of other input"},
		"rules":    {"green500-report.json", `"rules": "sha256:....`, `"rules": "sha256:0000`, "uses another rule set"},
		"program": {"green500-report.json", `"report": "sha256:....`, `"report": "sha256:0000`,
			"their versions differ"},
		"tampered": {"green500-report.json", `"granted_level": 2`, `"granted_level": 3`,
			"was changed after it was written"},
	} {
		t.Run(name, func(t *testing.T) {
			at := filepath.Join(folder, row.file)
			before, err := os.ReadFile(at)
			must(t, err)
			changed := regexp.MustCompile(row.old).ReplaceAll(before, []byte(row.new))
			if bytes.Equal(changed, before) {
				t.Fatalf("%s does not hold %s", row.file, row.old)
			}
			must(t, os.WriteFile(at, changed, 0o600))
			defer func() { must(t, os.WriteFile(at, before, 0o600)) }()
			var out bytes.Buffer
			must(t, check{Path: folder, Format: "text"}.Run(&out))
			says(t, out.String(), row.says)
		})
	}
	// It is no evidence: what is sent again holds the files alone, and JSON is the report alone.
	draft := s.command(folder)
	draft.New, draft.Draft = true, true
	s.run(draft, exitGranted)
	revision, err := s.store.Submissions.Revision(t.Context(), s.entries()[0].ID, 0)
	must(t, err)
	if len(revision.Files) != len(clean().Files) {
		t.Errorf("%v", revision.Files)
	}
}
