package rules

import (
	"slices"
	"strings"

	"green500/templates"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// ComparePage sets editions side by side: GET /rules/compare.
type ComparePage struct {
	templates.Page
	Rules       []rules.Rule          // all, in the text's order
	Editions    []methodology.Edition // side by side, oldest first
	Differences bool                  // only what differs is shown
	Drafts      bool                  // draft editions were asked for
}

// limitCell is what a level of an edition requires by a limit.
type limitCell struct {
	edition methodology.Edition
	level   power.Level
	value   string // empty where it asks nothing
	differs bool   // from the edition before
}

// cells are the cells of a limit, the levels of the oldest edition first.
func (p ComparePage) cells(l templates.Limit) []limitCell {
	var cells []limitCell
	for i, edition := range p.Editions {
		for _, level := range power.Levels() {
			value := l.Write(edition.Limits(level))
			differs := i > 0 && value != l.Write(p.Editions[i-1].Limits(level))
			cells = append(cells, limitCell{edition, level, value, differs})
		}
	}
	return cells
}

// limits are those of an aspect that any of the editions asks for.
func (p ComparePage) limits(aspect methodology.Aspect) []templates.Limit {
	return slices.DeleteFunc(templates.Limits(), func(l templates.Limit) bool {
		return l.Aspect != aspect || !slices.ContainsFunc(p.cells(l), func(c limitCell) bool { return c.value != "" }) ||
			p.Differences && !p.differs(l)
	})
}

// differs reports whether two editions disagree about a limit.
func (p ComparePage) differs(l templates.Limit) bool {
	return slices.ContainsFunc(p.cells(l), func(c limitCell) bool { return c.differs })
}

// rules are those of an aspect that any of the editions has.
func (p ComparePage) rules(aspect methodology.Aspect) []rules.Rule {
	return slices.DeleteFunc(ofAspect(p.Rules, aspect), func(rule rules.Rule) bool {
		return len(asking(p.Editions, rule)) == 0 || p.Differences && onlyIn(p.Editions, rule) == ""
	})
}

// rulesWord says in short how the editions differ in their rules.
func (p ComparePage) rulesWord() string {
	var groups []string
	count := map[string]int{}
	for _, rule := range p.Rules {
		where := onlyIn(p.Editions, rule)
		if where == "" && len(asking(p.Editions, rule)) > 0 {
			where = "in all of them"
		}
		if where != "" && count[where] == 0 {
			groups = append(groups, where)
		}
		count[where]++
	}
	slices.Sort(groups)
	for i, where := range groups {
		groups[i] = templates.Digits(float64(count[where]), 0) + " " + where
	}
	return strings.Join(groups, ", ")
}

// limitsWord says in short in how many limits the editions differ.
func (p ComparePage) limitsWord() string {
	all, differ := 0, 0
	for _, l := range templates.Limits() {
		if slices.ContainsFunc(p.cells(l), func(c limitCell) bool { return c.value != "" }) {
			all++
			if p.differs(l) {
				differ++
			}
		}
	}
	return templates.Digits(float64(differ), 0) + " of " + templates.Plural(all, "limit", "limits")
}

func columnName(edition methodology.Edition, level power.Level) string {
	return string(edition) + " " + level.Short()
}
