package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// rooms is the one table of who may import whom inside the project. A room that is not in it does
// not exist. Tests may import what they like.
var rooms = map[string][]string{
	"validation/power":                   {"validation/power/internal/*"},
	"validation/power/internal/integers": {},
	"validation/power/internal/typical":  {},
	"validation/methodology":             {"validation/power"},
	"validation/forensics/fingerprint":   {"validation/power"},
	"validation/forensics":               {"validation/methodology", "validation/power"},
	"validation/forensics/logwarnings":   {"validation/power", "validation/forensics", "validation/methodology"},
	"validation/uncertainty":             {"validation/methodology", "validation/power"},
	"validation/rules":                   {"validation/power", "validation/forensics", "validation/methodology"},
	"validation": {"validation/power", "validation/forensics", "validation/forensics/logwarnings",
		"validation/rules", "validation/methodology", "validation/uncertainty"},
	"validation/review":         {"validation/power"},
	"validation/review/receipt": {"validation/power"},
	"validation/review/audit":   {"validation/power", "validation/review/receipt"},
	"validation/document":       {"validation/power", "validation/methodology"},
	"validation/logs/canonical": {"validation/power"},
	"validation/logs/tracefile": {"validation/power", "validation/logs/canonical",
		"validation/logs/tracefile/internal/*", "validation/logs/hpl"},
	"validation/logs/tracefile/internal/tracetest": {"validation/power"},
	"validation/logs/tracefile/internal/celltext":  {"validation/power"},
	"validation/logs/tracefile/internal/columnname": {"validation/methodology", "validation/power",
		"validation/logs/tracefile/internal/celltext"},
	"validation/logs/tracefile/internal/timestamp": {"validation/power",
		"validation/logs/tracefile/internal/celltext", "validation/logs/tracefile/internal/columnname"},
	"validation/logs/tracefile/internal/table": {"validation/power", "validation/logs/canonical",
		"validation/logs/tracefile/internal/celltext", "validation/logs/tracefile/internal/columnname",
		"validation/logs/tracefile/internal/input", "validation/logs/tracefile/internal/timestamp"},
	"validation/logs/tracefile/internal/input": {"validation/logs/canonical", "validation/power",
		"validation/logs/tracefile/internal/celltext", "validation/logs/tracefile/internal/table"},
	"validation/logs/tracefile/internal/delimited": {"validation/logs/canonical", "validation/power",
		"validation/logs/tracefile/internal/celltext", "validation/logs/tracefile/internal/columnname",
		"validation/logs/tracefile/internal/input", "validation/logs/tracefile/internal/table",
		"validation/logs/tracefile/internal/timestamp"},
	"validation/logs/tracefile/internal/parquet": {"validation/logs/canonical", "validation/power",
		"validation/logs/tracefile/internal/celltext", "validation/logs/tracefile/internal/columnname",
		"validation/logs/tracefile/internal/input", "validation/logs/tracefile/internal/table",
		"validation/logs/tracefile/internal/timestamp"},
	"validation/logs/tracefile/internal/capture": {"validation/power",
		"validation/logs/tracefile/internal/celltext", "validation/logs/tracefile/internal/columnname",
		"validation/logs/tracefile/internal/input", "validation/logs/tracefile/internal/table",
		"validation/logs/tracefile/internal/timestamp"},
	"validation/logs/tracefile/internal/jsonlog": {"validation/power",
		"validation/logs/tracefile/internal/capture", "validation/logs/tracefile/internal/celltext",
		"validation/logs/tracefile/internal/columnname", "validation/logs/tracefile/internal/delimited",
		"validation/logs/tracefile/internal/input", "validation/logs/tracefile/internal/table",
		"validation/logs/tracefile/internal/timestamp"},
	"validation/logs/tracefile/internal/archive": {"validation/power", "validation/logs/tracefile/internal/capture",
		"validation/logs/tracefile/internal/celltext", "validation/logs/tracefile/internal/columnname",
		"validation/logs/tracefile/internal/input", "validation/logs/tracefile/internal/jsonlog",
		"validation/logs/tracefile/internal/table", "validation/logs/tracefile/internal/timestamp"},
	"validation/logs/tracefile/internal/xlsx": {"validation/power",
		"validation/logs/tracefile/internal/archive", "validation/logs/tracefile/internal/celltext",
		"validation/logs/tracefile/internal/columnname", "validation/logs/tracefile/internal/input",
		"validation/logs/tracefile/internal/table", "validation/logs/tracefile/internal/timestamp"},
	"validation/logs/tracefile/internal/linelog": {"validation/logs/hpl", "validation/power",
		"validation/logs/tracefile/internal/capture", "validation/logs/tracefile/internal/celltext",
		"validation/logs/tracefile/internal/columnname", "validation/logs/tracefile/internal/delimited",
		"validation/logs/tracefile/internal/input", "validation/logs/tracefile/internal/jsonlog",
		"validation/logs/tracefile/internal/table", "validation/logs/tracefile/internal/timestamp"},
	"validation/logs/tracefile/internal/infer": {"validation/methodology", "validation/power",
		"validation/logs/tracefile/internal/archive", "validation/logs/tracefile/internal/celltext",
		"validation/logs/tracefile/internal/columnname", "validation/logs/tracefile/internal/input",
		"validation/logs/tracefile/internal/jsonlog", "validation/logs/tracefile/internal/linelog",
		"validation/logs/tracefile/internal/table", "validation/logs/tracefile/internal/timestamp"},
	"validation/logs/hpl": {"validation/power"},
	"validation/logs/contents": {"validation/power", "validation/logs/canonical", "validation/logs/drawing",
		"validation/forensics", "validation/forensics/logwarnings", "validation/methodology",
		"validation/logs/tracefile"},
	"validation/document/proposal": {"validation/power", "validation/methodology",
		"validation/lists/published", "validation/logs/contents"},
	"validation/logs/drawing": {"validation/power"},
	"validation/document/sample": {"validation/power", "validation/document", "validation/methodology",
		"validation/lab/model", "validation/review"},
	"validation/rules/examples": {"validation/document/bundle", "validation/logs/canonical",
		"validation/methodology", "validation/power", "validation/rules", "validation/document/sample"},
	"validation/document/bundle": {"validation/power", "validation", "validation/document",
		"validation/forensics", "validation/logs/hpl", "validation/methodology", "validation/logs/tracefile",
		"validation/logs/canonical"},
	"validation/review/diff":     {"validation", "validation/document", "validation/power", "validation/rules"},
	"validation/lists/listing":   {"validation/power", "validation/lists/published"},
	"validation/lists/published": {"validation/power"},
	"validation/lists/export":    {"validation/lists/listing", "validation/power"},
	"validation/lists/bulkfile":  {"validation/lists/listing", "validation/lists/export"},
	"validation/lists/rehearsal": {"validation", "validation/methodology", "validation/power", "validation/review",
		"validation/lists/export"},
	"validation/lists/powersteps":    {"validation", "validation/power", "validation/review/receipt"},
	"validation/lists/citation":      {"validation/power"},
	"validation/lists/signedarchive": {"validation/lists/powersteps", "validation/review/receipt"},
	"validation/lab/model":           {"validation/power"},
	"validation/plan": {"validation", "validation/document", "validation/methodology",
		"validation/lab/model", "validation/power", "validation/rules", "validation/uncertainty"},
	"validation/lab/whatif": {"validation", "validation/lab/model", "validation/power"},
	"validation/lab": {"validation/logs/canonical", "validation/document", "validation/power",
		"validation/logs/contents", "validation/logs/tracefile"},
	"validation/lab/study": {"validation/logs/canonical", "validation/document", "validation/lab",
		"validation/lab/model", "validation/methodology", "validation/power", "validation/logs/contents",
		"validation/logs/tracefile"},
	"validation/lab/machine": {"validation/logs/canonical", "validation/lab", "validation/lab/model",
		"validation/power", "validation/logs/tracefile"},
	"validation/lab/calibrationfile": {"validation/logs/canonical", "validation/lab", "validation/lab/model",
		"validation/power", "validation/logs/contents", "validation/logs/tracefile"},
	"validation/lab/plausibility": {"validation", "validation/lab/calibrationfile", "validation/methodology",
		"validation/lab/model", "validation/power", "validation/uncertainty"},
	"migrations":           {},
	"static":               {},
	"store/problems":       {"store", "store/*"},
	"store/inuse":          {"migrations", "store/database", "validation/power"},
	"store/blobs":          {"validation/power", "validation/logs/canonical"},
	"store/database/nocgo": {},
	"store/secret":         {"store/blobs", "validation/power"},
	"store/person":         {"validation/review"},
	"store/filetree":       {"store/blobs", "validation/power"},
	"store/sharedevidence": {"validation/forensics/fingerprint", "validation/power"},
	"store/database":       {"migrations", "store/blobs", "validation/*"},
	"store/recorded":       {"store/blobs", "store/database", "store/secret", "validation/*"},
	"store/outbox":         {"store/database", "store/installation", "store/recorded", "store/secret"},
	"store/jobs":           {"migrations", "store/database", "store/outbox", "store/recorded"},
	"store/accounts":       {"store/database", "store/outbox", "store/person", "store/recorded", "validation/*"},
	"store/sites":          {"store/accounts", "store/database", "store/outbox", "store/recorded", "validation/*"},
	"store/editions":       {"store/accounts", "store/database", "store/recorded", "validation/*"},
	"store/submissions": {"store/accounts", "store/blobs", "store/database", "store/editions", "store/filetree",
		"store/recorded", "store/sites", "validation/*"},
	"store/drafts": {"store/accounts", "store/database", "store/editions", "store/filetree",
		"store/recorded", "store/sites", "store/submissions", "validation/*"},
	"store/notices": {"store/accounts", "store/database", "store/drafts", "store/editions", "store/outbox",
		"store/person", "store/recorded", "store/secret", "store/submissions", "store/webhooks", "validation/*"},
	"store/uploads": {"store/accounts", "store/blobs", "store/database", "store/drafts", "store/filetree",
		"store/jobs", "store/recorded", "store/submissions", "validation/*"},
	"store/reviews": {"store/accounts", "store/blobs", "store/database", "store/editions", "store/notices",
		"store/outbox", "store/person", "store/recorded", "store/sharedevidence", "store/submissions", "store/uploads",
		"validation/*"},
	"store/lists": {"migrations", "store/accounts", "store/blobs", "store/database", "store/editions",
		"store/notices", "store/recorded", "store/reviews", "store/sites", "store/submissions", "validation/*"},
	"store/auditlog": {"migrations", "store/accounts", "store/blobs", "store/database", "store/editions",
		"store/lists", "store/recorded", "store/reviews", "store/sites", "store/submissions", "validation/*"},
	"store/administration": {"migrations", "store/accounts", "store/auditlog", "store/database",
		"store/installation", "store/jobs", "store/outbox", "store/person", "store/recorded", "store/reviews",
		"store/submissions", "store/uploads", "store/webhooks", "validation/*"},
	"store": {"store/accounts", "store/administration", "store/auditlog", "store/blobs",
		"store/database", "store/drafts", "store/editions", "store/jobs", "store/lists", "store/notices",
		"store/outbox", "store/recorded", "store/reviews", "store/secret", "store/sites", "store/submissions",
		"store/uploads", "store/webhooks", "validation/*"},
	"store/backup":       {"migrations", "store", "store/*", "validation/power"},
	"store/installation": {"validation/review"},
	"store/webhooks": {"store/database", "store/blobs", "store/installation", "store/secret",
		"validation/power", "validation/review"},
	"store/storetest":    {"migrations", "store", "store/*", "validation/*"},
	"store/roomtest":     {"store", "store/*", "validation/*"},
	"templates":          {"static", "validation/*"},
	"templates/chart":    {"static", "templates", "validation/*"},
	"templates/fields":   {"templates", "validation/*"},
	"templates/pagetest": {"templates", "validation/*"},
	"templates/upload":   {"templates", "validation/*"},
	"templates/review":   {"templates", "templates/chart", "templates/fields", "validation/*"},
	"templates/draft": {"templates", "templates/chart", "templates/fields", "templates/review",
		"templates/upload", "validation/*"},
	"templates/public": {"templates", "templates/chart", "validation/*"},
	"templates/list":   {"templates", "templates/chart", "validation/*"},
	"templates/submission": {"templates", "templates/chart", "templates/fields", "templates/list",
		"templates/review", "templates/upload", "validation/*"},
	"templates/evidence": {"templates", "templates/chart", "templates/review", "templates/submission",
		"validation/*"},
	"templates/account": {"templates", "validation/*"},
	"templates/api":     {"templates", "validation/*"},
	"templates/archive": {"templates", "validation/*"},
	"templates/data":    {"templates", "validation/*"},
	"templates/desk":    {"templates", "templates/fields", "validation/*"},
	"templates/lab":     {"templates", "templates/chart", "templates/fields", "validation/*"},
	"templates/rules":   {"templates", "templates/chart", "validation/*"},
	"handlers":          {"store", "store/*", "templates", "templates/chart", "validation/*"},
	"handlers/upload":   {"handlers", "store", "store/*", "templates/upload", "validation/*"},
	"handlers/review": {"handlers", "store", "store/*", "templates", "templates/chart", "templates/review",
		"validation/*"},
	"handlers/draft": {"handlers", "handlers/review", "handlers/upload", "store", "store/*", "templates",
		"templates/chart", "templates/draft", "templates/fields", "validation/*"},
	"handlers/submission": {"handlers", "handlers/list", "handlers/review", "handlers/upload", "store", "store/*",
		"templates", "templates/chart", "templates/evidence", "templates/submission", "validation/*"},
	"handlers/list": {"handlers", "store", "store/*", "templates", "templates/chart", "templates/data",
		"templates/list", "validation/*"},
	"docs": {},
	"handlers/public": {"docs", "handlers", "handlers/list", "store", "store/*", "templates",
		"templates/chart", "templates/public", "validation/*"},
	"handlers/account": {"handlers", "store", "store/*", "templates", "templates/account", "validation/*"},
	"handlers/api": {"handlers", "handlers/draft", "handlers/list", "handlers/submission", "store",
		"store/*", "templates/api", "validation/*"},
	"handlers/archive": {"handlers", "store", "store/*", "templates", "templates/archive", "validation/*"},
	"handlers/desk": {"handlers", "handlers/archive", "store", "store/*", "templates", "templates/desk",
		"validation/*"},
	"handlers/lab":   {"handlers", "store", "store/*", "templates/chart", "templates/lab", "validation/*"},
	"handlers/rules": {"handlers", "store", "store/*", "templates/rules", "validation/*"},
	"web":            {"handlers", "handlers/*", "static", "store", "store/*", "validation/*"},
	"cmd/green500":   {"*"},
	"cmd/green500/demodata": {"store", "store/*", "validation/methodology", "validation/lists/published",
		"validation/review", "validation/document/sample"},
	"cmd/green500/bill":        {},
	"cmd/green500/calling":     {"cmd/green500/connect", "store", "store/*"},
	"cmd/green500/checkreport": {"static", "templates/chart", "templates/submission", "validation/*"},
	"cmd/green500/corephase":   {"validation/*"},
	"cmd/green500/connect":     {"validation/power"},
	"cmd/green500/fetch":       {"cmd/green500/connect", "validation/*"},
	"cmd/green500/proposals":   {"validation/*"},
	"cmd/green500/inputfile":   {"validation/document/bundle", "validation/power"},
	"cmd/green500/mailing": {"cmd/green500/connect", "cmd/green500/inputfile", "store", "store/*",
		"validation/power"},
	"cmd/green500/platform":  {"validation/power"},
	"cmd/green500/observing": {"store", "store/*", "web", "validation/power"},
	"cmd/green500/setup":     {"store", "store/*", "validation/power", "validation/review"},
	"cmd/green500/watch":     {"cmd/green500/fetch", "validation/*"},
}

