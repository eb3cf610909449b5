// Package power has what a site measured: quantities with their units, readings, traces and the types of the submission
// document. It does not know the requirements of the methodology.
package power

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Watts is electrical power in watts.
type Watts float64

// Joules is energy in joules.
type Joules float64

// GFlops is a rate of 64-bit floating-point operations in 10^9 per second.
type GFlops float64

// Kilowatts returns the power in the unit the lists print.
func (w Watts) Kilowatts() float64 { return float64(w) / 1e3 }

// Over returns the energy of a constant power over d.
func (w Watts) Over(d time.Duration) Joules { return Joules(float64(w) * d.Seconds()) }

// Teraflops returns the rate in the unit the lists print.
func (g GFlops) Teraflops() float64 { return float64(g) / 1e3 }

// PerWatt returns the efficiency in GFlops/W, the number the Green500 ranks by; 0 if there is no power.
func (g GFlops) PerWatt(w Watts) float64 {
	if w <= 0 {
		return 0
	}
	return float64(g) / float64(w)
}

// PlusMinus writes the half width of an uncertainty behind its value, such as " ± 0.34"; nothing if none is known.
func PlusMinus(half *float64, decimals int) string {
	if half == nil {
		return ""
	}
	return " ± " + strconv.FormatFloat(*half, 'f', decimals, 64)
}

// Operations is what HPL counts, in 64-bit operations, for a matrix of an order.
func Operations(order int) float64 {
	n := float64(order)
	return n * n * (2*n/3 + 3.0/2)
}

// SolveRate is the rate at which a matrix of an order is solved in d, which is more than nothing.
func SolveRate(order int, d time.Duration) GFlops {
	return GFlops(Operations(order) / 1e9 / d.Seconds())
}

// SolveSeconds is how long a matrix of an order takes at a rate, in seconds.
func SolveSeconds(order int, rate GFlops) float64 { return Operations(order) / (float64(rate) * 1e9) }

// Seconds returns a time of so many seconds, or the longest time if it would not fit.
func Seconds(s float64) time.Duration {
	nanoseconds := s * float64(time.Second)
	if !(nanoseconds < math.MaxInt64) {
		return math.MaxInt64
	}
	return time.Duration(math.Round(nanoseconds))
}

// Quantity says what a reading counts.
type Quantity string

// A meter reports either average power or a running total of energy.
const (
	Power  Quantity = "power"
	Energy Quantity = "energy"
)

// Unit is the unit a file writes its readings in.
type Unit string

// fixed-point steps: readings are held as integers so that sums are exact on any machine.
const (
	microwattsPerWatt   = 1e6
	millijoulesPerJoule = 1e3
	secondsPerHour      = 3600
)

type unitFact struct {
	quantity Quantity
	base     float64 // watts or joules in one of it
}

var units = map[Unit]unitFact{
	"uW":  {Power, 1e-6},
	"mW":  {Power, 1e-3},
	"W":   {Power, 1},
	"kW":  {Power, 1e3},
	"MW":  {Power, 1e6},
	"GW":  {Power, 1e9},
	"nJ":  {Energy, 1e-9},
	"uJ":  {Energy, 1e-6},
	"mJ":  {Energy, 1e-3},
	"J":   {Energy, 1},
	"kJ":  {Energy, 1e3},
	"MJ":  {Energy, 1e6},
	"GJ":  {Energy, 1e9},
	"mWh": {Energy, 1e-3 * secondsPerHour},
	"Wh":  {Energy, secondsPerHour},
	"kWh": {Energy, 1e3 * secondsPerHour},
	"MWh": {Energy, 1e6 * secondsPerHour},
	"GWh": {Energy, 1e9 * secondsPerHour},
}

// Units lists the units a series may name, in the order a form offers them.
func Units() []string {
	return []string{"W", "kW", "MW", "GW", "mW", "uW", "Wh", "kWh", "MWh", "GWh", "J", "kJ", "MJ", "GJ", "mJ",
		"uJ", "nJ", "mWh"}
}

// Quantity returns what the unit measures; ok is false for a unit that is not known.
func (u Unit) Quantity() (q Quantity, ok bool) {
	fact, ok := units[u]
	return fact.quantity, ok
}

// Steps returns how many microwatts or millijoules one of the unit is; 0 for a unit that is not known.
func (u Unit) Steps() float64 { return units[u].steps() }

func (f unitFact) steps() float64 {
	if f.quantity == Energy {
		return f.base * millijoulesPerJoule
	}
	return f.base * microwattsPerWatt
}

// Fixed converts a value in this unit to the integer a trace holds: microwatts or millijoules.
// It fails for a value that is not finite or out of range, so that no rule ever meets one.
func (u Unit) Fixed(value float64) (int64, error) { return u.Scale().Fixed(value) }

// Scale converts many values in one unit.
type Scale struct {
	Unit  Unit
	steps float64 // 0 for an unknown unit
}

// Scale returns the scale of a unit.
func (u Unit) Scale() Scale {
	if fact, known := units[u]; known {
		return Scale{u, fact.steps()}
	}
	return Scale{Unit: u}
}

// Fixed is that of the unit.
func (s Scale) Fixed(value float64) (int64, error) {
	if s.steps == 0 {
		return 0, fmt.Errorf("unit %q is not one of %s", s.Unit, strings.Join(Units(), ", "))
	}
	fixed := math.Round(value * s.steps)
	if math.IsNaN(fixed) || math.Abs(fixed) >= math.MaxInt64 {
		return 0, fmt.Errorf("%v %s is not a value a meter can read", value, s.Unit)
	}
	return int64(fixed), nil
}

// Parts converts an energy in this unit to whole millijoules and billionths of one, which are never negative, for
// totals that are added up from readings smaller than what a trace holds. It fails if Fixed does, and for power.
func (u Unit) Parts(value float64) (whole, rest int64, err error) {
	if units[u].quantity != Energy {
		return 0, 0, fmt.Errorf("%q is no unit of energy", u)
	}
	if _, err := u.Fixed(value); err != nil {
		return 0, 0, err
	}
	scaled := value * (units[u].base * millijoulesPerJoule)
	floor := math.Floor(scaled)
	rest = int64(math.Round((scaled - floor) * partsOfMillijoule))
	return int64(floor) + rest/partsOfMillijoule, rest % partsOfMillijoule, nil
}

// partsOfMillijoule are kept if energy is added up: meters of microcontrollers read a few microjoules.
const partsOfMillijoule = 1_000_000_000

// Level is a quality level of the methodology; 0 means none.
type Level int

// Levels are the quality levels, lowest first.
func Levels() []Level { return []Level{1, 2, 3} }

// String names the level as the methodology does.
func (l Level) String() string {
	if l == 0 {
		return "no level"
	}
	return fmt.Sprintf("Level %d", int(l))
}

// Short is the level as lists print it.
func (l Level) Short() string {
	if l == 0 {
		return "–"
	}
	return fmt.Sprintf("L%d", int(l))
}
