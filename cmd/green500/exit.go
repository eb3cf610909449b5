package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"green500/validation/power"
	"green500/validation/review"
)

// The exit codes: a verdict is not a failure of the program.
const (
	exitGranted = 0
	exitDenied  = 1
	exitError   = 2
)

var errDenied = errors.New("the claimed level is not granted")

// errDiffers ends a check of a receipt some of whose files are others, or are not there.
var errDiffers = errors.New("a file is not the one that the receipt names")

var errAltered = errors.New("something was altered")

func exitCode(err error) int {
	var problems power.InputErrors
	var inputError *power.InputError
	var refusal *review.Refusal
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return exitGranted
	case errors.Is(err, errDenied), errors.Is(err, errDiffers), errors.Is(err, errAltered):
		return exitDenied
	case errors.As(err, &problems):
		fmt.Fprintln(os.Stderr, problems)
	case errors.As(err, &inputError):
		fmt.Fprintln(os.Stderr, inputError)
	case errors.As(err, &refusal):
		fmt.Fprintln(os.Stderr, refusal)
	default:
		fmt.Fprintln(os.Stderr, "green500:", err)
	}
	return exitError
}