// homes are the libraries that only some rooms may know.
var homes = map[string][]string{
	"gorm.io/": {"store", "store/database", "store/accounts", "store/administration",
		"store/auditlog", "store/drafts", "store/editions", "store/jobs", "store/lists", "store/notices",
		"store/outbox", "store/recorded", "store/reviews", "store/sites", "store/submissions", "store/uploads",
		"store/installation", "store/person", "store/roomtest", "store/sharedevidence", "store/storetest",
		"store/webhooks"},
	"github.com/minio/":         {"store/blobs", "store/storetest"},
	"github.com/labstack/echo":  {"web", "handlers", "handlers/*"},
	"github.com/go-echarts/":    {"templates/chart"},
	"github.com/a-h/templ":      {"templates/*", "handlers", "handlers/*"},
	"github.com/prometheus/":    {"cmd/green500/observing"},
	"go.opentelemetry.io/":      {"cmd/green500/observing"},
	"github.com/wneessen/":      {"cmd/green500/mailing"},
	"github.com/go-webauthn/":   {"handlers/account"},
	"github.com/coreos/go-oidc": {"handlers/account"},
	"golang.org/x/oauth2":       {"handlers/account"},
	"net/http": {"web", "handlers", "handlers/*", "cmd/green500", "cmd/green500/calling",
		"cmd/green500/observing", "cmd/green500/fetch"},
	"github.com/richardlehane/": {"validation/lists/published"},
	"github.com/parquet-go/": {"validation/logs/canonical", "validation/lists/export",
		"validation/logs/tracefile/internal/parquet", "validation/logs/tracefile/internal/tracetest"},
	"golang.org/x/image/":        {"validation/logs/drawing"},
	"github.com/alecthomas/kong": {"cmd/green500", "cmd/green500/platform"},
	"database/sql": {"migrations", "store", "store/backup", "store/database", "store/inuse",
		"store/lists", "store/roomtest", "store/storetest"},
	"filippo.io/age": {"store/backup"},
}

