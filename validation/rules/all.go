package rules

import (
	"cmp"

	"green500/validation/methodology"
	"green500/validation/power"
)

// All lists the catalogue in the order of the methodology's table and text. Reports keep this order.
func All() []Rule {
	all := []Rule{
		samplingRate, samplingRateEnergy, integratedEnergy, energyTotalRises, readingInterval, readoutInterval,
		updateInterval, readoutsInCore, meanByDuration, constantInterval,
		corePhaseLength, corePhaseProven, outputTimesAgree, corePhaseCovered, level1Window, level1WindowOfRun,
		wholeCoreAveraged, equallySpaced, windowEquallySpaced, noTimeLost, fullRunCovered, wholeRunCovered,
		readingsBeyondRun,
		runEdgesCovered, coreEdgesCovered, coreEdgesSmall, energyReadAtEnds,
		intervalAsStated, valuesRenewed, timestampsRise, edgesAgree, fullRunAgrees, coreIsWhole, oneRun, noLikelierRun,
		zoneInCountry, outputWeekday, coreAverage, readingsInCore, readingsRegular, fullRunAverage, idlePower,
		idlePlausible, idleOutsideRun, residualPassed, rmaxAgrees, outputRateAgrees, runTimePlausible,
		rmaxBelowRpeak, matrixFitsMemory, outputOrder, outputParameters, fastestResult, optimisedRunApart,
		optimisedRunDeclared, claimAgrees, coolingTemperature, coolingDescribed, temperatureDescribed,
		supplyQuality, tunablesComplete,
		noCodes, noOutliers, measuredChanges, measuredReadsPower, instrumentsDiffer, noReplays, noCuts, clocksAgree,
		nodesWork, unitAsNamed, nodePowerPlausible, efficiencyPlausible,
		workloadOnAllNodes, nodesFitProcesses, nodesFitCores, corePowerPlausible, acceleratorPowerPlausible,
		machineFraction, instrumentsUsed, instrumentsMatchNodes, instrumentFarOff, bothFeeds, nodeSets, setsAlike,
		everySetFraction, wholeChassis, subsystemFraction, randomSelection, selectionConfirmed,
		computeMeasured, interconnectIncluded, subsystemsIncluded, subsystemsMeasured, othersListed, noEstimates,
		estimatesFounded, estimatesAreMaxima, estimateAgrees, measuredIsCovered, measuredTogether,
		measuringPoint, conversionLoss, lossInterval, lossEvidence, lossPlausible,
		meterAccuracy, rangeHoldsLoad, gradeAgrees, calibrationValid, resolutionFine, equalFractions, meterCountAgrees,
		metersDescribed, metersSynchronised, synchronisationConfirmed, nothingSubtracted,
	}
	for i := range all {
		all[i].Severity = cmp.Or(all[i].Severity, Should)
		if all[i].Levels == nil {
			all[i].Levels = power.Levels()
		}
	}
	return all
}

// Of returns the rule with an id; the zero Rule if there is none.
func Of(id string) Rule {
	for _, rule := range All() {
		if rule.ID == id {
			return rule
		}
	}
	return Rule{}
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
