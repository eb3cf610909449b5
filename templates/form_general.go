package templates

// generalSections ask who, where and what.
func generalSections() []Section {
	return []Section{
		{ID: "entry", Title: "Entry", Fields: []Field{
			{Path: "schema", Label: "Schema", Kind: KindHidden},
			{Path: "edition", Label: "Edition", Hint: "The list the entry is for", Kind: KindSelect, Required: true},
			{Path: "methodology", Label: "Methodology", Hint: "The text it is graded against", Kind: KindSelect, Options: methodologyOptions(), Required: true},
			{Path: "claimed_level", Label: "Claimed level", Hint: "The grade shows what is reached, whatever is claimed", Kind: KindSelect, Options: levelOptions(), Required: true},
		}},
		{ID: "contact", Title: "Contact", Lead: "Who answers questions about the measurement.", Fields: []Field{
			{Path: "contact.name", Label: "Name", Kind: KindText, Required: true},
			{Path: "contact.email", Label: "Email address", Kind: KindText, Required: true},
			{Path: "contact.affiliation", Label: "Affiliation", Kind: KindText},
		}},
		{ID: "site", Title: "Site", Fields: []Field{
			{Path: "site.name", Label: "Name", Kind: KindText, Required: true},
			{Path: "site.country", Label: "Country", Hint: "ISO 3166 code of two letters, as DE", Kind: KindText, Required: true},
			{Path: "site.url", Label: "Web address", Kind: KindText},
			{Path: "site.mains_hz", Label: "Frequency of the mains", Kind: KindSelect, Options: []Option{{"50", "50 Hz"}, {"60", "60 Hz"}}},
		}},
		{ID: "system", Title: "System", Lead: "As the list describes it.", Fields: []Field{
			{Path: "system.name", Label: "Name", Kind: KindText, Required: true},
			{Path: "system.manufacturer", Label: "Manufacturer", Kind: KindText},
			{Path: "system.year", Label: "Year of installation", Kind: KindNumber},
			{Path: "system.url", Label: "Web address", Kind: KindText},
			{Path: "system.processor", Label: "Processor", Kind: KindText},
			{Path: "system.accelerator", Label: "Accelerator", Kind: KindText},
			{Path: "system.total_cores", Label: "Total cores", Hint: "Accelerator cores included", Kind: KindNumber},
			{Path: "system.accelerator_cores", Label: "Accelerator cores", Kind: KindNumber},
			{Path: "system.interconnect", Label: "Interconnect", Kind: KindText},
			{Path: "system.operating_system", Label: "Operating system", Kind: KindText},
			{Path: "system.rpeak_tflops", Label: "Rpeak", Kind: KindNumber, Unit: "TFlop/s"},
			{Path: "system.top500_rmax_tflops", Label: "Rmax of the TOP500 entry", Hint: "Held against that of this run", Kind: KindNumber, Unit: "TFlop/s"},
			{Path: "system.top500_rank", Label: "TOP500 rank", Hint: "In the edition the entry is for, where it has one", Kind: KindNumber},
		}},
		{ID: "run", Title: "Run", Lead: "The run of the workload. Times and Rmax are read from the output where it has them.", Fields: runFields()},
	}
}

func runFields() []Field {
	return []Field{
		{Path: "run.workload", Label: "Workload", Kind: KindText, Hint: "HPL", Required: true},
		{Path: "run.output", Label: "Output file", Hint: "Proves Rmax and the core phase", Kind: KindText, Suggest: "files"},
		{Path: "run.result", Label: "Result in the output", Hint: "Counted from 1, where it holds several", Kind: KindNumber},
		{Path: "run.timezone", Label: "Time zone of the output", Hint: "IANA name, as Europe/Berlin: HPL prints times without one", Kind: KindText},
		{Path: "run.full_run.start", Label: "Full run starts", Hint: timeHint, Kind: KindTime},
		{Path: "run.full_run.end", Label: "Full run ends", Hint: timeHint, Kind: KindTime},
		{Path: "run.core_phase.start", Label: "Core phase starts", Hint: "Only where the output has none; then it is stated, not proven", Kind: KindTime},
		{Path: "run.core_phase.end", Label: "Core phase ends", Hint: timeHint, Kind: KindTime},
		{Path: "run.averaging_window.start", Label: "Averaging window starts", Hint: "Methodology 1.2, Level 1 only", Kind: KindTime},
		{Path: "run.averaging_window.end", Label: "Averaging window ends", Hint: timeHint, Kind: KindTime},
		{Path: "run.rmax_tflops", Label: "Rmax", Hint: "Held against the output where both are given", Kind: KindNumber, Unit: "TFlop/s"},
		{Path: "run.order", Label: "Order N of the matrix", Hint: "Only where no output tells it", Kind: KindNumber},
		{Path: "run.claimed.power_w", Label: "Power claimed elsewhere", Hint: "Held against what the readings give", Kind: KindNumber, Unit: "W"},
		{Path: "run.claimed.gflops_per_watt", Label: "Efficiency claimed elsewhere", Hint: "Held against what the readings give", Kind: KindNumber, Unit: "GFlops/W"},
		{Path: "run.power_optimised", Label: "The run was tuned for power", Kind: KindCheckbox},
		{Path: "run.all_compute_nodes", Label: "The workload ran on every compute node", Kind: KindCheckbox},
		{Path: "run.clock.synchronised_by", Label: "Clocks synchronised by", Hint: "As NTP or PTP: meters and machine have to agree about the time", Kind: KindText},
		{Path: "run.clock.max_error_s", Label: "Largest clock error", Kind: KindNumber, Unit: "s"},
	}
}
