package templates

// contextSections ask what stood around the measurement.
func contextSections() []Section {
	return []Section{
		{ID: "environment", Title: "Environment", Fields: []Field{
			{Path: "environment.cooling", Label: "Cooling", Kind: KindSelect, Options: options("air", "liquid", "immersion", "hybrid")},
			{Path: "environment.measured_where", Label: "Temperatures measured at", Kind: KindText},
			{Path: "environment.inlet_c", Label: "Inlet", Kind: KindNumber, Unit: "°C"},
			{Path: "environment.outlet_c", Label: "Outlet", Kind: KindNumber, Unit: "°C"},
			{Path: "environment.humidity_percent", Label: "Humidity", Hint: "Optional", Kind: KindNumber, Unit: "%"},
			{Path: "environment.supply_deviation_percent", Label: "Deviation of the supply voltage", Hint: "Optional; 5% at most is recommended", Kind: KindNumber, Unit: "%"},
			{Path: "environment.distortion_percent", Label: "Harmonic distortion of the supply", Hint: "Optional; under 2% is recommended", Kind: KindNumber, Unit: "%"},
			{Path: "environment.line_impedance_ohm", Label: "Line impedance", Hint: "Optional; under 0.25 ohm is recommended", Kind: KindNumber, Unit: "Ω"},
		}},
		{ID: "tunables", Title: "Tunables", Group: "tunables", Item: "Tunable",
			Lead: "Parameters that were changed for the run.", Fields: []Field{
				{Path: "tunables[].name", Label: "Name", Hint: "As GPU clock", Kind: KindText, Required: true},
				{Path: "tunables[].default", Label: "Default", Kind: KindText, Required: true},
				{Path: "tunables[].value", Label: "Value in the run", Kind: KindText, Required: true},
			}},
		{ID: "attachments", Title: "Attachments", Group: "attachments", Item: "Attachment",
			Lead: "Further files: notes, data sheets, photographs.", Fields: []Field{
				{Path: "attachments[].file", Label: "File", Kind: KindText, Suggest: "files", Required: true},
				{Path: "attachments[].kind", Label: "Kind", Hint: "As note or data sheet", Kind: KindText},
			}},
	}
}
