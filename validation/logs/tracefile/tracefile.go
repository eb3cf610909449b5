// Package tracefile reads the log of a meter into readings in the canonical form. It never corrects a log: if a reading
// cannot be read, it is left out and reported with its line; if too many cannot be read, the log is refused. Each
// format is a file in a package below internal.
package tracefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/archive"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/xlsx"
	"green500/validation/power"
)

// Input is a file to be read: At and Size if it can be read from any place, else Stream, which is
// read once; or a folder of files.
type Input struct {
	Name   string // as the person called it
	At     io.ReaderAt
	Size   int64
	Stream io.Reader
	Folder fs.FS
	Ended  func() error // the error with which reading stops once nobody waits for it; may be nil
}

func (in Input) open(series []*power.Series, choosing bool, scratch canonical.Scratch) (*input.Opened, error) {
	in = in.ending()
	i := input.NewInput(in.Name, formats(), scratch)
	i.Chosen, i.Sheets = archive.ChosenMembers(series), xlsx.ChosenSheets(series)
	i.Choosing = choosing && i.Chosen == nil && i.Sheets == nil
	if in.Folder != nil {
		return archive.OpenFolder(i, in.Folder)
	}
	i.Receive(input.Content{At: in.At, Size: in.Size, Stream: in.Stream})
	return i.Open()
}

// Read returns the traces of one series of a file: one a meter, in the natural order of their names. zone is the zone
// of times written without one, nil if the document states none. An error in the file or with what the series asks of
// it is a *power.InputError. The readings are kept in files of scratch until they are closed.
func Read(in Input, series *power.Series, zone *time.Location, scratch canonical.Scratch) (*canonical.Readings, error) {
	all, err := ReadAll(in, []*power.Series{series}, []*time.Location{zone}, scratch)
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// ReadAll reads a file once for several series. zones has an element a series; so has what is
// returned. If several series ask for what the file does not have, the error is
// power.InputErrors; any other an error in the input is a *power.InputError.
func ReadAll(in Input, series []*power.Series, zones []*time.Location,
	scratch canonical.Scratch) ([]*canonical.Readings, error) {
	if len(series) != len(zones) {
		return nil, fmt.Errorf("%d zones for %d series of %s", len(zones), len(series), in.Name)
	}
	requests := make([]table.Request, len(series))
	for i := range series {
		requests[i] = table.Request{Series: series[i], Zone: zones[i]}
	}
	opened, err := in.open(series, false, scratch)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	selections, err := table.Plan(opened.Sheet.Columns(), requests, scratch)
	if err == nil {
		err = table.Take(opened.Sheet, selections)
	}
	if err != nil {
		return nil, table.Closing(selections, err)
	}
	return finish(in.Name, selections, scratch)
}

func finish(name string, selections []*table.Selection, scratch canonical.Scratch) ([]*canonical.Readings, error) {
	all, err := table.Finish(selections)
	if err != nil {
		return nil, err
	}
	for i, s := range selections {
		quantity, _ := s.Series.Unit.Quantity()
		if all[i], err = withoutRepeats(name, all[i], quantity, scratch); err != nil {
			for _, one := range slices.Delete(all, i, i+1) {
				err = errors.Join(err, one.Close())
			}
			return nil, err
		}
		all[i].Notes = append(all[i].Notes, doubts(name, s.Series, all[i])...)
	}
	return all, nil
}

// Understand looks at the first rows of a log and says what it is. given is what the person says of it,
// and zone the zone they name or nil. It reads no more of the log than it looks at, unless the format
// or what the log is packed in asks for more. An error in the log is a *power.InputError.
func Understand(in Input, given ImportSettings, zone *time.Location,
	scratch canonical.Scratch) (*infer.Understanding, error) {
	opened, err := in.open([]*power.Series{{Where: given.Where}}, true, scratch)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	return infer.Infer(opened, given, zone, in.Ended)
}

// Version is that of what is taken from a file. It grows with every change after which the same file
// and the same series may give other readings or notes: what was kept of them is then taken again.
const Version = 12

type untilEnded struct {
	in    io.Reader
	at    io.ReaderAt
	ended func() error
}

// ending has a file end as Ended says. It is the same if nothing ends it.
func (in Input) ending() Input {
	if in.Ended == nil {
		return in
	}
	if in.At != nil {
		in.At = untilEnded{at: in.At, ended: in.Ended}
	}
	if in.Stream != nil {
		in.Stream = untilEnded{in: in.Stream, ended: in.Ended}
	}
	return in
}

// Read reads on. It fails as Ended does.
func (u untilEnded) Read(into []byte) (int, error) {
	if err := u.ended(); err != nil {
		return 0, err
	}
	return u.in.Read(into)
}

// ReadAt reads anywhere. It fails as Ended does.
func (u untilEnded) ReadAt(into []byte, at int64) (int, error) {
	if err := u.ended(); err != nil {
		return 0, err
	}
	return u.at.ReadAt(into, at)
}
