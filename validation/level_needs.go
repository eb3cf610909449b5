package validation

import (
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// LevelNeeds is the shortest list of what is missing for a level that was not reached.
type LevelNeeds struct {
	Level power.Level `json:"level"`
	Needs []Need      `json:"needs"`
}

// Need is one thing to do, in the words and numbers of the submitter.
type Need struct {
	Text    string               `json:"text"`
	Rules   []string             `json:"rules"`   // that it would satisfy
	Aspects []methodology.Aspect `json:"aspects"` // that it would raise
}

// wayUp lists for each level above the granted one all that is missing for it.
func wayUp(report *Report) []LevelNeeds {
	way := []LevelNeeds{}
	for _, level := range power.Levels() {
		if level <= report.GrantedLevel {
			continue
		}
		var list needList
		for _, f := range report.Findings {
			if f.Severity != rules.Must || !f.Asks(level) || !f.Outcome.Open() {
				continue
			}
			needs := f.Needs
			if len(needs) == 0 { // the rule has no words for this entry
				needs = []rules.Need{{Text: strings.TrimSuffix(f.Remedy, ".")}}
			}
			for _, need := range needs {
				list.need(need, f)
			}
		}
		way = append(way, LevelNeeds{level, list.needs})
	}
	return way
}

// needList holds each need once; a need that another satisfies is part of that one.
type needList struct {
	needs []Need
	asked []rules.Need // the same needs as the rules name them
}

func (l *needList) need(need rules.Need, f rules.Finding) {
	at := slices.IndexFunc(l.asked, func(n rules.Need) bool { return n.Satisfies(need) || need.Satisfies(n) })
	if at < 0 {
		l.asked = append(l.asked, need)
		l.needs = append(l.needs, Need{need.Text, []string{f.Rule}, []methodology.Aspect{f.Aspect}})
		return
	}
	if !l.asked[at].Satisfies(need) {
		l.asked[at], l.needs[at].Text = need, need.Text
	}
	if one := &l.needs[at]; !slices.Contains(one.Rules, f.Rule) {
		one.Rules = append(one.Rules, f.Rule)
	}
	if one := &l.needs[at]; !slices.Contains(one.Aspects, f.Aspect) {
		one.Aspects = append(one.Aspects, f.Aspect)
	}
}

func inOne(needs []rules.Need) string {
	texts := make([]string, len(needs))
	for i, need := range needs {
		texts[i] = need.Text
	}
	return strings.Join(texts, "; ")
}

// Waivable returns the demands up to the claimed level that are not met, each rule once.
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

// Waived is the level that is granted if the demands of some rules are taken as met. It is never above what was
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
