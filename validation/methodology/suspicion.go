package methodology

import "time"

// The text asks for honest readings and gives no numbers for how dishonest, broken or misread ones
// look. These tolerances are ours; no level hangs on any of them.

const (
	// UpdateOfInterval is how much longer than the reading interval the usual time between changes of
	// value may be. Half an interval more means that most readings are copies of the one before: the
	// interval that counts is then that of the changes (the draft of version 3.0 says so).
	UpdateOfInterval = 1.5
	// DriftOfInterval is how much longer than stated the time between readings may be: the slowest of the
	// real meters that are read "every second" take 1.007 s.
	DriftOfInterval = 1.1
	// StretchOfChance is how much longer the longest stretch of one value may be than chance gives to a
	// meter that repeats itself as often: the excess of real meters is below 2.
	StretchOfChance = 3
	// StretchReadings is how many equal readings no stretch of a meter with a fine resolution needs.
	StretchReadings = 10
	// CountsOfTotal is by how many counts an energy total that is read more often than it counts may rise
	// at once; one that is renewed less often rises by more.
	CountsOfTotal = 2
	// FineSteps is how fine the steps of readings are, as a part of a value, that nobody takes for standing
	// still: real power changes by a thousandth from second to second, if not from reading to reading.
	FineSteps = 1e-3
	// NearSteps is how many usual steps away a neighbour of a stretch may be.
	NearSteps = 10
	// SuspectReadings is how many readings, or changes of value, it takes before equality means anything.
	SuspectReadings = 10
	// ShareOfMean is how little of the mean power of all instruments one may see before its flaws do not
	// matter: all such together see less than that part of the whole. Idle feeds of redundant supplies do.
	ShareOfMean = 0.01
	// FarFromNeighbours is by which factor a single reading is far from both neighbours. Power that
	// really changes so fast is caught in between by most meters, which average.
	FarFromNeighbours = 2
	// NearTwins is how far the power of two instruments may lie apart, as a part of how it changes from
	// moment to moment, before they are two measurements. The two nodes that are most alike in real
	// entries lie apart by half of how they change.
	NearTwins = 0.1
	// EdgeOfPlateau is by how much of the plateau power has to rise or fall at once to be an edge: the
	// smallest contrast between idle and load in real entries is a third, the swing of a run a tenth.
	EdgeOfPlateau = 0.25
	// EdgesApart is how far edges may lie from the stated core phase. Programs print whole seconds and
	// need some to start and stop; in real runs power rises up to 7 s after the start and, if start-up draws power
	// too, up to 12 s before it.
	EdgesApart = 10 * time.Second
)

// LoadOfPlateau and PauseOfPlateau separate stretches of load from pauses: a stretch begins
// where power reaches the first part of the plateau and ends when it falls below the second. The
// falling tail of accelerated runs goes down to half.
const (
	LoadOfPlateau  = 0.85
	PauseOfPlateau = 0.65
)

// RunOfStated is how long a stretch of load has to last, as a part of the one that holds the core
// phase, to be taken for a run of its own and not for a test before one.
const RunOfStated = 0.5

// ZoneStep is what offsets between zones are whole numbers of, and ZoneError how far an offset may
// lie from one: instruments do not start at the same second.
const (
	ZoneStep  = 15 * time.Minute
	ZoneError = 2 * time.Minute
)

// CounterNearEnd is how near to a power of two, or of ten, a counter stands before it begins again
// at 0 by itself, as a part of that number.
const CounterNearEnd = 0.01

// NoReading lists what meters and their loggers write if they have no reading, in the unit of the
// file: what analysers write before they are ready, nothing at all, and registers with all bits set.
func NoReading() []float64 {
	return []float64{-1, -2, 0, 0xFF, 0x7FFF, 0xFFFF, 0xFFFFFF, 0x7FFFFFFF, 0xFFFFFFFF}
}

// RestOfContrast and LoadOfContrast are the parts of the way from rest to load up to which power is rest, and from
// which on it is load of any kind, as start-up and the check of the result are. Not yet measured on real entries;
// chosen so that a tail that falls to 45% of the load, with 35% at rest, is load.
const (
	RestOfContrast = 0.1
	LoadOfContrast = 0.25
)

const (
	// IdleOfCore is the part of the core phase that a node, or the whole machine, may rest. The nodes of a
	// real MLPerf training (v4.1, eight nodes) rest for the last 12 s of it; otherwise not measured on real entries.
	IdleOfCore = 0.05
	// HalfOfLoad is the part of the expected power below which a node rests whose power at rest no reading shows. Idle
	// power of claix2023-gpu is 47% of its load, of alex 33%, of grete 28%.
	HalfOfLoad = 0.5
	// SmallOfLoad is the part of the middle instrument's power below which an instrument sees no node that works, but
	// an idle second feed, or a fan.
	SmallOfLoad = 0.1
)

