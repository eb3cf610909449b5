package templates

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
	"golang.org/x/net/html"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// pages are all pages, each full, empty, and with everything that can be wrong.
func pages() map[string]templ.Component {
	public, submitter, reviewer := Viewer{}, viewer(review.Submitter), viewer(review.Reviewer)
	editor, admin := viewer(review.Editor), viewer(review.Admin)
	edition := ListEdition{Name: "2026-11", Methodology: "2.0", Released: noon, Hash: "9f3c"}
	row := ListRow{Rank: 1, ID: "7", System: "Example-1", Level: 2, Efficiency: 33.8, Uncertainty: pointer(0.3)}
	own := entryPage("/submissions/7", submitter, review.Draft)
	own.Owner = true
	broken := own
	broken.Report, broken.Curve, broken.Files = nil, power.Curve{}, nil
	broken.Troubles = power.InputErrors{{Field: "run.output", Problem: "no output", Remedy: "name it"}, {File: "a.csv", Line: 3, Problem: "not a number"}}
	refused := entryPage("/submissions/7", reviewer, review.InReview)
	refused.Decision = Decision{Verb: review.Return, Errors: FieldErrors{"reason": "Write the reason.", "": "The entry moved."}}
	return map[string]templ.Component{
		"rehearsal":          Rehearsal(RehearsalPage{Page: page("/editions/rehearsal", editor), Editions: []string{"2026-11"}, Methodology: "2.0"}),
		"rehearsal, refused": Rehearsal(RehearsalPage{Page: page("/editions/rehearsal", admin), Methodology: "2.0", Trouble: "Another rehearsal is running."}),
		"rehearsal, done":    Rehearsal(rehearsed(rehearsedEntries(), nil)),
		"rehearsal, nothing": Rehearsal(rehearsed(nil, nil)),
		"rehearsal, failed":  Rehearsal(rehearsed(nil, context.DeadlineExceeded)),
		"list":               List(ListPage{Page: page("/", public), Editions: []string{"2026-11"}, Edition: edition, Countries: []string{"DE"}, Rows: []ListRow{row}, Total: 1}),
		"list, none":         List(ListPage{Page: page("/", public)}),
		"list, no match":     List(ListPage{Page: page("/lists/2026-11", public), Edition: edition, Filter: ListFilter{Search: "x"}, Total: 3}),
		"entry, public":      Entry(entryPage("/entries/7", public, review.Published)),
		"entry, own":         Entry(own),
		"entry, ungraded":    Entry(broken),
		"entry, refused":     Entry(refused),
		"submissions":        Submissions(SubmissionsPage{Page: page("/submissions", submitter), Rows: []SubmissionRow{{ID: "7", State: review.Draft}, {ID: "8", System: "Example-2", State: review.InReview, Graded: true, Granted: 2, Claimed: 3}}}),
		"submissions, none":  Submissions(SubmissionsPage{Page: page("/submissions", submitter)}),
		"new":                New(NewPage{Page: page("/submissions/new", submitter), Editions: []string{"2026-11"}, MaxUpload: 2e9, Errors: FieldErrors{"files": "Too large.", "edition": "Closed.", "": "Not kept."}}),
		"new, closed":        New(NewPage{Page: page("/submissions/new", submitter)}),
		"form":               Form(formPage()),
		"form, fresh":        Form(FormPage{Page: page("/submissions/7/edit", submitter), ID: "7", State: review.Draft}),
		"log":                Log(logPage()),
		"log, none":          Log(LogPage{Page: page("/submissions/7/log", submitter), ID: "7", State: review.Draft, File: "HPL.out", Errors: FieldErrors{"": "HPL.out: is no log; name another."}}),
		"yaml":               YAML(YAMLPage{Page: page("/submissions/7/yaml", submitter), ID: "7", Text: "schema: <x>", Errors: []string{"Line 3 is wrong."}}),
		"queue":              Queue(QueuePage{Page: page("/review", reviewer), Now: noon, Rows: []QueueRow{{ID: "7", State: review.Submitted, Graded: true, Failed: 2, Narrowest: pointer(0.1), Of: "x", Since: noon.Add(-time.Hour)}, {ID: "8", State: review.InReview, Own: true}}}),
		"queue, none":        Queue(QueuePage{Page: page("/review", reviewer)}),
		"editions":           Editions(EditionsPage{Page: page("/editions", editor), Confirm: "2026-11", Rows: []EditionRow{{Name: "2026-11", Counts: map[review.State]int{review.Submitted: 2}}, {Name: "2026-06", Published: noon}}, Form: EditionForm{Errors: FieldErrors{"name": "Taken.", "opens": "No zone.", "methodology": "Unknown."}}}),
		"editions, none":     Editions(EditionsPage{Page: page("/editions", editor)}),
		"accounts":           Accounts(AccountsPage{Page: page("/accounts", admin), Rows: []AccountRow{{ID: "1", Name: "Sam", Role: review.Admin, Self: true}, {ID: "2", Name: "Kim", Role: review.Editor}}, Form: AccountForm{Errors: FieldErrors{"email": "Taken.", "role": "Unknown."}}}),
		"login":              Login(LoginPage{Page: page("/login", public), Next: "/review", Errors: FieldErrors{"": "They do not belong together.", "email": "Write it."}}),
		"error":              Error(ErrorPage{Page: page("/nowhere", public), Status: 404, RequestID: "1"}),
		"error, odd":         Error(ErrorPage{Page: page("/nowhere", public), Status: 418}),
		"rules":              Rules(RulesPage{Page: page("/rules", public), Rules: rules.All(), Editions: methodology.Editions()}),
		"rules, filtered":    Rules(RulesPage{Page: page("/rules", public), Rules: rules.All(), Editions: methodology.Editions(), Filter: RuleFilter{Edition: methodology.V12, Level: 2, Severity: rules.Must, Drafts: true}}),
		"rules, draft":       Rules(RulesPage{Page: page("/rules", public), Rules: rules.All(), Editions: methodology.Editions(), Filter: RuleFilter{Edition: methodology.V30, Drafts: true}}),
		"rules, none":        Rules(RulesPage{Page: page("/rules", public), Rules: rules.All(), Editions: methodology.Editions(), Filter: RuleFilter{Edition: methodology.V12, Severity: rules.May}}),
		"rule":               Rule(rulePage()),
		"rule, bare":         Rule(RulePage{Page: page("/rules/idle-power", public), Rule: oneRule("idle-power"), Editions: methodology.Editions(), Margins: &RuleMargins{}}),
		"rule, never":        Rule(RulePage{Page: page("/rules/measuring-point", public), Rule: oneRule("measuring-point"), Editions: methodology.Editions(), Examples: []RuleExample{{Never: "No other word can be written."}}}),
		"compare":            Compare(ComparePage{Page: page("/rules/compare", public), Rules: rules.All(), Editions: methodology.Editions()}),
		"compare, less":      Compare(ComparePage{Page: page("/rules/compare", public), Rules: rules.All(), Editions: methodology.Editions(), Differences: true, Drafts: true}),
	}
}

