package watch

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"time"

	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/tracefile"
)

type output struct {
	name   string
	zone   *time.Location
	stated string // name of the zone
	result int
	size   int64
	core   power.Span // zero until the output prints it
}

func (w *watching) openOutput() (output, error) {
	run := w.planned.entry.Run
	o := output{name: w.flags.HPL, stated: cmp.Or(w.flags.HPLTimezone, run.Timezone), result: run.Result, size: -1}
	var err error
	if o.zone, err = document.Zone(o.stated); err != nil {
		return o, &power.InputError{Field: "--hpl-timezone", Problem: o.stated + " is not a time zone", Remedy: "write the IANA name, such as Europe/Berlin or UTC"}
	}
	if o.name != "" && o.zone == nil {
		return o, &power.InputError{Field: "--hpl-timezone", Problem: "is required", Remedy: "write the IANA name of the head node's zone, such as Europe/Berlin or UTC"}
	}
	return o, nil
}

// look reads the output again if it grew. One that is not complete, or not there yet, says nothing.
func (o *output) look(_ time.Time) {
	if o.name == "" {
		return
	}
	info, err := os.Stat(o.name)
	if err != nil || info.Size() == o.size {
		return
	}
	o.size = info.Size()
	if core, err := o.read(); err == nil {
		o.core = core
	}
}

func (o *output) read() (core power.Span, err error) {
	file, err := os.Open(o.name)
	if err != nil {
		return core, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	all, err := tracefile.ReadHPL(file, filepath.Base(o.name))
	if err != nil {
		return core, err
	}
	result, err := all.Pick(o.result)
	if err != nil {
		return core, err
	}
	return result.Core(o.zone)
}
