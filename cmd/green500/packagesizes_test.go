package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// packageSize counts the files of a package and their lines, without tests and generated code.
type packageSize struct{ files, lines int }

// usualSize is the most that a package may hold which has no line in packageSizes.
var usualSize = packageSize{files: 60, lines: 7_500}

// packageSizes lists the packages with other limits.
var packageSizes = map[string]packageSize{
	"validation/rules": {files: math.MaxInt, lines: math.MaxInt}, // one file a rule
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// TestPackagesStaySmall limits the files and lines of every package.
func TestPackagesStaySmall(t *testing.T) {
	sizes := map[string]packageSize{}
	for _, file := range sources(t) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if generated.Match(text) {
			continue
		}
		room := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(file, root+"/")))
		size := sizes[room]
		sizes[room] = packageSize{size.files + 1, size.lines + bytes.Count(text, []byte("\n"))}
	}
	for room, size := range sizes {
		limit, known := packageSizes[room]
		switch {
		case !known:
			limit = usualSize
		case size.files <= usualSize.files && size.lines <= usualSize.lines:
			t.Errorf("%s needs no line in packageSizes: it has %d files and %d lines", room, size.files, size.lines)
		}
		if size.files > limit.files || size.lines > limit.lines {
			t.Errorf("%s has %d files and %d lines; at most %d files and %d lines are allowed: divide it", room,
				size.files, size.lines, limit.files, limit.lines)
		}
	}
	for room := range packageSizes {
		if _, known := sizes[room]; !known {
			t.Errorf("packageSizes lists %s, which is no package", room)
		}
	}
}
