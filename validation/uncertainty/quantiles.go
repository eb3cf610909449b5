package uncertainty

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// studentQuantile is the value that a variable of Student's t with so many degrees of freedom exceeds with the probability 1 - p,
// for p above one half. Only this function of gonum/stat is used, which would link a library of linear algebra.
func studentQuantile(degrees, p float64) float64 {
	t := mathext.InvRegIncBeta(degrees/2, 0.5, 2*(1-p))
	return math.Sqrt(degrees * (1 - t) / t)
}

func normalQuantile(p float64) float64 { return mathext.NormalQuantile(p) }
