package infer

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
)

// Some readings stand in a log more than once: counters hold what others count; servers of Prometheus scrape the same
// machines, so that one can fail; each instance of a card is given the power of the whole card. Whether two readings
// are of one machine is recognised by the columns beside the one that distinguishes them.

// Why only some of the words of a column are taken, or why a person has to choose.
const (
	heldTwice     = "%s holds the readings of %s, which would be counted twice."
	heldElsewhere = "%s holds the readings of %s, but only the latter are there of every machine; they are taken."
	heldByName    = "By its name %s holds the readings of %s, which would be counted twice; " +
		"if they are meters or machines beside each other, take all."
	heldForMore = "By its name %s holds the readings of %s, which would be counted twice, " +
		"but it shows less than these together: say which to take."

	replicasOnce    = "Replicas read the same machines, and to add them would count these twice."
	replicasLost    = replicasOnce + " These have most of the readings, but none has all machines all the time."
	replicasUnknown = "Replicas may read the same machines, and to add them would count these twice: " +
		"take one for each machine."
	replicasDiffer = "Replicas show different power by the same names, so they may read different machines; " +
		"if they read the same, to add them would count these twice: take one for each machine."
	instancesOfCards = "Each instance of a card reports the power of the whole card, " +
		"so adding them would count it more than once: take one for each card."

	repeatedOnce = "All of them show the same at the same times, as when a log repeats the power of a whole machine " +
		"beside each of its parts: to add them would count it as often. One is taken."
	repeatedApart = "All of them show the same at the same times, as when a log repeats the power of a whole machine " +
		"beside each of its parts: to add them would count it as often. None is there all the time: take one."
)

type disjoint struct {
	column int
	words  []string
	why    string
	open   bool // a person has to say whether these are what is wanted
}

// holding is a counter that holds what others count, which programs log beside it. They are recognised by their names.
type holding struct {
	column      string // in which the names stand; empty for any
	whole, part *regexp.Regexp
	loose       bool // people call things so, machines and meters among them
}

// holdings stand with the largest wholes first. For RAPL, graphics are part of the processor, and memory is not.
var holdings = []holding{
	{"", regexp.MustCompile(`\benergy-psys\b`), regexp.MustCompile(`\benergy-(pkg|cores?|gpu|ram)\b`), false}, // perf
	{"", regexp.MustCompile(`\benergy-pkg\b`), regexp.MustCompile(`\benergy-(cores?|gpu)\b`), false},
	// powercap, Kepler
	{"", regexp.MustCompile(`(?i)^(psys|platform)-?\d*$`),
		regexp.MustCompile(`(?i)^(package|pkg|core|uncore|pp0|pp1|dram)-?\d*$`), false},
	{"", regexp.MustCompile(`(?i)^(package|pkg)-?\d*$`), regexp.MustCompile(`(?i)^(core|uncore|pp0|pp1)-?\d*$`), false},
	{"", regexp.MustCompile(`^power$`), regexp.MustCompile(`^(cpu\d*|memory|accel\d+)_power$`), false}, // pm_counters
	{"", regexp.MustCompile(`^energy$`), regexp.MustCompile(`^(cpu\d*|memory|accel\d+)_energy$`), false},
	{"", regexp.MustCompile(`(?i)^(inlet|mains)[-_ ]?\w?\d*$`), regexp.MustCompile(`(?i)^outlet[-_ ]?\w?\d*$`), true},
	{"", regexp.MustCompile(`(?i)^(node|chassis|system|server)$`), regexp.MustCompile(
		`(?i)^(cpu|processor|memory|mem|dram|gpu|accelerator|accel|disk|fan|nic)s?[-_ ]?\d*$`), true},
	// ClusterCockpit
	{"scope", regexp.MustCompile(`^node$`),
		regexp.MustCompile(`^(socket|memoryDomain|core|hwthread|accelerator)$`), false},
	{"scope", regexp.MustCompile(`^socket$`), regexp.MustCompile(`^(memoryDomain|core|hwthread)$`), false},
	{"scope", regexp.MustCompile(`^memoryDomain$`), regexp.MustCompile(`^(core|hwthread)$`), false},
	{"scope", regexp.MustCompile(`^core$`), regexp.MustCompile(`^hwthread$`), false},
}

