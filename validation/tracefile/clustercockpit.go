package tracefile

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
)

// The job archive of ClusterCockpit keeps what was measured of a job in data.json
// (https://github.com/ClusterCockpit/cc-lib, schemas/job-data.schema.json): metric, scope, and series
// of numbers at equal steps from the start of the job, which stands in meta.json beside it. A series says whose
// it is before or after its numbers, so the file is looked at twice.

var clusterCockpitHead = regexp.MustCompile(`^\s*\{\s*"[^"]+"\s*:\s*\{\s*"(node|socket|core|hwthread|accelerator|memoryDomain)"\s*:\s*\{`)

func isClusterCockpit(head []byte) bool { return clusterCockpitHead.Match(head) }

// The columns of a job archive.
const (
	cockpitTime = iota
	cockpitMetric
	cockpitScope
	cockpitInstrument // host, and what is measured in it
	cockpitValue
)

// maxCockpitSeries bounds the series of a job: metrics times hardware threads.
const maxCockpitSeries = 1_000_000

// maxCockpitText bounds what the series are called, in bytes.
const maxCockpitText = 32 << 20

// cockpitSeries is what is known of a series without its numbers.
type cockpitSeries struct {
	group    int // metric and scope
	host, id string
	data     int64 // where its numbers begin in the file
}

// cockpitGroup is a metric in a scope.
type cockpitGroup struct {
	metric, scope string
	step          int64 // seconds
	base, prefix  string
}

type clusterCockpit struct {
	lineSheet
	groups []cockpitGroup
	series []cockpitSeries
	spoken int // bytes of all names
}

func openClusterCockpit(in *input) (sheet, error) {
	if err := in.jump(); err != nil {
		return nil, err
	}
	c := &clusterCockpit{}
	c.records = &records{source: in.source}
	c.lineSheet.missing = func(text []byte) bool { return string(text) == "null" }
	j := newJSONReader(in.source, io.NewSectionReader(in.bytes, 0, in.size), 0)
	if err := c.catalogue(j); err != nil {
		return nil, err
	}
	c.have("time", "metric", "scope", "instrument", "value")
	c.table.value, c.table.keys = cockpitValue, []int{cockpitInstrument}
	if c.scopes() > 1 {
		c.table.keys = []int{cockpitScope, cockpitInstrument}
	}
	c.table.means[cockpitTime].elapsed, c.table.started = true, in.started
	c.table.numeric[cockpitValue] = true
	c.table.mixed.column = cockpitMetric
	for _, g := range c.groups {
		if !slices.ContainsFunc(c.table.mixed.kinds, func(k readingKind) bool { return k.name == g.metric }) {
			c.table.mixed.kinds = append(c.table.mixed.kinds, readingKind{g.metric, g.means()})
		}
	}
	c.table.groupings = c.groupings()
	if len(c.table.mixed.kinds) == 1 {
		c.table.means[cockpitValue] = c.table.mixed.kinds[0].means
	}
	return c, nil
}

// groupings returns the metrics and scopes with the hosts that have them.
func (c *clusterCockpit) groupings() []grouping {
	all := make([]grouping, len(c.groups))
	for i, g := range c.groups {
		all[i] = grouping{map[int]string{cockpitMetric: g.metric, cockpitScope: g.scope}, map[string]bool{}}
	}
	for _, s := range c.series {
		all[s.group].hosts[s.host] = true
	}
	return all
}

func (c *clusterCockpit) scopes() int {
	met := map[string]bool{}
	for _, g := range c.groups {
		met[g.scope] = true
	}
	return len(met)
}

// means returns the unit of a metric, if it is one of power or energy. What energy counts is not told.
func (g cockpitGroup) means() meaning {
	unit, known := unitNamed(g.prefix + g.base) // the schema writes K for kilo
	return meaning{unit: unit, certain: known}
}

