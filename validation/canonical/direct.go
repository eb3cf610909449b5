package canonical

import "errors"

// direct is a file that readings are laid out in.
type direct struct {
	file    File
	scales  scales
	layout  *layout
	last    key
	started bool
	ended   bool
}

// takes reports whether readings can follow those that are laid out. Nil is a file that is not made.
func (d *direct) takes(b *batch, s scales) bool {
	return d == nil || len(b.at) == 0 || d.scales == s && !(d.started && b.first().before(d.last))
}

// take lays out readings that are in the order of rows. What b holds then is none of them.
func (d *direct) take(b *batch) error {
	if len(b.at) == 0 {
		return nil
	}
	d.started, d.last = true, key{b.spans[len(b.spans)-1].instrument, b.at[len(b.at)-1]}
	return d.layout.take(b)
}

// finish ends the file and opens it.
func (d *direct) finish(told tell) (*Readings, error) {
	d.ended = true
	size, err := d.layout.finish(told)
	if err != nil {
		return nil, errors.Join(err, d.dispose())
	}
	r, err := OpenReadings(d.file, size)
	if err != nil {
		return nil, errors.Join(err, d.dispose())
	}
	r.file, d.file = d.file, nil // the readings' own now
	return r, nil
}

func (d *direct) dispose() error {
	file := d.file
	d.file = nil
	return file.Close()
}

// close gives up what finish did not hand on.
func (d *direct) close() error {
	if d == nil {
		return nil
	}
	if !d.ended {
		d.ended = true
		_ = d.layout.stop() // what was laid out is given up
	}
	if d.file == nil {
		return nil
	}
	return d.dispose()
}
