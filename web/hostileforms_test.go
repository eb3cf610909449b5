package web_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/store/storetest"
)

// pagesWithForms are the pages whose forms are filled in, by who sees them. That of a submission's fields has
// tests of its own.
var pagesWithForms = map[string][]string{
	"public": {"/login", "/register", "/register/again", "/reset"},
	"submitter": {
		"/account", "/account/tokens", "/account/webhooks", "/sites", "/sites/SITE", "/equipment/new?kind=meter",
		"/equipment/new?kind=node_set", "/equipment/new?kind=subsystem",
		"/equipment/new?kind=system", "/equipment/KEPT", "/submissions/new", "/submissions/DRAFT",
		"/submissions/DRAFT/manifest", "/submissions/DRAFT/yaml",
		"/submissions/DRAFT/parts", "/submissions/DRAFT/log?file=meter.csv",
	},
	"reviewer": {"/submissions/WAITING", "/review", "/review/conflicts"},
	"editor":   {"/editions", "/submissions/WAITING/reviewer"},
	"admin":    {"/accounts", "/outbox"},
}

// sentForm is a form of a page, as it would be sent untouched.
type sentForm struct {
	action string
	fields url.Values
	typed  []string // names of the fields that somebody types into
}

// formsOf are the forms of a page that change something, but for those that end what the test goes on with.
func formsOf(t *testing.T, page, address string) []sentForm {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	must(t, err)
	var forms []sentForm
	for node := range root.Descendants() {
		if node.Data != "form" || !strings.EqualFold(attribute(node, "method"), http.MethodPost) {
			continue
		}
		form := sentForm{action: attribute(node, "action"), fields: url.Values{}}
		if form.action == "" {
			form.action = address
		}
		ends := slices.ContainsFunc([]string{"/logout", "/sessions", "/delete", "/leave"},
			func(end string) bool { return strings.HasSuffix(form.action, end) })
		if ends {
			continue
		}
		for field := range node.Descendants() {
			name := attribute(field, "name")
			if text, sent := value(field); name != "" && sent {
				form.fields.Set(name, text)
				if attribute(field, "type") != "hidden" {
					form.typed = append(form.typed, name)
				}
			}
		}
		forms = append(forms, form)
	}
	return forms
}

// TestEveryFormTakesWhatIsTyped: whatever is typed into whatever form of the site, it is refused with a page
// or taken, and never shown as markup. The forms are those of the pages, so that a new field is tried too.
func TestEveryFormTakesWhatIsTyped(t *testing.T) {
	storetest.Long(t)
	t.Parallel()
	h := open(t)
	h.found(t)
	tried := 0
	for _, visitor := range slices.Sorted(maps.Keys(pagesWithForms)) {
		for _, address := range pagesWithForms[visitor] {
			t.Run(visitor+" "+address, func(t *testing.T) {
				at := h.address(address)
				for _, form := range formsOf(t, h.read(t, visitor, at), at) {
					for _, name := range []string{"nothing", "markup", "line ends", "zero byte", "no UTF-8", "negative",
						"beyond whole", "too much"} {
						h.abuse(t, visitor, form, form.typed, name)
					}
					for _, name := range []string{"script", "SQL", "far too much"} {
						h.abuse(t, visitor, form, slices.Collect(maps.Keys(form.fields)), name)
					}
					tried++
				}
				unharmed(t, address, h.read(t, visitor, at))
			})
		}
	}
	if tried < len(pagesWithForms) {
		t.Errorf("only %d forms were filled in", tried)
	}
}

// abuse sends a form with something hostile in some of its fields.
func (h *house) abuse(t *testing.T, visitor string, form sentForm, into []string, name string) {
	t.Helper()
	fields := maps.Clone(form.fields)
	for _, field := range into {
		fields[field] = []string{hostile[name]}
	}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, h.server.URL+form.action,
		strings.NewReader(fields.Encode()))
	must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	h.logins++
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.%d.%d.1", h.logins/250, h.logins%250))
	status, page := h.pageOf(t, visitor, request)
	if status >= http.StatusInternalServerError {
		t.Errorf("%s with %s in %q: %d", form.action, name, into, status)
	}
	unharmed(t, form.action, page)
}