var (
	// machines, each of which has counters of its own
	hostWords = columnname.WordSet("instance host hostname node nodename nodeid server machine producername")
	// labels of servers that scrape the same
	replicaWords = columnname.WordSet("replica")
	// labels of instances of a card
	instanceNames = columnname.WordSet("gpu_i_id gpu_instance_id mig_instance_id")
)

func (h *holding) among(texts []string) bool {
	return slices.ContainsFunc(texts, h.whole.MatchString) && slices.ContainsFunc(texts, h.part.MatchString)
}

// standsIn reports whether what a holding names may stand in a column of a name: a machine may be called like what is
// in one.
func (h *holding) standsIn(column string) bool {
	words := columnname.WordsOf(strings.ToLower(column))
	hosts := len(words) > 0 && (hostWords[words[len(words)-1]] || hostWords[strings.Join(words, "")])
	return (h.column == "" || h.column == column) && !(h.loose && hosts)
}

type machines map[string]*readings

type readings struct {
	rows        []int
	first, last int64
}

// readBy returns the words of a column that have readings, with the machines that each is of, which other columns tell
// apart.
func (g *sample) readBy(c *candidate, column int, apart []int) map[string]machines {
	found := map[string]machines{}
	for _, rows := range g.groups(append([]int{column}, apart...), c.where) {
		at := g.cells[column].words[rows[0]]
		rows = slices.DeleteFunc(rows, func(row int) bool { return math.IsNaN(g.cells[c.value].numbers[row]) })
		if at < 0 || len(rows) == 0 {
			continue
		}
		word, machine := g.cells[column].texts[at], make([]byte, 0, 4*len(apart))
		for _, i := range apart {
			machine = binary.LittleEndian.AppendUint32(machine, uint32(g.cells[i].words[rows[0]]))
		}
		of := &readings{rows: rows, first: g.at[rows[0]], last: g.at[rows[0]]}
		for _, row := range rows {
			of.first, of.last = min(of.first, g.at[row]), max(of.last, g.at[row])
		}
		if found[word] == nil {
			found[word] = machines{}
		}
		found[word][string(machine)] = of
	}
	return found
}

func (g *sample) mean(c *candidate, rows []int) float64 {
	sum := 0.0
	for _, row := range rows {
		sum += g.cells[c.value].numbers[row]
	}
	return sum / float64(len(rows))
}

func (g *sample) withoutOverlaps(all []candidate, roles []Role) {
	if len(g.settings.Where) > 0 {
		return
	}
	left := mostRelated // a log with more such columns is none that any program writes
	for column, name := range g.Names {
		texts := g.cells[column].texts
		holds := func(h holding) bool { return h.standsIn(name) && h.among(texts) }
		if column == g.timeAt || len(texts) == 0 || len(texts) >= mostNamed || left == 0 ||
			len(g.Groupings) == 0 && !slices.ContainsFunc(holdings, holds) {
			continue
		}
		left--
		hosts := g.hostsBeside(column)
		for i := range all {
			c := &all[i]
			if (slices.Contains(c.keys, column) || roles[column] == OtherRole) && len(c.disjoint) == 0 &&
				c.where[column] == nil {
				c.disjoint = g.disjointIn(c, column, hosts)
			}
		}
	}
}

func (g *sample) hostsBeside(column int) []int {
	if len(g.Groupings) > 0 {
		return nil
	}
	return g.ColumnsWhere(func(i int) bool {
		all := strings.Join(g.cells[i].texts, "\n")
		return i != column && i != g.timeAt &&
			!slices.ContainsFunc(g.cells[column].texts, func(word string) bool { return strings.Contains(all, word) })
	})
}

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
		left, why := parts, heldTwice
		everywhere, less := isHeld(g.meansOf(c, found, wholes), g.meansOf(c, found, parts))
		if !everywhere {
			left, why = wholes, heldElsewhere
		}
		switch {
		case !h.loose:
		case less:
			left, why, d.open = nil, heldForMore, true
		case g.called[column].ID && !h.part.MatchString(g.Names[column]):
			why, d.open = heldByName, true
		}
		d.why = strings.TrimSpace(d.why + " " + fmt.Sprintf(why, celltext.Listed(wholes), celltext.Listed(parts)))
		d.words = slices.DeleteFunc(d.words, func(word string) bool { return slices.Contains(left, word) })
	}
	switch {
	case d.why == "":
		return nil
	case len(d.words) == len(found):
		d.words = nil
	}
	return []*disjoint{d}
}

