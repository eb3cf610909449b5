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
	"validation/bounded":                       {},
	"validation/calendar":                      {},
	"validation/leftout":                       {},
	"validation/power":                         {"validation/bounded", "validation/calendar", "validation/leftout", "validation/power/internal/*"},
	"validation/power/internal/kept":           {},
	"validation/power/internal/packed":         {"validation/power/internal/wide"},
	"validation/power/internal/typical":        {},
	"validation/power/internal/wide":           {},
	"validation/methodology":                   {"validation/power"},
	"validation/fingerprint":                   {"validation/power"},
	"validation/forensics":                     {"validation/methodology", "validation/power"},
	"validation/logwarnings":                   {"validation/leftout", "validation/forensics", "validation/methodology", "validation/power"},
	"validation/uncertainty":                   {"validation/methodology", "validation/power"},
	"validation/rules":                         {"validation/leftout", "validation/calendar", "validation/forensics", "validation/methodology", "validation/power"},
	"validation":                               {"validation/leftout", "validation/forensics", "validation/logwarnings", "validation/rules", "validation/methodology", "validation/power", "validation/uncertainty"},
	"validation/review":                        {"validation/power"},
	"validation/receipt":                       {"validation/power"},
	"validation/audit":                         {"validation/power", "validation/receipt"},
	"validation/suggest":                       {},
	"validation/document":                      {"validation/calendar", "validation/methodology", "validation/power", "validation/suggest"},
	"validation/canonical":                     {"validation/bounded", "validation/leftout", "validation/power"},
	"validation/tracefile":                     {"validation/leftout", "validation/canonical", "validation/power", "validation/tracefile/internal/*", "validation/hpl"},
	"validation/tracefile/internal/hashed":     {},
	"validation/tracefile/internal/tracetest":  {"validation/power"},
	"validation/tracefile/internal/celltext":   {"validation/leftout", "validation/power"},
	"validation/tracefile/internal/columnname": {"validation/methodology", "validation/power", "validation/tracefile/internal/celltext"},
	"validation/tracefile/internal/timestamp":  {"validation/calendar", "validation/power", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname"},
	"validation/tracefile/internal/table":      {"validation/calendar", "validation/leftout", "validation/canonical", "validation/power", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/hashed", "validation/tracefile/internal/timestamp"},
	"validation/tracefile/internal/input":      {"validation/canonical", "validation/power", "validation/tracefile/internal/celltext", "validation/tracefile/internal/hashed", "validation/tracefile/internal/table"},
	"validation/tracefile/internal/delimited":  {"validation/canonical", "validation/power", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/hashed", "validation/tracefile/internal/input", "validation/tracefile/internal/table", "validation/tracefile/internal/timestamp"},
	"validation/tracefile/internal/parquet":    {"validation/canonical", "validation/power", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/input", "validation/tracefile/internal/table", "validation/tracefile/internal/timestamp"},
	"validation/tracefile/internal/capture":    {"validation/power", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/hashed", "validation/tracefile/internal/input", "validation/tracefile/internal/table", "validation/tracefile/internal/timestamp"},
	"validation/tracefile/internal/jsonlog":    {"validation/leftout", "validation/power", "validation/tracefile/internal/capture", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/delimited", "validation/tracefile/internal/hashed", "validation/tracefile/internal/input", "validation/tracefile/internal/table", "validation/tracefile/internal/timestamp"},
	"validation/tracefile/internal/archive":    {"validation/power", "validation/tracefile/internal/capture", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/input", "validation/tracefile/internal/jsonlog", "validation/tracefile/internal/table", "validation/tracefile/internal/timestamp"},
	"validation/tracefile/internal/xlsx":       {"validation/power", "validation/tracefile/internal/archive", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/hashed", "validation/tracefile/internal/input", "validation/tracefile/internal/table", "validation/tracefile/internal/timestamp"},
	"validation/tracefile/internal/linelog":    {"validation/hpl", "validation/power", "validation/tracefile/internal/capture", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/delimited", "validation/tracefile/internal/hashed", "validation/tracefile/internal/input", "validation/tracefile/internal/jsonlog", "validation/tracefile/internal/table", "validation/tracefile/internal/timestamp"},
	"validation/tracefile/internal/infer":      {"validation/methodology", "validation/power", "validation/tracefile/internal/archive", "validation/tracefile/internal/celltext", "validation/tracefile/internal/columnname", "validation/tracefile/internal/input", "validation/tracefile/internal/jsonlog", "validation/tracefile/internal/linelog", "validation/tracefile/internal/table", "validation/tracefile/internal/timestamp"},
	"validation/hpl":                           {"validation/power"},
	"validation/survey":                        {"validation/leftout", "validation/canonical", "validation/drawing", "validation/forensics", "validation/logwarnings", "validation/methodology", "validation/power", "validation/tracefile"},
	"validation/proposal":                      {"validation/leftout", "validation/methodology", "validation/power", "validation/published", "validation/survey"},
	"validation/drawing":                       {"validation/power"},
	"validation/sample":                        {"validation/leftout", "validation/document", "validation/methodology", "validation/model", "validation/power", "validation/review"},
	"validation/example":                       {"validation/bundle", "validation/canonical", "validation/methodology", "validation/power", "validation/rules", "validation/sample"},
	"validation/bundle":                        {"validation/leftout", "validation", "validation/document", "validation/forensics", "validation/hpl", "validation/methodology", "validation/power", "validation/tracefile", "validation/canonical"},
	"validation/changes":                       {"validation", "validation/document", "validation/power", "validation/rules"},
	"validation/listing":                       {"validation/power", "validation/published", "validation/suggest"},
	"validation/published":                     {"validation/power"},
	"validation/sheet":                         {"validation/listing", "validation/power"},
	"validation/bulkfile":                      {"validation/listing", "validation/sheet"},
	"validation/rehearsal":                     {"validation", "validation/methodology", "validation/power", "validation/review", "validation/sheet"},
	"validation/envelope":                      {"validation", "validation/power", "validation/receipt"},
	"validation/citation":                      {"validation/power"},
	"validation/crate":                         {"validation/envelope", "validation/receipt"},
	"validation/model":                         {"validation/power"},
	"validation/plan":                          {"validation", "validation/document", "validation/methodology", "validation/model", "validation/power", "validation/rules", "validation/uncertainty"},
	"validation/whatif":                        {"validation", "validation/model", "validation/power"},
	"validation/study":                         {"validation/methodology", "validation/model", "validation/power"},
	"validation/lab":                           {"validation/canonical", "validation/document", "validation/power", "validation/survey", "validation/tracefile"},
	"validation/studyfile":                     {"validation/canonical", "validation/document", "validation/lab", "validation/model", "validation/power", "validation/study", "validation/survey", "validation/tracefile"},
	"validation/machine":                       {"validation/canonical", "validation/lab", "validation/model", "validation/power", "validation/tracefile"},
	"validation/calibrationfile":               {"validation/canonical", "validation/lab", "validation/model", "validation/power", "validation/survey", "validation/tracefile"},
	"validation/plausibility":                  {"validation", "validation/calibrationfile", "validation/methodology", "validation/model", "validation/power", "validation/uncertainty"},
	"migrations":                               {},
	"static":                                   {},
	"store/filelock":                           {},
	"store/problems":                           {"store"},
	"store/inuse":                              {"migrations", "store/database", "store/filelock", "validation/power"},
	"store/blobs":                              {"validation/bounded", "validation/canonical", "validation/power"},
	"store/database":                           {"migrations"},
	"store/database/nocgo":                     {},
	"store/secret":                             {"store/blobs", "validation/power"},
	"store/systemkeys":                         {"validation/listing"},
	"store/attempts":                           {},
	"store/person":                             {"validation/review"},
	"store/filetree":                           {"store/blobs", "validation/power"},
	"store/sharedevidence":                     {"validation/fingerprint", "validation/power"},
	"store":                                    {"migrations", "store/attempts", "store/blobs", "store/database", "store/filetree", "store/installation", "store/person", "store/secret", "store/sharedevidence", "store/systemkeys", "store/webhooks", "validation/*"},
	"store/backup":                             {"migrations", "store", "store/blobs", "store/database", "store/filelock", "validation/power"},
	"store/installation":                       {"validation/review"},
	"store/webhooks":                           {"store/attempts", "store/blobs", "store/installation", "store/secret", "validation/power", "validation/review"},
	"store/storetest":                          {"migrations", "store", "store/blobs", "store/database", "store/secret", "validation/*"},
	"templates":                                {"static", "validation/*"},
	"templates/chart":                          {"static", "templates", "validation/*"},
	"templates/fields":                         {"templates", "validation/*"},
	"templates/pagetest":                       {"templates", "validation/*"},
	"templates/upload":                         {"templates", "validation/*"},
	"templates/review":                         {"templates", "templates/chart", "templates/fields", "validation/*"},
	"templates/draft":                          {"templates", "templates/chart", "templates/fields", "templates/review", "templates/upload", "validation/*"},
	"templates/public":                         {"templates", "templates/chart", "validation/*"},
	"templates/list":                           {"templates", "templates/chart", "validation/*"},
	"templates/submission":                     {"templates", "templates/chart", "templates/fields", "templates/list", "templates/review", "templates/upload", "validation/*"},
	"templates/evidence":                       {"templates", "templates/chart", "templates/review", "templates/submission", "validation/*"},
	"templates/account":                        {"templates", "validation/*"},
	"templates/api":                            {"templates", "validation/*"},
	"templates/archive":                        {"templates", "validation/*"},
	"templates/data":                           {"templates", "validation/*"},
	"templates/desk":                           {"templates", "templates/fields", "validation/*"},
	"templates/model":                          {"templates", "templates/chart", "templates/fields", "validation/*"},
	"templates/rules":                          {"templates", "templates/chart", "validation/*"},
	"handlers":                                 {"store", "store/blobs", "templates", "templates/chart", "validation/*"},
	"handlers/upload":                          {"handlers", "store", "store/blobs", "templates/upload", "validation/*"},
	"handlers/review":                          {"handlers", "store", "templates", "templates/chart", "templates/review", "validation/*"},
	"handlers/draft":                           {"handlers", "handlers/review", "handlers/upload", "store", "templates", "templates/chart", "templates/draft", "templates/fields", "validation/*"},
	"handlers/submission":                      {"handlers", "handlers/list", "handlers/review", "handlers/upload", "store", "store/filetree", "templates", "templates/chart", "templates/evidence", "templates/submission", "validation/*"},
	"handlers/list":                            {"handlers", "store", "templates", "templates/chart", "templates/list", "validation/*"},
	"handlers/public":                          {"handlers", "handlers/list", "store", "templates", "templates/chart", "templates/public", "validation/*"},
	"handlers/account":                         {"handlers", "store", "templates", "templates/account", "validation/*"},
	"handlers/api":                             {"handlers", "handlers/draft", "handlers/list", "handlers/submission", "store", "templates/api", "validation/*"},
	"handlers/archive":                         {"handlers", "store", "templates", "templates/archive", "validation/*"},
	"handlers/data":                            {"handlers", "store", "templates/data", "validation/*"},
	"handlers/desk":                            {"handlers", "handlers/archive", "store", "store/problems", "templates", "templates/desk", "validation/*"},
	"handlers/model":                           {"handlers", "store", "templates/chart", "templates/model", "validation/*"},
	"handlers/rules":                           {"handlers", "store", "templates/rules", "validation/*"},
	"web":                                      {"handlers", "handlers/*", "static", "store", "store/blobs", "validation/*"},
	"cmd/green500":                             {"*"},
	"cmd/green500/demodata":                    {"store", "validation/methodology", "validation/published", "validation/review", "validation/sample"},
	"cmd/green500/bill":                        {},
	"cmd/green500/calling":                     {"cmd/green500/connect", "store", "store/webhooks"},
	"cmd/green500/checkreport":                 {"validation/*"},
	"cmd/green500/corephase":                   {"validation/*"},
	"cmd/green500/connect":                     {"validation/power"},
	"cmd/green500/evidencehtml":                {"static", "templates/chart", "templates/submission", "validation/*"},
	"cmd/green500/fetch":                       {"cmd/green500/connect", "validation/*"},
	"cmd/green500/proposals":                   {"validation/*"},
	"cmd/green500/inputfile":                   {"validation/bundle", "validation/power"},
	"cmd/green500/mailing":                     {"cmd/green500/connect", "cmd/green500/inputfile", "store", "validation/power"},
	"cmd/green500/platform":                    {"validation/power"},
	"cmd/green500/observing":                   {"store", "web", "validation/power"},
	"cmd/green500/setup":                       {"store", "store/problems", "validation/power", "validation/review"},
	"cmd/green500/watch":                       {"cmd/green500/fetch", "validation/*"},
}

// homes are the libraries that only some rooms may know.
var homes = map[string][]string{
	"gorm.io/":                   {"store", "store/database", "store/installation", "store/person", "store/sharedevidence", "store/storetest", "store/webhooks"},
	"github.com/minio/":          {"store/blobs", "store/storetest"},
	"github.com/labstack/echo":   {"web", "handlers", "handlers/*"},
	"github.com/go-echarts/":     {"templates/chart"},
	"github.com/a-h/templ":       {"templates/*", "handlers", "handlers/*"},
	"github.com/prometheus/":     {"cmd/green500/observing"},
	"go.opentelemetry.io/":       {"cmd/green500/observing"},
	"github.com/wneessen/":       {"cmd/green500/mailing"},
	"github.com/go-webauthn/":    {"handlers/account"},
	"github.com/coreos/go-oidc":  {"handlers/account"},
	"golang.org/x/oauth2":        {"handlers/account"},
	"net/http":                   {"web", "handlers", "handlers/*", "cmd/green500", "cmd/green500/calling", "cmd/green500/observing", "cmd/green500/fetch"},
	"github.com/richardlehane/":  {"validation/published"},
	"github.com/parquet-go/":     {"validation/canonical", "validation/sheet", "validation/tracefile/internal/parquet", "validation/tracefile/internal/tracetest"},
	"golang.org/x/image/":        {"validation/drawing"},
	"github.com/alecthomas/kong": {"cmd/green500", "cmd/green500/platform"},
	"database/sql":               {"migrations", "store", "store/backup", "store/database", "store/inuse", "store/storetest"},
	"filippo.io/age":             {"store/backup"},
}

// pageless lists the packages below templates that hold no page. A package of pages is imported by the name of its folder and "page".
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
			case ours && !matches(allowed, inside):
				t.Errorf("%s imports %s; %s may import %v", file, imported, room, allowed)
			case !ours:
				checkLibrary(t, file, room, imported)
			}
		}
	}
}

// TestPagesAreImportedByOneName: the folders of templates and of handlers are called alike, and so are some of validation.
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
	if strings.HasPrefix(room, "validation") && slices.Contains(pure, imported) {
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
		"cmd", "web", "handlers", "store", "validation", "templates", "static", "migrations", "go.mod", "go.sum", "Dockerfile", "README.md",
		"LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "Makefile", ".ci", ".git", ".gitignore", ".golangci.yml", ".dockerignore", "compose.yaml", "SECURITY.md", "docs",
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
	for _, one := range strings.Split(string(text), "\n- ")[1:] { // a threat is an item that begins with a sentence in bold
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
