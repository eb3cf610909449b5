// This file owns the errors that several families return.

package store

import (
	"context"
	"errors"
	"fmt"

	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/power"
	"green500/validation/review"
)

// ErrNotFound says that what was asked for is not there.
var ErrNotFound = blobs.ErrNotFound

// ErrUnavailable says that the database cannot be reached at the moment.
var ErrUnavailable = database.ErrUnavailable

func refuse(format string, args ...any) error {
	return &review.Refusal{Sentence: fmt.Sprintf(format, args...)}
}

func fault(field, problem, remedy string) *power.InputError {
	return &power.InputError{Field: field, Problem: problem, Remedy: remedy}
}

// ErrTaken says that a name has to be unique and is in use. The error that carries it is also a
// *power.InputError, so that a form can say it beside the field.
var ErrTaken = errors.New("taken")

type takenError struct{ *power.InputError }

func (e takenError) Is(target error) bool { return target == ErrTaken }
func (e takenError) Unwrap() error        { return e.InputError }

// failure is an error that is one: that a row is not there is an answer.
func failure(err error) error {
	if errors.Is(err, ErrNotFound) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
