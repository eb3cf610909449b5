package web_test

import (
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/store/storetest"
	"green500/templates/fields"
	"green500/validation/document"
)

const (
	mark        = "data-hostile" // of an attribute that no page of ours has
	fieldLimit  = 64 << 10       // bytes that one field may hold
	lostState   = `data-state="lost"`
	hostileMark = `"><b ` + mark + `>`
)

// hostile is what nobody should type, and somebody does.
var hostile = map[string]string{
	"spaces":              " \t ",
	"markup":              hostileMark + `</textarea></select></title><img src=x onerror=alert(1) ` + mark + `>`,
	"script":              `</script><script ` + mark + `>alert(1)</script>`,
	"template":            "{{.}}${7*7}<%= 1 %>",
	"SQL":                 `'; DROP TABLE entries; -- " OR 1=1`,
	"line ends":           "a\r\nSet-Cookie: x=1\r\n\r\nb",
	"zero byte":           "a\x00b",
	"no UTF-8":            "a\xff\xfe\xc3(b",
	"right to left":       "meter\u202Egpj.exe\u2066",
	"emoji":               "👩‍🔬🏳️‍🌈 Zoë 日本",
	"a path":              "../../../etc/passwd",
	"a path of Windows":   `C:\Windows\..\x`,
	"a web address":       "javascript:alert(1)",
	"formula":             `=HYPERLINK("http://x.example","y")`,
	"negative":            "-1",
	"zero":                "0",
	"beyond numbers":      "1e400",
	"beyond whole":        "99999999999999999999",
	"no number":           "NaN",
	"infinite":            "-Inf",
	"decimal comma":       "12,5",
	"thousands":           "1 000 000",
	"hexadecimal":         "0x1F",
	"another unit":        "12 kW",
	"a time in no zone":   "2026-11-05T10:00:00 Nowhere/Land",
	"no day":              "2026-02-30",
	"a far year":          "9999999-01-01T00:00:00Z",
	"semicolons":          ";;;=;=,,",
	"YAML":                "!!binary {a: [*x, &x 1]}",
	"other choice":        "maybe",
	"as much as there is": strings.Repeat("x", fieldLimit),
	"too much":            strings.Repeat("x", fieldLimit+1),
	"far too much":        strings.Repeat("x", 1<<20),
	"nothing":             "",
}

// keptText is what is kept of a text: databases take no broken letters and no zero bytes, and lines end alike.
func keptText(typed string) string {
	typed = strings.ReplaceAll(typed, "\r\n", "\n")
	return strings.ReplaceAll(strings.ToValidUTF8(typed, "\uFFFD"), "\x00", "")
}

// everyField is every field of the form, of groups that of their first item.
func everyField() []fields.Field {
	var all []fields.Field
	for _, section := range fields.Sections() {
		for _, field := range section.Fields {
			field.Path = strings.Replace(field.Path, "[]", "[0]", 1)
			all = append(all, field)
		}
	}
	return all
}

// oneOfEachKind is a field for every way in which fields are filled in.
func oneOfEachKind() []fields.Field {
	kinds := map[fields.Kind]bool{}
	return slices.DeleteFunc(everyField(), func(field fields.Field) bool {
		seen := kinds[field.Kind]
		kinds[field.Kind] = true
		return seen
	})
}

// unharmed fails the test if a page runs or shows as markup what somebody typed.
func unharmed(t *testing.T, where, page string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	for node := range root.Descendants() {
		if has(node, mark) ||
			node.Data == "script" && content(node) != "" && attribute(node, "type") != "application/json" {
			t.Errorf("%s shows as markup what was typed", where)
		}
		for _, a := range node.Attr {
			if strings.HasPrefix(a.Key, "on") ||
				strings.HasPrefix(strings.TrimSpace(a.Val), "javascript:") && a.Key != "value" {
				t.Errorf("%s: <%s %s=%q>", where, node.Data, a.Key, a.Val)
			}
		}
	}
}

