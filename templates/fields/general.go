package fields

import (
	"green500/templates"
)

// generalSections ask who, where and what.
func generalSections() []Section {
	return []Section{
		{ID: "entry", Title: "Entry", Lead: "Choose the level first: it decides what the rest of this form asks. A higher level can be chosen at any time; nothing is lost.", Fields: entryFields()},
		{ID: "contact", Title: "Contact", Lead: "Who answers when a reviewer asks about the measurement. Not published.", Fields: []Field{
			{Path: "contact.name", Label: "Name", Hint: "A person, so that a question is answered.", Example: "Kim Example", Kind: KindText, Required: true},
			{Path: "contact.email", Label: "Email address", Hint: "Where reviewers write to.", Example: "kim@example.org", Kind: KindEmail, Required: true},
			{Path: "contact.affiliation", Label: "Affiliation", Hint: "The employer, where it is not the site.", Example: "Example Systems Ltd", Kind: KindText},
		}},
		{ID: "site", Title: "Site", Lead: "Where the machine stands.", Fields: []Field{
			{Path: "site.name", Label: "Name of the site", Hint: "The centre or company, as the list prints it.", Example: "Example University Computing Centre", Kind: KindText, Required: true},
			{Path: "site.country", Label: "Country", Hint: "Kept as its ISO 3166 code; the list can be filtered by it.", Kind: KindSelect, Options: countryOptions(), Level: 1},
			{Path: "site.url", Label: "Web address of the site", Hint: "The list links to it.", Example: "https://www.example.org", Kind: KindURL},
			{Path: "site.mains_hz", Label: "Frequency of the mains", Hint: "Edition 1.2 lets a meter of total energy sample less often at 50 Hz.", Kind: KindSelect,
				Options: []templates.Option{{Value: "50", Label: "50 Hz"}, {Value: "60", Label: "60 Hz"}}, When: When{Words: "Methodology 1.2 at Level 3 only"}},
		}},
		{ID: "system", Title: "System", Lead: "The machine, as the list describes it.", Fields: systemFields()},
		{ID: "run", Title: "Run", Lead: "The run of HPL whose power was measured. The core phase and Rmax are read from the output file, so that nobody has to type them.", Fields: runFields()},
	}
}

func entryFields() []Field {
	return []Field{
		{Path: "schema", Label: "Schema", Kind: KindHidden},
		{Path: "edition", Label: "Edition", Hint: "The list the entry is for: year and month of its publication.", Kind: KindSelect, Required: true},
		{Path: "methodology", Label: "Methodology", Hint: "The text the entry is graded by; keep the one in force unless the edition says otherwise.", Kind: KindSelect, Options: MethodologyOptions(), Required: true},
		{Path: "claimed_level", Label: "Claimed level", Hint: "Level 1 asks least, Level 3 most. The verdict shows what is reached, whatever is claimed. Save to be asked for another level.", Kind: KindSelect, Options: LevelOptions(), Required: true},
	}
}

func systemFields() []Field {
	return []Field{
		{Path: "system.name", Label: "Name of the system", Hint: "As people at the site call it.", Example: "Example-1", Kind: KindText, Required: true},
		{Path: "system.manufacturer", Label: "Manufacturer", Hint: "Who built the system, not its chips.", Example: "Example Systems", Kind: KindText, Level: 1},
		{Path: "system.year", Label: "Year of installation", Hint: "Of the installation, or of the last major update.", Example: "2026", Kind: KindWhole, Level: 1},
		{Path: "system.processor", Label: "Processor", Hint: "Model of the CPU in the compute nodes.", Example: "Xeon Platinum 8468", Kind: KindText, Level: 1},
		{Path: "system.accelerator", Label: "Accelerator", Hint: "Model of the GPU or other accelerator; empty where there is none.", Example: "NVIDIA H100", Kind: KindText, Level: 1},
		{Path: "system.interconnect", Label: "Interconnect", Hint: "The network the workload uses.", Example: "InfiniBand NDR", Kind: KindText, Level: 1},
		{Path: "system.operating_system", Label: "Operating system", Hint: "Of the compute nodes.", Example: "Rocky Linux 9", Kind: KindText, Level: 1},
		{Path: "system.total_cores", Label: "Total cores", Hint: "CPU cores and accelerator cores together, as the TOP500 counts.", Example: "24384", Kind: KindWhole, Level: 1},
		{Path: "system.accelerator_cores", Label: "Accelerator cores", Hint: "How many of the total are in accelerators: streaming multiprocessors or compute units.", Example: "19008", Kind: KindWhole, Level: 1},
		{Path: "system.rpeak_tflops", Label: "Rpeak", Hint: "Theoretical peak at 64 bits, of the whole system.", Example: "9634.775", Kind: KindNumber, Unit: "TFlop/s", Level: 1},
		{Path: "system.url", Label: "Web address of the system", Hint: "A page about the machine, where there is one.", Example: "https://www.example.org/example-1", Kind: KindURL},
		{Path: "system.top500_rank", Label: "TOP500 rank", Hint: "In the edition the entry is for.", Kind: KindWhole, When: When{Words: "Where the system is on the TOP500"}},
		{Path: "system.top500_rmax_tflops", Label: "Rmax of the TOP500 entry", Hint: "Held against that of this run: a slower run is a power-optimised one.", Kind: KindNumber, Unit: "TFlop/s", When: When{Words: "Where the system is on the TOP500"}},
	}
}

