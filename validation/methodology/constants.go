package methodology

import "slices"

// Constant is a number of ours by its name.
type Constant struct {
	Name  string
	Value any
}

// Constants lists the numbers that are not those of one level: tolerances of rules, and what
// uncertainty is formed with. A rule set is known by them too.
func Constants() []Constant {
	tolerances := []Constant{
		{"LongestStepOfInterval", LongestStepOfInterval},
		{"LostOfSpan", LostOfSpan},
		{"MeanByDuration", MeanByDuration},
		{"RoundedBy", RoundedBy},
		{"OutputTolerance", OutputTolerance},
		{"ClaimTolerance", ClaimTolerance},
		{"OutputTimes", OutputTimes},
		{"ClocksApart", ClocksApart},
		{"OneInterval", OneInterval},
		{"TruncatedTime", TruncatedTime},
		{"WholeSecond", WholeSecond},
		{"ReadoutResolution", ReadoutResolution},
		{"EqualFractions", EqualFractions},
	}
	return slices.Concat(tolerances, ofUncertainty(), suspicions(), plausible())
}

// ofUncertainty are the numbers that intervals are formed with, and those of estimates, meters and losses.
func ofUncertainty() []Constant {
	narrow, wide := SamplingGoals()
	return []Constant{
		{"EstimateBelowFormula", EstimateBelowFormula},
		{"EstimateAboveFormula", EstimateAboveFormula},
		{"LeastNetworkWatts", LeastNetworkWatts},
		{"PiecesOfLoad", PiecesOfLoad},
		{"LeastLossFactor", LeastLossFactor},
		{"MostLossFactor", MostLossFactor},
		{"SlowMains", SlowMains},
		{"FastMains", FastMains},
		{"SupplyDeviationPercent", SupplyDeviationPercent},
		{"DistortionPercent", DistortionPercent},
		{"LineImpedanceOhm", LineImpedanceOhm},
		{"ResidualBelow", ResidualBelow},
		{"RunTimeTolerance", RunTimeTolerance},
		{"ListedRmax", ListedRmax},
		{"Confidence", Confidence},
		{"AssumedVariation", AssumedVariation},
		{"AssumedVariationDegrees", AssumedVariationDegrees},
		{"LeastOfEstimate", LeastOfEstimate},
		{"LossErrors", [3]float64{LossError("manufacturer_model"), LossError("one_psu_measured"), LossError("simultaneous")}},
		{"SwingInGap", SwingInGap},
		{"FewCounts", FewCounts},
		{"FewestInstruments", FewestInstruments},
		{"InstrumentsAlike", InstrumentsAlike},
		{"NodesToTell", NodesToTell},
		{"WindowPositions", WindowPositions},
		{"SamplingGoals", [2]float64{narrow, wide}},
		{"Shifts", Shifts()},
	}
}

// suspicions are the numbers by which readings look dishonest, broken or misread.
func suspicions() []Constant {
	return []Constant{
		{"AcceleratorWatts", AcceleratorWatts},
		{"ProcessorWatts", ProcessorWatts},
		{"UpdateOfInterval", UpdateOfInterval},
		{"DriftOfInterval", DriftOfInterval},
		{"StretchOfChance", StretchOfChance},
		{"StretchReadings", StretchReadings},
		{"CountsOfTotal", CountsOfTotal},
		{"FineSteps", FineSteps},
		{"NearSteps", NearSteps},
		{"SuspectReadings", SuspectReadings},
		{"ShareOfMean", ShareOfMean},
		{"FarFromNeighbours", FarFromNeighbours},
		{"NearTwins", NearTwins},
		{"EdgeOfPlateau", EdgeOfPlateau},
		{"EdgesApart", EdgesApart},
		{"LoadOfPlateau", LoadOfPlateau},
		{"PauseOfPlateau", PauseOfPlateau},
		{"RunOfStated", RunOfStated},
		{"ZoneStep", ZoneStep},
		{"ZoneError", ZoneError},
		{"CounterNearEnd", CounterNearEnd},
		{"RestOfContrast", RestOfContrast},
		{"LoadOfContrast", LoadOfContrast},
		{"IdleOfCore", IdleOfCore},
		{"HalfOfLoad", HalfOfLoad},
		{"SmallOfLoad", SmallOfLoad},
		{"LongerOfCore", LongerOfCore},
		{"SameLoad", SameLoad},
		{"MoreThanCore", MoreThanCore},
		{"SameCourse", SameCourse},
		{"LessUnlike", LessUnlike},
		{"GroupsApart", GroupsApart},
		{"GroupsOfScatter", GroupsOfScatter},
		{"NodesOfGroup", NodesOfGroup},
		{"FewestOfNoise", FewestOfNoise},
		{"FewestOfCommon", FewestOfCommon},
		{"SameNoise", SameNoise},
		{"SameNoiseInPart", SameNoiseInPart},
		{"SameReadings", SameReadings},
		{"SameShifted", SameShifted},
		{"SameProportion", SameProportion},
		{"PartsOfCopy", PartsOfCopy},
		{"FeedsOfRack", FeedsOfRack},
		{"CutDepth", CutDepth},
		{"CutDeepest", CutDeepest},
		{"CutEdge", CutEdge},
		{"CutAtLeast", CutAtLeast},
		{"CutAtMost", CutAtMost},
		{"MostCuts", MostCuts},
		{"CutCells", CutCells},
		{"CutBeside", CutBeside},
		{"NoReading", NoReading()},
	}
}

// plausible are the numbers that figures are held against by physics and by published lists.
func plausible() []Constant {
	return []Constant{
		{"PublishedRanges", PublishedRanges()},
		{"BeyondBest", BeyondBest},
		{"BeyondWorst", BeyondWorst},
		{"GrowthOfYear", GrowthOfYear},
		{"BeyondCoreLow", BeyondCoreLow},
		{"BeyondCoreHigh", BeyondCoreHigh},
		{"NodeWatts", []Bounds{NodeWatts(false), NodeWatts(true), UsualNodeWatts()}},
		{"Accelerators", acceleratorFigures()},
		{"AcceleratorOfSheet", AcceleratorOfSheet()},
		{"OfPeak", OfPeak()},
		{"MatrixEntry", MatrixEntry},
		{"NodeMemory", NodeMemory},
		{"IdleOfLoad", IdleOfLoad()},
		{"IdleOfRest", IdleOfRest},
		{"LikeRun", LikeRun},
		{"MoreThanRun", MoreThanRun},
		{"ZonesApart", ZonesApart},
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
