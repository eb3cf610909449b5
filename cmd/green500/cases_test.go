package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// missed is the name of a case that is not answered as expected, in what the cases print.
var missed = regexp.MustCompile(`(?m)^(\S+(?: \[[^\]]*\])?): expected `)

// TestCasesAreAnsweredAsExpected runs the cases of logs and verdicts that lie beside this checkout. Those that were not
// answered as expected when they were written are in testdata/cases_missed.txt: a line goes when its case holds, and
// none is added. One case compares times, which other tests disturb; it is left out.
func TestCasesAreAnsweredAsExpected(t *testing.T) {
	if os.Getenv("GREEN500_TEST_LONG") == "" {
		t.Skip("GREEN500_TEST_LONG=1 asks for it")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no Python to run the cases with")
	}
	cases, err := filepath.Abs(filepath.Join(sharedFolder, "cases"))
	must(t, err)
	logs, err := filepath.Glob(filepath.Join(cases, "logs", "[0-9]*"))
	must(t, err)
	if len(logs) == 0 {
		t.Skip("the cases are not beside this checkout")
	}
	program, err := exec.LookPath("green500")
	must(t, err)
	chosen := t.TempDir()
	for _, one := range logs {
		if !strings.HasSuffix(one, "-slow-formats") {
			must(t, os.CopyFS(filepath.Join(chosen, filepath.Base(one)), os.DirFS(one)))
		}
	}
	list, err := os.ReadFile("testdata/cases_missed.txt")
	must(t, err)
	known := strings.Split(strings.TrimSpace(string(list)), "\n")
	for name, arguments := range map[string][]string{
		"logs":     {filepath.Join(cases, "logs", "run.py"), program, "--cases", chosen},
		"verdicts": {filepath.Join(cases, "verdicts", "run.py"), program},
	} {
		t.Run(name, func(t *testing.T) {
			said, err := exec.CommandContext(t.Context(), python, append([]string{"-B"}, arguments...)...).
				CombinedOutput()
			names := missed.FindAllStringSubmatch(string(said), -1)
			if err != nil && len(names) == 0 {
				t.Fatalf("%v:\n%s", err, said)
			}
			for _, name := range names {
				if !slices.Contains(known, name[1]) {
					t.Errorf("%s is no longer answered as expected:\n%s", name[1], said)
				}
			}
		})
	}
}
