package docs

import (
	"regexp"
	"strings"
	"testing"
)

// TestGuidesAsHTML: what the guides use of Markdown, as a page shows it.
func TestGuidesAsHTML(t *testing.T) {
	const text = "# Guide\n\nA *word*, `code < 1` and a\n[link](glossary.md#meters-and-logs).\n\n" +
		"- **One**: [none](operating.md)\n  goes on\n\n- two\n" +
		"\n1. first\n\n| Name | Meaning |\n|---|---|\n| `a` | [b](https://b.example/c#d) |\n\n```\n# x\n\ny\n```\n"
	const want = `<h1 id="guide">Guide</h1><p>A <em>word</em>, <code>code &lt; ` +
		`1</code> and a <a href="/guides/glossary#meters-and-logs">link</a>.` +
		"<ul><li><strong>One</strong>: none goes on<li>two</ul><ol><li>first</ol>" +
		`<div class="table-box" role="region" aria-label="Table 1" tabindex="0"><table><caption>Table 1: ` +
		`Guide</caption><thead>` +
		`<tr><th scope="col">Name<th scope="col">Meaning<tbody><tr><td><code>a</code><td>` +
		`<a href="https://b.example/c#d">b</a></table></div>` + `<pre tabindex="0"># x` + "\n\ny\n</pre>"
	if got := inHTML(text); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestEveryGuideIsShown, without marks of Markdown outside of code.
func TestEveryGuideIsShown(t *testing.T) {
	for name, want := range map[string]string{
		"submitting": "Submitting from a terminal", "log-formats": "Log formats", "reviewing": "Guide for reviewers",
		"editing":  "Guide for editors",
		"glossary": "Glossary", "lists": "Published lists", "trust": "How far verdicts can be trusted",
	} {
		title, page, ok := Guide(name)
		outside := regexp.MustCompile(`(?s)<(pre|code).*?</(pre|code)>`).ReplaceAllString(page, "")
		if !ok || title != want || regexp.MustCompile("[`|*]|\\]\\(").MatchString(outside) ||
			strings.Count(page, "<h1") != 1 {
			t.Errorf("%s: %v, %q\n%s", name, ok, title, outside)
		}
	}
	for _, name := range []string{"", "operating", "../README", "examples/smallest/submission"} {
		if title, _, ok := Guide(name); ok {
			t.Errorf("%q is a guide: %s", name, title)
		}
	}
	if content, ok := Example("submission.yaml"); !ok || !strings.Contains(string(content), "claimed_level: 1") {
		t.Errorf("the smallest document is %q", content)
	}
}
