package proposals

import (
	"slices"
	"strings"

	"green500/validation/bundle"
	"green500/validation/power"
)

// told are the problems of a bundle. What a log makes plain stands in place of the problem that it answers; what it does not,
// beside it.
func told(doc *bundle.Document, problems power.InputErrors, found []Proposal) error {
	var all power.InputErrors
	for _, p := range problems {
		if !slices.ContainsFunc(found, func(f Proposal) bool { return f.Plain && f.answers(p) }) {
			all = append(all, p)
		}
	}
	for _, f := range found {
		// What is open beside the problem may stay open: it does not prevent reading the log.
		if f.Plain || slices.ContainsFunc(problems, f.answers) {
			all = append(all, f.sentence())
		}
	}
	placed := doc.Places.Of(all)
	if len(all) == 0 {
		return problems
	}
	return placed
}

func (f Proposal) answers(p *power.InputError) bool {
	return p.Field == f.Path || (p.File == f.Log || slices.Contains(f.parts, p.File)) && p.Field == f.Field
}

func (f Proposal) sentence() *power.InputError {
	problem, add := "this is not stated", "add `"+f.YAML+"`"
	if f.Stated != "" {
		problem, add = f.Log+" has no column "+f.Stated, "write `"+f.YAML+"`"
	}
	why := strings.TrimSuffix(f.Why, ".")
	if f.Plain {
		return &power.InputError{Field: f.Path, Problem: problem + "; " + f.Log + " shows it: " + why, Remedy: add + ", or run again with --accept"}
	}
	return &power.InputError{Field: f.Path, Problem: problem + ", and " + f.Log + " does not make it plain: " + why, Remedy: add + " if that is right, or another"}
}

// Accepted says which setting was taken for this run.
func (f Proposal) Accepted() string {
	return "Accepted for this run: " + f.Path + " as `" + f.YAML + "`. " + f.Log + " shows it: " + f.Why
}
