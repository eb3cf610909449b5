// Package setup holds what sets an installation up on its machine: the first administrator, roles and passwords, and working as the
// owner of the data folder.
package setup

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"green500/validation/power"
)

// ReadPassword reads a password: the first line of a file, or what somebody types twice at a terminal, where it is not shown. It
// returns a *power.InputError if there is none, or if the two differ.
func ReadPassword(from *os.File, prompts io.Writer) (string, error) {
	restore, terminal := hideTyping(from)
	if !terminal {
		return firstLine(bufio.NewReader(from))
	}
	defer restore()
	typed := bufio.NewReader(from)
	var both [2]string
	for i, prompt := range []string{"Password: ", "\nThe same again: "} {
		if _, err := io.WriteString(prompts, prompt); err != nil {
			return "", err
		}
		var err error
		if both[i], err = firstLine(typed); err != nil {
			return "", err
		}
	}
	if _, err := fmt.Fprintln(prompts); err != nil {
		return "", err
	}
	if both[0] != both[1] {
		return "", &power.InputError{Field: "password", Problem: "the two passwords differ", Remedy: "run the command again, and type the same twice"}
	}
	return both[0], nil
}

func firstLine(from *bufio.Reader) (string, error) {
	line, err := from.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read password: %w", err)
	}
	line = strings.TrimRight(line, "\r\n")
	if line == "" {
		return "", &power.InputError{Field: "password", Problem: "standard input contains no password", Remedy: "write it on one line"}
	}
	return line, nil
}
