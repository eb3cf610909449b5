package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// named is the value of a field of a page.
func named(t *testing.T, page, name string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	for node := range root.Descendants() {
		if attribute(node, "name") == name {
			value, _ := value(node)
			return value
		}
	}
	t.Fatalf("the page has no field %s:\n%s", name, page)
	return ""
}

// typed sends one field as the page does while somebody types.
func (h *house) typed(t *testing.T, path, was, value string) (*http.Response, string) {
	t.Helper()
	return h.post(t, "/submissions/"+number(h.draft)+"/fields",
		url.Values{"path": {path}, "was": {was}, "value": {value}, "revision": {"1"}})
}

// TestAFieldIsSavedAsItIsTyped and the answer is a fragment that says what became of it.
func TestAFieldIsSavedAsItIsTyped(t *testing.T) {
	h := open(t)
	was := h.form(t, h.draft)
	for _, c := range []struct {
		name, path, was, value string
		status                 int
		says                   string
		kept                   string
	}{
		{"a text", "system.name", was["system.name"], "Typed", http.StatusOK, `data-state="saved"`, "Typed"},
		{"the same again", "system.name", "Typed", "Typed", http.StatusOK, "Saved", "Typed"},
		{"what somebody else changed", "system.name", was["system.name"], "Mine", http.StatusOK,
			"changed this to Typed at", "Typed"},
		{"what is no number", "node_sets[0].nodes", was["node_sets[0].nodes"], "12,5", http.StatusOK,
			"is not a whole number", "12,5"},
		{"nothing", "contact.affiliation", was["contact.affiliation"], "", http.StatusOK, "data-state", ""},
		{"far too much", "system.url", was["system.url"], strings.Repeat("x", 65<<10), http.StatusOK,
			"It is not saved.", was["system.url"]},
		{"hostile", "site.url", was["site.url"], `"><script>alert(1)</script>`, http.StatusOK, "Saved",
			`"><script>alert(1)</script>`},
		{"no field", "system.no_such", "", "x", http.StatusUnprocessableEntity, "no such field", ""},
		{"another way to write a field", "meters[00].make", "", "x", http.StatusUnprocessableEntity,
			"no such field", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer, page := h.typed(t, c.path, c.was, c.value)
			if answer.StatusCode != c.status {
				t.Errorf("got %d", answer.StatusCode)
			}
			holds(t, page, c.says)
			if got := h.form(t, h.draft)[c.path]; got != c.kept {
				t.Errorf("the form shows %q, want %q", got, c.kept)
			}
			if announced := answer.Header.Get("HX-Trigger") != ""; announced !=
				(strings.Contains(page, `data-state="saved"`) || strings.Contains(page, `data-state="wrong"`) ||
					strings.Contains(page, `data-state="empty"`)) {
				t.Errorf("announced: %v\n%s", announced, page)
			}
		})
	}
}

// TestTheVerdictFollowsWhatIsTyped: the level, the next thing to correct with a link to its field, and what
// higher levels still need.
func TestTheVerdictFollowsWhatIsTyped(t *testing.T) {
	h := open(t)
	address := "/submissions/" + number(h.draft) + "/verdict?since=1"
	before := h.read(t, "submitter", address)
	says(t, before, "Level now", "L2", "For Level 3", "Level by aspect", "Nothing more for Level 2")
	holds(t, before, `href="#`)
	if strings.Contains(before, "<html") || strings.Contains(before, "Changed by others") {
		t.Errorf("got\n%s", before)
	}
	h.typed(t, "meters[0].make", h.form(t, h.draft)["meters[0].make"], "")
	after := h.read(t, "submitter", address)
	says(t, after, "none claimed Level 2", "Meter 1, Make")
	holds(t, after, `href="#f-meters-0-make"`)
	says(t, h.read(t, "submitter", "/submissions/"+number(h.draft)), "meters-described")

	h.typed(t, "system.name", h.form(t, h.draft)["system.name"], "")
	after = h.read(t, "submitter", address)
	says(t, after, "this is missing")
	holds(t, after, `href="#f-system-name"`)
	if status := h.submit(t, h.draft); status != http.StatusConflict {
		t.Errorf("an entry that cannot be graded was submitted: %d", status)
	}
}

// TestSubmittingGradesFirst what was typed a moment ago.
func TestSubmittingGradesFirst(t *testing.T) {
	h := open(t)
	h.typed(t, "system.name", h.form(t, h.draft)["system.name"], "Typed at last")
	if status := h.submit(t, h.draft); status != http.StatusSeeOther {
		t.Errorf("got %d", status)
	}
	h.wantDocument(t, h.draft, "Typed at last")
}

// TestTheTextDoesNotOverwrite what was changed since it was loaded; saved again, it does.
func TestTheTextDoesNotOverwrite(t *testing.T) {
	h := open(t)
	address := "/submissions/" + number(h.draft) + "/yaml"
	page := h.read(t, "submitter", address)
	h.typed(t, "node_sets[0].nodes", h.form(t, h.draft)["node_sets[0].nodes"], "12,5")
	text := named(t, page, "document")
	was := h.form(t, h.draft)["site.url"]
	h.typed(t, "site.url", was, "https://theirs.example.org")
	mine := strings.Replace(text, was, "https://mine.example.org", 1)
	answer, page := h.post(t, address, url.Values{"document": {mine}, "revision": {named(t, page, "revision")}})
	if answer.StatusCode != http.StatusConflict {
		t.Errorf("got %d", answer.StatusCode)
	}
	says(t, page, "to \"https://theirs.example.org\"; your text says \"https://mine.example.org\"")
	if got := named(t, page, "document"); got != mine {
		t.Errorf("what was typed is lost: %s", got)
	}
	if answer, _ = h.post(t, address, url.Values{"document": {mine}, "revision": {named(t, page, "revision")},
		"told": {named(t, page, "told")}}); answer.StatusCode != http.StatusSeeOther {
		t.Errorf("got %d", answer.StatusCode)
	}
	if form := h.form(t, h.draft); form["site.url"] != "https://mine.example.org" ||
		form["node_sets[0].nodes"] != "12,5" {
		t.Errorf("got %q and %q", form["site.url"], form["node_sets[0].nodes"])
	}
}

// TestAnItemIsRemovedWithWhatWasTyped beside it, and not if somebody else removed one before it.
func TestAnItemIsRemovedWithWhatWasTyped(t *testing.T) {
	h := open(t)
	fields := h.form(t, h.draft)
	for i, name := range []string{"clock", "voltage", "fans"} {
		at := "tunables[" + string(rune('0'+i)) + "]."
		fields[at+"name"], fields[at+"default"], fields[at+"value"] = name, "1", "2"
	}
	h.press(t, h.draft, fields, "save")
	one, other := h.form(t, h.draft), h.form(t, h.draft)
	one["system.name"] = "Typed beside"
	_, page := h.press(t, h.draft, one, "remove:tunables:0")
	if now := filled(t, page); now["tunables[0].name"] != "voltage" || now["tunables[1].name"] != "fans" ||
		now["tunables[2].name"] != "" || now["system.name"] != "Typed beside" {
		t.Errorf("got %v", now)
	}
	status, page := h.press(t, h.draft, other, "remove:tunables:0")
	if status != http.StatusConflict {
		t.Errorf("got %d", status)
	}
	says(t, page, "changed the tunables in the meantime")
	answer, page := h.typed(t, "tunables[0].default", "1", "other")
	if answer.StatusCode != http.StatusOK || !strings.Contains(page, `data-state="homeless"`) {
		t.Errorf("another item was written to:\n%s", page)
	}
}
