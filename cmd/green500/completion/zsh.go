package completion

import (
	"fmt"
	"strings"
)

// zsh writes a function a command, which describes its flags and arguments to _arguments of zsh.
func zsh(program string, commands []command) string {
	var w strings.Builder
	fmt.Fprintf(&w, "#compdef %[1]s\n# Completion of %[1]s for zsh. To load it: source <(%[1]s completion zsh), after compinit.\n", program)
	for _, c := range commands {
		c.zsh(&w, program)
	}
	root := command{}.function(program)
	fmt.Fprintf(&w, `
if [ "${funcstack[1]}" = %[1]s ]; then
    %[1]s "$@"
else
    compdef %[1]s %[2]s
fi
`, root, program)
	return w.String()
}

func (c command) zsh(w *strings.Builder, program string) {
	fmt.Fprintf(w, "\n%s() {\n    local curcontext=$curcontext context state line\n    typeset -A opt_args\n    _arguments -C -s", c.function(program))
	for _, f := range c.flags {
		w.WriteString(" \\\n        " + f.zsh())
	}
	switch {
	case len(c.children) > 0:
		w.WriteString(" \\\n        '1:command:->command' \\\n        '*::argument:->argument'\n")
		c.zshChildren(w, program)
	case len(c.values) > 0:
		fmt.Fprintf(w, " \\\n        %s\n", quoted("1:value:("+words(c.values)+")"))
	case c.files:
		w.WriteString(" \\\n        '*:file:_files'\n")
	default:
		w.WriteString("\n")
	}
	w.WriteString("}\n")
}

// zshChildren writes what follows a command that has others below it.
func (c command) zshChildren(w *strings.Builder, program string) {
	w.WriteString("    case $state in\n    command)\n        local -a commands=(\n")
	for _, child := range c.children {
		fmt.Fprintf(w, "            %s\n", quoted(child.name()+":"+child.help))
	}
	w.WriteString("        )\n        _describe -t commands command commands ;;\n    argument)\n        case $words[1] in\n")
	for _, child := range c.children {
		to := child.function(program)
		if child.path == helpCommand {
			to = c.function(program)
		}
		fmt.Fprintf(w, "        %s) %s ;;\n", child.name(), to)
	}
	w.WriteString("        esac ;;\n    esac\n")
}

// zsh is a flag as _arguments wants it.
func (f flag) zsh() string {
	help := "[" + strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(f.help) + "]"
	value := ""
	if f.takes {
		value = ":value:_files"
		if len(f.values) > 0 {
			value = ":value:(" + words(f.values) + ")"
		}
		help = "=" + help
	}
	if f.short == "" {
		return quoted(f.zshRepeated("--"+f.name) + "--" + f.name + help + value)
	}
	short := strings.TrimPrefix(help, "=")
	if f.takes {
		short = "+" + short
	}
	exclusive := f.zshRepeated("-" + f.short + " --" + f.name)
	return quoted(exclusive+"-"+f.short+short+value) + " " + quoted(exclusive+"--"+f.name+help+value)
}

// zshRepeated begins a flag: it may be given again, or excludes its names.
func (f flag) zshRepeated(names string) string {
	if f.repeated {
		return "*"
	}
	return "(" + names + ")"
}
