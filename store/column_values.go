// This file owns how times, texts and numbers are written as values of columns.

package store

import (
	"strconv"
	"strings"
	"time"
	"unicode"
)

func fromMicro(micro int64) time.Time { return time.UnixMicro(micro).UTC() }

func fromMicroOrNil(micro *int64) *time.Time {
	if micro == nil {
		return nil
	}
	t := fromMicro(*micro)
	return &t
}

func microOfDate(t *time.Time) *int64 {
	if t == nil {
		return nil
	}
	micro := t.UnixMicro()
	return &micro
}

// clockSkew is by how much the clocks of servers may differ.
const clockSkew = 5 * time.Minute

// tooFarAhead is the instant behind which nothing lies that was to come within a wait: what does was written by a clock that
// has been set back since, and nobody waits until it is right again.
func tooFarAhead(now time.Time, wait time.Duration) int64 {
	return now.Add(wait + clockSkew).UnixMicro()
}

// text makes a string one that every database takes: valid UTF-8 without the zero byte, which
// PostgreSQL refuses.
func text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "")
}

func tidy(s string) string { return strings.TrimSpace(text(s)) }

// oneLine is a text that can stand in a line of a page, a mail or a terminal.
func oneLine(s string) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text(s))
	return strings.Join(strings.Fields(printable), " ")
}

// mostDetail is the bytes that a record says of a thing.
const mostDetail = 2000

// shortened is a text as the log holds it: one line of a bounded length.
func shortened(said string) string {
	said = oneLine(said)
	if len(said) <= mostDetail {
		return said
	}
	return strings.ToValidUTF8(said[:mostDetail], "") + " …"
}

// counted says how many there are of a thing.
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}

func zeroIfNil(id *int64) int64 {
	if id == nil {
		return 0
	}
	return *id
}

func nilIfZero(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

func nilIfEmpty(b []byte) []byte {
	if len(b) == 0 {
		return nil
	}
	return b
}

// notNil keeps an empty value from becoming NULL.
func notNil(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

func unlessZero[N ~int | ~float64](n N) *N {
	if n == 0 {
		return nil
	}
	return &n
}
