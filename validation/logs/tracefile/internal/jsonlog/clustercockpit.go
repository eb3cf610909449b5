package jsonlog

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// The job archive of ClusterCockpit keeps what was measured of a job in data.json
// (https://github.com/ClusterCockpit/cc-lib, schemas/job-data.schema.json): metric, scope, and series
// of numbers at equal steps from the start of the job, which stands in meta.json beside it. A series says whose
// it is before or after its numbers, so the file is looked at twice.

var clusterCockpitHead = regexp.MustCompile(
	`^\s*\{\s*"[^"]+"\s*:\s*\{\s*"(node|socket|core|hwthread|accelerator|memoryDomain)"\s*:\s*\{`)

// The columns of a job archive.
const (
	cockpitTime = iota
	cockpitMetric
	cockpitScope
	cockpitInstrument // host, and what is measured in it
	cockpitValue
)

const maxCockpitSeries = 1_000_000

const maxCockpitText = 32 << 20

type cockpitSeries struct {
	group    int // metric and scope
	host, id string
	data     int64 // where its numbers begin in the file
}

type cockpitGroup struct {
	metric, scope string
	step          int64 // seconds
	base, prefix  string
}

type clusterCockpit struct {
	table.LineSheet
	groups        []cockpitGroup
	series        []cockpitSeries
	quantityNamed int // bytes of all names
}

func openClusterCockpit(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	c := &clusterCockpit{}
	c.Records = &table.Records{Source: in.Source}
	c.LineSheet.Missing = func(text []byte) bool { return string(text) == "null" }
	if err := c.catalogue(NewJSONReader(in.Source, io.NewSectionReader(in.Bytes, 0, in.Length), 0)); err != nil {
		return nil, err
	}
	c.Have("time", "metric", "scope", "instrument", "value")
	c.Table.Value, c.Table.Keys = cockpitValue, []int{cockpitInstrument}
	if slices.ContainsFunc(c.groups, func(g cockpitGroup) bool { return g.scope != c.groups[0].scope }) {
		c.Table.Keys = []int{cockpitScope, cockpitInstrument}
	}
	c.Table.Means[cockpitTime].Elapsed, c.Table.Started = true, in.Started
	c.Table.Numeric[cockpitValue] = true
	c.Table.Mixed.Column = cockpitMetric
	for _, g := range c.groups {
		if !slices.ContainsFunc(c.Table.Mixed.Kinds, func(k table.ReadingKind) bool { return k.Name == g.metric }) {
			c.Table.Mixed.Kinds = append(c.Table.Mixed.Kinds, table.ReadingKind{Name: g.metric, Means: g.means()})
		}
	}
	c.Table.Groupings = c.groupings()
	if len(c.Table.Mixed.Kinds) == 1 {
		c.Table.Means[cockpitValue] = c.Table.Mixed.Kinds[0].Means
	}
	return c, nil
}

func (c *clusterCockpit) groupings() []table.Grouping {
	all := make([]table.Grouping, len(c.groups))
	for i, g := range c.groups {
		all[i] = table.Grouping{Cells: map[int]string{cockpitMetric: g.metric, cockpitScope: g.scope},
			Hosts: map[string]bool{}}
	}
	for _, s := range c.series {
		all[s.group].Hosts[s.host] = true
	}
	return all
}

func (g cockpitGroup) means() columnname.Meaning {
	unit, known := columnname.UnitNamed(g.prefix + g.base) // the schema writes K for kilo
	return columnname.Meaning{Unit: unit, Certain: known}
}

func (c *clusterCockpit) catalogue(j *JSONReader) error {
	err := j.Object(func(metric string) error {
		return j.Object(func(scope string) error {
			if len(c.groups) == table.MaxColumns {
				return j.Refuse(0, "", fmt.Sprintf("has more than %d metrics", table.MaxColumns),
					"keep the metrics of power and energy only")
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

func (c *clusterCockpit) group(j *JSONReader, at int) error {
	g := &c.groups[at]
	c.quantityNamed += len(g.metric) + len(g.scope)
	err := j.Object(func(member string) error {
		switch member {
		case "unit":
			return g.unit(j)
		case "timestep":
			text, err := j.Scalar()
			if err != nil {
				return err
			}
			step, fine := timestamp.Digits(text)
			if !fine || step == 0 || step > timestamp.MaxElapsed {
				return j.Refuse(0, "timestep", celltext.Quoted(text)+" is no number of seconds", "export the job again")
			}
			g.step = step
			return nil
		case "series":
			return j.array(func() error { return c.one(j, at) })
		}
		return j.Skip()
	})
	if err == nil && g.step == 0 {
		err = j.Refuse(0, "timestep", "is missing for "+g.metric, "export the job again")
	}
	return err
}

// unit reads {"base": "W", "prefix": "k"}, or a text as older archives have it.
func (g *cockpitGroup) unit(j *JSONReader) error {
	c, err := j.peek()
	if err != nil {
		return err
	}
	if c != '{' {
		g.base, err = j.text()
		return err
	}
	return j.Object(func(member string) error {
		text, err := j.text()
		switch member {
		case "base":
			g.base = text
		case "prefix":
			g.prefix = text
		}
		return err
	})
}

func (c *clusterCockpit) one(j *JSONReader, group int) error {
	s := cockpitSeries{group: group, data: -1}
	err := j.Object(func(member string) (err error) {
		switch member {
		case "hostname":
			s.host, err = j.text()
			return err
		case "id":
			s.id, err = j.text()
			return err
		case "data":
			if _, err := j.peek(); err != nil {
				return err
			}
			s.data = j.at
		}
		return j.Skip()
	})
	if err != nil {
		return err
	}
	c.quantityNamed += len(s.host) + len(s.id)
	if len(c.series) == maxCockpitSeries || c.quantityNamed > maxCockpitText {
		return j.Refuse(0, "", fmt.Sprintf("has more than %d series", maxCockpitSeries),
			"keep the metrics of power and energy only")
	}
	if s.data >= 0 {
		c.series = append(c.series, s)
	}
	return nil
}

func (c *clusterCockpit) Each(_ []int, take func() error) error {
	for _, s := range c.series {
		if err := c.read(s, take); err != nil {
			return err
		}
	}
	return nil
}

func (c *clusterCockpit) read(s cockpitSeries, take func() error) error {
	g := c.groups[s.group]
	c.Set(cockpitMetric, []byte(g.metric))
	c.Set(cockpitScope, []byte(g.scope))
	c.Set(cockpitInstrument, []byte(cmp.Or(s.host, "host")))
	if s.id != "" && s.id != "null" {
		c.Set(cockpitInstrument, []byte(cmp.Or(s.host, "host")+"/"+s.id))
	}
	j := NewJSONReader(c.Source, io.NewSectionReader(c.Records.Bytes, s.data, c.Length-s.data), s.data)
	seconds := int64(0)
	var text []byte
	return j.array(func() error {
		number, err := j.Scalar()
		if err != nil {
			return err
		}
		text = strconv.AppendInt(text[:0], seconds, 10)
		c.Set(cockpitTime, text)
		c.Set(cockpitValue, bytes.TrimSpace(number))
		seconds += g.step
		return take()
	})
}