// pageless lists the packages below templates that hold no page. A package of pages is imported by the name of its
// folder and "page".
var pageless = []string{"templates/chart", "templates/fields", "templates/pagetest"}

// pure rooms see no clock, no environment, no database and no network.
var pure = []string{"os", "net", "net/http", "database/sql"}

func TestImportsPointOneWay(t *testing.T) {
	for _, file := range sources(t) {
		room := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(file, root+"/")))
		allowed, known := rooms[room]
		if !known {
			t.Errorf("%s lies in %s, which is no room", file, room)
			continue
		}
		for _, imported := range imports(t, file) {
			inside, ours := strings.CutPrefix(imported, "green500/")
			switch {
			case ours && strings.HasSuffix(inside, "test") && !strings.HasSuffix(room, "test"):
				t.Errorf("%s imports %s, which only tests may", file, imported)
			case ours && !matches(allowed, inside):
				t.Errorf("%s imports %s; %s may import %v", file, imported, room, allowed)
			case !ours:
				checkLibrary(t, file, room, imported)
			}
		}
	}
}

// TestPagesAreImportedByOneName: the folders of templates and of handlers are called alike, and so are some of
// validation.
func TestPagesAreImportedByOneName(t *testing.T) {
	for _, file := range sources(t) {
		for _, spec := range importSpecs(t, file) {
			room, ours := strings.CutPrefix(pathOf(t, spec), "green500/")
			folder, page := strings.CutPrefix(room, "templates/")
			if !ours || !page || slices.Contains(pageless, room) {
				continue
			}
			if want := folder + "page"; spec.Name == nil || spec.Name.Name != want {
				t.Errorf("%s does not import %s as %s", file, room, want)
			}
		}
	}
}

