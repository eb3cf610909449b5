// Package checkreport writes findings as JUnit XML (Jenkins, GitLab) and as SARIF 2.1.0 (GitHub).
package checkreport

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
)

// Checked is what check found of a bundle: a report, or the problems that prevented grading.
type Checked struct {
	Document string // name of the document in its bundle, such as submission.yaml
	Version  string // of the program
	// address of a server that explains the rules, without a slash at its end; empty if none is known
	Server   string
	Report   *validation.Report // nil if the bundle could not be graded
	Problems power.InputErrors  // why it could not be graded

	// of a file of the bundle, as seen from the working directory, with slashes
	Path func(file string) string
	// where in the document a finding is corrected; line 0 if that is not known
	Place func(f rules.Finding) (field string, line int)
}

func gradedAs(s validation.Standing) string {
	if s == validation.Warned {
		return "warning"
	}
	return string(s)
}

func standings() []validation.Standing {
	return []validation.Standing{
		validation.Failed, validation.Unproven, validation.Warned, validation.Passed,
		validation.NotRequired, validation.Below, validation.Above,
	}
}

// oneEach returns one finding a rule, in the order of the report: the one that decides for the claimed level.
func oneEach(report *validation.Report) []rules.Finding {
	var all []rules.Finding
	at := map[string]int{}
	rank := func(f rules.Finding) int {
		return slices.Index(standings(), validation.StandingOf(f, report.ClaimedLevel))
	}
	for _, f := range report.Findings {
		n, known := at[f.Rule]
		switch {
		case !known:
			at[f.Rule] = len(all)
			all = append(all, f)
		case rank(f) < rank(all[n]):
			all[n] = f
		}
	}
	return all
}

func sentences(f rules.Finding) string {
	text := strings.TrimSpace(f.Message + " " + f.Remedy)
	if f.Explained != "" {
		text += " The submitter says: " + f.Explained
	}
	return cmp.Or(text, f.Heading())
}

func problem(p *power.InputError) string {
	bare := power.InputError{Field: p.Field, Problem: p.Problem, Remedy: p.Remedy}
	return bare.Error()
}

func (c Checked) file(p *power.InputError) string { return c.Path(cmp.Or(p.File, c.Document)) }

func place(path string, line int) string {
	if line == 0 {
		return path
	}
	return fmt.Sprintf("%s, line %d", path, line)
}
