// Package tracefile turns the bytes of a meter's log into traces in the canonical form. It holds one
// file a format; what a file says is never mended: a reading that can't be read is an error that names
// its place.
package tracefile

import (
	"fmt"
	"io"
	"io/fs"
	"time"

	"green500/validation/canonical"
	"green500/validation/power"
)

// maxRows bounds what one file may ask for: a few kilobytes of Parquet can claim any number of rows.
const maxRows = 4_000_000_000

// Input is a file to be read: At and Size where it can be read from any place, else Stream, which is
// read once; or a folder of files.
type Input struct {
	Name   string // as the person called it
	At     io.ReaderAt
	Size   int64
	Stream io.Reader
	Folder fs.FS
}

// open finds the format of a file. Where choosing, members may be chosen by what they are.
func (in Input) open(series []*power.Series, choosing bool, scratch canonical.Scratch) (*opened, error) {
	i := newInput(in.Name, formats(), scratch)
	i.chosen, i.sheets = chosenMembers(series), chosenSheets(series)
	i.choosing = choosing && i.chosen == nil && i.sheets == nil
	if in.Folder != nil {
		return openFolder(i, in.Folder)
	}
	i.receive(content{at: in.At, size: in.Size, stream: in.Stream})
	return i.open()
}

// Read returns the traces of one series of a file: one an instrument, in the natural order of
// their names. zone is the zone of times written without one, nil where the document tells none.
// Trouble with the file or with what the series asks of it is a *power.InputError. The readings are
// kept in files of scratch until they are closed.
func Read(in Input, series *power.Series, zone *time.Location, scratch canonical.Scratch) (*canonical.Readings, error) {
	all, err := ReadAll(in, []*power.Series{series}, []*time.Location{zone}, scratch)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// ReadAll reads a file once for several series. zones has an element a series; so has what is
// returned. Where several series ask for what the file does not have, the error is
// power.InputErrors; any other trouble with the input is a *power.InputError.
func ReadAll(in Input, series []*power.Series, zones []*time.Location, scratch canonical.Scratch) ([]*canonical.Readings, error) {
	if len(series) != len(zones) {
		return nil, fmt.Errorf("%d zones for %d series of %s", len(zones), len(series), in.Name)
	}
	requests := make([]request, len(series))
	for i := range series {
		requests[i] = request{series: series[i], zone: zones[i]}
	}
	opened, err := in.open(series, false, scratch)
	if err != nil {
		return nil, err
	}
	defer opened.close()
	selections, err := plan(opened.sheet.columns(), requests, scratch)
	if err == nil {
		err = take(opened.sheet, selections)
	}
	if err != nil {
		return nil, closing(selections, err)
	}
	return finish(selections)
}

// request is a series and the zone of its times written without one.
type request struct {
	series *power.Series
	zone   *time.Location
}

// take gives every row of a sheet to the selections.
func take(s sheet, selections []*selection) error {
	if fast, ok := s.(bulk); ok {
		return fast.takeAll(selections)
	}
	return takeRows(s, selections)
}

// takeRows stands on every row of a sheet in turn.
func takeRows(s sheet, selections []*selection) error {
	var needed []int
	for _, one := range selections {
		if trouble := one.start(s.columns()); trouble != nil {
			return trouble
		}
		needed = append(needed, one.columns()...)
	}
	rows := 0
	err := s.each(needed, func() error {
		if rows++; rows > maxRows {
			return s.columns().refuse(0, "", fmt.Sprintf("has more than %d rows", maxRows), "give the file in parts")
		}
		return takeRow(selections, s)
	})
	for _, one := range selections {
		one.notes.addAll(s.columns().notes)
	}
	return err
}

// finish returns the readings of every selection; a selection without a reading is an error.
func finish(selections []*selection) ([]*canonical.Readings, error) {
	all := make([]*canonical.Readings, len(selections))
	var troubles power.InputErrors
	for i, s := range selections {
		if trouble := s.incomplete(); trouble != nil {
			troubles = append(troubles, trouble)
			continue
		}
		var err error
		if all[i], err = s.finish(); err != nil {
			return nil, closing(selections, err)
		}
	}
	if len(troubles) > 0 {
		return nil, closing(selections, oneOrAll(troubles))
	}
	return all, nil
}

// Understand looks at the first rows of a log and says what it is. told is what the person says of it,
// and zone the zone they name or nil. It reads no more of the log than it looks at, unless the format
// or what the log is packed in asks for more. Trouble with the log is a *power.InputError.
func Understand(in Input, told Reading, zone *time.Location, scratch canonical.Scratch) (*Understanding, error) {
	opened, err := in.open([]*power.Series{{Where: told.Where}}, true, scratch)
	if err != nil {
		return nil, err
	}
	defer opened.close()
	return infer(opened, told, zone)
}
