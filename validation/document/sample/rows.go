package sample

import (
	"time"

	"green500/validation/power"
	"green500/validation/review"
)

// The makers of the demonstration.
const (
	exampleSystems  = "Example Systems"
	sampleComputing = "Sample Computing"
	northlight      = "Northlight Specimen Works"
)

const minute = time.Minute

// demoRows are the submissions by edition, in the order of an entry's life.
var demoRows = map[string][]demoRow{
	"2025-11": {
		{machine{"Aurelia", exampleSystems, "north", gpuKind, 1200, 2700, 61.8},
			when{utc(2025, time.September, 18, 8, 5), 18 * minute, 3 * time.Hour},
			claim{3, "1.2", with{tuned}, fault{}}, fate{review.Published, ""}},
		{machine{"Kestrel-2", sampleComputing, "valley", cpuKind, 640, 720, 5.3},
			when{utc(2025, time.September, 30, 6, 40), 35 * minute, 2 * time.Hour},
			claim{2, "1.2", nil, fault{}}, fate{review.Published, ""}},
		{machine{"Tidewater", northlight, "coast", gpuKind, 360, 2300, 33.6},
			when{utc(2025, time.October, 7, 1, 15), 12 * minute, 9 * time.Hour},
			claim{1, "1.2", nil, fault{}}, fate{review.Published, ""}},
		{machine{"Old Lantern", sampleComputing, "rivers", cpuKind, 540, 480, 0.55},
			when{utc(2025, time.October, 2, 17, 0), 40 * minute, -6 * time.Hour},
			claim{1, "1.2", nil, fault{}}, fate{review.Published, ""}},
		{machine{"Juniper Bay", northlight, "coast", gpuKind, 120, 2500, 38.1},
			when{utc(2025, time.October, 9, 3, 30), 10 * minute, 9 * time.Hour},
			claim{1, "1.2", with{lateWindow}, fault{}}, fate{review.Published, ""}},
		{machine{"Boreas", exampleSystems, "north", gpuKind, 210, 2400, 41.3},
			when{utc(2025, time.October, 14, 9, 20), 11 * minute, 3 * time.Hour},
			claim{1, "1.2", nil, onlyLevelOne}, fate{review.Published, ""}},
		{machine{"Marigold", sampleComputing, "rivers", gpuKind, 96, 2400, 30.2},
			when{utc(2025, time.October, 16, 15, 10), 9 * minute, -6 * time.Hour},
			claim{1, "1.2", nil, windowOutside},
			fate{review.Rejected, "The averaging window reaches into the last tenth of the core phase, where the " +
				"power of this machine is lowest; methodology 1.2 requires a window inside the middle 80 percent."}},
		{machine{"Copperfield", northlight, "south", cpuKind, 150, 690, 4.4},
			when{utc(2025, time.October, 8, 13, 0), 15 * minute, -3 * time.Hour},
			claim{2, "1.2", nil, fault{}}, fate{review.Withdrawn, ""}},
	},
	"2026-06": {
		{machine{"Aurelia", exampleSystems, "north", gpuKind, 1200, 2650, 67.6},
			when{utc(2026, time.April, 9, 7, 30), 18 * minute, 3 * time.Hour},
			claim{3, "2.0", with{tuned}, fault{}}, fate{review.Published, ""}},
		{machine{"Halcyon", northlight, "rivers", gpuKind, 7900, 2680, 52.9},
			when{utc(2026, time.March, 21, 4, 0), 100 * minute, -6 * time.Hour},
			claim{3, "2.0", with{oneInstrument}, fault{}}, fate{review.Published, ""}},
		{machine{"Saffron", sampleComputing, "plateau", gpuKind, 160, 2500, 47.4},
			when{utc(2026, time.April, 2, 5, 45), 14 * minute, 5*time.Hour + 30*time.Minute},
			claim{3, "2.0", with{directCurrentSimultaneous}, fault{}}, fate{review.Published, ""}},
		{machine{"Quillon", exampleSystems, "valley", cpuKind, 360, 680, 6.1},
			when{utc(2026, time.April, 15, 8, 20), 25 * minute, 2 * time.Hour},
			claim{2, "2.0", with{nineMeters}, fault{}}, fate{review.Published, ""}},
		{machine{"Murmuration", northlight, "south", gpuKind, 460, 2600, 44.0},
			when{utc(2026, time.April, 11, 12, 30), 13 * minute, -3 * time.Hour},
			claim{1, "2.0", with{measureNodes(32)}, fault{}}, fate{review.Published, ""}},
		{machine{"Pebble", sampleComputing, "coast", gpuKind, 18, 2480, 69.9},
			when{utc(2026, time.April, 17, 2, 0), 8 * minute, 9 * time.Hour},
			claim{2, "2.0", with{quotedHeader, tuned, studied}, fault{}}, fate{review.Published, ""}},
		{machine{"Wren", sampleComputing, "south", cpuKind, 130, 610, 3.9},
			when{utc(2026, time.April, 6, 14, 10), 20 * minute, -3 * time.Hour},
			claim{2, "2.0", nil, noIdlePower}, fate{review.Published, ""}},
		{machine{"Basalt", exampleSystems, "plateau", cpuKind, 200, 650, 5.0},
			when{utc(2026, time.April, 13, 6, 0), 15 * minute, 5*time.Hour + 30*time.Minute},
			claim{1, "2.0", nil, chosenByPower}, fate{review.Rejected, "The measured nodes were chosen for their low " +
				"power; the methodology requires a random choice, and no scaling corrects this."}},
		{machine{"Thistle", northlight, "valley", gpuKind, 80, 2450, 36.7},
			when{utc(2026, time.April, 16, 9, 0), 10 * minute, 2 * time.Hour},
			claim{2, "2.0", nil, fault{}}, fate{review.Withdrawn, ""}},
	},
	"2026-11": {
		{machine{"Kestrel-2", sampleComputing, "valley", cpuKind, 640, 705, 5.6},
			when{utc(2026, time.October, 1, 7, 0), 35 * minute, 2 * time.Hour},
			claim{2, "2.0", nil, noFiles}, fate{review.Draft, ""}},
		{machine{"Cinnabar", exampleSystems, "plateau", gpuKind, 64, 2550, 43.5},
			when{utc(2026, time.October, 6, 6, 30), 9 * minute, 5*time.Hour + 30*time.Minute},
			claim{2, "2.0", with{localTimes}, noZone}, fate{review.Draft, ""}},
		{machine{"Larkspur", sampleComputing, "coast", gpuKind, 140, 2600, 55.2},
			when{utc(2026, time.October, 8, 0, 45), 12 * minute, 9 * time.Hour},
			claim{2, "2.0", with{localTimes, zoneInFile}, fault{}}, fate{review.Submitted, ""}},
		{machine{"Meridian", northlight, "rivers", cpuKind, 96, 740, 6.4},
			when{utc(2026, time.October, 5, 16, 0), 16 * minute, -6 * time.Hour},
			claim{1, "2.0", with{measureNodes(7)}, tooFewNodes}, fate{review.Submitted, ""}},
		{machine{"Halcyon", northlight, "rivers", gpuKind, 7900, 2620, 54.6},
			when{utc(2026, time.September, 26, 3, 0), 90 * minute, -6 * time.Hour},
			claim{3, "2.0", with{oneInstrument, storageFeeds}, halfOfStorage}, fate{review.InReview, ""}},
		{machine{"Tidewater", northlight, "coast", gpuKind, 360, 2250, 34.8},
			when{utc(2026, time.October, 2, 2, 0), 12 * minute, 9 * time.Hour},
			claim{2, "2.0", with{directCurrentOneSupply}, downstreamWithoutLoss}, fate{review.InReview, ""}},
		{machine{"Sandpiper", sampleComputing, "south", cpuKind, 110, 660, 4.8},
			when{utc(2026, time.October, 9, 12, 0), 11 * minute, -3 * time.Hour},
			claim{2, "2.0", with{longIdle}, intervalTooLong}, fate{review.InReview, ""}},
		{machine{"Fathom", exampleSystems, "north", gpuKind, 72, 2500, 46.9},
			when{utc(2026, time.October, 7, 8, 0), 9 * minute, 3 * time.Hour},
			claim{1, "2.0", nil, noInterconnect},
			fate{review.Returned, "The interconnect is left out. At Level 1, methodology 2.0 requires measuring " +
				"it, or estimating it by the maximum specified power of its switches; please add it."}},
		{machine{"Osprey", exampleSystems, "valley", cpuKind, 250, 700, 5.9},
			when{utc(2026, time.October, 12, 7, 30), 22 * minute, 2 * time.Hour},
			claim{2, "2.0", nil, noAccuracy}, fate{review.Returned, "The meter's accuracy is missing. " +
				"Please give it from the data sheet, in percent of the reading and of the range."}},
		{machine{"Boreas", exampleSystems, "north", gpuKind, 210, 2380, 42.9},
			when{utc(2026, time.October, 3, 9, 0), 11 * minute, 3 * time.Hour},
			claim{2, "2.0", nil, fault{}}, fate{review.Accepted, ""}},
		{machine{"Verdigris", northlight, "plateau", gpuKind, 240, 2700, 59.3},
			when{utc(2026, time.October, 10, 5, 0), 14 * minute, 5*time.Hour + 30*time.Minute},
			claim{3, "2.0", with{wattHours, tuned}, fault{}}, fate{review.Accepted, ""}},
		{machine{"Nightjar", sampleComputing, "south", gpuKind, 100, 2400, 31.7},
			when{utc(2026, time.October, 4, 11, 0), 10 * minute, -3 * time.Hour},
			claim{2, "2.0", nil, loggerStopped}, fate{review.Rejected, "The logger stopped four minutes into the " +
				"core phase, so there is no average over the core phase; please repeat the run."}},
		{machine{"Thistle", northlight, "valley", gpuKind, 80, 2450, 37.5},
			when{utc(2026, time.October, 11, 9, 0), 10 * minute, 2 * time.Hour},
			claim{2, "2.0", nil, fault{}}, fate{review.Withdrawn, ""}},
	},
}

// Clean changes of a plan that only the demonstration makes.

func tuned(p *plan) {
	p.tunables = []power.Tunable{{Name: "GPU clock", Default: "1980 MHz", Value: "1395 MHz"}}
}

func oneInstrument(p *plan)              { p.meters[0].instruments = 1 }
func measureNodes(count int) func(*plan) { return func(p *plan) { p.sets[0].measured = count } }

// lateWindow averages if 1.2 allows it and a GPU run draws least: seven to nine tenths.
func lateWindow(p *plan) { p.window = [2]float64{0.7, 0.9} }
func longIdle(p *plan)   { p.timing.idle, p.timing.after = 15*time.Minute, 4*time.Minute }

// storageFeeds gives the storage four feeds, all of them metered.
func storageFeeds(p *plan) {
	for i := range p.others {
		if p.others[i].Name == power.Storage {
			p.others[i].Units, p.others[i].Measured = 4, 4
		}
	}
}