func checkLibrary(t *testing.T, file, room, imported string) {
	t.Helper()
	for library, at := range homes {
		if strings.HasPrefix(imported, library) && !matches(at, room) {
			t.Errorf("%s imports %s, whose home is %v", file, imported, at)
		}
	}
	if strings.HasPrefix(room, "validation") && !strings.HasSuffix(room, "test") && slices.Contains(pure, imported) {
		t.Errorf("%s imports %s; validation sees bytes and values only", file, imported)
	}
}

// TestValidationHasNoClock: the same input gives the same verdict at any time and place.
func TestValidationHasNoClock(t *testing.T) {
	for _, file := range sources(t) {
		if !strings.HasPrefix(file, root+"/validation") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"time.Now(", "time.Since(", "time.Until(", "rand.N("} {
			if strings.Contains(string(text), word) {
				t.Errorf("%s uses %s", file, word)
			}
		}
	}
}

// TestTopLevelIsWhatWasAgreed holds the house to its rooms.
func TestTopLevelIsWhatWasAgreed(t *testing.T) {
	agreed := []string{
		"cmd", "web", "handlers", "store", "validation", "templates", "static", "migrations", "go.mod", "go.sum",
		"Dockerfile", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", ".ci", ".git",
		".gitignore", ".golangci.yml", ".dockerignore", "compose.yaml", "SECURITY.md", "docs",
		"screenshots", "green500-demo", "green500-data", "green500", "release",
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !slices.Contains(agreed, entry.Name()) {
			t.Errorf("%s is not part of the agreed top level", entry.Name())
		}
	}
}

