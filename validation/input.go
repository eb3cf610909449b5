package validation

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// Input is what a verdict is made from.
type Input struct {
	Measurement *power.Measurement
	Edition     methodology.Edition
	Digest      string // of the document and the bytes of its files
}
