package tracefile

// Above the names of columns may stand what several of them are of, as "Socket 0" above some and "Proc Energy (Joules)" above others in
// the logs of Intel's PCM, or the numbers of devices; where cells were merged, it stands above the first of them alone.

// group puts the nearest line above the names that tells any of them apart in front of those that several columns share, and of all
// where it stands above all of them. It returns the first line of the heading that is used.
func (l *layout) group(all []sample, header int) int {
	for at := header - 1; at >= max(0, header-headlines) && !all[at].comment && all[at].cells == len(l.names); at-- {
		cells := cellsIn(all[at], l.separator)
		if len(cells) != len(l.names) || holdsDate(cells) { // quotes may stand so that there are none
			break
		}
		if l.grouped(cells) {
			return at
		}
	}
	return header
}

// grouped does so by a line, and reports whether that tells any apart.
func (l *layout) grouped(above [][]byte) bool {
	groups, complete := l.groupsOf(above)
	shared := l.sharedAmong(groups)
	if len(shared) == 0 {
		return false
	}
	for i, name := range l.names {
		if groups[i] != "" && groups[i] != name && (shared[name] || complete && name != "" && !timely(name)) {
			l.names[i] = groups[i] + ": " + name
		}
	}
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
