package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
	"green500/validation/rules/examples"
)

// TestGoldenReports freezes the reports of cases of rules, of examples and of samples.
func TestGoldenReports(t *testing.T) {
	t.Parallel()
	g := newGolden(t, "reports")
	goldenSamples(t, g)
	goldenCases(t, g)
	goldenExamples(t, g)
	g.check()
}

// digestsOfMaking are those of a report that depend on how the rules are written.
var digestsOfMaking = regexp.MustCompile(`("(?:rules|report)": ?)"sha256:[0-9a-f]{64}"`)

func withoutDigests(text string) string {
	return digestsOfMaking.ReplaceAllString(text, `${1}"DIGEST"`)
}

// sampleBundles are all bundles that the samples make, by name.
func sampleBundles() map[string]sample.Bundle {
	all := map[string]sample.Bundle{}
	for _, edition := range methodology.Editions() {
		for _, level := range power.Levels() {
			for _, shape := range sample.Shapes() {
				if b, ok := sample.CleanShape(shape, level, string(edition)); ok {
					all[strings.TrimSpace(fmt.Sprintf("clean/%s-%s %s", edition, level.Short(), shape))] = b
				}
			}
		}
	}
	for _, b := range sample.Varied() {
		all["varied/"+b.Name] = b.Bundle
	}
	for _, s := range sample.Demo() {
		all["demo/"+s.Name] = s.Bundle
	}
	return all
}

// goldenSamples checks every sample as a folder, as people do: the document, the report, and its text.
func goldenSamples(t *testing.T, g *golden) {
	t.Helper()
	all, folder := sampleBundles(), t.TempDir()
	onAllCores(g.samples(slices.Sorted(maps.Keys(all))), func(name string) {
		b, at := all[name], filepath.Join(folder, name)
		text, err := document.YAML(&b.Entry)
		if err != nil {
			t.Error(name, err)
			return
		}
		files := maps.Clone(b.Files)
		files["submission.yaml"] = text
		var list strings.Builder
		for _, file := range slices.Sorted(maps.Keys(files)) {
			fmt.Fprintf(&list, "%s %d %s\n", file, len(files[file]), validation.InputDigest(files[file], nil))
			if err := writeItem(filepath.Join(at, file), string(files[file])); err != nil {
				t.Error(name, err)
			}
		}
		g.put(name+"/submission.yaml", string(text))
		g.put(name+"/files", list.String())
		goldenCheck(g, name, at)
	})
}

// goldenCheck puts the verdict on a bundle, as JSON and as text.
func goldenCheck(g *golden, name, folder string) {
	for _, format := range []string{"json", "text"} {
		g.put(name+"/report."+format, commandOutput(folder, "check", folder, "--format", format))
	}
}

// commandOutput is what a command of the program prints, and how it ends, without the paths of this machine.
func commandOutput(folder string, args ...string) string {
	var out bytes.Buffer
	if err := runCommand(&out, args); err != nil {
		fmt.Fprintf(&out, "\nended: %v\n", err)
	}
	text := gradedBy.ReplaceAllString(out.String(), "Graded by green500 VERSION.")
	return withoutDigests(strings.ReplaceAll(text, folder, "FOLDER"))
}

var gradedBy = regexp.MustCompile(`Graded by green500 \S+\.`)

// runCommand runs a command as main does, but for the arguments and the output.
func runCommand(out io.Writer, args []string) (err error) {
	cli := commands{Trace: trace{Said: settingFlags()}}
	type exited struct{}
	defer func() {
		if met := recover(); met != nil && met != (exited{}) {
			panic(met)
		}
	}()
	parser, err := kong.New(&cli, kong.Name("green500"),
		kong.Vars{"data": "green500-data", "methodologies": methodologies(), "units": strings.Join(power.Units(), ",")},
		kong.BindToProvider(func() (context.Context, error) { return context.Background(), nil }),
		kong.BindTo(out, (*io.Writer)(nil)), kong.Bind(clock(time.Now)),
		kong.Writers(out, out), kong.Exit(func(int) { panic(exited{}) }))
	if err != nil {
		return err
	}
	chosen, err := parser.Parse(args)
	if err != nil {
		return err
	}
	return chosen.Run()
}

// TestGoldenHelp freezes what the program says of its commands and their flags.
func TestGoldenHelp(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	g := newGolden(t, "help")
	const nowhere = "\x00"
	g.put("green500", commandOutput(nowhere, "--help"))
	for _, field := range reflect.VisibleFields(reflect.TypeFor[commands]()) {
		name := strings.ToLower(kebab.ReplaceAllString(field.Name, "$1-$2"))
		g.put(name, commandOutput(nowhere, name, "--help"))
	}
	for _, name := range []string{"add", "list", "erase"} {
		g.put("user-"+name, commandOutput(nowhere, "user", name, "--help"))
	}
	g.check()
}

var kebab = regexp.MustCompile(`([a-z])([A-Z])`)

const ruleTexts = "../../validation/rules"

// goldenCases grades what each case of a rule makes of its base. The test of the rules says what a case can hold.
func goldenCases(t *testing.T, g *golden) {
	t.Helper()
	names := filesUnder(t, filepath.Join(ruleTexts, "testdata"))
	// no case of a rule
	names = slices.DeleteFunc(names, func(name string) bool { return !strings.Contains(name, "/") })
	bases := caseBases(t)
	onAllCores(g.samples(names), func(name string) {
		text, err := os.ReadFile(filepath.Join(ruleTexts, "testdata", name))
		if err != nil {
			t.Error(err)
			return
		}
		m, err := ofCase(bases, string(text))
		if err != nil {
			t.Error(name, err)
			return
		}
		report, err := validation.Grade(validation.Input{Measurement: m,
			Edition: methodology.Edition(m.Entry.Methodology)})
		if err != nil {
			t.Error(name, err)
			return
		}
		written, err := report.JSON()
		if err != nil {
			t.Error(name, err)
		}
		g.put("cases/"+strings.TrimSuffix(name, ".txt")+".json", withoutDigests(string(written)))
	})
}

