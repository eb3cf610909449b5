package main

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"green500/validation"
	"green500/validation/lab/calibrationfile"
	"green500/validation/lab/machine"
	"green500/validation/lab/model"
	"green500/validation/lab/study"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

type calibrating struct {
	Path     string  `arg:"" help:"A YAML file that lists the logs, a calibration written by --format json, or a folder of logs named node_clock_load, such as taurus-8_2300MHz_idle.csv, n1_all.csv, n1_1of12.csv."`
	Cores    int     `placeholder:"N" help:"Cores of a node, if neither the names of the logs nor the file state them."`
	Speed    float64 `placeholder:"GFLOPS" help:"Speed of a core at the highest clock, for SimGrid and for traces."`
	Off      float64 `placeholder:"WATTS" help:"Power of a node that is turned off."`
	NodeSet  string  `placeholder:"NAME" help:"Node set of the submission that the nodes are of, if it has several."`
	Predict  string  `name:"run" placeholder:"FILE" help:"Predict a run: a load series (seconds,load) or a time-independent trace with compute actions, as SimGrid replays it."`
	Workload string  `placeholder:"NAME" help:"What runs: EP or LU, whose error the publication states, or HPL, for which 5% is assumed."`
	Measured float64 `placeholder:"WATTS" help:"Mean power that was measured in the run, to compare."`
	Format   string  `default:"text" enum:"text,json,platform" help:"text, json (a calibration that a submission can hold as evidence) or platform (SimGrid's XML)."`
}

func (c calibrating) Run(out io.Writer, scratch canonical.Scratch) error {
	made, err := c.calibration(scratch)
	if err != nil {
		return err
	}
	if c.Speed > 0 {
		made = made.WithSpeed(c.Speed)
	}
	if c.Off > 0 {
		made.Off = c.Off
	}
	made.NodeSet = cmp.Or(c.NodeSet, made.NodeSet)
	switch c.Format {
	case "json":
		return made.WriteJSON(out)
	case "platform":
		return model.WritePlatform(out, "machine", made.Hosts())
	}
	if err := made.WriteText(out); err != nil {
		return err
	}
	if c.Predict == "" {
		return nil
	}
	run, err := os.Open(c.Predict)
	if err != nil {
		return err
	}
	defer func() { _ = run.Close() }() // it was only read
	predicted, err := made.Predict(c.Predict, run, c.Workload, power.Watts(c.Measured))
	if err != nil {
		return err
	}
	return predicted.WriteText(out)
}

func (c calibrating) calibration(scratch canonical.Scratch) (made calibrationfile.Calibration, err error) {
	info, err := os.Stat(c.Path)
	if err != nil {
		return made, err
	}
	if info.IsDir() {
		return c.folder(scratch)
	}
	text, err := os.ReadFile(c.Path)
	if err != nil {
		return made, err
	}
	if calibrationfile.IsCalibration(text) {
		return calibrationfile.ReadCalibration(c.Path, text)
	}
	file, err := calibrationfile.Read(c.Path, text)
	if err != nil {
		return made, err
	}
	return file.Compute(os.DirFS(filepath.Dir(c.Path)), scratch)
}

func (c calibrating) folder(scratch canonical.Scratch) (made calibrationfile.Calibration, err error) {
	names, err := regularFiles(c.Path)
	if err != nil {
		return made, fmt.Errorf("reading the folder of the logs: %w", err)
	}
	file, err := calibrationfile.FromNames(names, c.Cores)
	if err != nil {
		return made, err
	}
	return file.Compute(os.DirFS(c.Path), scratch)
}

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
		return &power.InputError{Field: "PATH", Problem: "there is no file",
			Remedy: "name a file with the machine; --example spmd writes one to start from"}
	}
	file, folder, err := listOf(m.Path, machine.Read)
	if err != nil {
		return err
	}
	made, err := file.Compute(folder, scratch)
	if err != nil {
		return err
	}
	if m.Format == "json" {
		return made.WriteJSON(out)
	}
	return made.WriteText(out)
}

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
	return study.OfEntry(entry.Study, facts).WriteText(out)
}

func (s studying) open() (study.File, fs.FS, error) {
	info, err := os.Stat(s.Path)
	if err != nil {
		return study.File{}, nil, err
	}
	if !info.IsDir() {
		return listOf(s.Path, study.Read)
	}
	names, err := regularFiles(s.Path)
	if err != nil {
		return study.File{}, nil, err
	}
	file, err := study.FromNames(names)
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

// listOf reads a file that lists logs, which are named relative to it.
func listOf[T any](path string, read func(name string, text []byte) (T, error)) (file T, folder fs.FS, err error) {
	text, err := os.ReadFile(path)
	if err == nil {
		file, err = read(path, text)
	}
	return file, os.DirFS(filepath.Dir(path)), err
}
