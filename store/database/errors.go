// This file owns the errors that several families return.

package database

import (
	"context"
	"errors"
	"fmt"

	"green500/store/blobs"
	"green500/validation/power"
	"green500/validation/review"
)

// ErrNotFound says that what was asked for is not there.
var ErrNotFound = blobs.ErrNotFound

// Refuse returns a *review.Refusal with a sentence.
func Refuse(format string, args ...any) error {
	return &review.Refusal{Sentence: fmt.Sprintf(format, args...)}
}

// InputError returns an error in a field that somebody filled in, with its remedy.
func InputError(field, problem, remedy string) *power.InputError {
	return &power.InputError{Field: field, Problem: problem, Remedy: remedy}
}

// ErrTaken says that a name has to be unique and is in use. The error that carries it is also a
// *power.InputError, so that a form can say it beside the field.
var ErrTaken = errors.New("taken")

// Taken is an input error that is ErrTaken, too.
func Taken(err *power.InputError) error { return takenError{err} }

type takenError struct{ *power.InputError }

func (e takenError) Is(target error) bool { return target == ErrTaken }
func (e takenError) Unwrap() error        { return e.InputError }

// Failure is an error that is one: that a row is not there is an answer.
func Failure(err error) error {
	if errors.Is(err, ErrNotFound) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
