package checkreport

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"green500/validation"
	"green500/validation/rules"
)

// The elements of JUnit XML that Jenkins and GitLab read.
type (
	testSuites struct {
		XMLName xml.Name `xml:"testsuites"`
		Name    string   `xml:"name,attr"`
		counts
		Suites []testSuite `xml:"testsuite"`
	}
	testSuite struct {
		Name string `xml:"name,attr"`
		counts
		Properties *propertyList `xml:"properties"`
		Cases      []testCase    `xml:"testcase"`
	}
	counts struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Skipped  int `xml:"skipped,attr"`
	}
	propertyList struct {
		All []property `xml:"property"`
	}
	property struct {
		Name  string `xml:"name,attr"`
		Value string `xml:"value,attr"`
	}
	testCase struct {
		Name    string  `xml:"name,attr"`
		Class   string  `xml:"classname,attr"`
		File    string  `xml:"file,attr,omitempty"`
		Failure *detail `xml:"failure"`
		Error   *detail `xml:"error"`
		Skipped *detail `xml:"skipped"`
	}
	detail struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",chardata"`
	}
)

// JUnit writes JUnit XML: one test case a rule, and one for the claimed level. What the claimed level requires and is
// not met or not shown is a failure. Warnings do not affect the level, so they are no failures: they are skipped, which
// shows their message. What the level does not require is skipped as well. Problems that prevent grading are errors.
func JUnit(out io.Writer, c Checked) error {
	suite := testSuite{Name: c.Path(c.Document)}
	if c.Report == nil {
		for _, p := range c.Problems {
			suite.add(testCase{Name: "the bundle can be graded", Class: "green500.input", File: c.file(p),
				Error: &detail{problem(p), "input", p.Error()}})
		}
	} else {
		c.cases(&suite)
	}
	all := testSuites{Name: "green500", counts: suite.counts, Suites: []testSuite{suite}}
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

func (s *testSuite) add(one testCase) {
	s.Cases = append(s.Cases, one)
	s.Tests++
	switch {
	case one.Failure != nil:
		s.Failures++
	case one.Error != nil:
		s.Errors++
	case one.Skipped != nil:
		s.Skipped++
	}
}

func (c Checked) cases(suite *testSuite) {
	r := c.Report
	suite.Properties = &propertyList{[]property{
		{"methodology", r.Methodology}, {"claimed level", r.ClaimedLevel.String()},
		{"granted level", r.GrantedLevel.String()},
		{"report", r.Digests.Report}, {"graded by", "green500 " + c.Version},
	}}
	level := testCase{Name: "the claimed level is granted", Class: "green500.level", File: suite.Name}
	if r.GrantedLevel < r.ClaimedLevel {
		level.Failure = &detail{r.Sentence(), string(validation.Failed), missing(r)}
	}
	suite.add(level)
	for _, f := range oneEach(r) {
		suite.add(c.testCase(f))
	}
}

func missing(r *validation.Report) string {
	var lines []string
	for _, next := range r.WayUp {
		if next.Level > r.ClaimedLevel {
			continue
		}
		lines = append(lines, fmt.Sprintf("Missing for %s:", next.Level))
		for _, need := range next.Needs {
			lines = append(lines, "- "+need.Text)
		}
	}
	return strings.Join(lines, "\n")
}

func (c Checked) testCase(f rules.Finding) testCase {
	one := testCase{Name: f.Rule + ": " + f.Title, Class: "green500." + f.Rule, File: c.Path(c.Document)}
	standing := validation.StandingOf(f, c.Report.ClaimedLevel)
	switch standing {
	case validation.Failed, validation.Unproven:
		one.Failure = &detail{sentences(f), gradedAs(standing), c.details(f)}
	case validation.Warned:
		one.Skipped = &detail{Message: "Warning: " + sentences(f), Type: gradedAs(standing), Text: c.details(f)}
	case validation.NotRequired, validation.Below, validation.Above:
		one.Skipped = &detail{Message: fmt.Sprintf("Not required for %s.", c.Report.ClaimedLevel)}
	case validation.Passed:
	}
	return one
}

func (c Checked) details(f rules.Finding) string {
	lines := []string{sentences(f)}
	for _, one := range []struct{ name, value string }{{"Observed", f.Observed}, {"Limit", f.Limit},
		{"Section", f.Section}, {"Rule", c.help(f.Rule)}} {
		if one.value != "" {
			lines = append(lines, one.name+": "+one.value)
		}
	}
	field, line := c.Place(f)
	if field != "" {
		field = ", " + field
	}
	return strings.Join(append(lines, "Document: "+place(c.Path(c.Document), line)+field), "\n")
}

func (c Checked) help(rule string) string {
	if c.Server == "" {
		return ""
	}
	return c.Server + "/rules/" + rule
}
