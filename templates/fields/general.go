package fields

import (
	"cmp"
	"slices"
	"sync"

	"green500/templates"
	"green500/validation/lists/published"
	"green500/validation/power"
)

func generalSections() []Section {
	return []Section{
		{ID: "entry", Title: "Submission", Lead: "Choose the level first: it decides what the rest of this form " +
			"requires. You can choose another level at any time; nothing is lost.", Fields: []Field{
			{Path: "schema", Label: "Schema", Kind: KindHidden},
			{Path: "edition", Label: "Edition", Hint: "The list that the submission is for: " +
				"year and month of its publication.", Kind: KindSelect, Required: true},
			{Path: "methodology", Label: "Methodology", Hint: "The version of the methodology for grading. " +
				"Keep the one in force unless the edition requires another.", Kind: KindSelect,
				Options: MethodologyOptions(), Required: true},
			{Path: "claimed_level", Label: "Claimed level", Hint: "Level 1 requires least, Level 3 most. " +
				"The report shows the level that is reached, whatever you claim. The fields of another level appear " +
				"once this is saved.", Kind: KindSelect, Options: LevelOptions(), Required: true},
		}},
		{ID: "contact", Title: "Contact", Lead: "Who answers questions of the reviewers. Not published.",
			Fields: []Field{
				{Path: "contact.name", Label: "Name", Hint: "A person who can answer questions.",
					Example: "Kim Example", Kind: KindText, Required: true},
				{Path: "contact.email", Label: "Email address", Hint: "Reviewers write to this address.",
					Example: "kim@example.org", Kind: KindEmail, Required: true},
				{Path: "contact.affiliation", Label: "Affiliation", Hint: "The employer, if it is not the site.",
					Example: "Example Systems Ltd", Kind: KindText},
			}},
		{ID: "site", Title: "Site", Lead: "Where the machine is installed.", Fields: []Field{
			{Path: "site.name", Label: "Name of the site", Hint: "The centre or company, as the list prints it.",
				Example: "Example University Computing Centre", Kind: KindText, Required: true},
			{Path: "site.country", Label: "Country", Hint: "Country of the site; lists can be filtered by it.",
				Kind: KindSelect, Options: countryOptions(), Level: 1},
			{Path: "site.url", Label: "Website of the site", Hint: "The list links to this page.",
				Example: "https://www.example.org", Kind: KindURL},
			{Path: "site.mains_hz", Label: "Mains frequency",
				Hint: "Edition 1.2 lets a meter of total energy sample less often at 50 Hz.", Kind: KindSelect,
				Options: []templates.Option{{Value: "50", Label: "50 Hz"}, {Value: "60", Label: "60 Hz"}},
				When:    When{Words: "Only for methodology 1.2 at Level 3"}},
		}},
		{ID: "system", Title: "System", Lead: "The machine, as the list describes it.", Fields: systemFields()},
		{ID: "run", Title: "Run", Lead: "The run of HPL whose power was measured. " +
			"The core phase and Rmax are read from the output file.", Fields: runFields()},
	}
}

