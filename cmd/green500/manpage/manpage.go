// Package manpage writes manual pages of the program and its commands, from the texts of --help.
package manpage

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/alecthomas/kong"

	"green500/cmd/green500/platform"
)

// Flags is the command man.
type Flags struct {
	Command []string `arg:"" optional:"" help:"Command whose page is printed, such as check. Default: the page of the program."`
	Folder  string   `placeholder:"FOLDER" help:"Write the pages of the program and of all commands into this folder instead, such as /usr/local/share/man/man1."`
	System  string   `hidden:"" help:"Leave out what does not run on this system: linux, darwin or windows. Releases are made so."`
}

// Run prints a page, or writes all of them. source is the program and its version.
func (f Flags) Run(chosen *kong.Context, out io.Writer, source Source) error {
	if f.System != "" {
		platform.Hide(chosen.Model, f.System)
	}
	pages := Pages(chosen.Model, source)
	if f.Folder != "" {
		return write(f.Folder, pages)
	}
	name := strings.Join(append([]string{chosen.Model.Name}, f.Command...), "-")
	for _, page := range pages {
		if page.Name == name {
			_, err := io.WriteString(out, page.Text)
			return err
		}
	}
	return fmt.Errorf("there is no command %s; %s --help lists all", strings.Join(f.Command, " "), chosen.Model.Name)
}

func write(folder string, pages []Page) error {
	const readable, open = 0o644, 0o755 // by everybody, as manual pages are
	if err := os.MkdirAll(folder, open); err != nil {
		return fmt.Errorf("create the folder for manual pages: %w", err)
	}
	for _, page := range pages {
		if err := os.WriteFile(filepath.Join(folder, page.Name+".1"), []byte(page.Text), readable); err != nil {
			return fmt.Errorf("write the manual page of %s: %w", page.Name, err)
		}
	}
	return nil
}

// Source is what a page states of its origin.
type Source struct {
	Version string // of the program
	Date    string // of its sources, as 2026-11-05; empty if it is not known
}

// Page is a manual page of section 1.
type Page struct {
	Name string // such as green500-user-add
	Text string // in the macros of man(7)
}

// Pages returns the page of the program, and one for each of its commands.
func Pages(app *kong.Application, source Source) []Page {
	var pages []Page
	var visit func(node *kong.Node)
	visit = func(node *kong.Node) {
		pages = append(pages, Page{nameOf(node), page(app, node, source)})
		for _, child := range node.Children {
			if !child.Hidden {
				visit(child)
			}
		}
	}
	visit(app.Node)
	return pages
}

func nameOf(node *kong.Node) string { return strings.ReplaceAll(node.FullPath(), " ", "-") }

// page writes one page.
func page(app *kong.Application, node *kong.Node, source Source) string {
	r := &roff{}
	r.macro("TH", strings.ToUpper(nameOf(node)), "1", source.Date, app.Name+" "+source.Version, "Manual of "+app.Name)
	r.macro("SH", "NAME")
	first, _, _ := strings.Cut(node.Help, ". ")
	r.raw(escaped(nameOf(node)) + ` \- ` + escaped(strings.TrimSuffix(first, ".")))
	r.macro("SH", "SYNOPSIS")
	r.synopsis(node)
	r.macro("SH", "DESCRIPTION")
	r.text(node.Help)
	if node.Detail != "" {
		r.macro("PP")
		r.text(node.Detail)
	}
	r.arguments(node)
	r.commands(node)
	r.flags(node)
	r.macro("SH", "EXIT STATUS")
	for _, code := range exitCodes() {
		r.item(code[0], code[1])
	}
	r.environment(node)
	r.macro("SH", "SEE ALSO")
	r.see(node)
	return r.String()
}

// exitCodes are the exit codes of the program and what they mean.
func exitCodes() [][2]string {
	return [][2]string{
		{"0", "The command did what it was asked to; the claimed level is granted; nothing was altered."},
		{"1", "The claimed level is not granted, or something was altered."},
		{"2", "The command line or the input cannot be read, or the command failed."},
	}
}

func (r *roff) synopsis(node *kong.Node) {
	r.raw(`\fB` + escaped(node.FullPath()) + `\fR`)
	var words []string
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			if f.Required {
				words = append(words, f.Summary())
			}
		}
	}
	if node.Leaf() {
		words = append(words, "[OPTIONS]")
	} else {
		words = append(words, "COMMAND")
	}
	for _, argument := range node.Positional {
		words = append(words, argument.Summary())
	}
	r.raw(escaped(strings.Join(words, " ")))
}

func (r *roff) arguments(node *kong.Node) {
	if len(node.Positional) == 0 {
		return
	}
	r.macro("SH", "ARGUMENTS")
	for _, argument := range node.Positional {
		r.item(argument.Summary(), kong.DefaultHelpValueFormatter(argument))
	}
}

func (r *roff) commands(node *kong.Node) {
	if len(node.Children) == 0 {
		return
	}
	r.macro("SH", "COMMANDS")
	for _, child := range node.Children {
		if !child.Hidden {
			r.item(child.FullPath(), child.Help)
		}
	}
}

// flags writes the flags of a command by their groups; those without a group stand first.
func (r *roff) flags(node *kong.Node) {
	titles, byTitle := []string{""}, map[string][]*kong.Flag{}
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			title := ""
			if f.Group != nil {
				title = strings.TrimSuffix(cmp.Or(f.Group.Title, f.Group.Key), ":")
			}
			if byTitle[title] == nil && title != "" {
				titles = append(titles, title)
			}
			byTitle[title] = append(byTitle[title], f)
		}
	}
	r.macro("SH", "OPTIONS")
	for _, title := range titles {
		if title != "" {
			r.macro("SS", title)
		}
		for _, f := range byTitle[title] {
			name := f.String()
			if f.Tag.Negatable != "" {
				name = strings.Replace(name, "--", "--[no-]", 1)
			}
			r.item(name, kong.DefaultHelpValueFormatter(f.Value))
		}
	}
}

// environment lists the variables that set flags of a command.
func (r *roff) environment(node *kong.Node) {
	begun := false
	for _, group := range node.AllFlags(true) {
		for _, f := range group {
			for _, variable := range f.Envs {
				if !begun {
					r.macro("SH", "ENVIRONMENT")
					begun = true
				}
				r.item(variable, "Sets --"+f.Name+".")
			}
		}
	}
}

// see names the page above this one and those below it.
func (r *roff) see(node *kong.Node) {
	var names []string
	if node.Parent != nil {
		names = append(names, nameOf(node.Parent))
	}
	for _, child := range node.Children {
		if !child.Hidden {
			names = append(names, nameOf(child))
		}
	}
	for i, name := range names {
		comma := ","
		if i == len(names)-1 {
			comma = ""
		}
		r.raw(`.BR ` + escaped(name) + ` (1)` + comma)
	}
}
