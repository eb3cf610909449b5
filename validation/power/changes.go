package power

import "green500/validation/power/internal/typical"

type changes struct {
	typical.Tally
	last  int64
	known bool
}

func (c *changes) at(instant int64) {
	if c.known {
		c.Add(instant-c.last, 1)
	}
	c.last, c.known = instant, true
}

func (c *changes) meet(before, after point) {
	if after.value != before.value {
		c.at(after.at)
	}
}

func (c *changes) addNode(n *node) {
	if n.changed > 0 {
		c.at(n.firstChange)
		c.Add(n.change.Median, n.change.Count)
		c.last = n.lastChange
	}
}

func (c *changes) addAll(at, value []int64) {
	for i := 1; i < len(at); i++ {
		if value[i] != value[i-1] {
			c.at(at[i])
		}
	}
}
