package hpl

import (
	"bufio"
	"errors"
	"io"
	"regexp"
)

// maxLine bounds what is kept of a line, in bytes. The lines that matter are short; what batch
// systems put around them may be anything.
const maxLine = 4096

// colours are the ANSI codes that some variants print around lines.
var colours = regexp.MustCompile("\x1b\\[[0-9;?]*[A-Za-z]")

type lines struct {
	in     *bufio.Reader
	number int  // of the line last returned, from 1
	open   bool // the line last returned has no end: the text ends in it
}

// next returns the next line without its end and without colours; io.EOF ends the text. Of a line
// that is too long only the beginning is returned.
func (l *lines) next() (string, error) {
	piece, err := l.in.ReadSlice('\n')
	if len(piece) == 0 && err != nil {
		return "", err
	}
	l.number++
	text := string(piece)
	l.open = errors.Is(err, io.EOF)
	for errors.Is(err, bufio.ErrBufferFull) {
		_, err = l.in.ReadSlice('\n')
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return colours.ReplaceAllString(text, ""), nil
}
