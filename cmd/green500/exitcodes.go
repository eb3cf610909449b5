package main

import "errors"

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
