package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// TestTheHandbookHasEverySetting of serve.
func TestTheHandbookHasEverySetting(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs", "operating.md"))
	must(t, err)
	parser, err := kong.New(&commands{}, kong.Vars{"data": "green500-data", "methodologies": "2.0", "units": "W"})
	must(t, err)
	for _, command := range parser.Model.Children {
		if command.Name != "serve" {
			continue
		}
		if len(command.Flags) < 20 {
			t.Errorf("serve has %d flags of its own", len(command.Flags))
		}
		for _, flag := range command.Flags {
			if !regexp.MustCompile("`--" + flag.Name + "[ `]").Match(text) {
				t.Errorf("docs/operating.md does not describe --%s", flag.Name)
			}
		}
	}
}

// TestAMoveStartsTheServerAfterTheRestore, which refuses a folder that a server has begun. The steps are those of the
// installation.
func TestAMoveStartsTheServerAfterTheRestore(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs", "operating.md"))
	must(t, err)
	_, after, _ := strings.Cut(string(text), "## Install\n")
	install, after, _ := strings.Cut(after, "\n## ")
	_, after, _ = strings.Cut(after, "## Move to another host\n")
	move, _, _ := strings.Cut(after, "\n## ")
	for step, named := range map[string]string{"1": "Program", "2": "Settings", "4": "Mail", "5": "Server",
		"9": "Monitoring"} {
		if !strings.Contains(install, "\n"+step+". **"+named) {
			t.Errorf("step %s of the installation is not %s", step, named)
		}
	}
	before, restored, found := strings.Cut(move, "3. Restore")
	if !found || !strings.Contains(before, "follow steps 1, 2 and 4 of [Install]") ||
		!strings.Contains(restored, "steps 5 to 9 of [Install]") {
		t.Errorf("the steps of a move are others:\n%s", move)
	}
}

// TestTheSettingsOfTheHandbookAreKnown: a variable that no flag reads would be left out in silence.
func TestTheSettingsOfTheHandbookAreKnown(t *testing.T) {
	t.Parallel()
	known := variables(t, "serve")
	text, err := os.ReadFile(filepath.Join(root, "docs", "deploy", "green500.env"))
	must(t, err)
	for line := range strings.Lines(string(text)) {
		name, _, setting := strings.Cut(strings.TrimSpace(line), "=")
		if setting && !slices.Contains(known, name) {
			t.Errorf("serve does not read %s", name)
		}
	}
}

// TestUnitsOfTheHandbookAreSound, as systemd reads them.
func TestUnitsOfTheHandbookAreSound(t *testing.T) {
	t.Parallel()
	checker, err := exec.LookPath("systemd-anal" + "yze") // spelt as systemd does
	if err != nil {
		t.Skip("systemd is not installed")
	}
	folder := t.TempDir()
	files, err := filepath.Glob(filepath.Join(root, "docs", "deploy", "green500*.*"))
	must(t, err)
	var units []string
	for _, file := range files {
		if filepath.Ext(file) == ".env" {
			continue
		}
		text, err := os.ReadFile(file)
		must(t, err)
		unit := filepath.Join(folder, filepath.Base(file))
		must(t, os.WriteFile(unit, []byte(strings.ReplaceAll(string(text), "/usr/local/bin/green500", os.Args[0])),
			0o600))
		units = append(units, unit)
	}
	if len(units) != 5 {
		t.Errorf("found %v", units)
	}
	said, err := exec.CommandContext(t.Context(), checker,
		append([]string{"verify", "--man=no", "--recursive-errors=no"}, units...)...).CombinedOutput()
	for line := range strings.Lines(string(said)) {
		if strings.Contains(line, folder) || strings.Contains(line, "green500") {
			t.Errorf("%v: %s", err, line)
		}
	}
}
