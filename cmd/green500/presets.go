package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"green500/cmd/green500/inputfile"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

func readPreset(path string) (*tracefile.Preset, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, inputfile.Unreadable(path, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, document.MaximumSize+1))
	if err != nil {
		return nil, inputfile.Unreadable(path, err)
	}
	preset := &tracefile.Preset{}
	places, err := document.DecodeInto(filepath.Base(path), text, preset)
	if err == nil {
		err = places.Of(preset.Check())
	}
	return preset, err
}

func (c trace) presets(s *survey.Survey) error {
	if c.Preset != "" {
		preset, err := readPreset(c.Preset)
		if err != nil {
			return err
		}
		if !preset.Fits(s.Understanding) {
			return &power.InputError{File: filepath.Base(c.Preset), Problem: "is a preset for logs in the format " + preset.Format + " with the columns " + strings.Join(preset.Columns, ", "),
				Remedy: "omit --preset, and set what is misunderstood with the other flags"}
		}
	}
	if readable := s.ReadError == nil; c.SavePreset != "" && readable {
		return c.savePreset(s)
	}
	return nil
}

func (c trace) savePreset(s *survey.Survey) error {
	name := strings.TrimSuffix(filepath.Base(c.SavePreset), filepath.Ext(c.SavePreset))
	preset := tracefile.NewPreset(name, s.Understanding, &s.Series)
	text, err := document.Write(preset)
	if err != nil {
		return err
	}
	return replace(c.SavePreset, func(out io.Writer) error {
		_, err := out.Write(text)
		return err
	})
}
