package web_test

import (
	"bytes"
	"io"
	"maps"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/store/submissions"
)

// filled reads the form of a page as a browser would send it: names and values, without buttons.
func filled(t *testing.T, page string) map[string]string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	fields := map[string]string{}
	for node := range root.Descendants() {
		if node.Type == html.ElementNode && attribute(node, "name") != "" && inForm(node) {
			if value, sent := value(node); sent {
				fields[attribute(node, "name")] = value
			}
		}
	}
	return fields
}

func inForm(node *html.Node) bool {
	for parent := range node.Ancestors() {
		if parent.Data == "form" {
			return attribute(parent, "id") == "form"
		}
	}
	return false
}

func value(node *html.Node) (text string, sent bool) {
	switch node.Data {
	case "textarea":
		return content(node), true
	case "select":
		for option := range node.Descendants() {
			if option.Data == "option" && has(option, "selected") {
				return optionValue(option), true
			}
		}
		for option := range node.Descendants() {
			if option.Data == "option" {
				return optionValue(option), true
			}
		}
	case "input":
		switch attribute(node, "type") {
		case "checkbox", "radio":
			return attribute(node, "value"), has(node, "checked")
		case "file", "submit", "button":
			return "", false
		}
		return attribute(node, "value"), true
	}
	return "", false
}

func optionValue(option *html.Node) string {
	if has(option, "value") {
		return attribute(option, "value")
	}
	return content(option)
}

func content(node *html.Node) string {
	var text strings.Builder
	for child := range node.Descendants() {
		if child.Type == html.TextNode {
			text.WriteString(child.Data)
		}
	}
	return text.String()
}

func has(node *html.Node, name string) bool {
	return slices.ContainsFunc(node.Attr, func(a html.Attribute) bool { return a.Key == name })
}

func attribute(node *html.Node, name string) string {
	for _, a := range node.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// press sends the form of an entry with the button of an action, and returns the page it leads to.
func (h *house) press(t *testing.T, entry int64, fields map[string]string, action string) (int, string) {
	t.Helper()
	address := "/submissions/" + number(entry) + "/edit"
	answer, text := h.sendFilled(t, address, fields, action)
	if answer.StatusCode == http.StatusSeeOther {
		return answer.StatusCode, h.read(t, "submitter", address)
	}
	return answer.StatusCode, text
}

// sendFilled sends a form of an entry with the button of an action.
func (h *house) sendFilled(t *testing.T, address string, fields map[string]string,
	action string) (*http.Response, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		must(t, form.WriteField(name, fields[name]))
	}
	must(t, form.WriteField("action", action))
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address, &body)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer := h.send(t, "submitter", request)
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(text)
}

func (h *house) form(t *testing.T, entry int64) map[string]string {
	t.Helper()
	return filled(t, h.read(t, "submitter", "/submissions/"+number(entry)+"/edit"))
}

func (h *house) document(t *testing.T, entry int64) submissions.Revision {
	t.Helper()
	revision, err := h.store.Submissions.Revision(t.Context(), entry, 0)
	must(t, err)
	return revision
}

// TestTheFormLosesNothing: a form that is sent as it came changes neither document nor verdict.
func TestTheFormLosesNothing(t *testing.T) {
	h := open(t)
	before := h.document(t, h.draft)
	if status, page := h.press(t, h.draft, h.form(t, h.draft), "save"); status != http.StatusSeeOther {
		t.Fatalf("got %d:\n%s", status, page)
	}
	after := h.document(t, h.draft)
	if !bytes.Equal(before.Document, after.Document) {
		t.Errorf("the document changed from\n%s\nto\n%s", before.Document, after.Document)
	}
	if before.ReportDigest != after.ReportDigest {
		t.Error("the verdict changed")
	}
}

