package columnname

import (
	"green500/validation/power"
)

// Meaning is what a format, a header or a first cell says about a column.
type Meaning struct {
	Unit    power.Unit // of its readings; numbers come in this unit
	Counts  string     // of energy: total or interval
	Stated  string     // average or instant, where it is stated
	Certain bool       // the unit is part of the format, or stands in the cells or in brackets in the header

	Elapsed bool // the times of the column count from a start
}
