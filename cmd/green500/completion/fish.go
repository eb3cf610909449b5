package completion

import (
	"fmt"
	"strings"
)

// fish writes a line for each flag and command, each with the condition that the words typed so far name its command.
func fish(program string, commands []command) string {
	var w strings.Builder
	var paths []string
	for _, c := range commands[1:] {
		paths = append(paths, fishQuoted(c.path))
	}
	where := "_" + command{}.function(program) + "_at"
	fmt.Fprintf(&w, `# Completion of %[1]s for fish. To load it: %[1]s completion fish | source
function %[2]s --description 'whether the words typed so far name this command'
    set -l path
    for word in (commandline -opc)[2..-1]
        set -l longer (string join -- ' ' $path $word)
        if contains -- "$longer" %[3]s
            set path $longer
        end
    end
    test "$path" = "$argv[1]"
end
complete -c %[1]s -f
`, program, where, strings.Join(paths, " "))
	for _, c := range commands {
		begin := fmt.Sprintf("complete -c %s -n %s", program, fishQuoted(where+" "+fishQuoted(c.path)))
		for _, child := range c.children {
			fmt.Fprintf(&w, "%s -a %s -d %s\n", begin, child.name(), fishQuoted(child.help))
		}
		switch {
		case len(c.values) > 0:
			fmt.Fprintf(&w, "%s -a %s\n", begin, fishQuoted(words(c.values)))
		case c.files:
			fmt.Fprintf(&w, "%s -F\n", begin)
		}
		for _, f := range c.flags {
			fmt.Fprintf(&w, "%s%s\n", begin, f.fish())
		}
	}
	return w.String()
}

// fish is the options of complete for a flag.
func (f flag) fish() string {
	line := " -l " + f.name
	if f.short != "" {
		line += " -s " + f.short
	}
	switch {
	case len(f.values) > 0:
		line += " -x -a " + fishQuoted(words(f.values))
	case f.takes:
		line += " -r -F"
	}
	return line + " -d " + fishQuoted(f.help)
}

// fishQuoted puts a text into single quotes of fish, in which a backslash quotes.
func fishQuoted(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}
