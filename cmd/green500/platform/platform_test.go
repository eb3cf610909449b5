package platform

import (
	"os"
	"testing"

	"github.com/alecthomas/kong"
)

// TestWhatRunsWhere: everything on Linux; elsewhere the commands of a server are refused, and neither offered.
func TestWhatRunsWhere(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		command, system string
		runs            bool
	}{
		{"serve", "linux", true},
		{"user add <email>", "linux", true},
		{"serve", "darwin", false},
		{"user add <email>", "windows", false},
		{"demo", "darwin", true},
		{"demo", "windows", false},
		{"check <path>", "windows", true},
		{"verify", "windows", true},
		{"version", "darwin", true},
	} {
		if err := Refuse(row.command, row.system); (err == nil) != row.runs {
			t.Errorf("%s on %s: %v", row.command, row.system, err)
		}
	}
	var cli struct {
		Serve struct{} `cmd:""`
		Check struct{} `cmd:""`
	}
	parser, err := kong.New(&cli)
	if err != nil {
		t.Fatal(err)
	}
	Hide(parser.Model, "windows")
	for _, command := range parser.Model.Children {
		if hidden := command.Name == "serve"; command.Hidden != hidden {
			t.Errorf("%s is hidden: %v", command.Name, command.Hidden)
		}
	}
}

// TestScratchLeavesNothing: a file takes what is written and is gone from its folder once it is closed.
func TestScratchLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	file, err := Scratch()
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.WriteString("12.5 kW")
	read := make([]byte, 4)
	if _, wrong := file.ReadAt(read, 0); err != nil || wrong != nil || string(read) != "12.5" {
		t.Errorf("it holds %q: %v, %v", read, err, wrong)
	}
	if Terminal(file) {
		t.Error("a file is taken for a terminal")
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
