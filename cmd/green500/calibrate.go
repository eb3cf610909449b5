package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"green500/validation/calibrationfile"
	"green500/validation/canonical"
	"green500/validation/model"
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
