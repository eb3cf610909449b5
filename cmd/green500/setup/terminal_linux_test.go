package setup

import (
	"context"
	"errors"
	"io"
	"os"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"
)

// TestAnInterruptedPromptLeavesTheTerminalAsItWas: it does not wait for a line, and what is typed is shown again.
func TestAnInterruptedPromptLeavesTheTerminalAsItWas(t *testing.T) {
	t.Parallel()
	for typed, prompt := range map[string]string{"": "Password: ", "correct horse\n": "\nThe same again: "} {
		keyboard, terminal := newTerminal(t)
		if _, err := io.WriteString(keyboard, typed); err != nil {
			t.Fatal(err)
		}
		ctx, interrupt := context.WithCancel(t.Context())
		t.Cleanup(interrupt)
		prompts := promptFunc(func(said string) {
			if said == prompt {
				if shows(t, terminal) {
					t.Errorf("%q: a password is shown while it is typed", prompt)
				}
				interrupt()
			}
		})
		if got, err := ReadPassword(ctx, terminal, prompts); !errors.Is(err, ErrStopped) {
			t.Errorf("%q: got %q, %v", prompt, got, err)
		}
		if !shows(t, terminal) {
			t.Errorf("%q: the terminal does not show what is typed afterwards", prompt)
		}
	}
}

// promptFunc is called with every prompt.
type promptFunc func(string)

func (p promptFunc) Write(text []byte) (int, error) {
	p(string(text))
	return len(text), nil
}

// newTerminal is a terminal, with what its keyboard writes to.
func newTerminal(t *testing.T) (keyboard, terminal *os.File) {
	t.Helper()
	keyboard, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals: %v", err)
	}
	t.Cleanup(func() { _ = keyboard.Close() })
	at := int(keyboard.Fd())
	if err := unix.IoctlSetPointerInt(at, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(at, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("terminals cannot be opened: %v", err)
	}
	t.Cleanup(func() { _ = terminal.Close() })
	return keyboard, terminal
}

// shows reports whether a terminal shows what is typed.
func shows(t *testing.T, terminal *os.File) bool {
	t.Helper()
	mode, err := unix.IoctlGetTermios(int(terminal.Fd()), unix.TCGETS)
	if err != nil {
		t.Fatal(err)
	}
	return mode.Lflag&unix.ECHO != 0
}
