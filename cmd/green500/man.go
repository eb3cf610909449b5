package main

import (
	"io"
	"strings"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"green500/cmd/green500/platform"
)

type manual struct {
	System string `hidden:"" help:"Leave out what does not run on this system: linux, darwin or windows. Releases are made so."`
}

func (m manual) Run(chosen *kong.Context, out io.Writer) error {
	if m.System != "" {
		platform.Hide(chosen.Model, m.System)
	}
	b := thisBuild()
	day, _, _ := strings.Cut(b.Time, "T")
	var page roff
	page.macro("TH", "GREEN500", "1", day, "green500 "+b.Version, "Manual of green500")
	page.macro("SH", "NAME")
	page.text(`green500 - power measurements of supercomputer runs: graded, reviewed, ranked`)
	page.macro("SH", "SYNOPSIS")
	page.text("green500 COMMAND [OPTIONS]")
	page.macro("SH", "DESCRIPTION")
	page.command(chosen.Model.Node)
	page.macro("SH", "COMMANDS")
	_ = kong.Visit(chosen.Model, func(one kong.Visitable, next kong.Next) error { // no visit fails
		if node, is := one.(*kong.Node); is && node.Hidden {
			return nil
		} else if is && node.Leaf() {
			page.macro("SS", node.Summary())
			page.command(node)
		}
		return next(nil)
	})
	page.macro("SH", "EXIT STATUS")
	page.item("0", "The command did what it was asked to; the claimed level is granted; nothing was altered.")
	page.item("1", "The claimed level is not granted, or something was altered.")
	page.item("2", "The command line or the input cannot be read, or the command failed.")
	_, err := io.WriteString(out, page.String())
	return err
}

type roff struct{ strings.Builder }

func (r *roff) macro(name string, arguments ...string) {
	r.WriteString("." + name)
	for _, one := range arguments {
		r.WriteString(` "` + strings.ReplaceAll(escaped(one), `"`, `\(dq`) + `"`)
	}
	r.WriteByte('\n')
}

func (r *roff) text(text string) { r.WriteString(escaped(text) + "\n") }

func (r *roff) item(name, text string) {
	r.WriteString(".TP\n\\fB" + escaped(name) + "\\fR\n")
	r.text(text)
}

func (r *roff) command(node *kong.Node) {
	r.text(node.Help)
	if node.Detail != "" {
		r.macro("nf")
		for line := range strings.Lines(node.Detail) {
			r.text(strings.TrimSuffix(line, "\n"))
		}
		r.macro("fi")
	}
	for _, argument := range node.Positional {
		r.item(argument.Summary(), kong.DefaultHelpValueFormatter(argument))
	}
	for _, flag := range node.Flags {
		name := flag.String()
		if flag.Tag.Negatable != "" {
			name = strings.Replace(name, "--", "--[no-]", 1)
		}
		if !flag.Hidden {
			r.item(name, kong.DefaultHelpValueFormatter(flag.Value))
		}
	}
}

// escaped is a text as roff prints it: a dash is one that can be copied, and no line begins with a request.
func escaped(text string) string {
	return `\&` +
		strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", `\(ga`, "'", `\(aq`).Replace(text)
}

type completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (c completion) Run(out io.Writer) error {
	text := map[string]string{
		"bash": `# Completion of green500 for bash. To load it: source <(green500 completion bash)
complete -o default -C green500 green500
`,
		"zsh": `#compdef green500
# Completion of green500 for zsh. To load it: source <(green500 completion zsh), after compinit.
_green500() {
    local -a offered=(${(f)"$(COMP_LINE="${words[1,CURRENT]}" green500)"})
    if (( $#offered )); then compadd -a offered; else _files; fi
}
if [ "${funcstack[1]}" = _green500 ]; then _green500 "$@"; else compdef _green500 green500; fi
`,
		"fish": `# Completion of green500 for fish. To load it: green500 completion fish | source
function __green500_complete
    set -lx COMP_LINE (string join -- ' ' (commandline -opc) (commandline -ct))
    set -l offered (green500)
    if set -q offered[1]
        printf '%s\n' $offered
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c green500 -f -a '(__green500_complete)'
`,
	}
	_, err := io.WriteString(out, text[c.Shell])
	return err
}

func completed(parser *kong.Kong, out io.Writer) (bool, error) {
	command, err := kongcompletion.Command(parser)
	if err != nil {
		return false, err
	}
	command.Sub["help"] = complete.Command{Sub: command.Sub}
	asked := complete.New(parser.Model.Name, command)
	asked.Out = out
	return asked.Complete(), nil
}
