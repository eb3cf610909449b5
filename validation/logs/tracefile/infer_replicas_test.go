package tracefile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/logs/tracefile/internal/table"
)

// rangeOf is an answer of Prometheus with a series of so many readings for each set of labels.
func rangeOf(series ...rangeSeries) string {
	var all []string
	for _, one := range series {
		var values []string
		for i := one.from; i < one.to; i++ {
			values = append(values, fmt.Sprintf("[%d,\"%d\"]", 1661328948+15*i, 300+one.more+uneven[i%10]))
		}
		all = append(all,
			`{"metric":{"__name__":"node_watts",`+one.labels+`},"values":[`+strings.Join(values, ",")+`]}`)
	}
	return `{"status":"success","data":{"resultType":"matrix","result":[` + strings.Join(all, ",") + `]}}`
}

type rangeSeries struct {
	labels   string
	from, to int
	more     int // watts
}

// Reasons of the proposals.
const (
	replicasOnce    = "Replicas read the same machines, and to add them would count these twice."
	replicasLost    = replicasOnce + " These have most of the readings, but none has all machines all the time."
	replicasUnknown = "Replicas may read the same machines, and to add them would count these twice: " +
		"take one for each machine."
	replicasDiffer = "Replicas show different power by the same names, so they may read different machines; " +
		"if they read the same, to add them would count these twice: take one for each machine."
	instancesOfCards = "Each instance of a card reports the power of the whole card, " +
		"so adding them would count it more than once: take one for each card."
)

// TestReadingsAreCountedOnce: of servers that read the same machines those are taken that have all of them once, and if
// none has, or nothing says, a person is asked.
func TestReadingsAreCountedOnce(t *testing.T) {
	of := func(labels string) rangeSeries { return rangeSeries{labels, 0, 20, 0} }
	for name, c := range map[string]struct {
		log, want string
		why       string // empty if nothing is said
		sure      table.Confidence
	}{
		"two of two machines": {
			rangeOf(of(`"instance":"n1","prometheus_replica":"b"`), of(`"instance":"n1","prometheus_replica":"a"`),
				of(`"instance":"n2","prometheus_replica":"a"`), of(`"instance":"n2","prometheus_replica":"b"`)),
			"value where prometheus_replica is a in W", replicasOnce, table.Likely},
		"two of each half": {rangeOf(of(`"instance":"n1","replica":"a0"`), of(`"instance":"n1","replica":"b0"`),
			of(`"instance":"n2","replica":"a1"`), of(`"instance":"n2","replica":"b1"`)),
			"value where replica is a0, a1 in W", replicasOnce, table.Likely},
		"one that missed a machine": {rangeOf(of(`"instance":"n1","replica":"a"`),
			of(`"instance":"n1","replica":"b"`), of(`"instance":"n2","replica":"b"`)), "value where replica is b in W",
			replicasOnce, table.Likely},
		"each missed another machine": {rangeOf(of(`"instance":"n1","replica":"a"`),
			of(`"instance":"n2","replica":"a"`), of(`"instance":"n2","replica":"b"`),
			of(`"instance":"n3","replica":"b"`)), "value where replica is a in W", replicasLost, table.Open},
		"one that failed": {rangeOf(rangeSeries{`"instance":"n1","replica":"a"`, 0, 10, 0},
			of(`"instance":"n1","replica":"b"`)), "value where replica is b in W", replicasOnce, table.Likely},
		"one that took over": {rangeOf(rangeSeries{`"instance":"n1","replica":"a"`, 0, 12, 0},
			rangeSeries{`"instance":"n1","replica":"b"`, 10, 20, 0}), "value where replica is a in W",
			replicasLost, table.Open},
		"names of other cards": {rangeOf(of(`"gpu":"gpu0","replica":"r0"`),
			rangeSeries{`"gpu":"gpu0","replica":"r1"`, 0, 20, 200}), "value in W", replicasDiffer, table.Open},
		"cards by their numbers": {rangeOf(of(`"gpu":"0","replica":"0"`),
			rangeSeries{`"gpu":"0","replica":"1"`, 0, 20, 200}), "value in W", replicasDiffer, table.Open},
		"a little later": {rangeOf(of(`"instance":"n1","replica":"a"`), rangeSeries{`"instance":"n1","replica":"b"`, 0,
			20, 9}), "value where replica is a in W", replicasOnce, table.Likely},
		"one that was there before the other, at rest": {rangeOf(rangeSeries{`"instance":"n1","replica":"a"`, 0, 20,
			-250}, rangeSeries{`"instance":"n1","replica":"a"`, 20, 40, 0}, rangeSeries{`"instance":"n1","replica":"b"`,
			20, 40, 0}), "value where replica is a in W", replicasOnce, table.Likely},
		"machines without a name": {rangeOf(of(`"pdu":"A","replica":"a"`), of(`"pdu":"A","replica":"b"`),
			of(`"pdu":"B","replica":"b"`)), "value where replica is b in W", replicasOnce, table.Likely},
		"nothing but replicas": {rangeOf(of(`"replica":"a"`), of(`"replica":"b"`)), "value where replica is a in W",
			replicasOnce, table.Likely},
		"names of any length": {rangeOf(of(`"instance":"n1","replica":"prometheus-kube-prometheus-stack-prometheus-0"`),
			of(`"instance":"n1","replica":"prometheus-kube-prometheus-stack-prometheus-1"`)),
			"value where replica is prometheus-kube-prometheus-stack-prometheus-0 in W", replicasOnce, table.Likely},
		"times at which readings came in": {tableOf("time,received,instance,replica,power", 80, func(i int) string {
			return fmt.Sprintf("%s,%s,n%d,%s,%d", stampAfter(i/4*10_000), stampAfter(i/4*10_000+i%2*2000+1000), i/2%2,
				[]string{"A", "B"}[i%2], 300+uneven[i/4%10])
		}), "power where replica is A by instance, replica in W", replicasOnce, table.Likely},
		"each of its own machines": {
			rangeOf(of(`"instance":"n1","replica":"a"`), of(`"instance":"n2","replica":"b"`)), "value in W", "", ""},
		"more than is looked at": {rangeOf(of(`"instance":"n1","replica":"a"`),
			of(`"instance":"n1","replica":"b"`), rangeSeries{`"instance":"n2","replica":"c"`, 0, 2000, 0}),
			"value in W", replicasUnknown, table.Open},
		"instances of a card": {rangeOf(of(`"gpu":"0","GPU_I_ID":"1"`), of(`"gpu":"0","GPU_I_ID":"2"`)),
			"value in W", instancesOfCards, table.Open},
		"one instance of a whole card": {rangeOf(of(`"gpu":"0","GPU_I_ID":"1"`), of(`"gpu":"1","GPU_I_ID":"1"`)),
			"value in W", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, c.log, ImportSettings{})
			if len(u.Series) == 0 {
				t.Fatal("nothing is proposed")
			}
			if got := briefly(u.Series[0].Series); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if r, _ := reasonOf(u.Series[0], "where"); r.Why != c.why || r.Confidence != c.sure {
				t.Errorf("said is %+v", r)
			}
		})
	}
}