func systemFields() []Field {
	return []Field{
		{Path: "system.name", Label: "Name of the system", Hint: "The name used at the site.", Example: "Example-1",
			Kind: KindText, Required: true},
		{Path: "system.manufacturer", Label: "Manufacturer", Hint: "The company that built the system, not its chips.",
			Example: "Example Systems", Kind: KindText, Level: 1},
		{Path: "system.year", Label: "Year of installation",
			Hint: "Year of the installation, or of the last major update.", Example: "2026", Kind: KindWhole, Level: 1},
		{Path: "system.processor", Label: "Processor", Hint: "Model of the CPU in the compute nodes.",
			Example: "Xeon Platinum 8468", Kind: KindText, Level: 1},
		{Path: "system.accelerator", Label: "Accelerator", Hint: "Model of the GPU or other accelerator; " +
			"empty if there is none.", Example: "NVIDIA H100", Kind: KindText, Level: 1},
		{Path: "system.interconnect", Label: "Interconnect", Hint: "The network the workload uses.",
			Example: "InfiniBand NDR", Kind: KindText, Level: 1},
		{Path: "system.operating_system", Label: "Operating system", Hint: "Operating system of the compute nodes.",
			Example: "Rocky Linux 9", Kind: KindText, Level: 1},
		{Path: "system.total_cores", Label: "Total cores", Hint: "CPU cores plus accelerator cores, " +
			"as the TOP500 counts them.", Example: "24384", Kind: KindWhole, Level: 1},
		{Path: "system.accelerator_cores", Label: "Accelerator cores", Hint: "How many of the total are in " +
			"accelerators: streaming multiprocessors or compute units.", Example: "19008", Kind: KindWhole, Level: 1},
		{Path: "system.rpeak_tflops", Label: "Rpeak", Hint: "Theoretical 64-bit peak of the whole system.",
			Example: "9634.775", Kind: KindNumber, Unit: "TFlop/s", Level: 1},
		{Path: "system.url", Label: "Website of the system", Hint: "A page about the machine, if there is one.",
			Example: "https://www.example.org/example-1", Kind: KindURL},
		{Path: "system.top500_rank", Label: "TOP500 rank", Hint: "Rank in the edition that the submission is for.",
			Kind: KindWhole, When: When{Words: "If the system is on the TOP500"}},
		{Path: "system.top500_rmax_tflops", Label: "Rmax of the TOP500 entry",
			Hint: "Compared with the Rmax of this run: a slower run is power-optimised.", Kind: KindNumber,
			Unit: "TFlop/s", When: When{Words: "If the system is on the TOP500"}},
	}
}

func runFields() []Field {
	noTimes := When{Words: "Only if the output has no start and end time (HPL 2.0 and older)"}
	window := When{Words: "Only for methodology 1.2 at Level 1, if not the whole core phase was averaged"}
	wholeRun := []string{"full-run-average", "full-run-covered", "whole-run-covered"}
	return []Field{
		{Path: "run.workload", Label: "Workload", Hint: "The benchmark that ran. The list ranks HPL.", Example: "HPL",
			Kind: KindText, Required: true},
		{Path: "run.output", Label: "Output file of HPL", Hint: "The unchanged output of HPL. " +
			"The file proves Rmax and the start and end of the core phase.", Example: "HPL.out", Kind: KindFile,
			Suggest: "files", Required: true, When: When{Path: "run.core_phase.start", Values: []string{""}}},
		{Path: "run.timezone", Label: "Time zone of the output", Hint: "HPL prints local time without a zone. " +
			"Enter the IANA name of the zone of the first node's clock.", Kind: KindText, Suggest: "zones", Level: 1},
		{Path: "run.all_compute_nodes", Label: "The workload ran on every compute node",
			Hint: "All nodes of the system took part. Idle nodes would make a part of the machine look like the whole.",
			Kind: KindCheckbox, Rules: []string{"workload-on-all-nodes"}},
		{Path: "run.full_run.start", Label: "Full run starts",
			Hint: "When the job was launched, according to the batch system or the time command. " +
				"The full run is longer than the core phase.", Kind: KindTime, Rules: wholeRun},
		{Path: "run.full_run.end", Label: "Full run ends",
			Hint: "When the job had finished, including the checks of the result.", Kind: KindTime, Rules: wholeRun},
		{Path: "run.clock.synchronised_by", Label: "Clock synchronisation", Hint: "How the clocks of meters and " +
			"machine are synchronised. A few seconds of error move power out of the core phase.", Example: "NTP",
			Kind: KindText, Rules: []string{"meters-synchronised"}},
		{Path: "run.clock.max_error_s", Label: "Largest clock error", Hint: "The largest possible difference between " +
			"the clocks of meters and machine; an upper bound is enough.", Example: "0.1", Kind: KindNumber, Unit: "s",
			When: When{Words: "If known"}},
		{Path: "run.power_optimised", Label: "The run was tuned for power", Hint: "Slower than the TOP500 run, " +
			"but more efficient. Rmax and power are both from this run.", Kind: KindCheckbox, Level: 1},
		{Path: "run.result", Label: "Result in the output", Hint: "Number of the result that counts, from 1.",
			Example: "1", Kind: KindWhole, When: When{Words: "If the output contains several results"}},
		{Path: "run.core_phase.start", Label: "Core phase starts", Hint: "The part of the run that Rmax is computed " +
			"from. Without proof by the output it counts as stated.", Kind: KindTime, When: noTimes},
		{Path: "run.core_phase.end", Label: "Core phase ends", Hint: "Start plus the time that HPL prints.",
			Kind: KindTime, When: noTimes},
		{Path: "run.rmax_tflops", Label: "Rmax", Hint: "Compared with the output if both are given.",
			Example: "5238", Kind: KindNumber, Unit: "TFlop/s",
			When: When{Words: "If there is no output file", Path: "run.output", Values: []string{""}}},
		{Path: "run.order", Label: "Order N of the matrix",
			Hint: "With Rmax it determines the length of the core phase.", Example: "1262592", Kind: KindWhole,
			When: When{Words: "If there is no output file", Path: "run.output", Values: []string{""}}},
		{Path: "run.averaging_window.start", Label: "Averaging window starts",
			Hint: "The part of the core phase that was averaged.", Kind: KindTime, When: window},
		{Path: "run.averaging_window.end", Label: "Averaging window ends",
			Hint: "The window lies in the middle of the core phase.", Kind: KindTime, When: window},
		{Path: "run.claimed.power_w", Label: "Power published elsewhere",
			Hint: "Compared with the result of the readings.", Example: "154948", Kind: KindNumber, Unit: "W",
			When: When{Words: "If a value was already published"}},
		{Path: "run.claimed.gflops_per_watt", Label: "Efficiency published elsewhere",
			Hint: "Compared with the result of the readings.", Example: "33.80", Kind: KindNumber, Unit: "GFlops/W",
			When: When{Words: "If a value was already published"}},
	}
}