func caseBases(t *testing.T) map[string]*power.Measurement {
	t.Helper()
	clean := sample.Varied()
	for _, edition := range methodology.Editions() {
		for _, level := range power.Levels() {
			clean = append(clean,
				sample.Named{Name: string(edition) + " " + level.Short(), Bundle: sample.Clean(level, string(edition))})
		}
	}
	bases := map[string]*power.Measurement{}
	for _, b := range clean {
		read, err := bundle.Assemble(&b.Entry, b.FS(), canonical.Memory)
		must(t, err)
		bases[b.Name] = read.Measurement
	}
	return bases
}

// ofCase is the measurement of a case: its base with its changes.
func ofCase(bases map[string]*power.Measurement, text string) (*power.Measurement, error) {
	var base *power.Measurement
	var changes []sample.Change
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch key, value, _ := strings.Cut(line, ": "); key {
		case "base":
			base = bases[value]
		case "level", "want", "observed", "limit", "need":
		default:
			change, err := sample.ParseChange(line)
			if err != nil {
				return nil, err
			}
			changes = append(changes, change)
		}
	}
	if base == nil {
		return nil, fmt.Errorf("no base in %q", text)
	}
	return sample.Apply(base, changes)
}

// goldenExamples freezes what the pages of rules show.
func goldenExamples(t *testing.T, g *golden) {
	t.Helper()
	examples := examples.New()
	var ids []string
	for _, rule := range rules.All() {
		ids = append(ids, rule.ID)
	}
	ids = g.samples(ids)
	for _, edition := range methodology.Editions() {
		for _, rule := range rules.For(edition) {
			if !slices.Contains(ids, rule.ID) {
				continue
			}
			for _, level := range rule.Levels {
				made, ok, err := examples.Of(rule, edition, level)
				must(t, err)
				if !ok {
					continue
				}
				text, err := json.MarshalIndent(made, "", "  ")
				must(t, err)
				g.put(fmt.Sprintf("examples/%s/%s-%s.json", rule.ID, edition, level.Short()), string(text))
			}
		}
	}
}

const sharedFolder = "../../../shared"

// TestGoldenSharedReports freezes the verdicts on the bundles that lie beside this checkout, if they do.
func TestGoldenSharedReports(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat(sharedFolder); err != nil {
		t.Skip("the real measurements are not beside this checkout")
	}
	g := newGolden(t, "shared_reports")
	claix := t.TempDir()
	must(t, os.CopyFS(claix, os.DirFS(filepath.Join(sharedFolder, "data/green500-submission/claix2023-gpu"))))
	text, err := os.ReadFile(filepath.Join(sharedFolder, "example/submission.yaml"))
	must(t, err)
	must(t, writeItem(filepath.Join(claix, "submission.yaml"), string(text)))
	goldenCheck(g, "real/claix2023-gpu", claix)
	generated := verdictBundles(t)
	entries, err := os.ReadDir(generated)
	must(t, err)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	onAllCores(g.samples(names), func(name string) {
		goldenCheck(g, "verdicts/"+name, filepath.Join(generated, name))
	})
	g.check()
}

// verdictBundles makes the bundles of ../shared/cases/verdicts once a version of their generator; the test is skipped
// if there is no Python.
func verdictBundles(t *testing.T) string {
	t.Helper()
	from := filepath.Join(sharedFolder, "cases/verdicts")
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no Python to make bundles with")
	}
	var sources []byte
	for _, name := range []string{"bundle.py", "generate.py"} {
		text, err := os.ReadFile(filepath.Join(from, name))
		must(t, err)
		sources = append(sources, text...)
	}
	kept := filepath.Join(os.TempDir(),
		"green500-golden-verdicts-"+strings.TrimPrefix(validation.InputDigest(sources, nil), "sha256:")[:16])
	if _, err := os.Stat(kept); err == nil {
		return kept
	}
	making := fmt.Sprintf("%s.%d", kept, os.Getpid())
	made, err := exec.CommandContext(t.Context(), python, "-B", filepath.Join(from, "generate.py"), making).
		CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, made)
	}
	if err := os.Rename(making, kept); err != nil { // another test was faster
		must(t, os.RemoveAll(making))
	}
	return kept
}

// TestGoldenLogs freezes what is read of the logs that lie beside this checkout, if they do.
func TestGoldenLogs(t *testing.T) {
	t.Parallel()
	g := newGolden(t, "shared_logs")
	var all []string
	for _, folder := range []string{"cases/logs", "data"} {
		for _, name := range filesUnder(t, filepath.Join(sharedFolder, folder)) {
			if !strings.HasPrefix(name, "lists-") && !strings.HasSuffix(name, ".py") &&
				!strings.HasSuffix(name, ".md") {
				all = append(all, filepath.Join(folder, name))
			}
		}
	}
	if len(all) == 0 {
		t.Skip("the real measurements are not beside this checkout")
	}
	onAllCores(g.samples(all), func(name string) {
		path := filepath.Join(sharedFolder, name)
		for _, format := range []string{"json", "text"} {
			g.put(name+"/trace."+format, commandOutput(path, "trace", path, "--format", format))
		}
	})
	g.check()
}