// TestReplicasOfManyNamesAreLookedAtOnce: what the names beside them repeat is found once for a log, not for each of
// its columns of readings, nor by holding each name against each.
func TestReplicasOfManyNamesAreLookedAtOnce(t *testing.T) {
	const replicas, columns = 200, 24
	header := "time,replica"
	for i := range columns {
		header += fmt.Sprintf(",label%c", 'a'+i)
	}
	for i := range columns {
		header += fmt.Sprintf(",power%d", i)
	}
	text := tableOf(header, 2*replicas, func(i int) string {
		name := i % replicas
		return fmt.Sprintf("%s,r%d", stampAfter(i/replicas*1000), name) + strings.Repeat(fmt.Sprintf(",w%d", name),
			columns) + strings.Repeat(fmt.Sprintf(",%d", 300+uneven[i%10]), columns)
	})
	const most = 1_000_000
	if n := testing.AllocsPerRun(1, func() { understand(t, text, ImportSettings{}) }); n > most {
		t.Errorf("%.0f pieces of memory were asked for", n)
	}
}

// TestReplicasOfPartsAndWholes: what is held by other readings is left out, and replicas of what is left are counted
// once.
func TestReplicasOfPartsAndWholes(t *testing.T) {
	for name, c := range map[string]struct {
		column string
		words  []string
		want   string
	}{
		"replicas":  {"replica", []string{"A", "B"}, "replica = A: likely; zone = dram-0, package-0: likely"},
		"instances": {"GPU_I_ID", []string{"1", "2"}, "GPU_I_ID: unknown; zone = dram-0, package-0: likely"},
		"neither":   {"replica", []string{"A", "A"}, "zone = dram-0, package-0: likely"},
	} {
		t.Run(name, func(t *testing.T) {
			zones := []string{"package-0", "core-0", "dram-0"}
			u := understand(t, tableOf("time,instance,zone,"+c.column+",power", 240, func(i int) string {
				return fmt.Sprintf("%s,n%d,%s,%s,%d", stampAfter(i/12*1000), i/6%2, zones[i%3], c.words[i/3%2],
					[]int{200, 120, 40}[i%3]+uneven[i/12%10])
			}), ImportSettings{})
			if len(u.Series) == 0 {
				t.Fatal("nothing is proposed")
			}
			var said []string
			for _, r := range u.Series[0].Reasons {
				if r.Field == "where" {
					said = append(said, r.Value+": "+string(r.Confidence))
				}
			}
			slices.Sort(said)
			if got := strings.Join(said, "; "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
