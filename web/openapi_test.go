package web_test

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"green500/handlers/api"
	"green500/store/storetest"
	"green500/validation/review"
	"green500/web"
)

// TestWhatProgramsAreToldIsAsDescribed: every answer of the server fits the schema that openapi.json has for it.
func TestWhatProgramsAreToldIsAsDescribed(t *testing.T) {
	h := open(t)
	storetest.Lists{Editions: 2, Entries: 30, Systems: 20}.Fill(t, h.database)
	said, _ := h.readAs(t, "public", "/api/openapi.json")
	described, err := jsonschema.UnmarshalJSON(strings.NewReader(said))
	must(t, err)
	token := h.token(t, "submitter", review.Scopes()...)
	for _, row := range []struct {
		method, path, address, body string
		status                      int
	}{
		{"get", "/api/v1/lists", "/api/v1/lists", "", 200},
		{"get", "/api/v1/lists/{name}", "/api/v1/lists/2025-11", "", 200},
		{"get", "/api/v1/lists/{name}", "/api/v1/lists/" + sealedEdition, "", 404},
		{"get", "/api/v1/lists/{name}/rows", "/api/v1/lists/2025-11/rows", "", 200},
		{"get", "/api/v1/lists/{name}/rows",
			"/api/v1/lists/all/rows?columns=system,power,level,optimised&size=7&page=2", "", 200},
		{"get", "/api/v1/lists/{name}/rows", "/api/v1/lists/all/rows?power_from=much&sort=nothing", "", 422},
		{"get", "/api/v1/lists/{name}/rows", "/api/v1/lists/none/rows", "", 404},
		{"get", "/api/v1/systems/{id}", "/api/v1/systems/1", "", 200},
		{"get", "/api/v1/systems/{id}", "/api/v1/systems/x", "", 404},
		{"get", "/api/v1/columns", "/api/v1/columns", "", 200},
		{"get", "/api/v1/server", "/api/v1/server", "", 200},
		{"get", "/api/v1/submissions", "/api/v1/submissions", "", 200},
		{"get", "/api/v1/submissions/{id}", "/api/v1/submissions/WAITING", "", 200},
		{"get", "/api/v1/submissions/{id}", "/api/v1/submissions/999999", "", 404},
		{"post", "/api/v1/submissions/{id}/verdict", "/api/v1/submissions/DRAFT/verdict", "", 200},
		{"put", "/api/v1/submissions/{id}/document", "/api/v1/submissions/DRAFT/document", "{", 422},
		{"post", "/api/v1/submissions/{id}/manifest", "/api/v1/submissions/DRAFT/manifest",
			strings.Repeat("0", 64) + "  log.csv\n", 201},
		{"post", "/api/v1/submissions/{id}/submit", "/api/v1/submissions/WAITING/submit", "", 409},
	} {
		answer, text := h.program(t, token, strings.ToUpper(row.method), h.address(row.address), row.body)
		if answer.StatusCode != row.status {
			t.Errorf("%s %s: %d, want %d: %s", row.method, row.address, answer.StatusCode, row.status, text)
			continue
		}
		kind := answer.Header.Get("Content-Type")
		schema := schemaIn(t, described, "paths", row.path, row.method, "responses", strconv.Itoa(row.status),
			"content", kind, "schema")
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		must(t, err)
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s %s is not as described: %v", row.method, row.address, err)
		}
	}
}

// schemaIn is the schema at a place of a document.
func schemaIn(t *testing.T, document any, steps ...string) *jsonschema.Schema {
	t.Helper()
	pointer := "openapi.json#"
	for _, step := range steps {
		pointer += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(step))
	}
	compiler := jsonschema.NewCompiler()
	must(t, compiler.AddResource("openapi.json", document))
	schema, err := compiler.Compile(pointer)
	must(t, err)
	return schema
}

// TestEveryAddressForProgramsIsDescribed holds openapi.json and the routes against each other.
func TestEveryAddressForProgramsIsDescribed(t *testing.T) {
	routes, parameter := map[string]bool{}, regexp.MustCompile(`:([a-z]+)`)
	for _, route := range web.Routes(&web.Answering{}) {
		if strings.HasPrefix(route.Path, "/api/v1/") {
			routes[route.Method+" "+parameter.ReplaceAllString(route.Path, "{$1}")] = true
		}
	}
	for _, operation := range api.Operations() {
		name := operation.Method + " " + operation.Address()
		if !routes[name] {
			t.Errorf("%s is described, and no route", name)
		}
		delete(routes, name)
	}
	for name := range routes {
		t.Errorf("%s is not described", name)
	}
}

