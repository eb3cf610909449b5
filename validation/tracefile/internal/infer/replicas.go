package infer

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"green500/validation/tracefile/internal/columnname"
)

// Some readings stand in a log more than once: those of servers of Prometheus that scrape the same machines, so that one can
// fail, and the power of a whole card that each of its instances is given.

// replicaWords are of labels that distinguish such servers, instanceNames of those that distinguish such instances, in small letters.
var (
	replicaWords  = columnname.WordSet("replica")
	instanceNames = columnname.WordSet("gpu_i_id gpu_instance_id mig_instance_id")
)

// Why only some of them are taken, or why a person has to choose.
const (
	replicasOnce     = "Replicas read the same machines, and to add them would count these twice."
	replicasLost     = replicasOnce + " These have most of the readings, but none has all machines all the time."
	replicasUnknown  = "Replicas may read the same machines, and to add them would count these twice: take one for each machine."
	replicasDiffer   = "Replicas show different power by the same names, so they may read different machines; if they read the same, to add them would count these twice: take one for each machine."
	instancesOfCards = "Each instance of a card reports the power of the whole card, so adding them would count it more than once: take one for each card."
)

// withoutRepeats has candidates take no reading twice.
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

// replicasOf chooses among replicas such as have no machine in common; none are chosen where no two have one.
func (g *sample) replicasOf(c *candidate, column int, names []int) []*disjoint {
	found := g.readBy(c, column, slices.DeleteFunc(slices.Clone(names), func(i int) bool {
		return i == c.value || g.cells[i].numbered() && !slices.Contains(c.keys, i)
	}))
	words := slices.SortedFunc(maps.Keys(found), func(a, b string) int {
		return cmp.Or(found[b].rows()-found[a].rows(), cmp.Compare(a, b))
	})
	d := &disjoint{column: column, why: replicasOnce}
	taken, twice := map[string]*readings{}, false
	for _, word := range words {
		again := found[word].has(func(host string) bool { return taken[host] != nil })
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
	beside := func(is func(s, t *readings) bool) bool {
		return slices.ContainsFunc(words, func(word string) bool {
			return found[word].has(func(host string) bool { return is(found[word][host], taken[host]) })
		})
	}
	switch {
	case !g.whole:
		return []*disjoint{{column: column, open: true, why: replicasUnknown}}
	case beside(func(s, t *readings) bool { return t != nil && g.differ(c, s, t) }):
		return []*disjoint{{column: column, open: true, why: replicasDiffer}}
	case beside(func(s, t *readings) bool { return t == nil || s.outlasts(t) }):
		d.open, d.why = true, replicasLost
	}
	return []*disjoint{d}
}

// differing is from which part of it what two replicas show of a machine differs.
const differing = 0.05

// differ reports whether readings differ on average over the time in which both are there.
func (g *sample) differ(c *candidate, a, b *readings) bool {
	from, to := max(a.first, b.first), min(a.last, b.last)
	mean := func(r *readings) float64 {
		return g.mean(c, slices.DeleteFunc(slices.Clone(r.rows), func(row int) bool { return g.at[row] < from || g.at[row] > to }))
	}
	one, other := mean(a), mean(b)
	return math.Abs(one-other) > differing*max(math.Abs(one), math.Abs(other))
}

// outlasting is by which part of its time one scraped has to go beyond another to tell more of it.
const outlasting = 0.05

func (s *readings) outlasts(t *readings) bool {
	return float64(max(t.first-s.first, s.last-t.last)) > outlasting*float64(max(s.last, t.last)-min(s.first, t.first))
}

// namesBeside returns the columns that may hold names beside one, but for those that repeat its own.
func (g *sample) namesBeside(column int) []int {
	marked := map[string]bool{}
	for _, word := range g.cells[column].texts {
		inQuotes := strconv.Quote(word)
		marked[inQuotes[1:len(inQuotes)-1]] = true
	}
	repeats := func(text string) bool {
		pieces := strings.Split(text, `"`)
		return slices.ContainsFunc(pieces[1:], func(piece string) bool { return marked[piece] })
	}
	return g.ColumnsWhere(func(i int) bool {
		texts := g.cells[i].texts
		return i != column && i != g.timeAt && len(texts) < mostNamed && !g.dates(i) && !slices.ContainsFunc(texts, repeats)
	})
}
