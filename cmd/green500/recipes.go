package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

// readRecipe reads how a site's logs are read.
func readRecipe(path string) (*tracefile.Preset, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, document.MaximumSize+1))
	if err != nil {
		return nil, unreadable(path, err)
	}
	recipe := &tracefile.Preset{}
	places, err := document.DecodeInto(filepath.Base(path), text, recipe)
	if err == nil {
		err = places.Of(recipe.Check())
	}
	return recipe, err
}

// recipes holds the log against the recipe it is read by, and keeps a recipe where one is asked for.
func (c trace) recipes(s *survey.Survey) error {
	if c.Recipe != "" {
		recipe, err := readRecipe(c.Recipe)
		if err != nil {
			return err
		}
		if !recipe.Fits(s.Understanding) {
			return &power.InputError{File: filepath.Base(c.Recipe), Problem: "is a recipe for logs in the format " + recipe.Format + " with the columns " + strings.Join(recipe.Columns, ", "),
				Remedy: "leave --recipe out, and say with the other flags what is misunderstood"}
		}
	}
	if readable := s.ReadError == nil; c.SaveRecipe != "" && readable {
		return c.saveRecipe(s)
	}
	return nil
}

func (c trace) saveRecipe(s *survey.Survey) error {
	name := strings.TrimSuffix(filepath.Base(c.SaveRecipe), filepath.Ext(c.SaveRecipe))
	recipe := tracefile.NewPreset(name, s.Understanding, &s.Series)
	text, err := document.Write(recipe)
	if err != nil {
		return err
	}
	return replace(c.SaveRecipe, func(out io.Writer) error {
		_, err := out.Write(text)
		return err
	})
}