// parse renders a component and reads what a browser would.
func parse(t *testing.T, c templ.Component) *html.Node {
	t.Helper()
	var text strings.Builder
	if err := c.Render(context.Background(), &text); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// elements are the elements of the given names, or all of them.
func elements(root *html.Node, names ...string) []*html.Node {
	var found []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (len(names) == 0 || slices.Contains(names, n.Data)) {
			found = append(found, n)
		}
	}
	return found
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func inside(n *html.Node, name string) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if up.Data == name {
			return true
		}
	}
	return false
}

// every runs a check on every page.
func every(t *testing.T, check func(t *testing.T, root *html.Node)) {
	for name, component := range pages() {
		t.Run(name, func(t *testing.T) { check(t, parse(t, component)) })
	}
}

func TestNoPageNeedsMoreThanThePolicyAllows(t *testing.T) {
	every(t, func(t *testing.T, root *html.Node) {
		for _, n := range elements(root) {
			for _, a := range n.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
					t.Errorf("<%s> has %s=%q", n.Data, a.Key, a.Val)
				}
			}
			if n.Data == "style" || n.Data == "script" && !strings.HasPrefix(attribute(n, "src"), "/static/") {
				t.Errorf("<%s> is not from our own host", n.Data)
			}
		}
	})
}

func TestEveryFieldHasALabel(t *testing.T) {
	every(t, func(t *testing.T, root *html.Node) {
		labelled := map[string]bool{}
		for _, label := range elements(root, "label") {
			labelled[attribute(label, "for")] = true
		}
		for _, field := range elements(root, "input", "select", "textarea") {
			if attribute(field, "type") != "hidden" && !labelled[attribute(field, "id")] && !inside(field, "label") {
				t.Errorf("field %q has no label", attribute(field, "name"))
			}
		}
	})
}

func TestEveryReferenceHasItsTarget(t *testing.T) {
	every(t, func(t *testing.T, root *html.Node) {
		ids := map[string]bool{}
		for _, n := range elements(root) {
			if id := attribute(n, "id"); id != "" && ids[id] {
				t.Errorf("id %q is there twice", id)
			}
			ids[attribute(n, "id")] = true
		}
		for _, n := range elements(root) {
			for _, key := range []string{"for", "aria-labelledby", "aria-describedby", "list"} {
				for _, id := range strings.Fields(attribute(n, key)) {
					if !ids[id] {
						t.Errorf("<%s %s> names %q, which is not there", n.Data, key, id)
					}
				}
			}
			if target, local := strings.CutPrefix(attribute(n, "href"), "#"); local && !ids[target] {
				t.Errorf("link to #%s leads nowhere", target)
			}
		}
	})
}

func TestEveryPageHasItsLandmarks(t *testing.T) {
	every(t, func(t *testing.T, root *html.Node) {
		for _, name := range []string{"title", "h1", "main", "header", "footer"} {
			if count := len(elements(root, name)) - len(svgTitles(root, name)); count != 1 {
				t.Errorf("there are %d <%s>", count, name)
			}
		}
		for _, table := range elements(root, "table") {
			if len(elements(table, "caption")) != 1 {
				t.Error("a table has no caption")
			}
			for _, th := range elements(table, "th") {
				if !has(th, "scope") {
					t.Error("a <th> has no scope")
				}
			}
		}
	})
}

func svgTitles(root *html.Node, name string) []*html.Node {
	return slices.DeleteFunc(elements(root, name), func(n *html.Node) bool { return !inside(n, "svg") })
}
