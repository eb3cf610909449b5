package studyfile

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"green500/validation/power"
)

// logName takes the parts of a log's name: primitive, settings, size or N, and extension, such as put_interrupt+dvfs_16KB.csv.
var logName = regexp.MustCompile(`(?i)^([^_]+)_([^_]+)_(?:N([0-9]{1,9})|([0-9]+(?:\.[0-9]+)?) ?(B|KB|MB)?)(\.[a-z0-9.]+)$`)

var idleName = regexp.MustCompile(`(?i)^idle\.[a-z0-9.]+$`)

// outputEnding is how a folder names an HPL output beside a log of the same name.
const outputEnding = ".out"

// FromNames makes a study of logs whose names say primitive, settings and size, or N where HPL ran. The settings polling,
// default or baseline are the baseline; the first settings where none is named so. The log idle shows idle power. A file
// that ends in .out beside a log of the same name is the HPL output of its run. The error is power.InputErrors, one for
// each other name.
func FromNames(names []string) (File, error) {
	var f File
	var problems power.InputErrors
	logs, outputs := withoutOutputs(names)
	for _, name := range logs {
		if idleName.MatchString(path.Base(name)) {
			f.IdleLog = name
			continue
		}
		run, ok := runNamed(name)
		if !ok {
			problems.Add(&power.InputError{File: name, Field: "logs", Problem: "the name does not say primitive, settings and size", Remedy: "name the log like put_interrupt+dvfs_16KB.csv, or hpl_default_N65536.csv"})
			continue
		}
		f.Runs = append(f.Runs, run)
	}
	if len(problems) > 0 {
		return f, problems
	}
	if err := f.TakeOutputs(outputs); err != nil {
		return f, err
	}
	return f, f.Check()
}

// withoutOutputs separates the HPL outputs, which stand beside a log of the same name, from the logs, in alphabetical order.
func withoutOutputs(names []string) (logs, outputs []string) {
	beside := map[string]int{}
	for _, name := range names {
		beside[stem(name)]++
	}
	for _, name := range slices.Sorted(slices.Values(names)) {
		if strings.EqualFold(path.Ext(name), outputEnding) && beside[stem(name)] > 1 {
			outputs = append(outputs, name)
		} else {
			logs = append(logs, name)
		}
	}
	return logs, outputs
}

func stem(name string) string {
	base := path.Base(name)
	if parts := logName.FindStringSubmatch(base); parts != nil {
		base = strings.TrimSuffix(base, parts[len(parts)-1])
	}
	return strings.ToLower(base)
}

func runNamed(name string) (run Run, ok bool) {
	parts := logName.FindStringSubmatch(path.Base(name))
	if parts == nil {
		return Run{}, false
	}
	plain := strings.ToLower(parts[2])
	run = Run{Primitive: strings.ReplaceAll(parts[1], "-", " "), Settings: parts[2], Log: name, Baseline: plain == "polling" || plain == "default" || plain == "baseline"}
	var err error
	if parts[3] != "" {
		run.Order, err = strconv.Atoi(parts[3])
		return run, err == nil
	}
	run.Kilobytes, err = strconv.ParseFloat(parts[4], 64)
	switch strings.ToUpper(parts[5]) {
	case "B":
		run.Kilobytes /= 1024
	case "MB":
		run.Kilobytes *= 1024
	}
	return run, err == nil
}

// TakeOutputs gives each run the HPL output whose name is that of its log but for the extension.
func (f *File) TakeOutputs(names []string) error {
	var problems power.InputErrors
	for _, name := range names {
		i := slices.IndexFunc(f.Runs, func(r Run) bool { return stem(r.Log) == stem(name) })
		if i < 0 {
			problems.Add(&power.InputError{File: name, Field: "outputs", Problem: "no log has the name of this output", Remedy: "name the output as the log of its run, such as hpl_default_N65536.out"})
			continue
		}
		f.Runs[i].Output = name
	}
	return problems.OrNil()
}

// TakeTimes gives runs the time ranges of a text with a line for each: the name of the log, start and end, with
// commas, semicolons or tabs between them, as in "put_polling_16KB.csv, 2026-11-05T09:00:00Z, 2026-11-05T09:05:00Z".
func (f *File) TakeTimes(text string) error {
	var problems power.InputErrors
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		if problem, remedy := f.takeTime(line); problem != "" {
			problems.Add(&power.InputError{Field: "times", Problem: fmt.Sprintf("line %d: %s", number, problem), Remedy: remedy})
		}
	}
	return problems.OrNil()
}

func (f *File) takeTime(line string) (problem, remedy string) {
	fields := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(",;\t", r) })
	if len(fields) != 3 {
		return "this is not a log, a start and an end", "write put_polling_16KB.csv, 2026-11-05T09:00:00Z, 2026-11-05T09:05:00Z"
	}
	name := strings.TrimSpace(fields[0])
	i := slices.IndexFunc(f.Runs, func(r Run) bool {
		return strings.EqualFold(path.Base(r.Log), name) || stem(r.Log) == strings.ToLower(name)
	})
	if i < 0 {
		return fmt.Sprintf("no log is named %q", name), "write the name of an uploaded log"
	}
	run := f.Runs[i]
	for _, one := range []struct {
		text string
		time *power.Time
	}{{fields[1], &run.From}, {fields[2], &run.To}} {
		if err := one.time.UnmarshalText([]byte(strings.TrimSpace(one.text))); err != nil {
			return fmt.Sprintf("%q is not a time with an offset", strings.TrimSpace(one.text)), "write 2026-11-05T09:00:00Z or 2026-11-05T10:00:00+01:00"
		}
	}
	if !run.To.After(run.From.Time) {
		return "the end is not after the start", "write the start first"
	}
	f.Runs[i] = run
	return "", ""
}
