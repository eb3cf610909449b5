package listing

import (
	"regexp"
	"strings"
)

// generation is a pattern of names of accelerators, and what its generation is called. The names are those of the
// makers' architectures.
type generation struct {
	names *regexp.Regexp
	title string
}

func generations() []generation {
	like := func(pattern, title string) generation { return generation{regexp.MustCompile(`(?i)` + pattern), title} }
	return []generation{
		like(`\bG?B[23]00\b`, "NVIDIA Blackwell"),
		like(`\bG?H[12]00\b`, "NVIDIA Hopper"),
		like(`\bA(100|40|30)\b`, "NVIDIA Ampere"),
		like(`\bRTX ?8000\b`, "NVIDIA Turing"),
		like(`\bG?V100\b`, "NVIDIA Volta"),
		like(`\bG?P(100|40|4)\b`, "NVIDIA Pascal"),
		like(`\bK(20|40|80)[a-z]?\b|Titan Black`, "NVIDIA Kepler"),
		like(`\bM?20(50|70|75|90)\b`, "NVIDIA Fermi"),
		like(`\bMI35\d`, "AMD CDNA 4"),
		like(`\bMI3[0-4]\d`, "AMD CDNA 3"),
		like(`\bMI2\d\d`, "AMD CDNA 2"),
		like(`\bMI100`, "AMD CDNA"),
		like(`Data Center GPU Max`, "Intel Xe HPC"), //nolint:misspell // its name
		like(`Xeon Phi|\bMIC\b`, "Intel Xeon Phi"),
	}
}

// NoAccelerator is what systems are called that list no accelerator.
const NoAccelerator = "no accelerator"

// MixedGenerations is the generation of systems with accelerators of more than one.
const MixedGenerations = "more than one"

// Generations tells the generations of accelerators by their names.
type Generations []generation

// KnownGenerations returns the generations that have a name of their own.
func KnownGenerations() Generations { return generations() }

// Of returns the generation of an accelerator as lists name it: NVIDIA Hopper of "NVIDIA H100 SXM5 80GB". One of no
// known generation is its own, without blanks at the ends; an empty name is NoAccelerator.
func (all Generations) Of(accelerator string) string {
	name := strings.Trim(accelerator, " \t\u00a0\u200b")
	if name == "" || strings.EqualFold(name, "none") {
		return NoAccelerator
	}
	found := ""
	for _, one := range all {
		switch {
		case !one.names.MatchString(name):
		case found != "":
			return MixedGenerations
		default:
			found = one.title
		}
	}
	if found == "" {
		return name
	}
	return found
}
