package main

import (
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"green500/cmd/green500/bill"
)

var stamped string

const unreleased = "devel"

type built bill.Build

func thisBuild() built {
	info, _ := debug.ReadBuildInfo() // without it only the stamp is known
	return buildOf(stamped, info)
}

// buildOf reads a stamp, and what the compiler noted for what the stamp leaves out; info may be nil.
func buildOf(stamp string, info *debug.BuildInfo) built {
	b := built{Version: unreleased, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info != nil {
		b.noted(info)
	}
	for i, word := range strings.Fields(stamp) {
		switch i {
		case 0:
			b.Version = word
		case 1:
			b.Commit = word
		case 2:
			b.Time = word
		}
	}
	return b
}

func (b *built) noted(info *debug.BuildInfo) {
	if v := info.Main.Version; v != "" && v != "(devel)" {
		b.Version = v
	}
	altered := false
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			b.Commit = setting.Value
		case "vcs.time":
			b.Time = setting.Value
		case "vcs.modified":
			altered = setting.Value == "true"
		}
	}
	if altered && b.Commit != "" {
		b.Commit += "+"
	}
}

func (b built) String() string {
	text := "green500 " + b.Version
	if b.Commit != "" {
		text += ", commit " + b.Commit
	}
	if b.Time != "" {
		text += " of " + b.Time
	}
	return text + ", " + b.Go + " on " + b.Platform
}

type version struct {
	Format string `default:"text" enum:"text,json,cyclonedx" help:"text, json, or cyclonedx: the components of the program, with versions and licences."`
	Of     string `type:"existingfile" placeholder:"FILE" help:"With --format cyclonedx: describe another program of this release, such as that for another platform."`
}

func (v version) bill(out io.Writer) error {
	b, info := thisBuild(), (*debug.BuildInfo)(nil)
	var err error
	if v.Of == "" {
		info, _ = debug.ReadBuildInfo()
	} else if info, err = buildinfo.ReadFile(v.Of); err != nil {
		return fmt.Errorf("read the components of %s: %w", v.Of, err)
	}
	if info == nil {
		return errors.New("read the components of the program: the compiler recorded none")
	}
	return bill.Write(out, bill.Build(b.on(info)), info)
}

func (b built) on(info *debug.BuildInfo) built {
	var system, machine string
	for _, setting := range info.Settings {
		switch setting.Key {
		case "GOOS":
			system = setting.Value
		case "GOARCH":
			machine = setting.Value
		}
	}
	if system != "" && machine != "" {
		b.Platform = system + "/" + machine
	}
	if info.GoVersion != "" {
		b.Go = info.GoVersion
	}
	return b
}

func (v version) Run(out io.Writer) error {
	switch v.Format {
	case "cyclonedx":
		return v.bill(out)
	case "json":
		return printJSON(out, thisBuild())
	}
	_, err := fmt.Fprintln(out, thisBuild())
	return err
}

var errVersionShown = errors.New("the version was shown")

// showVersion is the flag that shows what the command version prints, of the whole program and of each command.
type showVersion bool

func (showVersion) BeforeReset(out io.Writer) error {
	if err := (version{}).Run(out); err != nil {
		return err
	}
	return errVersionShown
}
