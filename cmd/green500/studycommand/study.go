// Package studycommand runs green500 study: what settings save, computed from logs.
package studycommand

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"green500/validation"
	"green500/validation/canonical"
	"green500/validation/power"
	"green500/validation/study"
	"green500/validation/studyfile"
)

// Flags are those of the command.
type Flags struct {
	Path     string `arg:"" help:"A YAML file that lists the runs and their logs, or a folder of logs named primitive_settings_size, such as put_interrupt+dvfs_16KB.csv, with HPL outputs of the same names as .out, and idle.csv."`
	Timezone string `help:"IANA zone of times written without one, such as Europe/Berlin. Default: that of the YAML file." placeholder:"ZONE"`
	Format   string `default:"text" enum:"text,json,yaml" help:"text, json, or yaml (the runs as the study of a submission)."`
}

// Run reads the logs and writes the study.
func (f Flags) Run(out io.Writer, scratch canonical.Scratch) error {
	file, folder, err := f.open()
	if err != nil {
		return err
	}
	file.Timezone = cmp.Or(f.Timezone, file.Timezone)
	made, err := file.Compute(folder, scratch)
	if err != nil {
		return err
	}
	switch f.Format {
	case "json":
		return made.WriteJSON(out)
	case "yaml":
		return made.WriteYAML(out)
	}
	return made.WriteText(out)
}

// Print writes the study of a submission, if it has one.
func Print(out io.Writer, entry *power.Entry, report *validation.Report) error {
	if len(entry.Study) == 0 {
		return nil
	}
	var facts study.Facts
	if n := report.Numbers.Idle; n != nil {
		facts.Idle = power.Watts(n.Value)
	}
	if n := report.Numbers.CoreAverage; n != nil {
		facts.Loaded = power.Watts(n.Value)
	}
	if _, err := fmt.Fprintln(out, "\nStudy of settings, as the site states it:"); err != nil {
		return err
	}
	return studyfile.OfEntry(entry.Study, facts).WriteText(out)
}

// open reads the list of runs, or makes one of the names of a folder's logs.
func (f Flags) open() (studyfile.File, fs.FS, error) {
	info, err := os.Stat(f.Path)
	if err != nil {
		return studyfile.File{}, nil, err
	}
	if !info.IsDir() {
		text, err := os.ReadFile(f.Path)
		if err != nil {
			return studyfile.File{}, nil, err
		}
		file, err := studyfile.Read(f.Path, text)
		return file, os.DirFS(filepath.Dir(f.Path)), err
	}
	entries, err := os.ReadDir(f.Path)
	if err != nil {
		return studyfile.File{}, nil, err
	}
	var names []string
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			names = append(names, entry.Name())
		}
	}
	file, err := studyfile.FromNames(names)
	return file, os.DirFS(f.Path), err
}
