// Package input opens a file for reading: it removes compression, detects encodings, and finds the format by the first
// bytes.
package input

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// Content is what is read of a file or a member: At and Size if that is possible, else Stream, which is read once.
type Content struct {
	At     io.ReaderAt
	Size   int64
	Stream io.Reader
	Opens  func(in *File) (table.Sheet, error) // what a format holds already, nil for what is to be found
	Close  func()                              // nil if nothing is to be closed
}

const maxLaid = 16 << 30 // bounds what is laid out on disk to be read from any place, in bytes

// File is a file while it is read.
type File struct {
	celltext.Source
	*bufio.Reader // of the content from its beginning
	Head          []byte
	Packing       []string  // what the content was packed in, the outermost first
	Member        string    // its name in the archive or folder it lies in, empty if it lies in none
	Modified      time.Time // when it was last written, if the archive or folder states it
	Started       string    // when its times began, if a file beside it reports that
	Chosen        []string  // the members that series ask for; nil for all
	Sheets        []string  // likewise of a workbook
	Choosing      bool      // members may be chosen by what they are, if not all can be read as one
	Formats       []LogFormat
	Generic       bool // what takes it is no format of logs alone: any text, or any JSON
	Spent         *allowance
	Scratch       canonical.Scratch
	Closing       []func() // the last one first
}

// Opened is a sheet and the input that it reads.
type Opened struct {
	Sheet  table.Sheet
	Format string
	*File
}

// NewInput begins a file, whose content is received then.
func NewInput(name string, formats []LogFormat, scratch canonical.Scratch) *File {
	return &File{Source: celltext.Source{Name: name}, Formats: formats, Scratch: scratch, Spent: &allowance{}}
}

// Receive takes the content of a file.
func (in *File) Receive(from Content) {
	in.Bytes, in.Length = from.At, from.Size
	if in.Member == "" {
		in.Spent.Packed.Add(from.Size)
	}
	stream := from.Stream
	if from.At != nil {
		stream = io.NewSectionReader(from.At, 0, from.Size)
	} else if in.Member == "" {
		stream = &Witness{Reader: stream, spent: in.Spent}
	}
	in.Reader = bufio.NewReaderSize(stream, roomFor(from.Size))
}

// roomFor is how much of a file is held: an archive may have very many small members. 0 is an unknown size.
func roomFor(size int64) int {
	if size == 0 {
		return HeadBytes
	}
	return int(min(HeadBytes, max(size, 4<<10)))
}

// Begin goes on with other content, which can only be read once.
func (in *File) Begin(stream io.Reader) {
	in.Bytes, in.Length = nil, 0
	in.Reader = bufio.NewReaderSize(stream, HeadBytes)
}

func (in *File) peek() error {
	head, err := in.Peek(HeadBytes)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return in.ReadError(err)
	}
	in.Head = head
	return nil
}

// Open finds the format of the content. It is closed if that fails.
func (in *File) Open() (*Opened, error) {
	s, format, err := in.find()
	if err != nil {
		in.Close()
		return nil, err
	}
	return &Opened{s, format, in}, nil
}

type ofLogs interface{ LogFormat() string }

func (in *File) find() (table.Sheet, string, error) {
	if err := in.peel(); err != nil {
		return nil, "", err
	}
	if inputErr := in.refuseUnsupported(); inputErr != nil {
		return nil, "", inputErr
	}
	for i, f := range in.Formats {
		if !f.Is(in.Head) {
			continue
		}
		in.Generic = i == len(in.Formats)-1
		s, err := f.Open(in)
		if many, ok := s.(ofLogs); ok && err == nil {
			return s, many.LogFormat(), nil
		}
		return s, f.Name, err
	}
	return nil, "",
		in.Refuse(0, "", "is no text, and in no format that is known", "export the readings as CSV with a header line")
}

func (in *File) skipMark() error {
	if len(in.Head) < len(celltext.Utf8Mark) || string(in.Head[:len(celltext.Utf8Mark)]) != celltext.Utf8Mark {
		return nil
	}
	if _, err := in.Discard(len(celltext.Utf8Mark)); err != nil {
		return in.ReadError(err)
	}
	if in.Bytes != nil {
		in.Length -= int64(len(celltext.Utf8Mark))
		in.Bytes = io.NewSectionReader(in.Bytes, int64(len(celltext.Utf8Mark)), in.Length)
	}
	return in.peek()
}

// Jump makes the content readable from any place, and lays a stream out for that.
func (in *File) Jump() error {
	if in.Bytes != nil {
		return nil
	}
	file, err := in.Scratch()
	if err != nil {
		return in.ReadError(err)
	}
	in.Closing = append(in.Closing, func() { _ = file.Close() }) // nothing in it is needed any more
	if in.Length, err = io.Copy(file, io.LimitReader(in.Reader, maxLaid+1)); err != nil {
		return in.ReadError(err)
	}
	if in.Length > maxLaid {
		return in.Refuse(0, "", fmt.Sprintf("holds more than %d GiB", maxLaid>>30), "give the file in parts")
	}
	in.Bytes = file
	return nil
}

