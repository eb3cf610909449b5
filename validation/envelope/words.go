package envelope

import (
	"fmt"
	"math"
	"time"
)

// EnergyWords compare the energy of the rows with the one that was graded, as a sentence.
func (s Statement) EnergyWords() string {
	seconds := s.Averaged.Duration().Seconds()
	average := float64(s.Energy) / seconds
	const thousandths = 1e5                                                   // of a percent
	off := math.Round((average/float64(s.GradedPower)-1)*thousandths)/1e3 + 0 // which makes 0 of -0
	const joulesPerKilowattHour = 3.6e6
	return fmt.Sprintf("Over the %v that were graded the rows have %.3f kWh, %.3f W on average: %+.3f%% from the graded %.3f W, which the methodology computes from the readings inside the core phase.",
		s.Averaged.Duration().Round(time.Millisecond), float64(s.Energy)/joulesPerKilowattHour, average, off, float64(s.GradedPower))
}