// LongerOfCore is how long load beside the core phase has to last, as a part of it, to be one with it; SameLoad is
// the least part of the power of the nearest core phase that such load has, and MoreThanCore how many times the
// average of the core phase: if it has no more, leaving it out flatters nothing. Not measured on real
// runs: a warm-up at the very power of the plateau would be told.
const (
	LongerOfCore = 0.15
	SameLoad     = 0.98
	MoreThanCore = 1.005
)

// SameCourse is the least correlation of the power of two instruments, rest and load included, to see the same run,
// and LessUnlike how much of what lacks to 1 may be left if another clock explains it. Chosen on simulated
// runs; not measured on real ones.
const (
	SameCourse = 0.93
	LessUnlike = 0.5
)

// GroupsApart is how much more power the upper of two groups of equal nodes has, GroupsOfScatter how many times the
// scatter inside of the groups that is, and NodesOfGroup how many nodes the smaller one has at least. Chosen on
// simulated nodes that scatter by 2%, and by up to 8% evenly; not measured on real ones.
const (
	GroupsApart     = 0.12
	GroupsOfScatter = 5
	NodesOfGroup    = 2
)

// What is left of the power of a node, when what all nodes have in common is taken away, is like that of no other. Held
// against each other are the changes of it from reading to reading, as they are and with no more than a few times the
// usual change, and the smaller correlation counts. Of 32 real nodes on one job (clustercockpit) the two most alike
// have 0.42 over 1,400 readings, 0.65 over 256, and 0.89 over 64; of the eight of an MLPerf training 0.01 over 230. A
// copy with a quarter of its own noise added has 0.9.
const (
	FewestOfNoise   = 120    // readings that such a comparison takes
	FewestOfCommon  = 5      // instruments it takes to know what all have in common
	SameNoise       = 0.8    // all through the core phase
	SameNoiseInPart = 0.95   // in a part of 64 readings
	SameReadings    = 0.9999 // in such a part, of the power itself, of which more than the noise may be alike
	SameShifted     = 0.999  // all through the core phase, of the power itself at another time
	SameOnlyLater   = 0.3    // by how much few instruments are more alike at another time than at the same
	SameProportion  = 0.01   // how much the proportion of two may change, as a part of how their power does
	PartsOfCopy     = 2      // such parts it takes
	FeedsOfRack     = 3      // instruments that may see the same nodes: feeds, or phases
)

// EstimateBelowFormula and EstimateAboveFormula are how far an estimate may lie from what its formula comes to, as
// parts of that: figures are rounded, and people round an upper bound up.
const (
	EstimateBelowFormula = 0.01
	EstimateAboveFormula = 0.1
)

const (
	// LeastNetworkWatts is what a network draws for each node at least: a port of gigabit Ethernet takes about a watt,
	// one of InfiniBand five and more.
	LeastNetworkWatts = 1.0
	// PiecesOfLoad is how many pieces the core phase is cut into to see which ranges of a meter were used.
	PiecesOfLoad = 32
)

// LeastLossFactor and MostLossFactor bound what a conversion from AC takes over what it gives. The best rectifiers give
// 98%, supplies of 80 PLUS Titanium at most 96%; the worst that have a mark give 80%, and two conversions may follow
// each other.
const (
	LeastLossFactor = 1.02
	MostLossFactor  = 1.6
)

const (
	// OpenChannelWatts is more than a channel reads to which nothing is connected.
	OpenChannelWatts = 2
	// FarFromSiblings is how far a node may be from the middle one of its set, as a part of its power: nodes of one
	// kind differ by a few percent, of which the surveys behind AssumedVariation know no larger than a tenth.
	FarFromSiblings = 0.2
	// FewSiblings is how many may be far, as a part of all, before they are a kind of their own.
	FewSiblings = 0.05
	// FewestSiblings is how many it takes for one to be an exception.
	FewestSiblings = 8
)

// InstrumentsAlike is by how much more one instrument may draw than another before they may see different numbers of
// nodes, and NodesToTell the most nodes of an instrument for which that shows it: of three or four nodes, the latter
// draw a third more.
const (
	InstrumentsAlike = 0.25
	NodesToTell      = 3
)

// A cut is power that falls at once, stays lower, and comes back at once to where it was. Real runs fall slowly, or for
// less than CutAtLeast, or again and again: the largest steps of the published traces that come back take several
// readings, or belong to a pattern of more than MostCuts.
const (
	CutDepth   = 0.08 // of the power before it, at least
	CutDeepest = 0.7  // at most: what falls deeper is missing, and other rules see it
	// of its depth, that power before and after, and from reading to reading beside its edges, may differ by
	CutEdge    = 0.25
	CutAtLeast = 30 * time.Second // how long it takes
	CutAtMost  = 0.5              // of the core phase
	MostCuts   = 3
	CutCells   = 240 // pieces of the core phase that it is looked for in, if each holds readings
	CutBeside  = 6   // pieces beside each edge that have to be steady
)
