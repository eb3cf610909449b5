package published

import (
	"fmt"
	"slices"
	"strings"

	"green500/validation/power"
)

type meaning struct {
	field field
	unit  string // a key of units; empty if the header or the edition states it
}

// meanings are the headers of all editions; lists wrote underscores until 2016, "Effeciency" until 2019.
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
}

// ignored are the other headers, of what is of no use here: the efficiency in percent is that of Rmax over Rpeak.
var ignored = []string{
	"application area", "architecture", "continent", "cores per socket", "effeciency (%)", "efficiency (%)",
	"first appearance", "first rank", "green500 previous rank", "hpcg", "interconnect family", "memory", "nhalf",
	"notes", "os family", "previous rank", "proc frequency", "proc. frequency", "processor cores", "processor family",
	"processor generation", "processor speed", "processor technology", "region", "system family", "system model",
	"top500 previous rank",
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

type column struct {
	at     int // place in a line
	header string
	field  field
	ten    int // power of ten between its unit and that of a row
}

// normal writes a header in lower case, with single spaces for whatever stands between its words.
func normal(header string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(strings.ToLower(header), "_", " ")), " ")
}

func meaningOf(header string) (m meaning, known bool) {
	find := func(plain string) (m meaning, known bool) {
		m, known = meanings[plain]
		return m, known || slices.Contains(ignored, plain)
	}
	plain := normal(header)
	if m, known = find(plain); known {
		return m, true
	}
	for _, brackets := range []string{"[]", "()"} {
		before, ok := strings.CutSuffix(plain, brackets[1:])
		open := strings.LastIndex(before, brackets[:1])
		if !ok || open < 0 {
			continue
		}
		if m, known = find(strings.TrimSpace(before[:open])); known {
			m.unit = strings.TrimSpace(before[open+1:])
			return m, true
		}
	}
	return meaning{}, false
}

// alone refuses a file that holds several lists: it shows neither the edition nor the rank of a row.
func (l line) alone(file string) error {
	for _, cell := range l.cells {
		if m, _ := meaningOf(cell); m.field == several {
			return &power.InputError{File: file, Line: l.number, Field: cell, Problem: "the file contains rows of " +
				"more than one list", Remedy: "give each list as it was published, in a separate file"}
		}
	}
	return nil
}

func (l *List) place(file string, header line, rows []line) ([]column, error) {
	var columns []column
	placed := map[field]bool{}
	secondRank := otherRank(header, rows)
	for at, cell := range header.cells {
		m, problem := l.meaning(cell, at, rows)
		if at == secondRank && l.Kind == Green500 {
			m.field = top500Rank
		}
		ten := 0
		if problem == "" && m.field != unused {
			ten, problem = tens(m.field, m.unit, l.Edition)
		}
		switch {
		case problem != "":
			l.remark(Warning{Line: header.number, Column: titled(cell, at), Problem: problem})
		case m.field == unused || placed[m.field] && twice[m.field]:
		case placed[m.field]:
			l.remark(Warning{Line: header.number, Column: titled(cell, at),
				Problem: "repeats an earlier column, and is not read"})
		default:
			placed[m.field] = true
			columns = append(columns, column{at: at, header: titled(cell, at), field: m.field, ten: ten})
		}
	}
	for _, f := range needed {
		if !placed[f] {
			return nil, &power.InputError{File: file, Line: header.number,
				Problem: fmt.Sprintf("no column contains the %s", neededNames[f]),
				Remedy:  "give the list as it was published, with the names of its columns"}
		}
	}
	return columns, nil
}

// otherRank is the column of a plain rank that differs from one in the Green500: that in the TOP500.
func otherRank(header line, rows []line) int {
	green, plain := -1, -1
	for at, cell := range header.cells {
		switch normal(cell) {
		case "green500 rank":
			green = at
		case "rank":
			plain = at
		case "top500 rank":
			return -1
		}
	}
	if green < 0 || plain < 0 {
		return -1
	}
	for _, row := range rows {
		if row.at(green) != row.at(plain) {
			return plain
		}
	}
	return -1
}

var neededNames = map[field]string{rank: "rank", rmax: "Rmax in a known unit"}

func (l *List) meaning(header string, at int, rows []line) (m meaning, problem string) {
	if f, misnamed := misnomers[l.Edition][header]; misnamed {
		return meaning{field: f}, ""
	}
	if header == "" {
		for _, row := range rows {
			if at < len(row.cells) && row.cells[at] != "" {
				return meaning{}, "has no name, and is not read"
			}
		}
		return meaning{}, ""
	}
	m, known := meaningOf(header)
	if !known {
		return meaning{}, "is not a known column, and is not read"
	}
	return m, ""
}

func titled(header string, at int) string {
	if header == "" {
		return fmt.Sprintf("column %d", at+1)
	}
	return header
}