func isHeld(wholes, parts map[string]float64) (everywhere, less bool) {
	everywhere = true
	for machine, part := range parts {
		whole, has := wholes[machine]
		everywhere = everywhere && has
		less = less || has && whole < part*(1-roundedSum)
	}
	return everywhere, less
}

func (g *sample) meansOf(c *candidate, found map[string]machines, words []string) map[string]float64 {
	means := map[string]float64{}
	for _, word := range words {
		for machine, of := range found[word] {
			means[machine] += g.mean(c, of.rows)
		}
	}
	return means
}

func (g *sample) hostsOf(c *candidate, column int, hosts []int) map[string]machines {
	if len(g.Groupings) == 0 {
		return g.readBy(c, column, slices.DeleteFunc(slices.Clone(hosts), func(i int) bool {
			return i == c.value || !slices.Contains(c.keys, i) && !columnname.Says(g.Names[i], hostWords)
		}))
	}
	found := map[string]machines{}
	for _, one := range g.Groupings {
		ofOthers := false
		for other, words := range c.where {
			is, known := one.Cells[other]
			ofOthers = ofOthers ||
				known && !slices.ContainsFunc(words, func(word int32) bool { return g.cells[other].texts[word] == is })
		}
		if word := one.Cells[column]; word != "" && !ofOthers {
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

func (g *sample) withoutRepeats(all []candidate) {
	if len(g.settings.Where) > 0 {
		return
	}
	several := func(column int) bool { return column >= 0 && len(g.cells[column].texts) > 1 }
	replica := slices.IndexFunc(g.Names, func(name string) bool { return columnname.Says(name, replicaWords) })
	instance := slices.IndexFunc(g.Names, func(name string) bool { return instanceNames[strings.ToLower(name)] })
	var names []int
	if several(replica) {
		names = g.namesBeside(replica)
	}
	for i := range all {
		c := &all[i]
		if several(instance) && instance != c.value {
			c.disjoint = append(c.disjoint, &disjoint{column: instance, open: true, why: instancesOfCards})
		}
		if several(replica) && replica != c.value {
			c.disjoint = append(c.disjoint, g.replicasOf(c, replica, names)...)
		}
		if len(c.disjoint) == 0 {
			c.disjoint = g.repeated(c)
		}
	}
}

const (
	differing  = 0.05 // from which part of it what two replicas show of a machine differs
	outlasting = 0.05 // by which part of its time one scraped has to go beyond another to tell more of it
)

func (g *sample) replicasOf(c *candidate, column int, names []int) []*disjoint {
	found := g.readBy(c, column, slices.DeleteFunc(slices.Clone(names), func(i int) bool {
		return i == c.value || g.cells[i].numbered() && !slices.Contains(c.keys, i)
	}))
	rows := map[string]int{}
	for word, hosts := range found {
		for _, of := range hosts {
			rows[word] += len(of.rows)
		}
	}
	words := slices.SortedFunc(maps.Keys(found),
		func(a, b string) int { return cmp.Or(rows[b]-rows[a], cmp.Compare(a, b)) })
	d := &disjoint{column: column, why: replicasOnce}
	taken, twice := machines{}, false
	for _, word := range words {
		again := false
		for host := range found[word] {
			again = again || taken[host] != nil
		}
		if twice = twice || again; again {
			continue
		}
		maps.Copy(taken, found[word])
		d.words = append(d.words, word)
	}
	if !twice {
		return nil
	}
	slices.Sort(d.words)
	g.weigh(c, d, found, taken)
	return []*disjoint{d}
}

func (g *sample) weigh(c *candidate, d *disjoint, found map[string]machines, taken machines) {
	differ, lost := false, false
	for _, hosts := range found {
		for host, one := range hosts {
			differ = differ || taken[host] != nil && g.differ(c, one, taken[host])
			lost = lost || taken[host] == nil || one.outlasts(taken[host])
		}
	}
	switch {
	case !g.whole:
		d.words, d.open, d.why = nil, true, replicasUnknown
	case differ:
		d.words, d.open, d.why = nil, true, replicasDiffer
	case lost:
		d.open, d.why = true, replicasLost
	}
}

func (g *sample) differ(c *candidate, a, b *readings) bool {
	from, to := max(a.first, b.first), min(a.last, b.last)
	mean := func(r *readings) float64 {
		return g.mean(c,
			slices.DeleteFunc(slices.Clone(r.rows), func(row int) bool { return g.at[row] < from || g.at[row] > to }))
	}
	one, other := mean(a), mean(b)
	return math.Abs(one-other) > differing*max(math.Abs(one), math.Abs(other))
}

func (r *readings) outlasts(t *readings) bool {
	return float64(max(t.first-r.first, r.last-t.last)) > outlasting*float64(max(r.last, t.last)-min(r.first, t.first))
}

func (g *sample) namesBeside(column int) []int {
	marked := map[string]bool{}
	for _, word := range g.cells[column].texts {
		inQuotes := strconv.Quote(word)
		marked[inQuotes[1:len(inQuotes)-1]] = true
	}
	repeats := func(text string) bool {
		return slices.ContainsFunc(strings.Split(text, `"`)[1:], func(piece string) bool { return marked[piece] })
	}
	return g.ColumnsWhere(func(i int) bool {
		texts := g.cells[i].texts
		return i != column && i != g.timeAt && len(texts) < mostNamed && !g.dates(i) &&
			!slices.ContainsFunc(texts, repeats)
	})
}

const (
	fewestMoved  = 5 // times at which meters have to change alike at least to be taken for one
	fewestLevels = 4 // different readings that they show at least then
)

// repeated finds the columns of meters that all show the same at the same times. Machines are counted each, though they
// do the same.
func (g *sample) repeated(c *candidate) (found []*disjoint) {
	if len(g.Keys) > 0 {
		return nil
	}
	for _, key := range c.keys {
		texts := g.cells[key].texts
		if key == c.value || len(texts) < 2 || c.where[key] != nil || columnname.Says(g.Names[key], hostWords) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(c.keys), func(i int) bool { return i == key })
		r := repeating{of: g.cells[c.value].numbers, words: g.cells[key].words, rows: map[int32]int{}}
		if slices.ContainsFunc(g.groups(others, c.where), func(rows []int) bool { return !r.add(g.at, rows) }) ||
			r.agreed < fewestAlike || r.moved < fewestMoved || len(r.levels) < fewestLevels {
			continue
		}
		most := int32(0) // the meter that has most of the readings
		for word := range texts {
			if r.rows[int32(word)] > r.rows[most] {
				most = int32(word)
			}
		}
		if mostly(r.rows[most], r.times) {
			found = append(found, &disjoint{column: key, words: []string{texts[most]}, why: repeatedOnce})
		} else {
			found = append(found, &disjoint{column: key, open: true, why: repeatedApart})
		}
	}
	return found
}

type repeating struct {
	of     []float64
	words  []int32
	rows   map[int32]int // of each meter
	times  int           // of all groups
	agreed int           // readings that another one shows, too, at times at which it shows other than before
	levels []float64     // different readings, the first few
	moved  int           // such times: all parts of a machine go from rest to their cap and back at once
}

func (r *repeating) add(at []int64, rows []int) bool {
	rows = slices.DeleteFunc(slices.Clone(rows), func(row int) bool { return math.IsNaN(r.of[row]) })
	slices.SortStableFunc(rows, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
	changed := true
	for i, row := range rows {
		r.rows[r.words[row]]++
		switch {
		case i == 0 || at[row] != at[rows[i-1]]:
			r.times++
			changed = i == 0 || r.of[row] != r.of[rows[i-1]]
			r.moved += celltext.CountIf(changed)
			if len(r.levels) < fewestLevels && !slices.Contains(r.levels, r.of[row]) {
				r.levels = append(r.levels, r.of[row])
			}
		case r.of[row] != r.of[rows[i-1]]:
			return false
		case changed && r.words[row] != r.words[rows[i-1]]:
			r.agreed++
		}
	}
	return true
}
