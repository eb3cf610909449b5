package validation

import (
	"slices"

	"green500/validation/power"
	"green500/validation/rules"
)

// Waivable returns the demands up to the claimed level that are not met, each rule once: what an entry can be
// accepted against.
func (r *Report) Waivable() []rules.Finding {
	var open []rules.Finding
	for _, f := range r.Findings {
		asked := slices.ContainsFunc(f.Levels, func(level power.Level) bool { return level <= r.ClaimedLevel })
		known := slices.ContainsFunc(open, func(g rules.Finding) bool { return g.Rule == f.Rule })
		if f.Severity == rules.Must && f.Outcome.Open() && asked && !known {
			open = append(open, f)
		}
	}
	return open
}

// Waived is the level that is granted where the demands of some rules are taken as met. It is never above what was
// claimed, and never below what is granted without. The report stays as it is.
func (r *Report) Waived(waived []string) power.Level {
	taken := slices.Clone(r.Findings)
	for i := range taken {
		if slices.Contains(waived, taken[i].Rule) {
			taken[i].Outcome = rules.Pass
		}
	}
	return max(r.GrantedLevel, min(r.ClaimedLevel, granted(aspects(taken, r.ClaimedLevel))))
}
