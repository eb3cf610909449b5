package templates

import (
	"strconv"
	"strings"

	"green500/validation/power"
)

// systemName is the name of the system, or words where the form is still empty.
func systemName(e *power.Entry) string {
	if e == nil || e.System.Name == "" {
		return "System without a name"
	}
	return e.System.Name
}

// troubleSentence is a trouble as a sentence, without the path that the link beside it names.
func troubleSentence(t *power.InputError) string {
	bare := *t
	bare.Field = ""
	return bare.Error() // as it is: it may begin with the name of a file
}

// particulars are what a document tells of site, machine and run; what it does not tell is left out.
func particulars(e *power.Entry) []fact {
	all := []fact{
		{"Site", strings.TrimSpace(e.Site.Name + " " + e.Site.Country)},
		{"Manufacturer", e.System.Manufacturer},
		{"Year", figure(e.System.Year, false)},
		{"Processor", e.System.Processor},
		{"Accelerator", e.System.Accelerator},
		{"Interconnect", e.System.Interconnect},
		{"Operating system", e.System.OperatingSystem},
		{"Total cores", figure(e.System.TotalCores, true)},
		{"Accelerator cores", figure(e.System.AcceleratorCores, true)},
		{"TOP500 rank", figure(e.System.Top500Rank, true)},
		{"Workload", e.Run.Workload},
		{"Compute nodes", nodes(e)},
		{"Cooling", e.Environment.Cooling},
		{"Coolant", coolant(e.Environment)},
	}
	var told []fact
	for _, f := range all {
		if f.Value != "" {
			told = append(told, f)
		}
	}
	for _, t := range e.Tunables {
		told = append(told, fact{t.Name, t.Value + " (default " + t.Default + ")"})
	}
	return told
}

// figure writes a count, or nothing where it is zero.
func figure(n int, grouped bool) string {
	switch {
	case n == 0:
		return ""
	case grouped:
		return digits(float64(n), 0)
	}
	return strconv.Itoa(n)
}

func nodes(e *power.Entry) string {
	all, measured := e.Nodes()
	if all == 0 {
		return ""
	}
	if all == measured {
		return digits(float64(all), 0) + ", all measured"
	}
	return digits(float64(all), 0) + ", " + digits(float64(measured), 0) + " measured"
}

func coolant(e power.Environment) string {
	var parts []string
	if e.InletCelsius != nil {
		parts = append(parts, digits(*e.InletCelsius, 1)+" °C in")
	}
	if e.OutletCelsius != nil {
		parts = append(parts, digits(*e.OutletCelsius, 1)+" °C out")
	}
	return strings.Join(parts, ", ")
}
