package tracefile

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// Some readings stand in a log more than once: those of servers of Prometheus that scrape the same machines, so that one can
// fail, and the power of a whole card that each of its instances is given.

// replicaWords are of labels that tell such servers apart, instanceNames of those that tell such instances apart, in small letters.
var (
	replicaWords  = wordSet("replica")
	instanceNames = wordSet("gpu_i_id gpu_instance_id mig_instance_id")
)

// Why only some of them are taken, or why a person has to choose.
const (
	replicasOnce     = "Replicas read the same machines, and to add them would count these twice."
	replicasLost     = replicasOnce + " These have most of the readings, but none has all machines all the time."
	replicasUnknown  = "Replicas may read the same machines, and to add them would count these twice: take one for each machine."
	instancesOfCards = "Each instance of a card is told the power of the whole card, and to add them would count it as often: take one for each card."
)

// scraped is the rows of a machine that a replica has.
type scraped struct {
	rows        int
	first, last int64
}

func (s *scraped) add(at int64) {
	if s.rows == 0 {
		s.first, s.last = at, at
	}
	s.rows++
	s.first, s.last = min(s.first, at), max(s.last, at)
}

// withoutRepeats has candidates take no reading twice.
func (g *glance) withoutRepeats(all []candidate) {
	if len(g.told.Where) > 0 {
		return
	}
	replica := slices.IndexFunc(g.names, func(name string) bool { return says(name, replicaWords) })
	instance := slices.IndexFunc(g.names, func(name string) bool { return instanceNames[strings.ToLower(name)] })
	for i := range all {
		c := &all[i]
		switch {
		case c.disjoint != nil:
		case instance >= 0 && instance != c.value && len(g.cells[instance].texts) > 1:
			c.disjoint = &disjoint{column: instance, open: true, why: instancesOfCards}
		case replica >= 0 && replica != c.value && len(g.cells[replica].texts) > 1:
			c.disjoint = g.replicasOf(c, replica)
		}
	}
}

// replicasOf chooses among replicas such as have no machine in common; nil where they have none.
func (g *glance) replicasOf(c *candidate, column int) *disjoint {
	found := g.scrapedBy(c, column)
	words := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(rowsIn(found[b])-rowsIn(found[a]), cmp.Compare(a, b))
	})
	d := &disjoint{column: column, why: replicasOnce}
	taken, twice := map[string]*scraped{}, false
	for _, word := range words {
		again := slices.ContainsFunc(slices.Collect(maps.Keys(found[word])), func(host string) bool { return taken[host] != nil })
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
	if !g.whole {
		return &disjoint{column: column, open: true, why: replicasUnknown}
	}
	for _, word := range words {
		for host, s := range found[word] {
			if t := taken[host]; t == nil || s.outlasts(t) {
				d.open, d.why = true, replicasLost
			}
		}
	}
	return d
}

func rowsIn(machines map[string]*scraped) (rows int) {
	for _, s := range machines {
		rows += s.rows
	}
	return rows
}

// outlasting is by which part of its time one scraped has to go beyond another to tell more of it.
const outlasting = 0.05

func (s *scraped) outlasts(t *scraped) bool {
	return float64(max(t.first-s.first, s.last-t.last)) > outlasting*float64(max(s.last, t.last)-min(s.first, t.first))
}

// scrapedBy returns the words of a column with the machines that each has readings of.
func (g *glance) scrapedBy(c *candidate, column int) map[string]map[string]*scraped {
	words, naming := &g.cells[column], g.besides(c, column)
	found := map[string]map[string]*scraped{}
	for row, at := range g.at {
		if words.words[row] < 0 || at == noTime || math.IsNaN(g.cells[c.value].numbers[row]) || !g.admitted(row, c.where) {
			continue
		}
		var host strings.Builder
		for _, i := range naming {
			fmt.Fprint(&host, g.cells[i].words[row], " ")
		}
		word := words.texts[words.words[row]]
		if found[word] == nil {
			found[word] = map[string]*scraped{}
		}
		if found[word][host.String()] == nil {
			found[word][host.String()] = &scraped{}
		}
		found[word][host.String()].add(at)
	}
	return found
}

// besides returns the columns that may tell machines apart beside one: all that hold names, but for those that repeat its own.
func (g *glance) besides(c *candidate, column int) []int {
	repeats := func(text string) bool {
		return slices.ContainsFunc(g.cells[column].texts, func(word string) bool { return strings.Contains(text, quoted([]byte(word))) })
	}
	return g.columnsWhere(func(i int) bool {
		one := &g.cells[i]
		names := !one.numbered() || slices.Contains(c.keys, i)
		return i != column && i != c.value && i != g.timeAt && names && len(one.texts) < distinctKept && !slices.ContainsFunc(one.texts, repeats)
	})
}
