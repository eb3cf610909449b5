package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"green500/cmd/green500/demodata"
	"green500/store/accounts"
	"green500/store/editions"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// TestNotebooksRun runs the code of the notebooks, cell after cell, against a server with the sample lists. They use
// the client in docs/python.
func TestNotebooksRun(t *testing.T) {
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("Python is not installed, so the notebooks are not run.")
	}
	green500, err := exec.LookPath("green500") // the test itself, under that name
	must(t, err)
	s := alone(t, &setClock{at: time.Now().UTC()}, time.Now)
	owner, err := s.store.Accounts.UserByEmail(t.Context(), demodata.Address(review.Submitter))
	must(t, err)
	token, _, err := s.store.SignIns.CreateToken(t.Context(), owner,
		accounts.NewToken{Name: "notebook", Scopes: review.Scopes(), Lifetime: accounts.TokenLifetimes()[0]})
	must(t, err)
	now := time.Now()
	_, err = s.store.Editions.Create(t.Context(), editions.Edition{Name: "2031-06",
		Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour), ClosesAt: now.Add(time.Hour), Zone: "UTC"})
	must(t, err)
	run := clean()
	run.Entry.Edition = "2031-06"
	bundle := laid(t, run)
	const packed = `
import os, shutil, sys, tempfile
sys.path.insert(0, "../python")
import green500
server = green500.Server(os.environ["GREEN500_SERVER"], os.environ["GREEN500_TOKEN"])
with tempfile.TemporaryDirectory() as folder:
    made = server.submit(shutil.make_archive(folder + "/run", "zip", os.environ["GREEN500_BUNDLE"]))
print(made["state"], len(made["files"]), made["id"] in [one["id"] for one in server.submissions()])
try:
    server.submission(999999)
except green500.Problem as problem:
    print(problem.status)
`
	for _, row := range []struct {
		name, code string
		says       []string
	}{
		{"a zip", packed, []string{"submitted 4 True\n404\n"}},
		{"reading-lists", codeOf(t, "reading-lists"), []string{"rows of all lists", "GFlops/W  ***", "lists: ",
			`422 country: there is no value "Germany"; did you mean "DE"?`}},
		{"checking-a-bundle", codeOf(t, "checking-a-bundle"), []string{"Level 2 is granted; Level 2 is claimed.",
			"findings passed", "Missing for Level 3:", "draft http://localhost:", "The server grades it alike."}},
	} {
		t.Run(row.name, func(t *testing.T) {
			cells := exec.CommandContext(t.Context(), python, "-c", row.code)
			cells.Dir = filepath.Join(root, "docs", "notebooks")
			cells.Env = append(os.Environ(), "PATH="+filepath.Dir(green500)+string(filepath.ListSeparator)+
				os.Getenv("PATH"), "PYTHONDONTWRITEBYTECODE=1",
				"GREEN500_SERVER="+s.address.String(), "GREEN500_TOKEN="+token, "GREEN500_BUNDLE="+bundle)
			said, err := cells.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			says(t, string(said), row.says...)
		})
	}
}

// codeOf is the code of a notebook, cell after cell.
func codeOf(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", "notebooks", name+".ipynb"))
	must(t, err)
	var notebook struct {
		Cells []struct {
			Type    string   `json:"cell_type"`
			Source  []string `json:"source"`
			Outputs []any    `json:"outputs"`
		} `json:"cells"`
	}
	must(t, json.Unmarshal(text, &notebook))
	var code strings.Builder
	for n, cell := range notebook.Cells {
		if len(cell.Outputs) > 0 {
			t.Errorf("%s is kept with the output of cell %d; clear it", name, n+1)
		}
		if cell.Type == "code" {
			fmt.Fprintf(&code, "# ---- cell %d\n%s\n", n+1, strings.Join(cell.Source, ""))
		}
	}
	return code.String()
}

// TestExamplesOfPipelinesRun runs the steps of the CI jobs that call the program, and the hook of Git, on a bundle
// whose level is granted and on one whose level is not.
func TestExamplesOfPipelinesRun(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	examples, err := filepath.Abs(filepath.Join(root, "docs", "examples"))
	must(t, err)
	var gitlab map[string]struct{ Script []string }
	var github struct {
		Jobs map[string]struct{ Steps []struct{ Run string } }
	}
	for name, into := range map[string]any{"gitlab-ci.yml": &gitlab, "github-workflow.yml": &github} {
		text, err := os.ReadFile(filepath.Join(examples, name))
		must(t, err)
		must(t, yaml.Unmarshal(text, into))
	}
	hook := "git init -q . && git add runs && " + filepath.Join(examples, "pre-commit")
	for _, row := range []struct{ name, bundle, steps, makes, says string }{
		{"GitLab", "first", gitlab["check-measurements"].Script[0], "runs/first/junit.xml",
			`<testsuite name="runs/first/submission.yaml"`},
		{"GitHub", "first", github.Jobs["check"].Steps[2].Run, "sarif/first.sarif",
			`"uri": "runs/first/submission.yaml"`},
		{"Git", "first", hook, "", ""},
		{"Git and a name outside ASCII", "été à Orléans", hook, "", ""},
		{"Git and a name with quotes", `the "second" \ run`, hook, "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			run := func(level power.Level) (code int, said string) {
				claimed := clean()
				claimed.Entry.ClaimedLevel = level
				folder := t.TempDir()
				must(t, os.CopyFS(filepath.Join(folder, "runs", row.bundle), os.DirFS(laid(t, claimed))))
				steps := exec.CommandContext(t.Context(), "bash", "-e", "-o", "pipefail", "-c", row.steps)
				steps.Dir = folder
				text, err := steps.CombinedOutput()
				if failed := (&exec.ExitError{}); err != nil && !errors.As(err, &failed) {
					t.Fatal(err)
				}
				if row.makes != "" && level == 3 {
					made, err := os.ReadFile(filepath.Join(folder, row.makes))
					must(t, err)
					says(t, string(made), row.says)
				}
				return steps.ProcessState.ExitCode(), string(text)
			}
			if code, said := run(2); code != exitGranted || said != "" {
				t.Errorf("a level that is granted: exit code %d\n%s", code, said)
			}
			if code, said := run(3); code != exitDenied {
				t.Errorf("a level that is not granted: exit code %d\n%s", code, said)
			}
		})
	}
}

// TestCommandsOfPipelinesAreKnown: the program has every command and flag that the page about pipelines shows.
func TestCommandsOfPipelinesAreKnown(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(filepath.Join(root, "docs", "pipelines.md"))
	must(t, err)
	shown := regexp.MustCompile(`(?m)^\$ .*`).FindAllString(string(text), -1)
	if len(shown) < 10 {
		t.Fatalf("there are only %q", shown)
	}
	for _, line := range shown {
		_, command, _ := strings.Cut(line, "green500 ")
		command, _, _ = strings.Cut(command, " |")
		if command, _, _ = strings.Cut(command, " > "); command == "--version" {
			continue // which is shown at once
		}
		parser, err := parserOf(&commands{}, time.Now)
		must(t, err)
		if _, err := parser.Parse(strings.Fields(command)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}
