package main

import (
	"io"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"
)

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
