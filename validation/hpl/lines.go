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

// tagOf matches what launchers and collectors of logs put before each line: a rank (srun -l, jsrun), a rank or a host in brackets
// (Open MPI, Intel MPI, MPICH, kubectl), a host or a program (pdsh, syslog), a container (docker compose), or a time (ts, Open MPI).
var tagOf = regexp.MustCompile(`^\s*(?:` +
	`(?:\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*\s|(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?: \d{4}\b)?\s?)` +
	`(?:[\w.-]+ [\w./-]+(?:\[\d+\])?:\s?)?` +
	`|\d\d:\d\d:\d\d(?:[.,]\d+)?\s` +
	`|\[[^\[\]]{1,128}\]:?\s?` +
	`|<std(?:out|err)>:?\s?` +
	`|\d+[:>]\s?` +
	`|[A-Za-z][\w.-]*(?:\[\d+\])?:\s?` +
	`|[\w.-]+\s+\|\s` +
	`)`)

const maxTags = 4

func untagged(line string) string {
	for range maxTags {
		tag := tagOf.FindString(line)
		if tag == "" {
			break
		}
		line = line[len(tag):]
	}
	return line
}
