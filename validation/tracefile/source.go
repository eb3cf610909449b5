package tracefile

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"green500/validation/power"
)

// source is the file that is read.
type source struct {
	name  string
	bytes io.ReaderAt
	size  int64
}

// foreign is a kind of file people send by mistake: how it begins and what to do.
type foreign struct{ magic, kind, remedy string }

var foreigners = []foreign{
	{"\x1f\x8b", "gzip", "unpack it and give the file inside"},
	{"\x28\xb5\x2f\xfd", "zstd", "unpack it and give the file inside"},
	{"PK\x03\x04", "a zip archive", "unpack it and give the file inside"},
	{"\xd0\xcf\x11\xe0", "a spreadsheet", "save the sheet as CSV"},
	{"\xff\xfe", "UTF-16 text", "save it as UTF-8"},
	{"\xfe\xff", "UTF-16 text", "save it as UTF-8"},
	{"PARE", "encrypted Parquet", "write it without encryption"},
}

// foreign refuses what no format can be made of.
func (in *input) foreign() *power.InputError {
	for _, f := range foreigners {
		if bytes.HasPrefix(in.head, []byte(f.magic)) && !isXLSX(in.head) {
			return in.refuse(0, "", "is "+f.kind, f.remedy)
		}
	}
	return nil
}

// refuse places trouble in the file; line 0 is the file as a whole.
func (s source) refuse(line int, field, problem, remedy string) *power.InputError {
	return &power.InputError{File: s.name, Line: line, Field: field, Problem: problem, Remedy: remedy}
}

// fault is trouble with a cell before its place is known.
type fault struct {
	field   string // instead of the column's name, where another field of the document is to blame
	problem string
	remedy  string
	missing bool // the cell says that there was no reading: it is left out and counted, not refused
	other   bool // the row is not about the column: it is passed over
}

// oneOrAll returns a single trouble as itself, so that its kind is the same whoever asks, and
// leaves out what would only be said twice.
func oneOrAll(troubles power.InputErrors) error {
	said := map[power.InputError]bool{}
	var distinct power.InputErrors
	for _, t := range troubles {
		if !said[*t] {
			said[*t] = true
			distinct = append(distinct, t)
		}
	}
	if len(distinct) == 1 {
		return distinct[0]
	}
	return distinct.OrNil()
}

// maxQuoted bounds how much of a cell an error repeats, in bytes.
const maxQuoted = 40

func quoted(text []byte) string {
	if len(text) > maxQuoted {
		return strconv.Quote(string(text[:maxQuoted]) + "…")
	}
	return strconv.Quote(string(text))
}

// maxListed bounds how many names an error lists.
const maxListed = 20

func listed(names []string) string {
	if len(names) <= maxListed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
}
