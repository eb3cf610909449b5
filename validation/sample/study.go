package sample

import "green500/validation/power"

// studied adds runs of one node under other settings: at four orders of the matrix, the smallest of which is over before
// its meter has been read ten times.
func studied(p *plan) {
	orders := []int{65_536, 131_072, 163_840, 196_608}
	for _, s := range []struct {
		settings string
		role     string
		clock    float64 // MHz
		seconds  [4]float64
		watts    [4]float64
	}{
		{"GPU clock 1980 MHz", power.StudyBaseline, 1980, [4]float64{1.9, 9.4, 16.6, 27.1}, [4]float64{2350, 2980, 3110, 3180}},
		{"GPU clock 1395 MHz", power.StudySubmitted, 1395, [4]float64{2.3, 10.2, 17.3, 28}, [4]float64{1900, 2330, 2430, 2480}},
		{"GPU clock 1095 MHz", "", 1095, [4]float64{2.9, 12.3, 21.2, 34.4}, [4]float64{1510, 1850, 1900, 1930}},
		{"GPU power cap 450 W", "", 0, [4]float64{2, 9.9, 17.2, 28.1}, [4]float64{2280, 2540, 2600, 2640}},
	} {
		for i, order := range orders {
			const readingsPerSecond = 2
			p.study = append(p.study, power.StudyRun{
				Settings: s.settings, Role: s.role, Order: order, DurationSeconds: s.seconds[i], PowerWatts: s.watts[i],
				Readings: int(s.seconds[i] * readingsPerSecond), ClockMegahertz: s.clock,
			})
		}
	}
}