func runFields() []Field {
	noTimes := When{Words: "Only where the output prints no start and end (HPL 2.0 and older)"}
	window := When{Words: "Methodology 1.2 at Level 1 only, where not the whole core phase was averaged"}
	wholeRun := []string{"full-run-average", "full-run-covered", "whole-run-covered"}
	return []Field{
		{Path: "run.workload", Label: "Workload", Hint: "The benchmark that ran. The list ranks HPL.", Example: "HPL", Kind: KindText, Required: true},
		{Path: "run.output", Label: "Output file of HPL", Hint: "What HPL printed, unchanged. It proves Rmax and when the core phase began and ended.", Example: "HPL.out", Kind: KindFile, Suggest: "files", Required: true, When: When{Path: "run.core_phase.start", Values: []string{""}}},
		{Path: "run.timezone", Label: "Time zone of the output", Hint: "HPL prints local time without a zone. IANA name of the zone that the clock of the first node showed.", Kind: KindText, Suggest: "zones", Level: 1},
		{Path: "run.all_compute_nodes", Label: "The workload ran on every compute node", Hint: "All nodes of the system took part; idle ones would make a part of the machine look like all of it.", Kind: KindCheckbox, Rules: []string{"workload-on-all-nodes"}},
		{Path: "run.full_run.start", Label: "Full run starts", Hint: "When the job was launched, from the batch system or from time before the launch. Longer than the core phase.", Kind: KindTime, Rules: wholeRun},
		{Path: "run.full_run.end", Label: "Full run ends", Hint: "When the job had finished, its checks of the result included.", Kind: KindTime, Rules: wholeRun},
		{Path: "run.clock.synchronised_by", Label: "Clocks synchronised by", Hint: "How meters and machine agree about the time: a few seconds apart move power out of the core phase.", Example: "NTP", Kind: KindText, Rules: []string{"meters-synchronised"}},
		{Path: "run.clock.max_error_s", Label: "Largest clock error", Hint: "How far the clocks of meters and machine may lie apart; a bound is enough.", Example: "0.1", Kind: KindNumber, Unit: "s", When: When{Words: "Where it is known"}},
		{Path: "run.power_optimised", Label: "The run was tuned for power", Hint: "Slower than the TOP500 run, to be more efficient. Rmax and power are both of this run.", Kind: KindCheckbox, Level: 1},
		{Path: "run.result", Label: "Result in the output", Hint: "Which one counts, from 1.", Example: "1", Kind: KindWhole, When: When{Words: "Where the output holds several results"}},
		{Path: "run.core_phase.start", Label: "Core phase starts", Hint: "The part of the run that Rmax is computed from; then it counts as stated, not proven.", Kind: KindTime, When: noTimes},
		{Path: "run.core_phase.end", Label: "Core phase ends", Hint: "Start and end are as far apart as the time that HPL prints.", Kind: KindTime, When: noTimes},
		{Path: "run.rmax_tflops", Label: "Rmax", Hint: "Held against the output where both are given.", Example: "5238", Kind: KindNumber, Unit: "TFlop/s", When: When{Words: "Where there is no output file", Path: "run.output", Values: []string{""}}},
		{Path: "run.order", Label: "Order N of the matrix", Hint: "With Rmax it tells how long the core phase has to be.", Example: "1262592", Kind: KindWhole, When: When{Words: "Where there is no output file", Path: "run.output", Values: []string{""}}},
		{Path: "run.averaging_window.start", Label: "Averaging window starts", Hint: "The part of the core phase that was averaged.", Kind: KindTime, When: window},
		{Path: "run.averaging_window.end", Label: "Averaging window ends", Hint: "It lies in the middle of the core phase.", Kind: KindTime, When: window},
		{Path: "run.claimed.power_w", Label: "Power claimed elsewhere", Hint: "Held against what the readings give.", Example: "154948", Kind: KindNumber, Unit: "W", When: When{Words: "Where a figure was published already"}},
		{Path: "run.claimed.gflops_per_watt", Label: "Efficiency claimed elsewhere", Hint: "Held against what the readings give.", Example: "33.80", Kind: KindNumber, Unit: "GFlops/W", When: When{Words: "Where a figure was published already"}},
	}
}