// places are all countries in the order of their names in forms. Nobody may change them.
var places = sync.OnceValue(func() []published.Country {
	return slices.SortedFunc(slices.Values(published.Countries()),
		func(a, b published.Country) int { return cmp.Compare(a.FormName, b.FormName) })
})

func countryOptions() []templates.Option {
	var made []templates.Option
	for _, country := range places() {
		made = append(made, templates.Option{Value: country.Code, Label: country.FormName + " (" + country.Code + ")"})
	}
	return made
}

// ZonesOf are the time zones to suggest to a site: those of its country, then the main one of every other.
func ZonesOf(code string) []string {
	var near, far []string
	for _, country := range places() {
		switch {
		case country.Code == code:
			near = country.Zones
		case len(country.Zones) > 0:
			far = append(far, country.Zones[0])
		}
	}
	return slices.Concat(near, []string{"UTC"}, far)
}

// MeasuringPoint is a place in the path of power where a meter may sit.
type MeasuringPoint struct {
	Location     power.Location
	Letter       string
	Word         string // in the drawing
	Title, Means string
}

// MeasuringPoints are the points from the mains to the chips (2.0, section 3.7).
func MeasuringPoints() []MeasuringPoint {
	return []MeasuringPoint{
		{power.Upstream, "A", "upstream", "A: upstream of the system",
			"Before the power is delivered to the system: at the transformer, switchboard or feeder of the building."},
		{power.Delivery, "B", "at delivery", "B: at delivery to the system",
			"At the sockets or busbars that feed the racks."},
		{power.Equivalent, "C", "inside, equivalent", "C: inside, equivalent to B", "The power is not converted yet, " +
			"so the point is electrically equivalent: anywhere in a passive PDU, or at the input of a power supply."},
		{power.Downstream, "–", "downstream: loss to add", "downstream of a power supply",
			"Behind a converter that loses power, such as a sensor of a board or chip. The loss has to be added."},
	}
}

func pointOptions() []templates.Option {
	var made []templates.Option
	for _, point := range MeasuringPoints() {
		made = append(made, templates.Option{Value: string(point.Location), Label: point.Title})
	}
	return made
}
