package web_test

import (
	"cmp"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"green500/handlers/api"
	"green500/store/storetest"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
)

// clientTools is where .ci/run installs the generators of clients.
func clientTools(t *testing.T) string {
	t.Helper()
	folder, err := filepath.Abs(cmp.Or(os.Getenv("GREEN500_TEST_CLIENT_TOOLS"), "../.ci/tools"))
	must(t, err)
	return folder
}

// generating is a folder in which a client is generated and run.
type generating struct {
	*testing.T
	folder      string
	environment []string
}

// generate begins a folder with the descriptions of the server and files of testdata/clients.
func generate(t *testing.T, h *house, files ...string) generating {
	t.Helper()
	g := generating{t, t.TempDir(), os.Environ()}
	for _, name := range []string{"openapi.json", "openapi-3.0.json"} {
		said, _ := h.readAs(t, "public", "/api/"+name)
		must(t, os.WriteFile(filepath.Join(g.folder, name), []byte(said), 0o600))
	}
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join("testdata", "clients", name))
		must(t, err)
		must(t, os.WriteFile(filepath.Join(g.folder,
			filepath.Base(regexp.MustCompile(`\.txt$`).ReplaceAllString(name, ""))), text, 0o600))
	}
	return g
}

// run runs a program there, which has to succeed, and returns what it prints.
func (g generating) run(program string, arguments ...string) string {
	g.Helper()
	command := exec.CommandContext(g.Context(), program, arguments...)
	command.Dir, command.Env = g.folder, g.environment
	said, err := command.CombinedOutput()
	if err != nil {
		g.Fatalf("%s %q: %v\n%s", filepath.Base(program), arguments, err, said)
	}
	return string(said)
}

// node links what npm installed into the folder, and skips the test if there is nothing.
func (g generating) node() (node, packages string) {
	g.Helper()
	node, err := exec.LookPath("node")
	packages = filepath.Join(clientTools(g.T), "npm", "node_modules")
	if _, absent := os.Stat(packages); err != nil || absent != nil {
		g.Skip("Node or its packages are not here; .ci/run installs the packages into .ci/tools/npm")
	}
	must(g.T, os.Symlink(packages, filepath.Join(g.folder, "node_modules")))
	return node, packages
}

// TestGeneratedClientsCallTheServer: clients that two generators made from the description call its operations, and
// understand the answers.
func TestGeneratedClientsCallTheServer(t *testing.T) {
	h := open(t)
	storetest.Lists{Editions: 2, Entries: 30, Systems: 20}.Fill(t, h.database)
	token := h.token(t, "submitter", review.Scopes()...)
	clean := sample.Clean(2, string(methodology.InForce))
	written, err := document.JSON(&clean.Entry)
	must(t, err)
	t.Run("oapi-codegen", func(t *testing.T) {
		generator := filepath.Join(clientTools(t), "oapi-codegen")
		module := filepath.Join(clientTools(t), "client")
		if _, err := os.Stat(filepath.Join(module, "go.sum")); err != nil {
			t.Skip("oapi-codegen and the module of its clients are not here; .ci/run installs them into .ci/tools")
		}
		g := generate(t, h, "main.go.txt")
		g.environment = append(g.environment, "GOPROXY=off", "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off",
			"CGO_ENABLED=0")
		must(t, os.CopyFS(g.folder, os.DirFS(module)))
		must(t, os.WriteFile(filepath.Join(g.folder, "document.yaml"), written, 0o600))
		g.run(generator, "-generate", "types,client", "-package", "main", "-o", "client.go", "openapi-3.0.json")
		calls(t, g.run("go", "run", ".", h.server.URL, token, "document.yaml"))
	})
	t.Run("openapi-typescript", func(t *testing.T) {
		g := generate(t, h, "client.mts")
		node, packages := g.node()
		g.run(node, filepath.Join(packages, "openapi-typescript", "bin", "cli.js"), "openapi.json", "-o", "api.d.ts")
		g.run(node, filepath.Join(packages, "typescript", "bin", "tsc"), "--strict", "--noUncheckedIndexedAccess",
			"--skipLibCheck", "--target", "es2022", "--module", "nodenext", "client.mts")
		calls(t, g.run(node, "client.mjs", h.server.URL, token, string(written)))
	})
}

// calls compares what a client said of each operation with the table of operations.
func calls(t *testing.T, said string) {
	t.Helper()
	status := map[string]string{}
	for _, line := range regexp.MustCompile(`(?m)^(\w+) (\d+) true$`).FindAllStringSubmatch(said, -1) {
		status[line[1]] = line[2]
	}
	for _, operation := range api.Operations() {
		want := number(int64(operation.Status))
		if operation.ID() == "postSubmissionsByIdSubmit" { // of a submission that is not there
			want = number(http.StatusNotFound)
		}
		if status[operation.ID()] != want {
			t.Errorf("%s is answered with %q, want %s", operation.ID(), status[operation.ID()], want)
		}
	}
}

// TestTheDescriptionPassesTheLinter: Redocly's linter has nothing to say of it, as OpenAPI 3.1 and 3.0.
func TestTheDescriptionPassesTheLinter(t *testing.T) {
	g := generate(t, open(t), "lint.cjs")
	node, packages := g.node()
	if _, err := os.Stat(filepath.Join(packages, "@redocly", "openapi-core")); err != nil {
		t.Skip("the linter is not here; .ci/run installs it into .ci/tools/npm")
	}
	if said := g.run(node, "lint.cjs", "openapi.json", "openapi-3.0.json"); said != "" {
		t.Error(said)
	}
}
