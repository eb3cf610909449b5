package infer

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
)

// holding is a counter that holds what others count, which programs log beside it. They are recognised by their
// names.
type holding struct {
	column      string // in which the names stand; empty for any
	whole, part *regexp.Regexp
	loose       bool // people call things so, machines and meters among them
}

// holdings stand with the largest wholes first. The graphics that RAPL counts are those of the processor,
// and its memory lies beside it.
var holdings = []holding{
	{"", regexp.MustCompile(`\benergy-psys\b`), regexp.MustCompile(`\benergy-(pkg|cores?|gpu|ram)\b`), false}, // perf
	{"", regexp.MustCompile(`\benergy-pkg\b`), regexp.MustCompile(`\benergy-(cores?|gpu)\b`), false},
	{"", regexp.MustCompile(`(?i)^(psys|platform)-?\d*$`), regexp.MustCompile(`(?i)^(package|pkg|core|uncore|pp0|pp1|dram)-?\d*$`), false}, // powercap, Kepler
	{"", regexp.MustCompile(`(?i)^(package|pkg)-?\d*$`), regexp.MustCompile(`(?i)^(core|uncore|pp0|pp1)-?\d*$`), false},
	{"", regexp.MustCompile(`^power$`), regexp.MustCompile(`^(cpu\d*|memory|accel\d+)_power$`), false}, // pm_counters
	{"", regexp.MustCompile(`^energy$`), regexp.MustCompile(`^(cpu\d*|memory|accel\d+)_energy$`), false},
	{"", regexp.MustCompile(`(?i)^(inlet|mains)[-_ ]?\w?\d*$`), regexp.MustCompile(`(?i)^outlet[-_ ]?\w?\d*$`), true},
	{"", regexp.MustCompile(`(?i)^(node|chassis|system|server)$`), regexp.MustCompile(`(?i)^(cpu|processor|memory|mem|dram|gpu|accelerator|accel|disk|fan|nic)s?[-_ ]?\d*$`), true},
	{"scope", regexp.MustCompile(`^node$`), regexp.MustCompile(`^(socket|memoryDomain|core|hwthread|accelerator)$`), false}, // ClusterCockpit
	{"scope", regexp.MustCompile(`^socket$`), regexp.MustCompile(`^(memoryDomain|core|hwthread)$`), false},
	{"scope", regexp.MustCompile(`^memoryDomain$`), regexp.MustCompile(`^(core|hwthread)$`), false},
	{"scope", regexp.MustCompile(`^core$`), regexp.MustCompile(`^hwthread$`), false},
}

// hostWords are of columns that distinguish machines, each of which has counters of its own.
var hostWords = columnname.WordSet("instance host hostname node nodename nodeid server machine producername")

// Why only some of the words of a column are taken, of which one holds another, or why a person has to choose.
const (
	heldTwice     = "%s holds the readings of %s, which would be counted twice."
	heldElsewhere = "%s holds the readings of %s, but only the latter are there of every machine; they are taken."
	heldByName    = "By its name %s holds the readings of %s, which would be counted twice; if they are meters or machines beside each other, take all."
	heldForMore   = "By its name %s holds the readings of %s, which would be counted twice, but it shows less than these together: say which to take."
)

// withoutOverlaps has candidates take no readings that others of them hold.
func (g *sample) withoutOverlaps(all []candidate, roles []Role) {
	if len(g.settings.Where) > 0 {
		return
	}
	left := mostRelated // a log with more such columns is none that any program writes
	for column := range g.Names {
		texts := len(g.cells[column].texts)
		if column == g.timeAt || texts == 0 || texts >= mostNamed || left == 0 || len(g.Groupings) == 0 && !g.holdsAnother(column) {
			continue
		}
		left--
		var hosts []int
		if len(g.Groupings) == 0 {
			hosts = g.hostsBeside(column)
		}
		for i := range all {
			c := &all[i]
			if (slices.Contains(c.keys, column) || roles[column] == OtherRole) && len(c.disjoint) == 0 && c.where[column] == nil {
				c.disjoint = g.disjointIn(c, column, hosts)
			}
		}
	}
}

