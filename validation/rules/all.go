package rules

import "green500/validation/methodology"

// All lists the catalogue in the order of the methodology's table and text. Reports keep this order.
func All() []Rule {
	return []Rule{
		samplingRate, samplingRateEnergy, integratedEnergy, energyTotalRises, readingInterval, constantInterval,
		corePhaseLength, corePhaseProven, outputTimesAgree, corePhaseCovered, level1Window, wholeCoreAveraged, equallySpaced, fullRunCovered, readingsBeyondRun, coreEdgesCovered,
		coreAverage, readingsInCore, fullRunAverage, idlePower, residualPassed, rmaxAgrees, outputRateAgrees, runTimePlausible, outputOrder, fastestResult, optimisedRunApart, optimisedRunDeclared, claimAgrees, coolingTemperature, coolingDescribed,
		workloadOnAllNodes, machineFraction, nodeSets, subsystemFraction, randomSelection,
		computeMeasured, interconnectIncluded, subsystemsIncluded, subsystemsMeasured, noEstimates, estimatesFounded, measuredIsCovered,
		measuringPoint, conversionLoss, lossEvidence,
		meterAccuracy, metersDescribed, metersSynchronised,
	}
}

// For lists the rules of an edition.
func For(edition methodology.Edition) []Rule {
	var asked []Rule
	for _, rule := range All() {
		if edition.Between(rule.Since, rule.Until) {
			asked = append(asked, rule)
		}
	}
	return asked
}
