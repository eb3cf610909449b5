// Package rules answers with the catalogue of rules and the schema of submissions.
package rules

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/submissions"
	rulespage "green500/templates/rules"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
	"green500/validation/rules/examples"
)

// Rules shows the catalogue under a filter.
func (h *Handlers) Rules(c echo.Context) error {
	page := rulespage.RulesPage{Page: h.Page(c, "Rules"), Rules: rules.All(), Editions: editionsAsked(c),
		Filter: ruleFilter(c)}
	return h.Render(c, http.StatusOK, rulespage.Rules(page))
}

// CompareRules sets the editions side by side.
func (h *Handlers) CompareRules(c echo.Context) error {
	page := rulespage.ComparePage{
		Page: h.Page(c, "Editions compared"), Rules: rules.All(), Editions: editionsAsked(c),
		Differences: c.QueryParam("differences") != "", Drafts: draftsAsked(c),
	}
	return h.Render(c, http.StatusOK, rulespage.Compare(page))
}

// Rule shows one rule, and how stored entries do by it.
func (h *Handlers) Rule(c echo.Context) error {
	editions := editionsAsked(c)
	all := slices.DeleteFunc(rules.All(), func(r rules.Rule) bool {
		return !slices.ContainsFunc(editions, func(e methodology.Edition) bool { return e.Between(r.Since, r.Until) })
	})
	at := slices.IndexFunc(all, func(r rules.Rule) bool { return r.ID == c.Param("id") })
	if at < 0 {
		return database.ErrNotFound
	}
	margins, err := h.ruleMargins(c, all[at].ID)
	if err != nil {
		return err
	}
	page := rulespage.RulePage{
		Page: h.Page(c, all[at].Title), Rule: all[at], Editions: editions, Drafts: draftsAsked(c), Margins: margins,
	}
	if at > 0 {
		page.Before = all[at-1]
	}
	if at+1 < len(all) {
		page.After = all[at+1]
	}
	if page.Examples, err = h.ruleExamples(all[at], page.Editions); err != nil {
		return err
	}
	return h.Render(c, http.StatusOK, rulespage.Rule(page))
}

func (h *Handlers) ruleExamples(rule rules.Rule, editions []methodology.Edition) (
	all []rulespage.RuleExample, err error) {
	rest := slices.DeleteFunc(slices.Clone(editions),
		func(e methodology.Edition) bool { return e == methodology.InForce })
	if len(rest) < len(editions) {
		rest = append([]methodology.Edition{methodology.InForce}, rest...)
	}
	for _, edition := range rest {
		for _, level := range rule.Levels {
			of, ok, err := h.Examples.Of(rule, edition, level)
			if err != nil {
				return nil, err
			}
			if ok {
				all = append(all, ruleExample(of, rule, edition, level))
			}
		}
	}
	return all, nil
}

func ruleExample(of examples.Example, rule rules.Rule, edition methodology.Edition,
	level power.Level) rulespage.RuleExample {
	shown := rulespage.RuleExample{Example: of, Edition: edition, Level: level}
	if of.Never == "" {
		shown.Finding = new(validation.Finding(rule, edition, level, of.Result))
	}
	return shown
}

func (h *Handlers) ruleMargins(c echo.Context, rule string) (*rulespage.RuleMargins, error) {
	view := rulespage.RuleMargins{Choose: review.May(handlers.Role(c), review.ReadQueue)}
	view.All = view.Choose && c.QueryParam("entries") == "submitted"
	asks := accounts.User{Role: review.Public}
	if view.All {
		asks, _ = handlers.Viewer(c)
	}
	withheld, err := h.Store.Submissions.Withheld(c.Request().Context(), asks)
	if err != nil {
		return nil, err
	}
	counted, err := h.Store.Submissions.Margins(c.Request().Context(), rule, review.ReadableStates(asks.Role),
		submissions.EntryIDs(withheld))
	if err != nil {
		return nil, err
	}
	view.Entries, view.Passed, view.Failed, view.Unknown, view.NotAsked = counted.Entries, counted.Passed,
		counted.Failed, counted.Unknown, counted.NotAsked()
	for i := range counted.Passing {
		view.Bins = append(view.Bins, rulespage.MarginBin{Passed: counted.Passing[i], Failed: counted.Failing[i]})
	}
	return &view, nil
}

func ruleFilter(c echo.Context) rulespage.RuleFilter {
	filter := rulespage.RuleFilter{Drafts: draftsAsked(c)}
	if edition, known := methodology.Parse(c.QueryParam("edition")); known {
		filter.Edition = edition
	}
	if level, err := strconv.Atoi(c.QueryParam("level")); err == nil &&
		slices.Contains(power.Levels(), power.Level(level)) {
		filter.Level = power.Level(level)
	}
	if severity := rules.Severity(c.QueryParam("severity")); slices.Contains(
		[]rules.Severity{rules.Must, rules.Should, rules.May}, severity) {
		filter.Severity = severity
	}
	return filter
}

func draftsAsked(c echo.Context) bool {
	edition, _ := methodology.Parse(c.QueryParam("edition"))
	return c.QueryParam("draft") != "" || edition.Draft()
}

func editionsAsked(c echo.Context) []methodology.Edition {
	if draftsAsked(c) {
		return methodology.Editions()
	}
	return methodology.Listed()
}

// Schema serves the JSON Schema of the submission document.
func (h *Handlers) Schema(c echo.Context) error {
	schema, err := document.JSONSchema()
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/schema+json", schema)
}

// Handlers answer about rules.
type Handlers struct {
	*handlers.Base
	Examples *examples.Examples
}
