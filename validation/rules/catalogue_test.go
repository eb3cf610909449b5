package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/validation/methodology"
	"green500/validation/rules"
)

var ruleID = regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`)

// TestCatalogue holds every rule to what a rule owes its readers.
func TestCatalogue(t *testing.T) {
	seen := map[string]bool{}
	for _, rule := range rules.All() {
		t.Run(rule.ID, func(t *testing.T) {
			if seen[rule.ID] || !ruleID.MatchString(rule.ID) {
				t.Error("the id is used twice or is none")
			}
			seen[rule.ID] = true
			if _, err := os.Stat(fileOf(rule)); err != nil {
				t.Errorf("its file is not %s", fileOf(rule))
			}
			if rule.Title == "" || strings.HasSuffix(rule.Title, ".") || rule.Aspect.Title() == "" ||
				len(rule.Levels) == 0 || rule.Check == nil {
				t.Error("it lacks title, aspect, levels or check")
			}
			if !strings.HasSuffix(rule.Requires, ".") {
				t.Error("what the text requires is not said in sentences")
			}
			if !strings.HasSuffix(rule.Remedy, ".") {
				t.Error("the remedy is no sentence")
			}
			if !strings.HasSuffix(rule.How, ".") || strings.Contains(rule.How, "  ") {
				t.Error("how it is computed is not said in sentences")
			}
			for _, edition := range methodology.Editions() {
				if _, known := edition.Section(rule.Section); edition.Between(rule.Since, rule.Until) && !known {
					t.Errorf("section %q does not resolve in %s", rule.Section, edition)
				}
			}
			for _, outcome := range []string{"pass", "fail", "unknown"} {
				if has := hasCase(t, rule.ID, outcome); has == excused(rule.ID, outcome) {
					t.Errorf("cases in testdata/%s want %s: %v, and it is excused: %v", rule.ID, outcome, has, has)
				}
			}
		})
	}
}

// TestEveryFolderIsARule: a case of a rule that was renamed would never run.
func TestEveryFolderIsARule(t *testing.T) {
	folders, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if folder.IsDir() &&
			!slices.ContainsFunc(rules.All(), func(r rules.Rule) bool { return r.ID == folder.Name() }) {
			t.Errorf("there is no rule for testdata/%s", folder.Name())
		}
	}
}

// excused says which outcomes a rule cannot have: what a document leaves out is itself the fault,
// or only an output can prove it, or documents with other words are refused before.
func excused(id, outcome string) bool {
	never := map[string][]string{
		"unknown": {"rmax-below-rpeak", "matrix-fits-memory", "efficiency-plausible", "core-power-plausible",
			"node-power-plausible", "accelerator-power-plausible", "nodes-fit-processes",
			"nodes-fit-cores", "output-parameters", "output-weekday", "zone-in-country", "idle-plausible",
			"idle-outside-run", "unit-as-named", "output-times-agree", "output-rate-agrees", "output-order",
			"fastest-result", "optimised-run-declared", "claim-agrees", "core-phase-length", "whole-core-averaged",
			"core-average", "idle-power", "cooling-temperature", "cooling-described",
			"workload-on-all-nodes", "subsystem-fraction", "level-1-window-of-run", "temperature-described",
			"supply-quality", "tunables-complete", "others-listed", "compute-measured", "no-estimates",
			"estimates-founded", "estimate-agrees", "measured-is-covered", "measured-together",
			"selection-confirmed", "estimates-are-maxima", "nothing-subtracted", "instruments-used",
			"instruments-match-nodes"},
		"fail": {"core-phase-proven", "measuring-point"},
	}
	return slices.Contains(never[outcome], id)
}

func hasCase(t *testing.T, id, outcome string) bool {
	return slices.ContainsFunc(caseFiles(t, id), func(file string) bool { return readCase(t, file).want == outcome })
}

func fileOf(rule rules.Rule) string { return strings.ReplaceAll(rule.ID, "-", "_") + ".go" }

// TestNoNumbersInRules: limits belong to an edition, so a rule file holds no number but 0 and 1.
func TestNoNumbersInRules(t *testing.T) {
	for _, rule := range rules.All() {
		file, err := parser.ParseFile(token.NewFileSet(), fileOf(rule), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if list, ok := n.(*ast.KeyValueExpr); ok && nameOf(list.Key) == "Levels" {
				return false
			}
			if number, ok := n.(*ast.BasicLit); ok && (number.Kind == token.INT || number.Kind == token.FLOAT) &&
				number.Value != "0" && number.Value != "1" {
				t.Errorf("%s holds the number %s", fileOf(rule), number.Value)
			}
			return true
		})
	}
}

func nameOf(e ast.Expr) string {
	if name, ok := e.(*ast.Ident); ok {
		return name.Name
	}
	return "?"
}
