package methodology

import "time"

// The text asks for honest readings and gives no numbers for how dishonest, broken or misread ones
// look. These tolerances are ours; no level hangs on any of them.

// UpdateOfInterval is how much longer than the reading interval the usual time between changes of
// value may be. Half an interval more means that most readings are copies of the one before: the
// interval that counts is then that of the changes (the draft of version 3.0 says so).
const UpdateOfInterval = 1.5

// DriftOfInterval is how much longer than stated the time between readings may be: the slowest of the
// real meters that are read "every second" take 1.007 s.
const DriftOfInterval = 1.1

// StretchOfChance is how much longer the longest stretch of one value may be than chance gives to a
// meter that repeats itself as often: the excess of real meters is below 2.
const StretchOfChance = 3

// StretchReadings is how many equal readings no stretch of a meter with a fine resolution needs.
const StretchReadings = 10

// CountsOfTotal is by how many counts an energy total that is read more often than it counts may rise
// at once; one that is renewed less often rises by more.
const CountsOfTotal = 2

// FineSteps is how fine the steps of readings are, as a part of a value, that nobody takes for standing
// still: real power changes by a thousandth from second to second, if not from reading to reading.
const FineSteps = 1e-3

// NearSteps is how many usual steps away a neighbour of a stretch may be.
const NearSteps = 10

// SuspectReadings is how many readings, or changes of value, it takes before equality means anything.
const SuspectReadings = 10

// ShareOfMean is how little of the mean power of all instruments one may see before its flaws do not
// matter: all such together see less than that part of the whole. Idle feeds of redundant supplies do.
const ShareOfMean = 0.01

// FarFromNeighbours is by which factor a single reading is far from both neighbours. Power that
// really changes so fast is caught in between by most meters, which average.
const FarFromNeighbours = 2

// NearTwins is how far the power of two instruments may lie apart, as a part of how it changes from
// moment to moment, before they are two measurements. The two nodes that are most alike in real
// entries lie apart by half of how they change.
const NearTwins = 0.1

// EdgeOfPlateau is by how much of the plateau power has to rise or fall at once to be an edge: the
// smallest contrast between idle and load in real entries is a third, the swing of a run a tenth.
const EdgeOfPlateau = 0.25

// EdgesApart is how far edges may lie from the stated core phase. Programs print whole seconds and
// need some to start and stop; in real runs with synchronised clocks edges lie up to 7 s off.
const EdgesApart = 10 * time.Second

// LoadOfPlateau and PauseOfPlateau tell stretches of load from what lies between: a stretch begins
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

// NoReading lists what meters and their loggers write where they have no reading, in the unit of the
// file: what analysers write before they are ready, nothing at all, and registers with all bits set.
func NoReading() []float64 {
	return []float64{-1, -2, 0, 0xFF, 0x7FFF, 0xFFFF, 0xFFFFFF, 0x7FFFFFFF, 0xFFFFFFFF}
}
