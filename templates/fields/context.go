package fields

// contextSections ask what stood around the measurement.
func contextSections() []Section {
	temperature := []string{"cooling-temperature"}
	return []Section{
		{ID: "environment", Title: "Environment", Lead: "What cooled the machine. Cold supply and a cool room make a machine more efficient, so readers want to know.", Fields: []Field{
			{Path: "environment.cooling", Label: "Cooling", Hint: "What carries the heat away from the processors: air through a heat sink, or liquid at a cold plate or around the boards.", Kind: KindSelect, Options: options("air", "liquid", "immersion", "hybrid"), Level: 1},
			{Path: "environment.measured_where", Label: "Temperatures measured at", Hint: "The place, in words.", Example: "facility loop, rack row 2", Kind: KindText, Level: 1},
			{Path: "environment.inlet_c", Label: "Inlet", Hint: "Of the cooling medium on its way in, some time during the core phase.", Example: "32.0", Kind: KindNumber, Unit: "°C", Rules: temperature},
			{Path: "environment.outlet_c", Label: "Outlet", Hint: "Of the cooling medium on its way out.", Example: "41.5", Kind: KindNumber, Unit: "°C", Rules: temperature},
			{Path: "environment.humidity_percent", Label: "Humidity", Hint: "Relative humidity of the air in the room.", Example: "45", Kind: KindNumber, Unit: "%"},
			{Path: "environment.supply_deviation_percent", Label: "Deviation of the supply voltage", Hint: "From its nominal value; 5% at most is recommended.", Example: "2", Kind: KindNumber, Unit: "%"},
			{Path: "environment.distortion_percent", Label: "Harmonic distortion of the supply", Hint: "Total harmonic distortion; under 2% is recommended.", Example: "1.5", Kind: KindNumber, Unit: "%"},
			{Path: "environment.line_impedance_ohm", Label: "Line impedance", Hint: "Of the supply line; under 0.25 ohm is recommended.", Example: "0.1", Kind: KindNumber, Unit: "Ω"},
		}},
		{ID: "tunables", Title: "Tunables", Group: "tunables", Item: "Tunable", Name: "name", Tells: []string{"{value} in place of {default}"},
			Lead: "Settings that were changed for the run, such as clocks, power caps or fan speeds. None is asked; whoever gives one gives default and value.", Fields: []Field{
				{Path: "tunables[].name", Label: "Name of the setting", Hint: "What was changed.", Example: "GPU clock", Kind: KindText, Level: 1},
				{Path: "tunables[].default", Label: "Default", Hint: "What it is in everyday use, with its unit.", Example: "1980 MHz", Kind: KindText, Level: 1},
				{Path: "tunables[].value", Label: "Value in the run", Hint: "What it was during the run, with its unit.", Example: "1410 MHz", Kind: KindText, Level: 1},
			}},
		studySection(),
		{ID: "attachments", Title: "Attachments", Group: "attachments", Item: "Attachment", Name: "file", Tells: []string{"{kind}"},
			Lead: "Further files a reviewer should see: notes, data sheets, photographs. Files that a field above names need not be listed again.", Fields: []Field{
				{Path: "attachments[].file", Label: "File", Hint: "One of the files of this submission.", Kind: KindFile, Suggest: "files", Required: true},
				{Path: "attachments[].kind", Label: "Kind", Hint: "What it is.", Example: "data sheet", Kind: KindText, Level: 1},
			}},
	}
}
