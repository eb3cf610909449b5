package web_test

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/store/accounts"
	"green500/store/lists"
)

// TestARemovedEntrySaysSoFirst: on every page that shows an entry which an erratum took out of its list, to everybody
// who reads it, before the heading of the page or the name of the entry.
func TestARemovedEntrySaysSoFirst(t *testing.T) {
	h := open(t)
	entry := number(h.listOfTwo(t))
	pages := map[string][]string{
		"public": {"/entries/" + entry, "/entries/" + entry + "/study", "/models?entry=" + entry},
		"submitter": {"/submissions/" + entry, "/submissions/" + entry + "/questions", "/submissions/" + entry +
			"/appeals", "/submissions/" + entry + "/audit", "/submissions/" + entry + "/study"},
		"reviewer": {"/submissions/" + entry, "/submissions/" + entry + "/questions",
			"/submissions/" + entry + "/reviewer"},
		"editor": {"/submissions/" + entry, "/submissions/" + entry + "?tab=files"},
	}
	rows := map[string]string{"public": "/lists/" + editionOfTwo + "?as-of=released", "submitter": "/submissions",
		"reviewer": "/review?state=all&edition=" + editionOfTwo}
	const words = "Removed from the list of " + editionOfTwo + " by erratum 1"
	for visitor, all := range pages {
		for _, address := range all {
			if said, _ := h.readAs(t, visitor, address); strings.Contains(said, words) {
				t.Errorf("%s: %s says before the erratum that the entry was removed", visitor, address)
			}
		}
	}
	id := h.takeOut(t)
	if id != entry {
		t.Fatalf("took out entry %s", id)
	}
	for visitor, all := range pages {
		for _, address := range all {
			said, _ := h.readAs(t, visitor, address)
			if first := firstWords(t, said); !strings.HasPrefix(first, words+", ") ||
				!strings.Contains(first, "It was <measured> wrongly.") {
				t.Errorf("%s: %s begins with %q", visitor, address, first)
			}
		}
	}
	for visitor, address := range rows {
		said, _ := h.readAs(t, visitor, address)
		mark := strings.Index(said, words)
		if name := strings.Index(said[max(mark, 0):], "/"+entry+`"`); mark < 0 || name < 0 || name > 200 {
			t.Errorf("%s: the row of %s does not say first that the entry was removed", visitor, address)
		}
	}
	if said, _ := h.readAs(t, "public", "/lists/"+editionOfTwo); strings.Contains(said, "/entries/"+entry+`"`) &&
		strings.Index(said, "/entries/"+entry+`"`) < strings.Index(said, `id="errata"`) {
		t.Error("the current list still ranks the entry")
	}
}

// takeOut takes the first entry of editionOfTwo out of its list.
func (h *house) takeOut(t *testing.T) string {
	t.Helper()
	list, err := h.store.Lists.PublishedList(t.Context(), editionOfTwo, accounts.User{}, lists.AsOf{})
	must(t, err)
	_, err = h.store.Lists.Correct(t.Context(), editionOfTwo, lists.Correction{EntryID: list.Rows[0].EntryID,
		TakeOut: true, Reason: "It was <measured> wrongly."}, h.people["editor"])
	must(t, err)
	return number(list.Rows[0].EntryID)
}

// firstWords are the words with which the main part of a page begins.
func firstWords(t *testing.T, page string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	for n := range root.Descendants() {
		if n.Data == "main" {
			var words strings.Builder
			for text := range n.Descendants() {
				if text.Type == html.TextNode {
					words.WriteString(text.Data)
				}
			}
			return strings.TrimSpace(words.String())
		}
	}
	return ""
}