// stands fails the test unless the pages of an entry answer and harm nobody; it returns its form.
func (h *house) stands(t *testing.T, entry int64) string {
	t.Helper()
	at := "/submissions/" + number(entry)
	for _, address := range []string{at, at + "/verdict", at + "/yaml", at + "/parts", at + "/manifest",
		at + "/uploads", "/submissions"} {
		unharmed(t, address, h.read(t, "submitter", address))
	}
	form := h.read(t, "submitter", at+"/edit")
	unharmed(t, at+"/edit", form)
	return form
}

// TestEveryFieldTakesWhatIsTyped as it is typed: it is kept, or it is said that it is not, and why; and the
// verdict answers all the same.
func TestEveryFieldTakesWhatIsTyped(t *testing.T) {
	t.Parallel()
	h := open(t)
	for _, name := range slices.Sorted(maps.Keys(hostile)) {
		t.Run(name, func(t *testing.T) {
			fields := oneOfEachKind()
			if name == "markup" {
				fields = everyField()
			}
			h.typeInto(t, fields, hostile[name])
		})
	}
}

// typeInto types a text into fields one after another, and what they held again if they hold much.
func (h *house) typeInto(t *testing.T, fields []fields.Field, value string) {
	t.Helper()
	draft, err := h.store.Drafts.Draft(t.Context(), h.draft)
	must(t, err)
	kept := draft.Values // a form does not show that a box holds neither yes nor no
	for _, field := range fields {
		was := kept[field.Path]
		answer, page := h.typed(t, field.Path, was, value)
		unharmed(t, field.Path, page)
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %d\n%s", field.Path, answer.StatusCode, page)
		}
		lost := strings.Contains(page, lostState)
		switch {
		case lost != (len(value) > fieldLimit):
			t.Errorf("%s: lost: %v\n%s", field.Path, lost, page)
		case lost:
			says(t, page, "a field 65536 at most", "It is not saved.")
		case len(value) == fieldLimit:
			h.typed(t, field.Path, value, was)
		default:
			kept[field.Path] = document.Tidy(field.Path, keptText(value), "")
		}
	}
	h.wantForm(t, h.stands(t, h.draft), kept)
}

// wantForm fails the test if a form does not show what is kept. A box can only be ticked or not.
func (h *house) wantForm(t *testing.T, page string, kept map[string]string) {
	t.Helper()
	shown := filled(t, page)
	for _, field := range everyField() {
		got, want := shown[field.Path], kept[field.Path]
		if field.Kind == fields.KindCheckbox && want != "true" {
			want = ""
		}
		if got != want {
			t.Errorf("%s shows %.80q, and holds %.80q", field.Path, got, want)
		}
	}
}

// shortText is how many bytes every field may hold, for a request to be taken.
const shortText = 500

// TestTheWholeFormTakesWhatIsTyped into many fields of it at once, without a script. What could not be
// kept is still there to be shortened.
func TestTheWholeFormTakesWhatIsTyped(t *testing.T) {
	storetest.Long(t)
	t.Parallel()
	h := open(t)
	for _, name := range slices.Sorted(maps.Keys(hostile)) {
		value := hostile[name]
		if len(value) >= 1<<20 {
			// so many are more than a request may hold: TestEveryFieldTakesWhatIsTyped types it into one at a time
			continue
		}
		t.Run(name, func(t *testing.T) {
			every := everyField()
			some := len(every)
			if len(value) > shortText {
				some = 40 // of the longest texts, as many as a request may hold
			}
			for fields := range slices.Chunk(every, some) {
				sent := h.form(t, h.draft)
				for _, field := range fields {
					sent[field.Path] = value
				}
				h.pressAll(t, sent, len(value))
			}
			h.stands(t, h.draft)
		})
	}
}

