package methodology

// Constants lists the numbers that are not those of one level. A rule set is known by them too, in this order.
func Constants() []any {
	narrow, wide := SamplingGoals()
	return []any{
		// tolerances of rules
		LongestStepOfInterval, LostOfSpan, MeanByDuration, RoundedBy, OutputTolerance, ClaimTolerance, OutputTimes,
		ClocksApart, OneInterval, TruncatedTime, WholeSecond, ReadoutResolution, EqualFractions,

		// what intervals are formed with, and the numbers of estimates, meters and losses
		EstimateBelowFormula, EstimateAboveFormula, LeastNetworkWatts, PiecesOfLoad, LeastLossFactor, MostLossFactor,
		SlowMains, FastMains, SupplyDeviationPercent, DistortionPercent, LineImpedanceOhm, ResidualBelow,
		RunTimeTolerance, ListedRmax, Confidence, AssumedVariation, AssumedVariationDegrees, LeastOfEstimate,
		[3]float64{LossError("manufacturer_model"), LossError("one_psu_measured"), LossError("simultaneous")},
		SwingInGap, FewCounts, FewestInstruments, InstrumentsAlike, NodesToTell, WindowPositions,
		OpenChannelWatts, FarFromSiblings, FewSiblings, FewestSiblings,
		[2]float64{narrow, wide}, Shifts(),

		// by which readings look dishonest, broken or misread
		AcceleratorWatts, ProcessorWatts, UpdateOfInterval, DriftOfInterval, StretchOfChance, StretchReadings,
		CountsOfTotal, FineSteps, NearSteps, SuspectReadings, ShareOfMean, FarFromNeighbours, NearTwins,
		EdgeOfPlateau, EdgesApart, LoadOfPlateau, PauseOfPlateau, RunOfStated, ZoneStep, ZoneError, CounterNearEnd,
		RestOfContrast, LoadOfContrast, IdleOfCore, HalfOfLoad, SmallOfLoad, LongerOfCore, SameLoad, MoreThanCore,
		SameCourse, LessUnlike, GroupsApart, GroupsOfScatter, NodesOfGroup, FewestOfNoise, FewestOfCommon, SameNoise,
		SameNoiseInPart, SameReadings, SameShifted, SameOnlyLater, SameProportion, PartsOfCopy, FeedsOfRack,
		CutDepth, CutDeepest, CutEdge, CutAtLeast, CutAtMost, MostCuts, CutCells, CutBeside, NoReading(),

		// what figures are held against by physics and by published lists
		PublishedRanges(), BeyondBest, BeyondWorst, GrowthOfYear, BeyondCoreLow, BeyondCoreHigh,
		[]Bounds{NodeWatts(false), NodeWatts(true), UsualNodeWatts()}, acceleratorFigures(), AcceleratorOfSheet(),
		OfPeak(), MatrixEntry, NodeMemory, IdleOfLoad(), IdleOfRest, LikeRun, MoreThanRun, ZonesApart,
	}
}

// acceleratorFigures are the rows of Accelerators without their sources, which decide nothing.
func acceleratorFigures() any {
	type figures struct {
		Name  string
		Cores int
		Watts float64
	}
	var all []figures
	for _, a := range Accelerators() {
		all = append(all, figures{a.Name, a.Cores, a.Watts})
	}
	return all
}