// disjointIn returns which words of a column hold nothing of each other; it is empty if none of them does.
func (g *sample) disjointIn(c *candidate, column int, hosts []int) []*disjoint {
	found := g.hostsOf(c, column, hosts)
	d := &disjoint{column: column, words: slices.Sorted(maps.Keys(found))}
	named := func(names *regexp.Regexp) []string {
		return slices.DeleteFunc(slices.Clone(d.words), func(word string) bool { return !names.MatchString(word) })
	}
	for _, h := range holdings {
		wholes, parts := named(h.whole), named(h.part)
		if len(wholes) == 0 || len(parts) == 0 || !h.standsIn(g.Names[column]) {
			continue
		}
		left, why, open := wholes, heldElsewhere, false
		everywhere, less := isHeld(g.meansOf(c, found, wholes), g.meansOf(c, found, parts))
		if everywhere {
			left, why = parts, heldTwice
		}
		switch {
		case !h.loose:
		case less:
			left, why, open = nil, heldForMore, true
		case g.called[column].ID && !h.part.MatchString(g.Names[column]):
			why, open = heldByName, true
		}
		d.open = d.open || open
		d.why = strings.TrimSpace(d.why + " " + fmt.Sprintf(why, celltext.Listed(wholes), celltext.Listed(parts)))
		d.words = slices.DeleteFunc(d.words, func(word string) bool { return slices.Contains(left, word) })
	}
	if len(d.words) == len(found) {
		d.words = nil
	}
	if d.why == "" {
		return nil
	}
	return []*disjoint{d}
}

// meansOf is what some words of each machine are on average, together.
func (g *sample) meansOf(c *candidate, found map[string]machines, words []string) map[string]float64 {
	means := map[string]float64{}
	for _, word := range words {
		for machine, of := range found[word] {
			means[machine] += g.mean(c, of.rows)
		}
	}
	return means
}

// isHeld reports whether each machine of some parts has a whole, and whether this shows less than they do anywhere.
func isHeld(wholes, parts map[string]float64) (everywhere, less bool) {
	everywhere = true
	for machine, part := range parts {
		whole, has := wholes[machine]
		everywhere = everywhere && has
		less = less || has && whole < part*(1-roundedSum)
	}
	return everywhere, less
}

// standsIn reports whether what a holding names may stand in a column of a name: a machine may be called like what is in one.
func (h *holding) standsIn(column string) bool {
	words := columnname.WordsOf(strings.ToLower(column))
	hosts := len(words) > 0 && (hostWords[words[len(words)-1]] || hostWords[strings.Join(words, "")])
	return (h.column == "" || h.column == column) && !(h.loose && hosts)
}

// holdsAnother reports whether a column names counters of which one holds another.
func (g *sample) holdsAnother(column int) bool {
	texts := g.cells[column].texts
	return slices.ContainsFunc(holdings, func(h holding) bool {
		return h.standsIn(g.Names[column]) && slices.ContainsFunc(texts, h.whole.MatchString) && slices.ContainsFunc(texts, h.part.MatchString)
	})
}

// overlap reports whether some words are of counters of which one is known to hold another.
func overlap(words []string) bool {
	return slices.ContainsFunc(holdings, func(h holding) bool {
		return h.column == "" && slices.ContainsFunc(words, h.whole.MatchString) && slices.ContainsFunc(words, h.part.MatchString)
	})
}

// hostsOf returns the words of a column that have readings of a candidate, with the machines that have them.
func (g *sample) hostsOf(c *candidate, column int, hosts []int) map[string]machines {
	if len(g.Groupings) == 0 {
		return g.readBy(c, column, slices.DeleteFunc(slices.Clone(hosts), func(i int) bool {
			return i == c.value || !slices.Contains(c.keys, i) && !columnname.Says(g.Names[i], hostWords)
		}))
	}
	found := map[string]machines{}
	for _, one := range g.Groupings {
		if word := one.Cells[column]; word != "" && g.grouped(c, one.Cells) {
			if found[word] == nil {
				found[word] = machines{}
			}
			for host := range one.Hosts {
				found[word][host] = &readings{}
			}
		}
	}
	return found
}

// grouped reports whether rows with these cells are of a candidate.
func (g *sample) grouped(c *candidate, cells map[int]string) bool {
	for column, words := range c.where {
		is, known := cells[column]
		if known && !slices.ContainsFunc(words, func(word int32) bool { return g.cells[column].texts[word] == is }) {
			return false
		}
	}
	return true
}

// hostsBeside returns the columns that may distinguish machines beside a column of counters. A column that repeats their
// names distinguishes the counters.
func (g *sample) hostsBeside(column int) []int {
	return g.ColumnsWhere(func(i int) bool {
		all := strings.Join(g.cells[i].texts, "\n")
		repeats := func(word string) bool { return strings.Contains(all, word) }
		return i != column && i != g.timeAt && !slices.ContainsFunc(g.cells[column].texts, repeats)
	})
}
