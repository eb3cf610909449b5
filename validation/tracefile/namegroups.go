package tracefile

import "slices"

// Above the names of columns may stand what several of them are of, as "Socket 0" above some and "Proc Energy (Joules)" above others in
// the logs of Intel's PCM; where cells were merged, it stands above the first of them alone.

// grouped puts what stands above in front of names that several columns share, and of all where it stands above all of them. It
// reports whether that tells any apart.
func (l *layout) grouped(all []sample, header int) bool {
	if header == 0 || all[header-1].comment || all[header-1].cells != len(l.names) {
		return false
	}
	above := cellsIn(all[header-1], l.separator)
	if slices.ContainsFunc(above, func(cell []byte) bool { return len(cell) > 0 && kindOf(cell) != words }) {
		return false
	}
	groups, complete := l.groupsOf(above)
	shared := l.sharedAmong(groups)
	if len(shared) == 0 {
		return false
	}
	full := slices.Clone(l.names)
	for i, name := range l.names {
		if groups[i] != "" && groups[i] != name && (shared[name] || complete && name != "" && !timely(name)) {
			full[i] = groups[i] + ": " + name
		}
	}
	l.names = full
	return true
}

// sharedAmong returns the names that stand below several groups.
func (l *layout) sharedAmong(groups []string) map[string]bool {
	shared, first := map[string]bool{}, map[string]string{}
	for i, name := range l.names {
		if name == "" || groups[i] == "" {
			continue
		}
		group, met := first[name]
		if !met {
			first[name] = groups[i]
		} else if group != groups[i] {
			shared[name] = true
		}
	}
	return shared
}

// groupsOf returns what each column is of by the line above the names, and whether that tells it of each but those of times.
func (l *layout) groupsOf(above [][]byte) (groups []string, complete bool) {
	group := ""
	complete = true
	for i, cell := range above {
		if len(cell) > 0 {
			group = latin1(cell)
		}
		complete = complete && (len(cell) > 0 || timely(l.names[i]))
		groups = append(groups, group)
	}
	return groups, complete
}
