// Package methodology states what the EE HPC WG methodology requires: editions, aspects, sections and limits, each
// number once with its section. It paraphrases; the text itself is not ours.
package methodology

import (
	"slices"
	"strings"
)

// Aspect is one of the things a quality level is granted by.
type Aspect string

// The aspects of table 3.1.
const (
	Granularity     Aspect = "1a"
	Timing          Aspect = "1b"
	Measurements    Aspect = "1c"
	MachineFraction Aspect = "2"
	Subsystems      Aspect = "3"
	Location        Aspect = "4"
	MeterAccuracy   Aspect = "4b"
)

// Aspects lists the aspects in the order of the table.
func Aspects() []Aspect {
	return []Aspect{Granularity, Timing, Measurements, MachineFraction, Subsystems, Location, MeterAccuracy}
}

// Title is the name of the aspect in the table.
func (a Aspect) Title() string {
	return map[Aspect]string{
		Granularity:     "Granularity",
		Timing:          "Timing",
		Measurements:    "Measurements",
		MachineFraction: "Machine fraction",
		Subsystems:      "Subsystems",
		Location:        "Point of measurement",
		MeterAccuracy:   "Meter accuracy",
	}[a]
}

// Edition is a version of the methodology.
type Edition string

// The editions that grade.
const (
	V12 Edition = "1.2"
	V20 Edition = "2.0"
	// the working copy of 2024; its older and newer parts contradict each other, and the newer ones apply
	V30 Edition = "3.0-draft"
)

// Editions lists the editions, oldest first, the draft among them.
func Editions() []Edition { return []Edition{V12, V20, V30} }

// Listed lists the editions that a list or a document may name, oldest first: no draft.
func Listed() []Edition { return slices.DeleteFunc(Editions(), Edition.Draft) }

// Draft reports whether the edition is not in force yet: it grades only if somebody asks for it.
func (e Edition) Draft() bool { return strings.HasSuffix(string(e), "-draft") }

// InForce is the edition the lists ask for.
const InForce = V20

// Parse returns the edition of that name, be it a draft.
func Parse(name string) (Edition, bool) {
	e := Edition(name)
	return e, slices.Contains(Editions(), e)
}

// Between reports whether e lies in the editions from since to until; an empty bound is open.
func (e Edition) Between(since, until Edition) bool {
	order := Editions()
	at := slices.Index(order, e)
	return (since == "" || at >= slices.Index(order, since)) && (until == "" || at <= slices.Index(order, until))
}
