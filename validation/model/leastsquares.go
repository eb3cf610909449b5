package model

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

func meanOf(values []float64) float64 { return floats.Sum(values) / float64(len(values)) }

// spreadAbout is the variance of values about their mean, by the corrected algorithm of two passes (Chan, Golub and LeVeque).
func spreadAbout(values []float64, mean float64) float64 {
	return covariance(values, values, mean, mean)
}

// covariance is that of pairs about their means, by the same algorithm.
func covariance(x, y []float64, meanX, meanY float64) float64 {
	var sum, restX, restY float64
	for i := range x {
		offX, offY := x[i]-meanX, y[i]-meanY
		sum += offX * offY
		restX += offX
		restY += offY
	}
	return (sum - restX*restY/float64(len(x))) / float64(len(x)-1)
}

func deviationOf(values []float64) (mean, deviation float64) {
	mean = meanOf(values)
	return mean, math.Sqrt(spreadAbout(values, mean))
}

// lineThrough lays y = start + slope x through pairs by ordinary least squares.
func lineThrough(x, y []float64) (start, slope float64) {
	meanX, meanY := meanOf(x), meanOf(y)
	slope = covariance(x, y, meanX, meanY) / spreadAbout(x, meanX)
	return meanY - slope*meanX, slope
}
