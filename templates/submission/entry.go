package submission

import (
	"strconv"
	"strings"

	"green500/templates"
	"green500/validation/power"
)

// systemName is the name of the system, or words where the form is still empty.
func systemName(e *power.Entry) string {
	if e == nil || e.System.Name == "" {
		return "System without a name"
	}
	return e.System.Name
}

// problemSentence is an input error as a sentence, without the path that the link beside it names.
func problemSentence(t *power.InputError) string {
	bare := *t
	bare.Field = ""
	return bare.Error() // as it is: it may begin with the name of a file
}

// particulars are what a document states of site, machine and run; what it does not state is left out.
func particulars(e *power.Entry) []templates.Fact {
	all := []templates.Fact{
		{Name: "Site", Value: strings.TrimSpace(e.Site.Name + " " + e.Site.Country)},
		{Name: "Manufacturer", Value: e.System.Manufacturer},
		{Name: "Year", Value: figure(e.System.Year, false)},
		{Name: "Processor", Value: e.System.Processor},
		{Name: "Accelerator", Value: e.System.Accelerator},
		{Name: "Interconnect", Value: e.System.Interconnect},
		{Name: "Operating system", Value: e.System.OperatingSystem},
		{Name: "Total cores", Value: figure(e.System.TotalCores, true)},
		{Name: "Accelerator cores", Value: figure(e.System.AcceleratorCores, true)},
		{Name: "TOP500 rank", Value: figure(e.System.Top500Rank, true)},
		{Name: "Workload", Value: e.Run.Workload},
		{Name: "Compute nodes", Value: nodes(e)},
		{Name: "Cooling", Value: e.Environment.Cooling},
		{Name: "Coolant", Value: coolant(e.Environment)},
	}
	var facts []templates.Fact
	for _, f := range all {
		if f.Value != "" {
			facts = append(facts, f)
		}
	}
	for _, t := range e.Tunables {
		facts = append(facts, templates.Fact{Name: t.Name, Value: t.Value + " (default " + t.Default + ")"})
	}
	return facts
}

// figure writes a count, or nothing where it is zero.
func figure(n int, grouped bool) string {
	switch {
	case n == 0:
		return ""
	case grouped:
		return templates.Digits(float64(n), 0)
	}
	return strconv.Itoa(n)
}

func nodes(e *power.Entry) string {
	all, measured := e.Nodes()
	if all == 0 {
		return ""
	}
	if all == measured {
		return templates.Digits(float64(all), 0) + ", all measured"
	}
	return templates.Digits(float64(all), 0) + ", " + templates.Digits(float64(measured), 0) + " measured"
}

func coolant(e power.Environment) string {
	var parts []string
	if e.InletCelsius != nil {
		parts = append(parts, templates.Digits(*e.InletCelsius, 1)+" °C in")
	}
	if e.OutletCelsius != nil {
		parts = append(parts, templates.Digits(*e.OutletCelsius, 1)+" °C out")
	}
	return strings.Join(parts, ", ")
}
