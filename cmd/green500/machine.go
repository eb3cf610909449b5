package main

import (
	"io"
	"os"
	"path/filepath"

	"green500/validation/canonical"
	"green500/validation/machine"
	"green500/validation/power"
)

type machining struct {
	Path    string `arg:"" optional:"" help:"A YAML or JSON file with kinds of nodes and runs; logs are named relative to it."`
	Example string `placeholder:"NAME" enum:"spmd,dac," default:"" help:"Write the input of an example instead: spmd or dac, the tables of the publication."`
	Format  string `default:"text" enum:"text,json" help:"text or json."`
}

func (m machining) Run(out io.Writer, scratch canonical.Scratch) error {
	if m.Example != "" {
		_, err := out.Write(machine.ExampleNamed(m.Example).Text)
		return err
	}
	if m.Path == "" {
		return &power.InputError{Field: "PATH", Problem: "there is no file", Remedy: "name a file with the machine; --example spmd writes one to start from"}
	}
	text, err := os.ReadFile(m.Path)
	if err != nil {
		return err
	}
	file, err := machine.Read(m.Path, text)
	if err != nil {
		return err
	}
	made, err := file.Compute(os.DirFS(filepath.Dir(m.Path)), scratch)
	if err != nil {
		return err
	}
	if m.Format == "json" {
		return made.WriteJSON(out)
	}
	return made.WriteText(out)
}