// TestItemsCanBeAddedAndRemoved without any script in the page.
func TestItemsCanBeAddedAndRemoved(t *testing.T) {
	h := open(t)
	status, page := h.press(t, h.draft, h.form(t, h.draft), "add:tunables")
	fields := filled(t, page)
	if _, there := fields["tunables[0].name"]; status != http.StatusOK || !there {
		t.Fatalf("nothing was added: %d", status)
	}
	fields["tunables[0].name"], fields["tunables[0].default"], fields["tunables[0].value"] = "GPU clock",
		"1980 MHz", "1410 MHz"
	h.press(t, h.draft, fields, "save")
	h.press(t, h.draft, h.form(t, h.draft), "add:tunables")
	if !strings.Contains(string(h.document(t, h.draft).Document), "1410 MHz") {
		t.Fatal("what was added is not kept")
	}
	h.press(t, h.draft, h.form(t, h.draft), "remove:tunables:0")
	if strings.Contains(string(h.document(t, h.draft).Document), "1410 MHz") {
		t.Error("what was removed is kept")
	}
}

// TestTwoWindowsDoNotOverwriteEachOther: the second to save is told at the field, keeps what was typed, and
// what both changed apart from each other is kept.
func TestTwoWindowsDoNotOverwriteEachOther(t *testing.T) {
	h := open(t)
	one, other := h.form(t, h.draft), h.form(t, h.draft)
	one["system.name"], other["system.name"], other["contact.affiliation"] = "Written first", "Written second", "Centre"
	h.press(t, h.draft, one, "save")
	status, page := h.press(t, h.draft, other, "save")
	if status != http.StatusConflict || filled(t, page)["system.name"] != "Written second" {
		t.Errorf("got %d", status)
	}
	says(t, page, "submitter changed this to Written first at", "you typed Written second")
	holds(t, page, `value="keep:system.name"`, `value="take:system.name"`)
	h.wantDocument(t, h.draft, "Written first", "Centre")

	again := filled(t, page)
	if status, page = h.press(t, h.draft, again, "save"); status != http.StatusConflict {
		t.Errorf("what was not settled overwrote the other: %d\n%s", status, page)
	}
	if status, _ = h.press(t, h.draft, filled(t, page), "keep:system.name"); status != http.StatusSeeOther {
		t.Errorf("what was kept got %d", status)
	}
	h.wantDocument(t, h.draft, "Written second")
}

// TestTheOthersValueCanBeTaken and with it goes what was typed.
func TestTheOthersValueCanBeTaken(t *testing.T) {
	h := open(t)
	one, other := h.form(t, h.draft), h.form(t, h.draft)
	one["system.name"], other["system.name"] = "Written first", "Written second"
	h.press(t, h.draft, one, "save")
	_, page := h.press(t, h.draft, other, "save")
	if status, page := h.press(t, h.draft, filled(t, page), "take:system.name"); status != http.StatusSeeOther ||
		filled(t, page)["system.name"] != "Written first" {
		t.Errorf("got %d", status)
	}
	h.wantDocument(t, h.draft, "Written first")
}

// wantDocument fails the test unless the document of an entry holds some texts.
func (h *house) wantDocument(t *testing.T, entry int64, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if document := string(h.document(t, entry).Document); !strings.Contains(document, text) {
			t.Errorf("the document does not hold %q:\n%s", text, document)
		}
	}
}

// TestErrorsAreShownAtTheirField and what was typed is still there, also for a person who comes back.
func TestErrorsAreShownAtTheirField(t *testing.T) {
	h := open(t)
	fields := h.form(t, h.draft)
	fields["node_sets[0].nodes"], fields["system.name"] = "many", "Typed"
	status, page := h.press(t, h.draft, fields, "save")
	if status != http.StatusSeeOther {
		t.Errorf("got %d", status)
	}
	says(t, page, "Saved. One field cannot be read yet.", "\"many\" is not a whole number")
	if again := h.form(t, h.draft); again["node_sets[0].nodes"] != "many" || again["system.name"] != "Typed" {
		t.Error("what was typed is lost")
	}
	if status := h.submit(t, h.draft); status != http.StatusConflict {
		t.Errorf("what cannot be read was submitted: %d", status)
	}
}

// submit sends an entry for review.
func (h *house) submit(t *testing.T, entry int64) int {
	t.Helper()
	answer, _ := h.post(t, "/submissions/"+number(entry)+"/moves", url.Values{"verb": {"submit"}, "revision": {"1"}})
	return answer.StatusCode
}

// post sends a small form as the submitter.
func (h *house) post(t *testing.T, address string, fields url.Values) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address,
		strings.NewReader(fields.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := h.send(t, "submitter", request)
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(text)
}
