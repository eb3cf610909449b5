package bill

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

// TestABillTellsEveryModule with version, address and licence, the same each time, and in the form of CycloneDX 1.6.
func TestABillTellsEveryModule(t *testing.T) {
	info := &debug.BuildInfo{Deps: []*debug.Module{
		{Path: "gorm.io/gorm", Version: "v1.31.2", Sum: "h1:abc="},
		{Path: "github.com/labstack/echo/v4", Version: "v4.16.0"},
		{Path: "example.org/old", Version: "v1.0.0",
			Replace: &debug.Module{Path: "example.org/new", Version: "v1.0.1"}},
		{Path: "example.org/stand-in", Version: "v1.0.0", Replace: &debug.Module{Path: "./folder"}},
		// as the compiler writes it
		{Path: "example.org/built-in", Version: "v1.0.0", Replace: &debug.Module{Path: "./other", Version: "(devel)"}},
	}}
	b := Build{Version: "v1.2.3", Commit: "abc", Time: "2026-11-02T00:00:00Z", Go: "go1.26.8", Platform: "linux/arm64"}
	made := Of(b, info)
	text, err := json.Marshal(made)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(Of(b, info)); err != nil || !bytes.Equal(text, again) {
		t.Error("the same program has two bills")
	}
	var said map[string]any
	if err := json.Unmarshal(text, &said); err != nil {
		t.Fatal(err)
	}
	if said["bomFormat"] != "CycloneDX" || said["specVersion"] != "1.6" || said["version"] != 1.0 {
		t.Errorf("it begins %v %v %v", said["bomFormat"], said["specVersion"], said["version"])
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).
		MatchString(made.Serial) {
		t.Errorf("the serial number is %s", made.Serial)
	}
	if len(made.Components) != 4 {
		t.Errorf("it has %d components: %+v", len(made.Components), made.Components)
	}
	refs := map[string]bool{}
	for _, one := range made.Components {
		if refs[one.Ref] || one.Name == "" || one.Version == "" || one.Type != "library" ||
			!strings.HasPrefix(one.Address, "pkg:golang/") {
			t.Errorf("%+v", one)
		}
		refs[one.Ref] = true
	}
	for _, ref := range []string{"pkg:golang/std@go1.26.8", "pkg:golang/gorm.io/gorm@v1.31.2",
		"pkg:golang/github.com/labstack/echo/v4@v4.16.0", "pkg:golang/example.org/new@v1.0.1"} {
		if !refs[ref] {
			t.Errorf("%s is not told", ref)
		}
	}
	for _, ref := range made.Dependencies[0].On {
		if !refs[ref] {
			t.Errorf("%s is nowhere", ref)
		}
	}
	other := b
	other.Platform = "linux/amd64"
	if Of(other, info).Serial == made.Serial {
		t.Error("two programs have one bill")
	}
}

// TestEveryModuleHasALicence that the program is made of, on the platforms of a release.
func TestEveryModuleHasALicence(t *testing.T) {
	for _, platform := range []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64"} {
		system, machine, _ := strings.Cut(platform, "/")
		list := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f",
			"{{with .Module}}{{if not (or .Main (and .Replace (not .Replace.Version)))}}{{.Path}}{{end}}{{end}}", "..")
		list.Env = append(list.Environ(), "GOOS="+system, "GOARCH="+machine, "CGO_ENABLED=0")
		out, err := list.Output()
		if err != nil {
			t.Fatal(err)
		}
		modules := strings.Fields(string(out))
		if len(modules) == 0 {
			t.Fatal("there are no modules")
		}
		for _, module := range append(modules, "std") {
			if licenceOf(module) == "" {
				t.Errorf("licences.txt has no line for %s: look into its LICENSE", module)
			}
		}
	}
}
