// Package tracefile turns the bytes of a meter's log into traces, and writes and reads traces in
// the canonical form. It holds one file a format; what a file says is never mended: a reading
// that can't be read is an error that names its place.
package tracefile

import (
	"fmt"
	"io"
	"time"

	"green500/validation/power"
)

// maxRows bounds what one file may ask of memory: a few kilobytes of Parquet can claim any number
// of rows.
const maxRows = 100_000_000

// Read returns the traces of one series of a file: one an instrument, in the natural order of
// their names. name is the file as the person called it, size its length in bytes; zone is the
// zone of times written without one, nil where the document tells none.
// Trouble with the file or with what the series asks of it is a *power.InputError.
func Read(name string, f io.ReaderAt, size int64, series *power.Series, zone *time.Location) ([]*power.Trace, error) {
	all, err := ReadAll(name, f, size, []*power.Series{series}, []*time.Location{zone})
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// ReadAll reads a file once for several series. zones has an element a series; so has what is
// returned. Where several series ask for what the file does not have, the error is
// power.InputErrors; any other trouble with the input is a *power.InputError.
func ReadAll(name string, f io.ReaderAt, size int64, series []*power.Series, zones []*time.Location) ([][]*power.Trace, error) {
	if len(series) != len(zones) {
		return nil, fmt.Errorf("%d zones for %d series of %s", len(zones), len(series), name)
	}
	src := source{name: name, bytes: f, size: size}
	requests := make([]request, len(series))
	for i := range series {
		requests[i] = request{series[i], zones[i]}
	}
	read, err := src.format()
	if err != nil {
		return nil, err
	}
	selections, err := read(src, requests)
	if err != nil {
		return nil, err
	}
	return tracesOf(selections)
}

// request is a series and the zone of its times written without one.
type request struct {
	series *power.Series
	zone   *time.Location
}

// reader reads a file of one format for all requests.
type reader func(source, []request) ([]*selection, error)

// tracesOf returns the traces of every selection; a selection without a reading is an error.
func tracesOf(selections []*selection) ([][]*power.Trace, error) {
	all := make([][]*power.Trace, len(selections))
	var troubles power.InputErrors
	for i, s := range selections {
		traces, trouble := s.traces()
		if trouble != nil {
			troubles = append(troubles, trouble)
		}
		all[i] = traces
	}
	if len(troubles) > 0 {
		return nil, oneOrAll(troubles)
	}
	return all, nil
}
