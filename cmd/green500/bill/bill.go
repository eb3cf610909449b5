// Package bill makes the bill of materials of the program, as CycloneDX 1.6: modules, versions, licences.
package bill

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
)

// licences says under which licence each module is that the program may be made of: a line each, the module and the
// expression of SPDX.
//
//go:embed licences.txt
var licences string

// Bill is what a program is made of, as CycloneDX 1.6 writes it. The same program gives the same bytes.
type Bill struct {
	Format       string       `json:"bomFormat"`
	Spec         string       `json:"specVersion"`
	Serial       string       `json:"serialNumber,omitempty"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []part       `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

// Build is the program that is told of.
type Build struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"` // of the sources, with a + if they were altered
	// of the commit, as RFC 3339: the same sources give the same bytes at any hour
	Time     string `json:"time,omitempty"`
	Go       string `json:"go"`       // version of the compiler
	Platform string `json:"platform"` // such as linux/amd64
}

type metadata struct {
	Timestamp string `json:"timestamp,omitempty"`
	Component part   `json:"component"`
}

type part struct {
	Type       string              `json:"type"`
	Ref        string              `json:"bom-ref"`
	Name       string              `json:"name"`
	Version    string              `json:"version"`
	Address    string              `json:"purl,omitempty"` // package URL
	Licences   []map[string]string `json:"licenses,omitempty"`
	Properties []property          `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn,omitempty"`
}

func licenceOf(module string) string {
	for line := range strings.Lines(licences) {
		if name, expression, _ := strings.Cut(strings.TrimSpace(line), " "); name == module {
			return expression
		}
	}
	return ""
}

// Of says what a program is made of by what the compiler noted in it.
func Of(b Build, info *debug.BuildInfo) Bill {
	program := part{
		Type: "application", Ref: "green500", Name: "green500", Version: b.Version,
		Licences:   []map[string]string{{"expression": "Apache-2.0"}},
		Properties: []property{{"platform", b.Platform}, {"commit", cmp.Or(b.Commit, "unknown")}},
	}
	made := Bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{b.Time, program},
		Components: []part{library("std", b.Go, "")}}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		if module.Version == "" || module.Version == "(devel)" { // a folder of this project
			continue
		}
		made.Components = append(made.Components, library(module.Path, module.Version, module.Sum))
	}
	slices.SortFunc(made.Components, func(a, b part) int { return cmp.Compare(a.Ref, b.Ref) })
	on := dependency{Ref: program.Ref}
	for _, one := range made.Components {
		on.On = append(on.On, one.Ref)
	}
	made.Dependencies = []dependency{on}
	made.Serial = serialOf(made)
	return made
}

func library(module, version, sum string) part {
	one := part{Type: "library", Name: module, Version: version, Address: "pkg:golang/" + module + "@" + version}
	one.Ref = one.Address
	if expression := licenceOf(module); expression != "" {
		one.Licences = []map[string]string{{"expression": expression}}
	}
	if sum != "" {
		one.Properties = []property{{"go.sum", sum}}
	}
	return one
}

// serialOf names a bill by what it says, as a UUID of version 8 (RFC 9562).
func serialOf(made Bill) string {
	text, err := json.Marshal(made)
	if err != nil {
		return "" // strings and numbers are always written
	}
	sum := sha256.Sum256(text)
	sum[6], sum[8] = sum[6]&0x0f|0x80, sum[8]&0x3f|0x80
	return fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// Write writes what a program is made of.
func Write(out io.Writer, b Build, info *debug.BuildInfo) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(Of(b, info))
}