// Close stops what reads ahead and releases what unpacks.
func (in *File) Close() {
	for _, one := range slices.Backward(in.Closing) {
		one()
	}
	in.Closing = nil
}

// LogFormat is a kind of log. Each lies in a file of its own.
type LogFormat struct {
	Name string                 // as people call it
	Is   func(head []byte) bool // by the beginning of the content, never by a name
	Open func(in *File) (table.Sheet, error)
}

// Recovering makes an error of a panic: the Parquet library panics on many files that contradict themselves.
func Recovering(call func() error) (err error) {
	defer func() {
		if met := recover(); met != nil {
			err = fmt.Errorf("%v", met)
		}
	}()
	return call()
}

// ErrEndsEarly says that a file ends before what its beginning announced.
var ErrEndsEarly = errors.New("it ends too early")

// What an archive or a folder may hold.
const (
	MaxMembers    = 100_000 // a capture a second for a day
	MaxMemberName = 1 << 10 // bytes
)

// NoLog is the error of a file that stands where a log would. An archive leaves it out.
type NoLog struct{ Err *power.InputError }

// A spreadsheet is read from the sheets that hold a table: a row of names, perhaps a row of units, and rows
// with numbers, below whatever text. Numbers that stand for times are written as text, and what that text
// says is understood as that of delimited text is.

// SpreadsheetFormat is what people call the format.
const SpreadsheetFormat = "spreadsheet"

func (n *NoLog) Error() string { return n.Err.Error() }
func (n *NoLog) Unwrap() error { return n.Err }

// JSONHead recognises JSON by its first characters: a line that begins with [2026-06-01 10:00:00] is not JSON.
var JSONHead = regexp.MustCompile(`^\s*(\{\s*(["'}]|$)|\[\s*(\{|$|\]\s*$|(\[\s*)+([{"\d\]-]|$)))`)

// PythonHead matches the beginning of objects as Python prints them, which is not JSON.
var PythonHead = regexp.MustCompile(`^\s*\[?\s*\{\s*'`)

// IsJSON recognises JSON of any kind, which no format before has taken.
func IsJSON(head []byte) bool {
	if JSONHead.Match(head) {
		return true
	}
	if len(head) < HeadBytes {
		return json.Valid(head) // a list of numbers, or a single value
	}
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte{'['}) && beginsAsJSON(head)
}

func beginsAsJSON(head []byte) bool {
	tokens := json.NewDecoder(bytes.NewReader(head))
	for {
		if _, err := tokens.Token(); err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

// IsXLSX distinguishes a spreadsheet from other archives by what its first part is called.
func IsXLSX(head []byte) bool {
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) || len(head) < zipNameAt {
		return false
	}
	name := head[zipNameAt:]
	for _, one := range []string{"[Content_Types].xml", "xl/", "_rels/.rels", "docProps/"} {
		if bytes.HasPrefix(name, []byte(one)) {
			return true
		}
	}
	return false
}

const zipNameAt = 30

type unsupported struct{ magic, kind, remedy string }

var unsupportedFiles = []unsupported{
	{"\xd0\xcf\x11\xe0", "an old spreadsheet", "save the sheet as XLSX or CSV"},
	{"\xff\xfe\x00\x00", "UTF-32 text", "save it as UTF-8"},
	{"PARE", "encrypted Parquet", "write it without encryption"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "pack it as zip, or give the log itself"},
	{"Rar!\x1a\x07", "a RAR archive", "pack it as zip, or give the log itself"},
	{"\x04\x22\x4d\x18", "lz4", "unpack it, or pack it as zstd"},
	{"%PDF-", "a PDF", "give the log itself"},
	{"\x89PNG\r\n", "a picture", "give the log that it was drawn from"},
	{"\xff\xd8\xff", "a picture", "give the log that it was drawn from"},
	{"GIF8", "a picture", "give the log that it was drawn from"},
	{"TDSm", "a TDMS file of LabVIEW", "export its channels as CSV, as DIAdem and npTDMS do"},
	{"MATLAB 5.0 MAT-file", "a MAT-file of MATLAB", "write its table as CSV, with writetable or writetimetable"},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file, as those of MATLAB 7.3 are, too", "write its table as CSV or Parquet"},
	{"SQLite format 3\x00", "a database of SQLite",
		"export the table of the readings, as: sqlite3 -header -csv FILE \"SELECT * FROM TABLE\""},
}

func (in *File) refuseUnsupported() *power.InputError {
	for _, f := range unsupportedFiles {
		if bytes.HasPrefix(in.Head, []byte(f.magic)) && !IsXLSX(in.Head) {
			return in.Refuse(0, "", "is "+f.kind, f.remedy)
		}
	}
	return nil
}
