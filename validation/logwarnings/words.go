package logwarnings

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"green500/validation/power"
)

// Energy writes an amount of energy in the unit that fits.
func Energy(j power.Joules) string {
	const wattHour = 3600
	if wh := float64(j) / wattHour; wh == math.Trunc(wh) && wh > 0 {
		return fmt.Sprintf("%g Wh", wh)
	}
	return fmt.Sprintf("%g J", float64(j))
}

const manyWatts = 1e4

// Watts writes power in the unit that fits.
func Watts(p power.Watts) string {
	if math.Abs(float64(p)) >= manyWatts {
		return fmt.Sprintf("%.3f kW", p.Kilowatts())
	}
	return fmt.Sprintf("%.2f W", float64(p))
}

// Clock writes an instant in a zone, to the millisecond if it is no whole second.
func Clock(at time.Time, zone *time.Location) string {
	return at.In(zone).Round(time.Millisecond).Format("2006-01-02 15:04:05.999")
}

// Plural writes how many there are of something.
func Plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return Count(n) + " " + what + "s"
}

// Count writes a number with commas between thousands.
func Count(n int) string {
	const thousand = 1000
	if n < thousand {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%s,%03d", Count(n/thousand), n%thousand)
}
