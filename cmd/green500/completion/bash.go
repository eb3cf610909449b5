package completion

import (
	"fmt"
	"strings"
)

// bash writes a function that finds the command among the words typed so far, and offers its commands, flags or values. Where it
// offers nothing, bash completes names of files.
func bash(program string, commands []command) string {
	var w strings.Builder
	fmt.Fprintf(&w, `# Completion of %[1]s for bash. To load it: source <(%[1]s completion bash)
%[2]s() {
    local word values='' path='' i=1 current=${COMP_WORDS[COMP_CWORD]} before=''
    [ "$COMP_CWORD" -gt 0 ] && before=${COMP_WORDS[COMP_CWORD-1]}
    # bash takes --flag=value apart at the sign.
    if [ "$current" = = ]; then
        current=''
    elif [ "$before" = = ] && [ "$COMP_CWORD" -gt 1 ]; then
        before=${COMP_WORDS[COMP_CWORD-2]}
    fi
    for ((; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case "${path:+$path }$word" in
`, program, command{}.function(program))
	var paths []string
	for _, c := range commands[1:] {
		paths = append(paths, quoted(c.path))
	}
	fmt.Fprintf(&w, "        %s) path=\"${path:+$path }$word\" ;;\n", strings.Join(paths, "|"))
	w.WriteString("        esac\n    done\n    COMPREPLY=()\n    case \"$path:$before\" in\n")
	for _, c := range commands {
		for _, f := range c.flags {
			if !f.takes {
				continue
			}
			pattern := quoted(c.path + ":--" + f.name)
			if f.short != "" {
				pattern += "|" + quoted(c.path+":-"+f.short)
			}
			if len(f.values) == 0 {
				fmt.Fprintf(&w, "    %s) return ;;\n", pattern)
				continue
			}
			fmt.Fprintf(&w, "    %s) values=%s ;;\n", pattern, quoted(words(f.values)))
		}
	}
	w.WriteString("    esac\n    if [ -z \"$values\" ]; then\n        case \"$path:$current\" in\n")
	for _, c := range commands {
		fmt.Fprintf(&w, "        %s:-*) values=%s ;;\n", quoted(c.path), quoted(words(c.names())))
		if offered := c.offered(); len(offered) > 0 {
			fmt.Fprintf(&w, "        %s:*) values=%s ;;\n", quoted(c.path), quoted(words(offered)))
		}
	}
	fmt.Fprintf(&w, `        esac
    fi
    [ -z "$values" ] || mapfile -t COMPREPLY < <(compgen -W "$values" -- "$current")
}
complete -o default -F %s %s
`, command{}.function(program), program)
	return w.String()
}

// names are the flags of a command with their dashes.
func (c command) names() []string {
	var all []string
	for _, f := range c.flags {
		all = append(all, "--"+f.name)
		if f.short != "" {
			all = append(all, "-"+f.short)
		}
	}
	return all
}

// offered are the words that a command can be followed by: the commands below it, or the values of its first argument.
func (c command) offered() []string {
	all := c.values
	for _, child := range c.children {
		all = append(all, child.name())
	}
	return all
}
