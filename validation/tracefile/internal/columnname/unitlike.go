package columnname

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
)

// IsUnitLike reports whether what follows a number may be its unit, as °C or %: else the number is part of a text.
func IsUnitLike(text []byte) bool {
	if _, known := UnitNamed(celltext.Latin1(text)); known {
		return true
	}
	return len(text) <= celltext.LongestSign && !bytes.ContainsAny(text, "0123456789,;:=|\t\"")
}
