package published

// dimension is what a unit measures.
type dimension int

const (
	rate dimension = iota + 1
	electrical
	perWatt
)

var dimensions = map[field]dimension{
	rmax:           rate,
	rpeak:          rate,
	optimizedRmax:  rate,
	drawn:          electrical,
	optimizedPower: electrical,
	efficiency:     perWatt,
}

// units of headers, in lower case: by which power of ten each differs from what a row holds, which is
// GFlop/s, watts and GFlops/W.
var units = map[dimension]map[string]int{
	rate: {
		"mflops": -3, "mflop/s": -3,
		"gflops": 0, "gflop/s": 0,
		"tflops": 3, "tflop/s": 3,
		"pflops": 6, "pflop/s": 6,
	},
	electrical: {"w": 0, "kw": 3, "mw": 6},
	perWatt: {
		"mflops/w": -3, "mflops/watt": -3, "mflops/watts": -3,
		"gflops/w": 0, "gflops/watt": 0, "gflops/watts": 0,
	},
}

// unnamed says which unit goes without saying, and through which edition: from 2017 on headers name it.
var unnamed = map[dimension]struct{ through, unit string }{
	rate:       {"2016-11", "gflop/s"},
	electrical: {"2016-11", "kw"},
}

// tens returns the power of ten of a column; problem says why there is none.
func tens(f field, unit, edition string) (ten int, problem string) {
	measures, has := dimensions[f]
	if !has {
		return 0, ""
	}
	if unit == "" {
		if old, ok := unnamed[measures]; ok && edition <= old.through {
			return units[measures][old.unit], ""
		}
		return 0, "has no unit, and the column is not read"
	}
	ten, known := units[measures][unit]
	if !known {
		return 0, "has an unknown unit, and the column is not read"
	}
	return ten, ""
}
