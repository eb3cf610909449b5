package checkreport_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"green500/cmd/green500/checkreport"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/rules"
)

// checked is a clean bundle of Level 2 with a text of its document replaced.
func checked(t *testing.T, old, now string) checkreport.Checked {
	t.Helper()
	clean := sample.Clean(2, "2.0")
	text, err := document.YAML(&clean.Entry)
	must(t, err)
	if !bytes.Contains(text, []byte(old)) {
		t.Fatalf("the document does not contain %q", old)
	}
	folder := fstest.MapFS{"submission.yaml": {Data: bytes.Replace(text, []byte(old), []byte(now), 1)}}
	for name, content := range clean.Files {
		folder[name] = &fstest.MapFile{Data: content}
	}
	c := checkreport.Checked{
		Document: "submission.yaml", Version: "1.2", Server: "https://green500.example.org",
		Path: func(file string) string { return "my run/" + file },
	}
	read, err := bundle.ReadDocument(folder)
	if errors.As(err, &c.Problems) {
		return c
	}
	must(t, err)
	opened, err := read.Open(canonical.MemoryUpTo(1<<20, func() (canonical.File, error) {
		return nil, errors.New("the log is larger than a test holds in memory")
	}))
	must(t, err)
	c.Report, err = opened.Grade("")
	must(t, err)
	c.Place = func(f rules.Finding) (string, int) {
		if f.Rule == "machine-fraction" {
			return "node_sets[0].measured", read.Places.Line("node_sets[0].measured")
		}
		return "", 0
	}
	return c
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// changed are changes of the document, and what both formats say then.
var changed = []struct {
	name, old, now           string
	failed, errors, warnings int
	says                     string // in JUnit
	result                   string // of SARIF: rule, level, file, line, or none
}{
	{"granted", "claimed_level: 2", "claimed_level: 2", 0, 0, 0, `testcase name="the claimed level is granted"`, ""},
	{"denied", "claimed_level: 2", "claimed_level: 3", 5, 0, 0, "Level 2 is granted, below the claimed Level 3.",
		"machine-fraction error my%20run/submission.yaml 38"},
	{"warned", "country: DE", "country: JP", 0, 0, 1, `<skipped message="Warning: `,
		"zone-in-country warning my%20run/submission.yaml 1"},
	{"unreadable", "claimed_level: 2", "claimed_levels: 2", 0, 1, 0, `claimed_levels: unknown field; ` +
		`did you mean &#34;claimed_level&#34;?`, "input error my%20run/submission.yaml 4"},
}

func TestJUnitCountsWhatJenkinsAndGitLabShow(t *testing.T) {
	for _, row := range changed {
		t.Run(row.name, func(t *testing.T) {
			c := checked(t, row.old, row.now)
			var out strings.Builder
			must(t, checkreport.JUnit(&out, c))
			failures, mistakes, warnings := countCases(t, out.String(), c)
			if failures != row.failed || mistakes != row.errors || warnings != row.warnings {
				t.Errorf("%d failures, %d errors and %d warnings; want %d, %d and %d", failures, mistakes, warnings,
					row.failed, row.errors, row.warnings)
			}
			if !strings.Contains(out.String(), row.says) {
				t.Errorf("it does not say %s:\n%s", row.says, out.String())
			}
		})
	}
}

// countCases counts the cases of a file of one suite, and compares them with its own counts and with the rules.
func countCases(t *testing.T, text string, c checkreport.Checked) (failures, mistakes, warnings int) {
	t.Helper()
	type detail struct {
		Message string `xml:"message,attr"`
	}
	var read struct {
		Suites []struct {
			Name     string `xml:"name,attr"`
			Tests    int    `xml:"tests,attr"`
			Failures int    `xml:"failures,attr"`
			Errors   int    `xml:"errors,attr"`
			Skipped  int    `xml:"skipped,attr"`
			Cases    []struct {
				Name    string  `xml:"name,attr"`
				Class   string  `xml:"classname,attr"`
				Failure *detail `xml:"failure"`
				Error   *detail `xml:"error"`
				Skipped *detail `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	must(t, xml.Unmarshal([]byte(text), &read))
	suite := read.Suites[0]
	names := map[string]bool{}
	skipped := 0
	for _, one := range suite.Cases {
		if one.Name == "" || !strings.HasPrefix(one.Class, "green500.") || names[one.Name] {
			t.Errorf("a case is called %q in %q", one.Name, one.Class)
		}
		names[one.Name] = true
		for _, said := range []*detail{one.Failure, one.Error, one.Skipped} {
			if said != nil && said.Message == "" {
				t.Errorf("%s has no message", one.Name)
			}
		}
		switch {
		case one.Failure != nil:
			failures++
		case one.Error != nil:
			mistakes++
		case one.Skipped != nil:
			if skipped++; strings.HasPrefix(one.Skipped.Message, "Warning: ") {
				warnings++
			}
		}
	}
	if suite.Name == "" || suite.Tests != len(suite.Cases) || suite.Failures != failures || suite.Errors != mistakes ||
		suite.Skipped != skipped {
		t.Errorf("the suite counts %d tests, %d failures, %d errors, %d skipped", suite.Tests, suite.Failures,
			suite.Errors, suite.Skipped)
	}
	if c.Report != nil {
		ids := map[string]bool{}
		for _, f := range c.Report.Findings {
			ids[f.Rule] = true
		}
		if len(suite.Cases) != len(ids)+1 {
			t.Errorf("%d rules have %d cases, with that of the level", len(ids), len(suite.Cases))
		}
	}
	return failures, mistakes, warnings
}

// sarif is what GitHub requires of SARIF 2.1.0, as pointers: everything in them must be there and not empty.
type sarif struct {
	Schema  string `json:"$schema"`
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name, Version string
				Rules         []struct {
					ID, Name, HelpURI                       string
					ShortDescription, FullDescription, Help struct{ Text string }
					DefaultConfiguration                    struct{ Level string }
				}
			}
		}
		Results []struct {
			RuleID    string
			RuleIndex *int
			Level     string
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine int }
				}
			}
			PartialFingerprints struct{ PrimaryLocationLineHash string }
		}
	}
}

func TestSARIFHasWhatGitHubRequires(t *testing.T) {
	for _, row := range changed {
		t.Run(row.name, func(t *testing.T) {
			c := checked(t, row.old, row.now)
			var out bytes.Buffer
			must(t, checkreport.SARIF(&out, c))
			var read sarif
			must(t, json.Unmarshal(out.Bytes(), &read))
			if read.Version != "2.1.0" || read.Schema == "" || len(read.Runs) != 1 ||
				!bytes.Contains(out.Bytes(), []byte(`"results": [`)) {
				t.Fatalf("got %s", out.Bytes())
			}
			mistakes, warnings := read.look(t, c, row.result)
			want := row.errors
			if c.Report != nil && row.failed > 0 {
				want = row.failed - 1 // the level is no rule
			}
			if mistakes != want || warnings != row.warnings {
				t.Errorf("%d errors and %d warnings; want %d and %d", mistakes, warnings, want, row.warnings)
			}
		})
	}
}

// look checks rules and results, counts those of each level, and looks for one.
func (s sarif) look(t *testing.T, c checkreport.Checked, wanted string) (mistakes, warnings int) {
	t.Helper()
	driver := s.Runs[0].Tool.Driver
	if driver.Name != "green500" || driver.Version != "1.2" {
		t.Errorf("the tool is %q %q", driver.Name, driver.Version)
	}
	for _, rule := range driver.Rules {
		if rule.ID == "" || rule.Name == "" || rule.ShortDescription.Text == "" || rule.FullDescription.Text == "" ||
			rule.Help.Text == "" || rule.DefaultConfiguration.Level == "" {
			t.Errorf("a rule lacks something: %+v", rule)
		}
		if address, err := url.Parse(rule.HelpURI); c.Report != nil &&
			(err != nil || address.String() != "https://green500.example.org/rules/"+rule.ID) {
			t.Errorf("%s is explained at %q", rule.ID, rule.HelpURI)
		}
	}
	found := wanted == ""
	for _, result := range s.Runs[0].Results {
		if result.RuleIndex == nil || driver.Rules[*result.RuleIndex].ID != result.RuleID || result.Message.Text ==
			"" || len(result.Locations) != 1 || result.PartialFingerprints.PrimaryLocationLineHash == "" {
			t.Errorf("a result lacks something: %+v", result)
			continue
		}
		at := result.Locations[0].PhysicalLocation
		if at.ArtifactLocation.URI == "" || at.Region.StartLine < 1 {
			t.Errorf("%s is at %+v", result.RuleID, at)
		}
		text, err := json.Marshal(at.Region.StartLine)
		must(t, err)
		found = found ||
			strings.Join([]string{result.RuleID, result.Level, at.ArtifactLocation.URI, string(text)}, " ") == wanted
		switch result.Level {
		case "error":
			mistakes++
		case "warning":
			warnings++
		default:
			t.Errorf("%s has the level %q", result.RuleID, result.Level)
		}
	}
	if !found {
		t.Errorf("there is no %q among %+v", wanted, s.Runs[0].Results)
	}
	return mistakes, warnings
}