// TestTheFeedTellsOfListsAndErrata holds the feed to what RFC 4287 demands of one.
func TestTheFeedTellsOfListsAndErrata(t *testing.T) {
	h := open(t)
	h.rename(t, "Renamed")
	said, header := h.readAs(t, "public", "/feed.atom")
	type entry struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Link    struct {
			Href string `xml:"href,attr"`
		} `xml:"link"`
		Summary string `xml:"summary"`
	}
	var feed struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		entry
		Author  string  `xml:"author>name"`
		Entries []entry `xml:"entry"`
	}
	must(t, xml.Unmarshal([]byte(said), &feed))
	if !strings.HasPrefix(header.Get("Content-Type"), "application/atom+xml") || feed.Author == "" ||
		len(feed.Entries) != 2 {
		t.Fatalf("got %v %s", header, said)
	}
	ids := map[string]bool{}
	for _, one := range append([]entry{feed.entry}, feed.Entries...) {
		if _, err := time.Parse(time.RFC3339, one.Updated); err != nil || one.ID == "" || one.Title == "" ||
			ids[one.ID] || one.Updated > feed.Updated {
			t.Errorf("got %+v", one)
		}
		ids[one.ID] = true
	}
	if newest := feed.Entries[0]; !strings.Contains(newest.Title, "Erratum 1") || !strings.Contains(newest.Summary,
		"a typing error") || !strings.HasSuffix(newest.Link.Href, "/lists/2025-11/changes") {
		t.Errorf("got %+v", newest)
	}
	if strings.Contains(said, sealedEdition) {
		t.Error("the feed names a list under embargo")
	}
}

// TestTheSitemapLeadsToPublicPages: every address of it is answered, and none reveals an entry under embargo.
func TestTheSitemapLeadsToPublicPages(t *testing.T) {
	h := open(t)
	said, _ := h.readAs(t, "public", "/sitemap.xml")
	var tree struct {
		Addresses []string `xml:"url>loc"`
	}
	must(t, xml.Unmarshal([]byte(said), &tree))
	if len(tree.Addresses) < 10 || strings.Contains(said, sealedEdition) || strings.Contains(said,
		"/entries/"+number(h.sealed)+"<") || !strings.Contains(said, "/entries/"+number(h.listed)+"<") {
		t.Errorf("got %s", said)
	}
	for _, column := range []string{"site", "country", "vendor", "processor"} {
		if !strings.Contains(said, "<loc>https://green500.example/by/"+column+"/") {
			t.Errorf("no page of a %s is in it", column)
		}
	}
	for _, address := range tree.Addresses {
		if strings.Contains(address, "/rules/") {
			continue // they are many, and each has a test of its own
		}
		if status := h.visit(t, "public", http.MethodGet,
			strings.TrimPrefix(address, "https://green500.example")); status != http.StatusOK {
			t.Errorf("%s: %d", address, status)
		}
	}
	if robots, _ := h.readAs(t, "public", "/robots.txt"); !strings.Contains(robots,
		"Sitemap: https://green500.example/sitemap.xml\n") {
		t.Errorf("got %s", robots)
	}
}

// TestTheDescriptionGeneratesClients: operations have names that are identifiers, everything that is referred to is
// there, and a generator makes a client with every operation of the description as OpenAPI 3.0.
func TestTheDescriptionGeneratesClients(t *testing.T) {
	h := open(t)
	identifier := regexp.MustCompile(`^[a-z][A-Za-z0-9]*$`)
	var names []string
	for _, at := range []string{"/api/openapi.json", "/api/openapi-3.0.json"} {
		said, _ := h.readAs(t, "public", at)
		var described struct {
			Paths      map[string]map[string]struct{ OperationID string }
			Components struct{ Schemas map[string]any }
		}
		must(t, json.Unmarshal([]byte(said), &described))
		names = nil
		for path, operations := range described.Paths {
			for method, operation := range operations {
				if names = append(names, operation.OperationID); !identifier.MatchString(operation.OperationID) {
					t.Errorf("%s %s is called %q", method, path, operation.OperationID)
				}
			}
		}
		slices.Sort(names)
		if len(slices.Compact(slices.Clone(names))) != len(api.Operations()) {
			t.Errorf("%s has the operations %q", at, names)
		}
		for _, refers := range regexp.MustCompile(`"#/components/schemas/([^"]+)"`).FindAllStringSubmatch(said, -1) {
			if described.Components.Schemas[refers[1]] == nil {
				t.Errorf("%s refers to %s, which is not there", at, refers[1])
			}
		}
		for _, name := range []string{"Report", "Problem", "Row", "Submission", "ReportFinding"} {
			if described.Components.Schemas[name] == nil {
				t.Errorf("%s does not describe %s", at, name)
			}
		}
	}
	generator, err := exec.LookPath(cmp.Or(os.Getenv("GREEN500_TEST_OAPI_CODEGEN"), "../.ci/tools/oapi-codegen"))
	if err != nil {
		t.Skip("oapi-codegen is not here; .ci/run installs it into .ci/tools")
	}
	described := filepath.Join(t.TempDir(), "openapi.json")
	said, _ := h.readAs(t, "public", "/api/openapi-3.0.json")
	must(t, os.WriteFile(described, []byte(said), 0o600))
	client, err := exec.CommandContext(t.Context(), generator, "-generate", "types,client", "-package", "client",
		described).Output()
	must(t, err)
	for _, name := range names {
		if function := strings.ToUpper(name[:1]) + name[1:]; !strings.Contains(string(client), ") "+function+
			"(ctx context.Context") && !strings.Contains(string(client), ") "+function+"WithBody(ctx context.Context") {
			t.Errorf("the client cannot %s", name)
		}
	}
}
