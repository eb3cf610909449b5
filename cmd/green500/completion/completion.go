// Package completion writes what shells need to complete the commands, flags and values of the program. It is made from the
// model that --help is made from, so that nothing has to be written twice.
package completion

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"green500/cmd/green500/platform"
)

// Flags is the command completion.
type Flags struct {
	Shell  string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
	System string `hidden:"" help:"Leave out what does not run on this system: linux, darwin or windows. Releases are made so."`
}

// Run writes the completion of a shell.
func (f Flags) Run(chosen *kong.Context, out io.Writer) error {
	if f.System != "" {
		platform.Hide(chosen.Model, f.System)
	}
	return Write(out, chosen.Model, f.Shell)
}

// Write writes the completion of a shell: bash, zsh or fish.
func Write(out io.Writer, app *kong.Application, shell string) error {
	commands := commandsOf(app)
	text := ""
	switch shell {
	case "bash":
		text = bash(app.Name, commands)
	case "zsh":
		text = zsh(app.Name, commands)
	case "fish":
		text = fish(app.Name, commands)
	default:
		return fmt.Errorf("no completion is known for %s", shell)
	}
	_, err := io.WriteString(out, text)
	return err
}

// command is the program or one of its commands.
type command struct {
	path     string // such as "user add"; empty for the program
	help     string
	flags    []flag
	values   []string  // that its first argument may have
	files    bool      // it takes arguments that are files or other texts
	children []command // without those below them
}

// flag is a name that a flag has; a flag that can be negated has two.
type flag struct {
	name, short string // without dashes; short may be empty
	help        string
	takes       bool     // a value
	values      []string // that it may have, if there is a list
	repeated    bool     // it may be given more than once
}

// helpCommand explains commands; it is no command of the model.
const helpCommand = "help"

// commandsOf lists the program and all its commands, each before those below it.
func commandsOf(app *kong.Application) []command {
	var all []command
	var visit func(node *kong.Node, path string)
	visit = func(node *kong.Node, path string) {
		one := command{path: path, help: node.Help}
		for _, group := range node.AllFlags(true) {
			for _, f := range group {
				one.flags = append(one.flags, flagsOf(f)...)
			}
		}
		for n, argument := range node.Positional {
			if n == 0 {
				one.values = values(argument)
			}
			one.files = one.files || len(values(argument)) == 0
		}
		if path == "" {
			one.children = append(one.children, command{path: helpCommand, help: "Explain a command."})
		}
		at := len(all)
		all = append(all, one)
		for _, child := range node.Children {
			if child.Hidden {
				continue
			}
			below := strings.TrimSpace(path + " " + child.Name)
			all[at].children = append(all[at].children, command{path: below, help: child.Help})
			visit(child, below)
		}
	}
	visit(app.Node, "")
	return all
}

func flagsOf(f *kong.Flag) []flag {
	one := flag{name: f.Name, help: f.Help, takes: !f.IsBool() && !f.IsCounter(), values: values(f.Value), repeated: f.IsCumulative()}
	if f.Short != 0 {
		one.short = string(f.Short)
	}
	if f.Tag.Negatable == "" {
		return []flag{one}
	}
	return []flag{one, {name: "no-" + f.Name, help: f.Help}}
}

// values are those that a value may have, if there is a list.
func values(v *kong.Value) []string {
	if v.Enum == "" {
		return nil
	}
	return slices.DeleteFunc(v.EnumSlice(), func(one string) bool { return one == "" })
}

// name is the last word of a path.
func (c command) name() string { return c.path[strings.LastIndex(c.path, " ")+1:] }

// function is the name of a shell function for a command.
func (c command) function(program string) string {
	return "_" + strings.NewReplacer(" ", "_", "-", "_").Replace(strings.TrimSpace(program+" "+c.path))
}

// words joins names for a list in a shell.
func words(names []string) string { return strings.Join(names, " ") }

// quoted puts a text into single quotes, for bash and zsh.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