func (c *clusterCockpit) catalogue(j *jsonReader) error {
	err := j.object(func(metric string) error {
		return j.object(func(scope string) error {
			if len(c.groups) == maxColumns {
				return j.refuse(0, "", fmt.Sprintf("has more than %d metrics", maxColumns), "keep the metrics of power and energy only")
			}
			c.groups = append(c.groups, cockpitGroup{metric: metric, scope: scope})
			return c.group(j, len(c.groups)-1)
		})
	})
	if err != nil {
		return err
	}
	return j.end()
}

func (c *clusterCockpit) group(j *jsonReader, at int) error {
	g := &c.groups[at]
	c.spoken += len(g.metric) + len(g.scope)
	err := j.object(func(member string) error {
		switch member {
		case "unit":
			return g.unit(j)
		case "timestep":
			text, err := j.scalar()
			if err != nil {
				return err
			}
			step, fine := digits(text)
			if !fine || step == 0 || step > maxElapsed {
				return j.refuse(0, "timestep", quoted(text)+" is no number of seconds", "export the job again")
			}
			g.step = step
			return nil
		case "series":
			return j.array(func() error { return c.one(j, at) })
		}
		return j.skip()
	})
	if err == nil && g.step == 0 {
		err = j.refuse(0, "timestep", "is not told for "+g.metric, "export the job again")
	}
	return err
}

// unit reads {"base": "W", "prefix": "k"}, or a text as older archives have it.
func (g *cockpitGroup) unit(j *jsonReader) error {
	c, err := j.peek()
	if err != nil {
		return err
	}
	if c != '{' {
		text, err := j.scalar()
		g.base = string(unquoted(text))
		return err
	}
	return j.object(func(member string) error {
		text, err := j.scalar()
		switch member {
		case "base":
			g.base = string(unquoted(text))
		case "prefix":
			g.prefix = string(unquoted(text))
		}
		return err
	})
}

func (c *clusterCockpit) one(j *jsonReader, group int) error {
	s := cockpitSeries{group: group, data: -1}
	err := j.object(func(member string) error {
		switch member {
		case "hostname", "id":
			text, err := j.scalar()
			if err != nil {
				return err
			}
			c.spoken += len(text)
			if member == "id" {
				s.id = string(unquoted(text))
			} else {
				s.host = string(unquoted(text))
			}
			return nil
		case "data":
			if _, err := j.peek(); err != nil {
				return err
			}
			s.data = j.at
		}
		return j.skip()
	})
	if err != nil {
		return err
	}
	if len(c.series) == maxCockpitSeries || c.spoken > maxCockpitText {
		return j.refuse(0, "", fmt.Sprintf("has more than %d series", maxCockpitSeries), "keep the metrics of power and energy only")
	}
	if s.data >= 0 {
		c.series = append(c.series, s)
	}
	return nil
}

func (c *clusterCockpit) each(_ []int, take func() error) error {
	for _, s := range c.series {
		if err := c.read(s, take); err != nil {
			return err
		}
	}
	return nil
}

// read stands on every number of a series in turn.
func (c *clusterCockpit) read(s cockpitSeries, take func() error) error {
	g := c.groups[s.group]
	c.set(cockpitMetric, []byte(g.metric))
	c.set(cockpitScope, []byte(g.scope))
	c.set(cockpitInstrument, []byte(cmp.Or(s.host, "host")))
	if s.id != "" && s.id != "null" {
		c.set(cockpitInstrument, []byte(cmp.Or(s.host, "host")+"/"+s.id))
	}
	j := newJSONReader(c.source, io.NewSectionReader(c.records.bytes, s.data, c.size-s.data), s.data)
	seconds := int64(0)
	var text []byte
	return j.array(func() error {
		number, err := j.scalar()
		if err != nil {
			return err
		}
		text = strconv.AppendInt(text[:0], seconds, 10)
		c.set(cockpitTime, text)
		c.set(cockpitValue, bytes.TrimSpace(number))
		seconds += g.step
		return take()
	})
}
