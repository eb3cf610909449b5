package main

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

type studying struct {
	Path     string `arg:"" help:"A YAML file that lists the runs and their logs, or a folder of logs named primitive_settings_size, such as put_interrupt+dvfs_16KB.csv, with HPL outputs of the same names as .out, and idle.csv."`
	Timezone string `help:"IANA zone of times written without one, such as Europe/Berlin. Default: that of the YAML file." placeholder:"ZONE"`
	Format   string `default:"text" enum:"text,json,yaml" help:"text, json, or yaml (the runs as the study of a submission)."`
}

func (s studying) Run(out io.Writer, scratch canonical.Scratch) error {
	file, folder, err := s.open()
	if err != nil {
		return err
	}
	file.Timezone = cmp.Or(s.Timezone, file.Timezone)
	made, err := file.Compute(folder, scratch)
	if err != nil {
		return err
	}
	switch s.Format {
	case "json":
		return made.WriteJSON(out)
	case "yaml":
		return made.WriteYAML(out)
	}
	return made.WriteText(out)
}

func printStudy(out io.Writer, entry *power.Entry, report *validation.Report) error {
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

func (s studying) open() (studyfile.File, fs.FS, error) {
	info, err := os.Stat(s.Path)
	if err != nil {
		return studyfile.File{}, nil, err
	}
	if !info.IsDir() {
		text, err := os.ReadFile(s.Path)
		if err != nil {
			return studyfile.File{}, nil, err
		}
		file, err := studyfile.Read(s.Path, text)
		return file, os.DirFS(filepath.Dir(s.Path)), err
	}
	names, err := regularFiles(s.Path)
	if err != nil {
		return studyfile.File{}, nil, err
	}
	file, err := studyfile.FromNames(names)
	return file, os.DirFS(s.Path), err
}

func regularFiles(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	for _, entry := range entries {
		if entry.Type().IsRegular() {
			names = append(names, entry.Name())
		}
	}
	return names, err
}
