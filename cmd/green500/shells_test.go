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

	"green500/cmd/green500/completion"
	"green500/cmd/green500/manpage"
	"green500/cmd/green500/platform"
)

// model is the model of the command line.
func model(t *testing.T) *kong.Application {
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

// TestShellsKnowEveryFlag: the completion of each shell has every command with each of its flags, and the shell can read it.
func TestShellsKnowEveryFlag(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		shell string
		check []string
		has   func(text string, node *kong.Node, flag *kong.Flag) bool
	}{
		{"bash", []string{"bash", "-n"}, func(text string, node *kong.Node, flag *kong.Flag) bool {
			_, after, _ := strings.Cut(text, "'"+node.Path()+"':-*) values='")
			values, _, _ := strings.Cut(after, "'")
			return strings.Contains(" "+values+" ", " --"+flag.Name+" ")
		}},
		{"zsh", []string{"zsh", "-n"}, func(text string, node *kong.Node, flag *kong.Flag) bool {
			_, after, _ := strings.Cut(text, "\n_"+strings.NewReplacer(" ", "_", "-", "_").Replace(node.FullPath())+"() {")
			function, _, _ := strings.Cut(after, "\n}\n")
			return strings.Contains(function, "--"+flag.Name+"[") || strings.Contains(function, "--"+flag.Name+"=[")
		}},
		{"fish", []string{"fish", "-n"}, func(text string, node *kong.Node, flag *kong.Flag) bool {
			return strings.Contains(text, `at \'`+node.Path()+`\'' -l `+flag.Name+" ")
		}},
	} {
		t.Run(row.shell, func(t *testing.T) {
			var out strings.Builder
			must(t, completion.Write(&out, model(t), row.shell))
			count := 0
			eachFlag(model(t).Node, func(node *kong.Node, flags []*kong.Flag) {
				for _, flag := range flags {
					if count++; !row.has(out.String(), node, flag) {
						t.Errorf("%s does not complete --%s of %s", row.shell, flag.Name, node.FullPath())
					}
				}
			})
			if count < 200 {
				t.Errorf("only %d flags were looked for", count)
			}
			file := filepath.Join(t.TempDir(), "completion")
			must(t, os.WriteFile(file, []byte(out.String()), 0o600))
			runIfHere(t, append(row.check, file)...)
		})
	}
}

// runIfHere runs a program, which has to succeed without a word; a test without it is skipped.
func runIfHere(t *testing.T, command ...string) {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skipf("%s is not installed", command[0])
	}
	if said, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("%s: %v\n%s", command[0], err, said)
	}
}

// TestBashCompletes: bash itself offers what follows.
func TestBashCompletes(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	must(t, completion.Write(&out, model(t), "bash"))
	for _, row := range []struct{ typed, offered string }{
		{"ch", "check"},
		{"check --fo", "--format"},
		{"check --format ", "text json html junit sarif"},
		{"check --format = sa", "sarif"},
		{"check my-run", ""},
		{"-q user ", "add list role password erase"},
		{"user add --role e", "editor"},
		{"serve --no-", "--no-registration"},
		{"completion ", "bash zsh fish"},
		{"help us", "user"},
		{"trace --output ", ""},
	} {
		script := out.String() + `
read -ra words <<<"green500 $1"
case $1 in *' ') words+=('') ;; esac
COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
_green500
echo "${COMPREPLY[*]}"
`
		bash := exec.CommandContext(t.Context(), "bash", "--norc", "-c", script, "bash", row.typed)
		said, err := bash.CombinedOutput()
		if got := strings.TrimSpace(string(said)); err != nil || got != row.offered {
			t.Errorf("%q is completed by %q, want %q (%v)", row.typed, got, row.offered, err)
		}
	}
}

// TestManualPagesHaveEveryFlag: each command has a page with its flags and their texts, that the readers of manual pages accept.
func TestManualPagesHaveEveryFlag(t *testing.T) {
	t.Parallel()
	pages := map[string]string{}
	folder := t.TempDir()
	lint := []string{"-T", "lint", "-W", "error"}
	set := []string{"-man", "-Tutf8", "-ww", "-z"}
	for _, page := range manpage.Pages(model(t), manpage.Source{Version: "1.2", Date: "2026-11-05"}) {
		pages[page.Name] = page.Text
		file := filepath.Join(folder, page.Name+".1")
		must(t, os.WriteFile(file, []byte(page.Text), 0o600))
		lint, set = append(lint, file), append(set, file)
	}
	eachFlag(model(t).Node, func(node *kong.Node, flags []*kong.Flag) {
		page := pages[strings.ReplaceAll(node.FullPath(), " ", "-")]
		for _, heading := range []string{"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"} {
			if !strings.Contains(page, "\n.SH \""+heading+"\"\n") {
				t.Errorf("the page of %s has no %s", node.FullPath(), heading)
			}
		}
		for _, flag := range flags {
			name := "--" + flag.Name
			if flag.Tag.Negatable != "" {
				name = "--[no-]" + flag.Name
			}
			if !strings.Contains(strings.ReplaceAll(page, `\-`, "-"), name) {
				t.Errorf("the page of %s does not have --%s", node.FullPath(), flag.Name)
			}
		}
	})
	t.Run("mandoc", func(t *testing.T) { runIfHere(t, append([]string{"mandoc"}, lint...)...) })
	t.Run("groff", func(t *testing.T) { runIfHere(t, append([]string{"groff"}, set...)...) })
}

// TestPagesOfAnotherSystem leave out the commands that do not run there, as the completion does.
func TestPagesOfAnotherSystem(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, command := range [][]string{{"man", "--system", "darwin", "--folder", folder}, {"completion", "--system", "darwin", "fish"}} {
		parser, err := parserOf(&commands{}, time.Now)
		must(t, err)
		chosen, err := parser.Parse(command)
		must(t, err)
		var out strings.Builder
		chosen.BindTo(&out, (*io.Writer)(nil))
		must(t, chosen.Run())
		if command[0] == "completion" && (strings.Contains(out.String(), "'backup'") || !strings.Contains(out.String(), "'check'")) {
			t.Errorf("it completes\n%.2000s", out.String())
		}
	}
	pages, err := filepath.Glob(filepath.Join(folder, "green500-[bc]*.1"))
	must(t, err)
	if len(pages) != 3 {
		t.Errorf("the pages with b or c are %q", pages)
	}
}

// TestEveryCommandIsOfClientsOrServers: the table of what runs where has every command once, and those that work on an installation
// are the server's. verify checks files of a server too.
func TestEveryCommandIsOfClientsOrServers(t *testing.T) {
	t.Parallel()
	listed := append(append(platform.Client(), platform.Server()...), platform.Demo)
	var known []string
	for _, command := range model(t).Children {
		known = append(known, command.Name)
		eachFlag(command, func(node *kong.Node, flags []*kong.Flag) {
			installation := slices.ContainsFunc(flags, func(f *kong.Flag) bool { return f.Name == "blobs" })
			if installation && command.Name != "verify" && !slices.Contains(platform.Server(), command.Name) {
				t.Errorf("%s works on an installation, and is not in the table as a command of the server", node.FullPath())
			}
		})
	}
	slices.Sort(listed)
	slices.Sort(known)
	if !slices.Equal(listed, known) {
		t.Errorf("listed are %q, there are %q", listed, known)
	}
}
