package methodology

import (
	_ "embed"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The text gives no figures for what a machine can draw or reach. These come from published lists and
// data sheets; no level hangs on any of them.

// Bounds are the least and the most that a figure may be.
type Bounds struct{ Low, High float64 }

// Hold reports whether a figure lies within the bounds.
func (b Bounds) Hold(figure float64) bool { return figure >= b.Low && figure <= b.High }

// Published is what the lists of some years print of machines of a kind, from the least to the most.
type Published struct {
	From, To    int
	Accelerated bool
	Efficiency  Bounds // GFlops/W
	Core        Bounds // watts for each core, those of accelerators among them
}

// PublishedRanges holds what the lists of Green500 and TOP500 from November 2013 to June 2026 print: 38
// files, some 6,500 rows with power. Efficiency is Rmax over power, or that of the power-optimised run.
// Left out are three rows that other lists of the same machines contradict by a factor of 4 or more.
func PublishedRanges() []Published {
	return []Published{
		{2013, 2015, false, Bounds{0.022, 2.304}, Bounds{5.0, 229.6}},
		{2013, 2015, true, Bounds{0.047, 7.032}, Bounds{0.06, 387.9}},
		{2016, 2018, false, Bounds{0.07, 6.051}, Bounds{1.44, 150}},
		{2016, 2018, true, Bounds{0.052, 18.404}, Bounds{0.05, 400}},
		{2019, 2021, false, Bounds{0.193, 16.876}, Bounds{0.98, 142.7}},
		{2019, 2021, true, Bounds{0.303, 39.379}, Bounds{0.06, 137.5}},
		{2022, 2024, false, Bounds{0.193, 16.876}, Bounds{0.98, 142.7}},
		{2022, 2024, true, Bounds{0.635, 72.733}, Bounds{0.08, 32.03}},
		{2025, 2026, false, Bounds{0.193, 52.592}, Bounds{1.44, 142.7}},
		{2025, 2026, true, Bounds{0.649, 73.282}, Bounds{1.67, 31.56}},
	}
}

// How far beyond what is published a figure may lie. The best of a list was never more than 1.6 times
// the best of all lists before it (June 2022); over the years it grew by a quarter a year. The watts of
// a core that were the lowest of machines alike fell by a sixth at once.
const (
	BeyondBest     = 1.6
	BeyondWorst    = 0.5
	GrowthOfYear   = 1.25
	BeyondCoreLow  = 0.8
	BeyondCoreHigh = 2.0
)

// PublishedIn returns the row of a year, or the one next to it, whose best grows with the years after.
func PublishedIn(year int, accelerated bool) Published {
	var near Published
	for _, row := range PublishedRanges() {
		if row.Accelerated == accelerated && (near.From == 0 || row.From <= year) {
			near = row
		}
	}
	if later := year - near.To; later > 0 {
		growth := math.Pow(GrowthOfYear, float64(later))
		near.Efficiency.High *= growth
		near.Core.Low /= growth
	}
	return near
}

// PlausibleEfficiency are the bounds of the efficiency of a machine in the lists of that row.
func (p Published) PlausibleEfficiency() Bounds {
	return Bounds{p.Efficiency.Low * BeyondWorst, p.Efficiency.High * BeyondBest}
}

// PlausibleCore are the bounds of the watts for each core.
func (p Published) PlausibleCore() Bounds {
	return Bounds{p.Core.Low * BeyondCoreLow, p.Core.High * BeyondCoreHigh}
}

// NodeWatts are the bounds of what a node draws under load. Low is chosen below a board computer: the smallest in real
// logs (an Odroid of MLPerf) draws 8 W, and the supply of a Raspberry Pi 4 gives 15 W (its maker recommends 5.1 V and 3
// A). High is a rack that counts as one node: the power shelves of a GB300 NVL72 give 132 kW (Supermicro, 2025), and a
// GB200 NVL72 draws about 120 kW (NVIDIA, 2024). Without accelerators it is a cabinet of one memory (HPE Superdome
// Flex, 32 processors); its 40 kW are assumed.
func NodeWatts(accelerated bool) Bounds {
	if accelerated {
		return Bounds{5, 150e3}
	}
	return Bounds{4, 40e3}
}

// AcceleratorWatts and ProcessorWatts are more than one of them draws, so that another unit is meant: twice what data
// sheets let the largest draw (NVIDIA GB200: 1.2 kW; Intel Xeon 6980P: 500 W by reports of 2024, and its memory about
// as much, which is assumed).
const (
	AcceleratorWatts = 2400.0
	ProcessorWatts   = 2000.0
)

// UsualNodeWatts are the bounds of what a node of a listed machine draws: only a unit that leads there
// is offered as the right one. From a node of two low-power processors to one of 16 accelerators.
func UsualNodeWatts() Bounds { return Bounds{50, 25e3} }

// Accelerator is a kind of accelerator by its data sheet.
type Accelerator struct {
	Name  string // what the names of lists contain, as a regular expression
	Cores int    // of one, as the TOP500 counts them
	Watts float64
	// where cores and watts are stated: maker's document and year, or who reports them; "assumed" if neither was found
	Source string
}

// Accelerators holds the accelerators of most listed machines: cores as the lists count them, and the most
// that data sheets let one draw. If one name has several forms, the form with most cores stands here.
func Accelerators() []Accelerator {
	return []Accelerator{
		{`\bK20x?\b`, 14, 235, "K20X, by AnandTech, NVIDIA Launches Tesla K80, 2014; " +
			"K20: 225 W (NVIDIA, Tesla K20 GPU Accelerator Board Specification BD-06455-001, 2012)"},
		{`\bK40m?\b`, 15, 235, "NVIDIA, Tesla K40 GPU Accelerator Board Specification BD-06902-001, 2013; " +
			"watts by AnandTech, NVIDIA Launches Tesla K80, 2014"},
		{`\bK80\b`, 26, 300, "NVIDIA, Tesla K80 GPU Accelerator Board Specification BD-07317-001, 2015; " +
			"watts by AnandTech, NVIDIA Launches Tesla K80, 2014"},
		{`\bP100\b`, 56, 300, "SXM2; cores by NVIDIA, table of Tesla products with the V100, 2017; " +
			"watts by catalogues of graphics cards"},
		{`\bV100\b`, 80, 300, "SXM2; NVIDIA, table of Tesla products with the V100, 2017"},
		{`\bA100\b`, 108, 500,
			"SXM 80 GB with liquid cooling, by Inspur, MLPerf Training 1.0, 2021; usual forms: 400 W"},
		{`\bGH200\b`, 132, 1000, "with its processor and memory; data sheet of the GH200, 2023, as others quote it"},
		{`\bH200\b`, 132, 700, "SXM; NVIDIA, MLPerf Inference 4.1, 2024"},
		{`\bH100\b`, 132, 700, "SXM; NVIDIA, H100 Tensor Core GPU data sheet, 2022, as others quote it"},
		{`\bG?B200\b`, 148, 1200, "of a GB200, by G. Lockwood after NVIDIA, 2024; B200: 1,000 W"},
		{`\bMI210\b`, 104, 300, "by AnandTech, AMD Releases Instinct MI210 Accelerator, 2022"},
		{`\bMI250X?\b`, 220, 560, "cores by AMD, table of the Instinct MI200 series, 2021; watts by AnandTech, 2022"},
		{`\bMI300A\b`, 228, 760, "cores by Tom's Hardware, 2023; watts assumed"},
		{`\bMI300X\b`, 304, 750, "AMD, MLPerf Inference 4.1, 2024"},
	}
}

// AcceleratorOf finds a kind in a name as "NVIDIA H100 80GB"; ok is false for one that is not in the table.
func AcceleratorOf(name string) (a Accelerator, ok bool) {
	for _, a := range Accelerators() {
		if regexp.MustCompile(`(?i)` + a.Name).MatchString(name) {
			return a, true
		}
	}
	return Accelerator{}, false
}

// AcceleratorOfSheet is how much of the data sheet's power an accelerator may draw at least and at most
// with its part of the node: the least of listed machines since 2017 is 0.35 (a site's H200), the most of
// those that compute with them 10; older machines have a few accelerators among many processors.
func AcceleratorOfSheet() Bounds { return Bounds{0.3, 100} }

// OfPeak is how much of the peak a run may reach. No listed machine exceeds its peak but by a misprint;
// the least is 0.05, of processors that were listed with the peak of others, all else reaches 0.15.
func OfPeak() Bounds { return Bounds{0.025, 1} }

// MatrixEntry is how many bytes HPL holds for each entry of the matrix.
const MatrixEntry = 8

// NodeMemory is the most memory of a node, in gigabytes (HPE Superdome Flex: 48 TB); more is a unit mistaken.
const NodeMemory = 64e3

// IdleOfLoad is how much of the power under load an idle machine draws. Real entries lie between a
// quarter and a half; nodes that sleep draw some percent, and none that is idle draws nearly all.
func IdleOfLoad() Bounds { return Bounds{0.1, 0.9} }

// IdleOfRest is how far idle power may lie from the lowest power before and after the run, either way. Chosen:
// in the one real entry that tells both (claix2023-gpu) idle nodes draw 1.09 times the least beside the run.
const IdleOfRest = 1.5

// LikeRun is how far the length of another stretch of load may lie from that of the run: the set-up may count
// to one and not to the other. MoreThanRun is how much more power it may draw: five runs in a row of a real
// recording (alex) differ by up to 1.2%, and power-optimised runs of the lists draw 2% to 34% less.
const (
	LikeRun     = 0.25
	MoreThanRun = 0.03
)

// ZonesApart is how far apart the clocks of two zones may be.
const ZonesApart = 26 * time.Hour

//go:embed zones.txt
var zones string

// ZonesOf returns the IANA zones of a country of ISO 3166, by its two letters; nil for one not in the table.
func ZonesOf(country string) []string {
	for line := range strings.Lines(zones) {
		if words := strings.Fields(line); len(words) > 1 && strings.EqualFold(words[0], country) {
			return words[1:]
		}
	}
	return nil
}

// Universal reports whether a zone is universal time by one of its names.
func Universal(zone string) bool {
	return slices.Contains([]string{"UTC", "UCT", "Zulu", "Universal", "GMT", "Greenwich"},
		strings.TrimPrefix(zone, "Etc/"))
}
