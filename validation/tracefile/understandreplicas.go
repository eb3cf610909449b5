package tracefile

import "slices"

// replicaWords are of labels that tell servers of Prometheus apart which scrape the same machines, so that one can fail.
var replicaWords = wordSet("replica")

const rowsOfReplica = "Replicas read the same machines, and to add them would count these twice; this is the first that has most of them."

// noHost is where no column tells machines apart.
const noHost = ""

// withoutReplicas has candidates take the readings of one replica only.
func (g *glance) withoutReplicas(all []candidate) {
	if len(g.told.Where) > 0 {
		return
	}
	at := slices.IndexFunc(g.names, func(name string) bool { return says(name, replicaWords) })
	if at < 0 || len(g.cells[at].texts) < 2 {
		return
	}
	for i := range all {
		c := &all[i]
		if c.disjoint != nil || c.value == at {
			continue
		}
		if found := g.hostsOf(c, at); twice(found) {
			c.disjoint = &disjoint{column: at, words: []string{mostHosts(found)}, why: rowsOfReplica}
		}
	}
}

// twice reports whether several words have readings of one machine.
func twice(found map[string]map[string]bool) bool {
	met := map[string]bool{}
	for _, hosts := range found {
		for host := range hosts {
			if host != noHost && met[host] {
				return true
			}
			met[host] = true
		}
	}
	return false
}

// mostHosts returns the first of the words that have readings of most machines.
func mostHosts(found map[string]map[string]bool) (best string) {
	for word, hosts := range found {
		if most := len(found[best]); len(hosts) > most || len(hosts) == most && word < best {
			best = word
		}
	}
	return best
}
