package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"green500/cmd/green500/platform"
)

// commandLine is the model of the command line.
func commandLine(t *testing.T) *kong.Application {
	t.Helper()
	parser, err := parserOf(&commands{}, time.Now)
	must(t, err)
	return parser.Model
}

// eachFlag calls see for every command with its flags, and for the program.
func eachFlag(node *kong.Node, see func(node *kong.Node, flags []*kong.Flag)) {
	var flags []*kong.Flag
	for _, group := range node.AllFlags(true) {
		flags = append(flags, group...)
	}
	see(node, flags)
	for _, child := range node.Children {
		eachFlag(child, see)
	}
}

// TestShellsReadTheirCompletion without a word.
func TestShellsReadTheirCompletion(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		t.Run(shell, func(t *testing.T) { runIfHere(t, shell, "-n", completionFile(t, shell)) })
	}
}

// completionFile is a file with the completion of a shell.
func completionFile(t *testing.T, shell string) string {
	t.Helper()
	var out strings.Builder
	must(t, completion{shell}.Run(&out))
	file := filepath.Join(t.TempDir(), "completion")
	must(t, os.WriteFile(file, []byte(out.String()), 0o600))
	return file
}

// runIfHere runs a program, which has to succeed without a word; a test without it is skipped.
func runIfHere(t *testing.T, command ...string) {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skipf("%s is not installed", command[0])
	}
	if said, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput(); err != nil ||
		len(said) > 0 {
		t.Errorf("%s: %v\n%s", command[0], err, said)
	}
}

// TestEveryFlagIsCompleted: the program offers each command and flag that a shell asks for, and the values that are
// listed.
func TestEveryFlagIsCompleted(t *testing.T) {
	parser, err := parserOf(&commands{}, time.Now)
	must(t, err)
	offered := func(line string) string {
		t.Setenv("COMP_LINE", line)
		var out strings.Builder
		if done, err := completed(parser, &out); !done || err != nil {
			t.Errorf("%q is not completed: %v", line, err)
		}
		words := strings.Fields(out.String())
		slices.Sort(words)
		return strings.Join(words, " ")
	}
	count := 0
	eachFlag(parser.Model.Node, func(node *kong.Node, flags []*kong.Flag) {
		all := " " + offered(node.FullPath()+" -") + " "
		for _, flag := range flags {
			if count++; !strings.Contains(all, " --"+flag.Name+" ") {
				t.Errorf("--%s of %s is not completed", flag.Name, node.FullPath())
			}
		}
	})
	if count < 200 {
		t.Errorf("only %d flags were looked for", count)
	}
	for _, row := range []struct{ typed, offered string }{
		{"ch", "check"},
		{"check --fo", "--format"},
		{"check --format ", "html json junit sarif text"},
		{"check --format=sa", "sarif"},
		{"check my-run", ""},
		{"-q user ", "add erase list password role"},
		{"user add --role e", "editor"},
		{"completion ", "bash fish zsh"},
		{"help us", "user"},
		{"trace --output ", ""},
	} {
		if got := offered("green500 " + row.typed); got != row.offered {
			t.Errorf("%q is completed by %q, want %q", row.typed, got, row.offered)
		}
	}
}

// TestTheManualHasEveryFlag: the page has each command with its flags, and the readers of manual pages accept it. That
// of another system leaves out the commands that do not run there.
func TestTheManualHasEveryFlag(t *testing.T) {
	t.Parallel()
	page := manualPage(t)
	eachFlag(commandLine(t).Node, func(node *kong.Node, _ []*kong.Flag) {
		_, text, _ := strings.Cut(page, "\n.SS \"\\&"+strings.ReplaceAll(node.Path(), "-", `\-`))
		text, _, _ = strings.Cut(text, "\n.SS")
		for _, flag := range node.Flags {
			name := "--" + flag.Name
			if flag.Tag.Negatable != "" {
				name = "--[no-]" + flag.Name
			}
			if node.Leaf() && !flag.Hidden && !strings.Contains(strings.ReplaceAll(text, `\-`, "-"), name) {
				t.Errorf("the manual of %s does not have --%s", node.FullPath(), flag.Name)
			}
		}
	})
	file := filepath.Join(t.TempDir(), "green500.1")
	must(t, os.WriteFile(file, []byte(page), 0o600))
	t.Run("mandoc", func(t *testing.T) { runIfHere(t, "mandoc", "-T", "lint", "-W", "error", file) })
	t.Run("groff", func(t *testing.T) { runIfHere(t, "groff", "-man", "-Tutf8", "-ww", "-z", file) })
	if page := manualPage(t, "--system", "darwin"); strings.Contains(page, `"\&backup`) ||
		!strings.Contains(page, `"\&check`) {
		t.Errorf("that of macOS has\n%.2000s", page)
	}
}

// manualPage is what the command man prints.
func manualPage(t *testing.T, flags ...string) string {
	t.Helper()
	parser, err := parserOf(&commands{}, time.Now)
	must(t, err)
	chosen, err := parser.Parse(append([]string{"man"}, flags...))
	must(t, err)
	var out strings.Builder
	chosen.BindTo(&out, (*io.Writer)(nil))
	must(t, chosen.Run())
	return out.String()
}

// TestEveryCommandIsOfClientsOrServers: the table of what runs where has every command once, and those that work on an
// installation are the server's. verify checks files of a server too.
func TestEveryCommandIsOfClientsOrServers(t *testing.T) {
	t.Parallel()
	listed := append(append(platform.Client(), platform.Server()...), platform.Demo)
	var known []string
	for _, command := range commandLine(t).Children {
		known = append(known, command.Name)
		eachFlag(command, func(node *kong.Node, flags []*kong.Flag) {
			installation := slices.ContainsFunc(flags, func(f *kong.Flag) bool { return f.Name == "blobs" })
			if installation && command.Name != "verify" && !slices.Contains(platform.Server(), command.Name) {
				t.Errorf("%s works on an installation, and is not in the table as a command of the server",
					node.FullPath())
			}
		})
	}
	slices.Sort(listed)
	slices.Sort(known)
	if !slices.Equal(listed, known) {
		t.Errorf("listed are %q, there are %q", listed, known)
	}
}
