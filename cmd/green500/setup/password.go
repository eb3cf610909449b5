// Package setup makes the first administrator, changes roles and passwords, and runs as the owner of the data folder.
package setup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"green500/validation/power"
)

// ErrStopped is of a password that was not typed, because the command was interrupted.
var ErrStopped = errors.New("stopped before there was a password; nothing was changed")

// ReadPassword reads a password: the first line of a file, or what somebody types twice at a terminal, where it is not
// shown. It returns a *power.InputError if there is none, or if the two differ, and ErrStopped once the context is
// done.
func ReadPassword(ctx context.Context, from *os.File, prompts io.Writer) (string, error) {
	restore, terminal := hideTyping(from)
	if !terminal {
		return nextLine(ctx, linesOf(from, 1))
	}
	defer restore()
	var both [2]string
	lines := linesOf(from, len(both))
	for i, prompt := range []string{"Password: ", "\nThe same again: "} {
		if _, err := io.WriteString(prompts, prompt); err != nil {
			return "", err
		}
		var err error
		if both[i], err = nextLine(ctx, lines); err != nil {
			_, unseen := fmt.Fprintln(prompts)
			return "", errors.Join(err, unseen)
		}
	}
	if _, err := fmt.Fprintln(prompts); err != nil {
		return "", err
	}
	if both[0] != both[1] {
		return "", &power.InputError{Field: "password", Problem: "the two passwords differ",
			Remedy: "run the command again, and type the same twice"}
	}
	return both[0], nil
}

type line struct {
	text string
	err  error
}

// linesOf reads lines while it can. A read of a terminal cannot be interrupted: it is left waiting.
func linesOf(from io.Reader, count int) <-chan line {
	lines := make(chan line, count)
	go func() {
		typed := bufio.NewReader(from)
		for range count {
			text, err := firstLine(typed)
			lines <- line{text, err}
			if err != nil {
				return
			}
		}
	}()
	return lines
}

func nextLine(ctx context.Context, lines <-chan line) (string, error) {
	select {
	case next := <-lines:
		return next.text, next.err
	case <-ctx.Done():
		return "", ErrStopped
	}
}

func firstLine(from *bufio.Reader) (string, error) {
	line, err := from.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read password: %w", err)
	}
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", &power.InputError{Field: "password", Problem: "standard input contains no password",
			Remedy: "write it on one line"}
	}
	return line, nil
}
