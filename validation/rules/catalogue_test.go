package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
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
			if rule.Title == "" || strings.HasSuffix(rule.Title, ".") || rule.Aspect.Title() == "" || len(rule.Levels) == 0 || rule.Check == nil {
				t.Error("it lacks title, aspect, levels or check")
			}
			if !strings.HasSuffix(rule.Remedy, ".") {
				t.Error("the remedy is no sentence")
			}
			for _, edition := range methodology.Editions() {
				if _, known := edition.Section(rule.Section); edition.Between(rule.Since, rule.Until) && !known {
					t.Errorf("section %q does not resolve in %s", rule.Section, edition)
				}
			}
			for _, outcome := range []string{"pass", "fail", "unknown"} {
				if !hasCase(t, rule.ID, outcome) && !excused(rule.ID, outcome) {
					t.Errorf("no case in testdata/%s wants %s", rule.ID, outcome)
				}
			}
		})
	}
}

// excused says which outcomes a rule cannot have.
func excused(id, outcome string) bool {
	never := map[string][]string{
		"unknown": {"integrated-energy", "energy-total-rises", "core-phase-length", "core-phase-covered", "level-1-window", "whole-core-averaged",
			"core-edges-covered", "core-average", "readings-in-core", "idle-power", "cooling-temperature", "cooling-described", "workload-on-all-nodes",
			"subsystem-fraction", "compute-measured", "no-estimates", "estimates-founded", "measured-is-covered", "conversion-loss", "loss-evidence",
			"meters-described", "meters-synchronised"},
		"fail": {"core-phase-proven", "measuring-point"},
	}
	for _, excused := range never[outcome] {
		if excused == id {
			return true
		}
	}
	return false
}

func hasCase(t *testing.T, id, outcome string) bool {
	files, err := filepath.Glob(filepath.Join("testdata", id, "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if readCase(t, file).want == outcome {
			return true
		}
	}
	return false
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
			if number, ok := n.(*ast.BasicLit); ok && (number.Kind == token.INT || number.Kind == token.FLOAT) && number.Value != "0" && number.Value != "1" {
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
