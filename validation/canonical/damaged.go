package canonical

import (
	"errors"
	"fmt"
	"io"

	"green500/validation/power"
)

func damaged(problem string) error {
	return &power.InputError{Problem: "is damaged: " + problem, Remedy: remedy}
}

func foreign() error {
	return &power.InputError{Problem: "is not in the canonical form of a trace", Remedy: remedy}
}

const remedy = "give the file that green500 wrote, or save the entry again"

func readAt(file io.ReaderAt, into []byte, at int64) error {
	n, err := file.ReadAt(into, at)
	if n == len(into) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return damaged("it ends too early")
	}
	return fmt.Errorf("read the canonical form: %w", err)
}
