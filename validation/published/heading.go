package published

// meaning is the field of a column, and its unit if the name of the header states it.
type meaning struct {
	field field
	unit  string // a key of units; empty if the header or the edition states it
}

// meanings are the headers of all editions, as normal writes them and without a unit in brackets. Lists
// wrote underscores for spaces until 2016, and "Effeciency" until 2019.
var meanings = map[string]meaning{
	"rank":          {field: rank},
	"green500 rank": {field: rank},
	"top500 rank":   {field: top500Rank},

	"name":         {field: name},
	"computer":     {field: computer},
	"site":         {field: site},
	"manufacturer": {field: manufacturer},
	"country":      {field: country},
	"year":         {field: year},
	"segment":      {field: segment},
	"system id":    {field: systemID},
	"site id":      {field: siteID},

	"total cores":                    {field: totalCores},
	"cores":                          {field: totalCores},
	"accelerator/co-processor cores": {field: acceleratorCores},
	"accelerator cores":              {field: acceleratorCores},
	"accelerator/co-processor":       {field: accelerator},
	"accelerator":                    {field: accelerator},
	"processor":                      {field: processor},
	"interconnect":                   {field: interconnect},
	"operating system":               {field: operatingSystem},
	"os":                             {field: operatingSystem},

	"rmax":  {field: rmax},
	"rpeak": {field: rpeak},
	"nmax":  {field: nmax},

	"power":             {field: drawn},
	"total power":       {field: drawn},
	"mflops/watt":       {field: efficiency, unit: "mflops/watt"},
	"mflops per watt":   {field: efficiency, unit: "mflops/watt"},
	"power effeciency":  {field: efficiency},
	"power efficiency":  {field: efficiency},
	"energy efficiency": {field: efficiency},

	"power source":        {field: powerSource}, // a second one says it of the efficiency
	"how":                 {field: powerSource},
	"how?":                {field: powerSource},
	"power quality level": {field: level},
	"measured cores":      {field: measuredCores},

	// Neither names a unit; the figures are in those of Rmax [TFlop/s] and Power (kW) beside them.
	"optimized run (hpl)":        {field: optimizedRmax, unit: "tflop/s"},
	"optimized run (peak power)": {field: optimizedPower, unit: "kw"},

	"source year": {field: several},

	"application area":       {},
	"architecture":           {},
	"continent":              {},
	"cores per socket":       {},
	"effeciency (%)":         {}, // Rmax over Rpeak
	"efficiency (%)":         {},
	"first appearance":       {},
	"first rank":             {},
	"green500 previous rank": {},
	"hpcg":                   {},
	"interconnect family":    {},
	"memory":                 {},
	"nhalf":                  {},
	"notes":                  {},
	"os family":              {},
	"previous rank":          {},
	"proc frequency":         {},
	"proc. frequency":        {},
	"processor cores":        {},
	"processor family":       {},
	"processor generation":   {},
	"processor speed":        {},
	"processor technology":   {},
	"region":                 {},
	"system family":          {},
	"system model":           {},
	"top500 previous rank":   {},
}

var misnomers = map[string]map[string]field{ // by edition, and by header as written
	"2013-11": {"name": computer},
}

var twice = map[field]bool{powerSource: true}

var needed = []field{rank, rmax}

// onlyIn are the headers that stand in one of the lists alone, in every edition that has them.
var onlyIn = map[string]Kind{
	"green500 rank":       Green500,
	"top500 rank":         Green500,
	"power quality level": Green500,
	"measured cores":      Green500,
	"previous rank":       Top500,
	"first appearance":    Top500,
	"first rank":          Top500,
	"application area":    Top500,
}
