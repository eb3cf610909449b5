package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"go.yaml.in/yaml/v3"
)

// composed is what the tests read of compose.yaml.
type composed struct {
	Services map[string]struct {
		User        string
		ReadOnly    bool              `yaml:"read_only"`
		CapDrop     []string          `yaml:"cap_drop"`
		SecurityOpt []string          `yaml:"security_opt"`
		Environment map[string]string `yaml:"environment"`
		Healthcheck struct{ Test []string }
		Memory      string `yaml:"mem_limit"`
		Processes   int    `yaml:"pids_limit"`
	}
	Configs map[string]struct{ Content string }
}

func readComposed(t *testing.T) composed {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "compose.yaml"))
	must(t, err)
	var read composed
	must(t, yaml.Unmarshal(text, &read))
	return read
}

// TestComposeFileSaysOnlyWhatTheServerKnows: a variable that no flag reads would be left out in silence.
func TestComposeFileSaysOnlyWhatTheServerKnows(t *testing.T) {
	t.Parallel()
	known := variables(t, "serve")
	read := readComposed(t)
	for _, name := range []string{"replica-1", "replica-2"} {
		said := read.Services[name].Environment
		if len(said) == 0 {
			t.Errorf("%s is told nothing", name)
		}
		for variable, value := range said {
			if !slices.Contains(known, variable) && variable != "GOMEMLIMIT" { // which Go itself reads
				t.Errorf("%s is told %s, which serve does not read", name, variable)
			}
			if (strings.Contains(variable, "KEY") || strings.Contains(variable, "DATABASE")) &&
				!strings.Contains(value, ":?") {
				t.Errorf("%s has a secret in the file, or goes on without one: %s", name, variable)
			}
		}
	}
}

// variables are those of the environment that a command reads.
func variables(t *testing.T, command string) []string {
	t.Helper()
	parser, err := kong.New(&commands{}, kong.Vars{"data": "", "methodologies": "2.0", "units": "W"})
	must(t, err)
	var names []string
	for _, node := range parser.Model.Children {
		if node.Name != command {
			continue
		}
		for _, flag := range node.Flags {
			names = append(names, flag.Envs...)
		}
	}
	return names
}

// TestComposeFileKeepsEveryServiceSmall: what faces people has no right that it does not need, and whoever watches is
// told when it is ill.
func TestComposeFileKeepsEveryServiceSmall(t *testing.T) {
	t.Parallel()
	read := readComposed(t)
	for _, name := range []string{"proxy", "replica-1", "replica-2", "database", "objects", "mail"} {
		service, there := read.Services[name]
		if !there || len(service.Healthcheck.Test) < 2 {
			t.Errorf("%s has no health check", name)
		}
		if service.Memory == "" || service.Processes == 0 {
			t.Errorf("%s takes what memory and processes there are", name)
		}
		if !service.ReadOnly || !slices.Equal(service.CapDrop, []string{"ALL"}) ||
			!slices.Contains(service.SecurityOpt, "no-new-privileges:true") {
			t.Errorf("%s may do more than it needs", name)
		}
	}
	for _, name := range []string{"replica-1", "replica-2"} {
		if service := read.Services[name]; service.User != "65532:65532" ||
			!slices.Equal(service.Healthcheck.Test, []string{"CMD", "/green500", "ready"}) {
			t.Errorf("%s runs as %s and is asked %v", name, service.User, service.Healthcheck.Test)
		}
	}
}
