// Package pagetest has sample data for the tests of pages, and checks that every page must pass.
package pagetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"golang.org/x/net/html"
)

// Check holds pages, by their names, to what every page has to be.
func Check(t *testing.T, pages map[string]templ.Component) {
	t.Helper()
	for name, component := range pages {
		t.Run(name, func(t *testing.T) {
			root := Parse(t, component)
			needsNoMoreThanThePolicyAllows(t, root)
			everyFieldHasALabel(t, root)
			everyReferenceHasItsTarget(t, root)
			thePageHasItsLandmarks(t, root)
			noOpenFindingReadsAsPassed(t, root)
		})
	}
}

// noOpenFindingReadsAsPassed: the sentence of what did not pass stands alone only as the name of a requirement, and
// what only another level requires is no failure.
func noOpenFindingReadsAsPassed(t *testing.T, root *html.Node) {
	t.Helper()
	for _, table := range Elements(root, "table") {
		for _, n := range Elements(table, "span") {
			if strings.Contains(Attribute(table, "class"), "findings-above") &&
				strings.Contains(Attribute(n, "class"), "outcome-fail") {
				t.Errorf("what another level requires is marked %q", TextOf(n))
			}
		}
	}
	for n := range root.Descendants() {
		for _, f := range Findings() {
			said := strings.ReplaceAll(n.Data, f.Heading(), "")
			if n.Type == html.TextNode && n.Parent.Data != "dd" && f.Outcome.Open() && strings.Contains(said, f.Title) {
				t.Errorf("<%s> says %q of what is %s", n.Parent.Data, n.Data, f.Outcome)
			}
		}
	}
}

// needsNoMoreThanThePolicyAllows: no inline script, style or handler.
func needsNoMoreThanThePolicyAllows(t *testing.T, root *html.Node) {
	t.Helper()
	for _, n := range Elements(root) {
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
				t.Errorf("<%s> has %s=%q", n.Data, a.Key, a.Val)
			}
		}
		if n.Data == "style" || n.Data == "script" && !strings.HasPrefix(Attribute(n, "src"), "/static/") {
			t.Errorf("<%s> is not from our own host", n.Data)
		}
	}
}

func everyFieldHasALabel(t *testing.T, root *html.Node) {
	t.Helper()
	labelled := map[string]bool{}
	for _, label := range Elements(root, "label") {
		labelled[Attribute(label, "for")] = true
	}
	for _, field := range Elements(root, "input", "select", "textarea") {
		if Attribute(field, "type") != "hidden" && !labelled[Attribute(field, "id")] && !inside(field, "label") {
			t.Errorf("field %q has no label", Attribute(field, "name"))
		}
	}
}

func everyReferenceHasItsTarget(t *testing.T, root *html.Node) {
	t.Helper()
	ids := map[string]bool{}
	for _, n := range Elements(root) {
		if id := Attribute(n, "id"); id != "" && ids[id] {
			t.Errorf("id %q is there twice", id)
		}
		ids[Attribute(n, "id")] = true
	}
	for _, n := range Elements(root) {
		for _, key := range []string{"for", "aria-labelledby", "aria-describedby", "list"} {
			for _, id := range strings.Fields(Attribute(n, key)) {
				if !ids[id] {
					t.Errorf("<%s %s> names %q, which is not there", n.Data, key, id)
				}
			}
		}
		if target, local := strings.CutPrefix(Attribute(n, "href"), "#"); local && !ids[target] {
			t.Errorf("link to #%s leads nowhere", target)
		}
	}
}

func thePageHasItsLandmarks(t *testing.T, root *html.Node) {
	t.Helper()
	for _, name := range []string{"title", "h1", "main", "header", "footer"} {
		if count := len(Elements(root, name)) - len(svgTitles(root, name)); count != 1 {
			t.Errorf("there are %d <%s>", count, name)
		}
	}
	for _, table := range Elements(root, "table") {
		if len(Elements(table, "caption")) != 1 {
			t.Error("a table has no caption")
		}
		for _, th := range Elements(table, "th") {
			if !Has(th, "scope") {
				t.Error("a <th> has no scope")
			}
		}
	}
}

func svgTitles(root *html.Node, name string) []*html.Node {
	return slices.DeleteFunc(Elements(root, name), func(n *html.Node) bool { return !inside(n, "svg") })
}

// Parse renders a component and reads what a browser would.
func Parse(t *testing.T, c templ.Component) *html.Node {
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

// Elements are the elements of the given names, or all of them.
func Elements(root *html.Node, names ...string) []*html.Node {
	var found []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (len(names) == 0 || slices.Contains(names, n.Data)) {
			found = append(found, n)
		}
	}
	return found
}

// Attribute is the value of an attribute; empty if the element has none.
func Attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// Has reports whether an element has an attribute.
func Has(n *html.Node, key string) bool {
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

// TextOf is what a browser would read in an element.
func TextOf(n *html.Node) string {
	var text strings.Builder
	for child := range n.Descendants() {
		if child.Type == html.TextNode {
			text.WriteString(child.Data)
		}
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
