package main

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"green500/cmd/green500/demodata"
	"green500/store"
	"green500/store/accounts"
	"green500/store/lists"
	"green500/validation/lists/listing"
	"green500/validation/lists/published"
)

// inventedFolder is a folder with lists of the invented world, and one other file.
func inventedFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	write := func(name string, data []byte) { must(t, os.WriteFile(filepath.Join(folder, name), data, 0o600)) }
	machines := demodata.Machines()
	green, err := demodata.Sheet(published.Green500, demodata.Listed(machines, 8))
	must(t, err)
	top, err := demodata.Sheet(published.Top500, demodata.Listed(machines, 8))
	must(t, err)
	write("green500_202406.csv", green)
	write("top500_202406.csv", top)
	write("zz_notes.csv", []byte("a,b\n1,2\n"))
	write("picture.png", []byte("not looked at"))
	return folder
}

func TestImportTakesInAFolder(t *testing.T) {
	folder, at := inventedFolder(t), storageFlags{Data: t.TempDir()}
	run := func(i importing) (string, error) {
		var out bytes.Buffer
		i.storageFlags, i.Files = at, []string{folder}
		err := i.Run(t.Context(), &out)
		return out.String(), err
	}
	text, err := run(importing{})
	if err == nil || exitCode(err) != exitError || !strings.Contains(err.Error(), "zz_notes.csv") {
		t.Errorf("a file that is no list: %v", err)
	}
	for _, want := range []string{"Green500 2024-06", "new at /lists/green500-2024-06", "new at /lists/top500-2024-06",
		"at Level 3", "Rmax and power of the optimised run give it"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	text, _ = run(importing{Format: "json"})
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var again importReport
	must(t, json.Unmarshal([]byte(lines[0]), &again))
	if len(lines) != 2 || again.Outcome != outcomeUnchanged || again.Systems == 0 ||
		again.Address != "/lists/green500-2024-06" || len(again.Contradictions) == 0 {
		t.Errorf("%+v", again)
	}
	must(t, withStore(t.Context(), at, func(s *store.Store) error {
		view := listing.View{Sort: "rank", Page: 1, Size: listing.MostSize}
		browsed, err := s.Lists.Browse(t.Context(), lists.AllLists, accounts.User{}, view)
		if browsed.Matching != 2*again.Systems {
			t.Errorf("%d lines, of %d systems", browsed.Matching, again.Systems)
		}
		return err
	}))
}

func TestImportCanLookOnly(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	var out bytes.Buffer
	file := filepath.Join(inventedFolder(t), "green500_202406.csv")
	must(t, importing{storageFlags: storageFlags{Data: data}, Files: []string{file}, Check: true}.Run(
		t.Context(), &out))
	if !strings.Contains(out.String(), "read only, nothing was changed") {
		t.Error(out.String())
	}
	if _, err := os.Stat(data); !os.IsNotExist(err) {
		t.Errorf("looking made an installation: %v", err)
	}
}

// TestImportSaysWhatToDo: each of these is told in one sentence, and the exit code is that of trouble.
func TestImportSaysWhatToDo(t *testing.T) {
	folder := inventedFolder(t)
	unnamed := filepath.Join(t.TempDir(), "list.csv")
	data, err := os.ReadFile(filepath.Join(folder, "top500_202406.csv"))
	must(t, err)
	must(t, os.WriteFile(unnamed, data, 0o600))
	for name, one := range map[string]struct {
		files []string
		want  string
	}{
		"no file":      {[]string{filepath.Join(folder, "nowhere.csv")}, "there is no such file or folder"},
		"empty folder": {[]string{t.TempDir()}, "the folder contains no list"},
		"no edition":   {[]string{unnamed}, "edition"},
	} {
		err := importing{Files: one.files, Check: true, Kind: "top500"}.Run(t.Context(), io.Discard)
		if err == nil || exitCode(err) != exitError || !strings.Contains(err.Error(), one.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, importing{Files: []string{unnamed}, Check: true, Kind: "top500", Edition: "2024-06"}.Run(
		t.Context(), io.Discard))
}