// pressAll saves what was typed into the form, the longest text of which has a length.
func (h *house) pressAll(t *testing.T, sent map[string]string, longest int) {
	t.Helper()
	status, page := h.press(t, h.draft, sent, "save")
	kept := maps.Clone(sent)
	for path, value := range sent {
		kept[path] = document.Tidy(path, keptText(value), "")
	}
	switch {
	case status == http.StatusUnprocessableEntity && longest > fieldLimit:
		says(t, page, "a field 65536 at most")
	case status == http.StatusUnprocessableEntity && longest == fieldLimit:
		says(t, page, "the fields hold more than 1048576 bytes then")
	case status != http.StatusSeeOther:
		t.Errorf("got %d", status)
	}
	unharmed(t, "the answer", page)
	h.wantForm(t, page, kept)
}

// TestAFieldBeyondTheRequest is said to be too much, also if the request does not say how long it is.
func TestAFieldBeyondTheRequest(t *testing.T) {
	h := open(t)
	address := "/submissions/" + number(h.draft) + "/fields"
	form := url.Values{"path": {"system.name"}, "value": {strings.Repeat("\u00e9", 1<<20)}, "revision": {"1"}}.Encode()
	for name, body := range map[string]io.Reader{"told": strings.NewReader(form),
		"not told": io.MultiReader(strings.NewReader(form))} {
		t.Run(name, func(t *testing.T) {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+address, body)
			must(t, err)
			request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			status, page := h.pageOf(t, "submitter", request)
			if status != http.StatusRequestEntityTooLarge {
				t.Errorf("got %d", status)
			}
			says(t, page, "may hold 2097152 bytes at most")
		})
	}
}

// TestContradictionsAreSaid: fields that contradict each other are kept, and the verdict says what to correct.
func TestContradictionsAreSaid(t *testing.T) {
	t.Parallel()
	for name, fields := range map[string]map[string]string{
		"the end before the start":     {"run.full_run.end": "2026-11-05T09:00:00+01:00"},
		"more measured than there are": {"node_sets[0].measured": "999999"},
		"a meter that is not there":    {"series[0].meter": "no-such-meter"},
		"no nodes":                     {"node_sets[0].nodes": "0", "node_sets[0].measured": "0"},
		"fewer than none":              {"node_sets[0].nodes": "-3"},
		"two meters of one id":         {"meters[1].id": "METER"},
		"a file that is not there":     {"series[0].file": "no-such-file.csv"},
		"another unit":                 {"series[0].unit": "V"},
		"an output that is a log":      {"run.output": "meter.csv"},
		"a log that is an output":      {"series[0].file": "HPL.out"},
		"a level that is none":         {"claimed_level": "-1"},
		"a level above all":            {"claimed_level": "99"},
		"another methodology":          {"methodology": "9.9"},
		"a window that ends at once": {"run.averaging_window.start": "2026-11-05T10:20:00+01:00",
			"run.averaging_window.end": "2026-11-05T10:20:00+01:00"},
		"a core phase outside the run": {"run.core_phase.start": "2020-01-01T00:00:00Z",
			"run.core_phase.end": "2020-01-01T01:00:00Z"},
		"the last of more than can be": {"meters[499].id": "last"},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t)
			was := h.form(t, h.draft)
			for path, value := range fields {
				if value == "METER" {
					value = was["meters[0].id"]
				}
				if answer, page := h.typed(t, path, was[path], value); answer.StatusCode != http.StatusOK ||
					strings.Contains(page, lostState) {
					t.Errorf("%s: %d %s", path, answer.StatusCode, page)
				}
			}
			h.stands(t, h.draft)
			verdict := h.read(t, "submitter", "/submissions/"+number(h.draft)+"/verdict")
			if strings.Contains(verdict, "Nothing more for Level 2") || !strings.Contains(verdict, "Next") {
				t.Errorf("nothing is said:\n%s", verdict)
			}
		})
	}
}