// matches reports whether an imported room is among those allowed; "validation/*" takes its parent in.
func matches(allowed []string, room string) bool {
	for _, one := range allowed {
		parent, many := strings.CutSuffix(one, "*")
		if one == room || (many && strings.HasPrefix(room+"/", parent)) {
			return true
		}
	}
	return false
}

func sources(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && path != root {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatal("no sources", err)
	}
	return files
}

func imports(t *testing.T, name string) []string {
	t.Helper()
	var paths []string
	for _, spec := range importSpecs(t, name) {
		paths = append(paths, pathOf(t, spec))
	}
	return paths
}

func importSpecs(t *testing.T, name string) []*ast.ImportSpec {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	return file.Imports
}

func pathOf(t *testing.T, spec *ast.ImportSpec) string {
	t.Helper()
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

var namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9]+)`")

// TestTheThreatModelIsProved: every test that SECURITY.md names is there, and every threat names one.
func TestTheThreatModelIsProved(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range declaredTest.FindAllStringSubmatch(string(source), -1) {
			there[found[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	threats := 0
	// a threat is an item that begins with a sentence in bold
	for _, one := range strings.Split(string(text), "\n- ")[1:] {
		named := namedTest.FindAllStringSubmatch(one, -1)
		if threat.MatchString(one) {
			threats++
			if len(named) == 0 {
				t.Errorf("no test proves a control of this threat: %s", one)
			}
		}
		for _, one := range named {
			if !there[one[1]] {
				t.Errorf("there is no %s", one[1])
			}
		}
	}
	if threats < 20 {
		t.Errorf("there are only %d threats", threats)
	}
}

var threat = regexp.MustCompile(`^\*\*[A-Z][^*]*\.\*\*`)

var declaredTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9]+)\(`)
