package tracefile

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/table"
)

// Of counters that lie in each other only the wholes are proposed, since the power of all would be
// counted twice; and it is said what is left out.
func TestOfOverlappingCountersTheWholesAreProposed(t *testing.T) {
	for _, c := range []struct{ name, text, want, why string }{
		{
			"perf with the whole platform", perfOf("cores", "pkg", "ram", "psys"), "map[event:[power/energy-psys/]]",
			"power/energy-psys/ holds the readings of power/energy-cores/, power/energy-pkg/, power/energy-ram/, " +
				"which would be counted twice.",
		},
		{"perf with packages", perfOf("cores", "pkg", "ram"), "map[event:[power/energy-pkg/ power/energy-ram/]]",
			"power/energy-pkg/ holds the readings of power/energy-cores/, "},
		{"perf with graphics", perfOf("gpu", "pkg"), "map[event:[power/energy-pkg/]]",
			"power/energy-pkg/ holds the readings of power/energy-gpu/, "},
		{"perf without parts", perfOf("pkg", "ram"), "map[]", ""},
		{
			"a platform that one socket lacks", "1.000000000,S0,1,9.5,Joules,power/energy-psys/,1,100.00,,\n" +
				"1.000000000,S0,1,5.5,Joules,power/energy-pkg/,1,100.00,,\n" +
				"1.000000000,S1,1,5.5,Joules,power/energy-pkg/,1,100.00,,\n", "map[event:[power/energy-pkg/]]",
			"only the latter are there of every machine",
		},
		{
			"a platform that was not counted", "1.000000000,<not counted>,Joules,power/energy-psys/,0,0.00,,\n" +
				"1.000000000,5.5,Joules,power/energy-pkg/,1,100.00,,\n", "map[]", "",
		},
		{
			"power of a node of Cray", "power:1200 W 1763900000123456 us\ncpu_power:150 W 1763900000123456 us\n" +
				"accel0_power:500 W 1763900000123456 us\nenergy:9000000 J 1763900000123456 us\n",
			"map[counter:[power]]", "power holds the readings of accel0_power, cpu_power, ",
		},
		{
			"energy of a node of Cray",
			"energy:9000000 J 1763900000123456 us\nmemory_energy:150 J 1763900000123456 us\n",
			"map[counter:[energy]]", "energy holds the readings of memory_energy, ",
		},
		{
			"zones of Kepler", `[{"metric":{"__name__":"kepler_joules_total","instance":"n1","zone":"package",` +
				`"path":"/p/package"},"values":[[1763900000,"10"]]},` +
				`{"metric":{"__name__":"kepler_joules_total","instance":"n1","zone":"core","path":"/p/core"},` +
				`"values":[[1763900000,"5"]]},` +
				`{"metric":{"__name__":"kepler_joules_total","instance":"n1","zone":"dram","path":"/p/dram"},` +
				`"values":[[1763900000,"1"]]}]`,
			"map[zone:[dram package]]", "package holds the readings of core, ",
		},
		{
			"domains in capitals", tableOf("time,domain,watts", 60, func(i int) string {
				return fmt.Sprintf("%s,%s,%d", stampAfter(i/3*1000), []string{"PKG", "PP0", "DRAM"}[i%3],
					100+uneven[i%10])
			}), "map[domain:[DRAM PKG]]", "PKG holds the readings of PP0, ",
		},
		{
			"an inlet and what hangs on it", tableOf("time,outlet,watts", 60, func(i int) string {
				return fmt.Sprintf("%s,%s,%d", stampAfter(i/3*1000), []string{"Outlet 1", "Inlet", "Outlet 2"}[i%3],
					[]int{100, 250, 100}[i%3]+uneven[i%10])
			}), "map[outlet:[Inlet]]", "Inlet holds the readings of Outlet 1, Outlet 2, ",
		},
		{
			"a node and what is in it", tableOf("time,host,component,power_w", 120, func(i int) string {
				return fmt.Sprintf("%s,n%d,%s,%d", stampAfter(i/6*1000), i%6/3, []string{"cpu", "node", "gpu0"}[i%3],
					[]int{100, 250, 100}[i%3]+uneven[i%10])
			}), "map[component:[node]]", "node holds the readings of cpu, gpu0, ",
		},
		{
			"a scope in another", cockpitOf("socket:e1", "node:e1"), "map[scope:[node]]",
			"node holds the readings of socket, ",
		},
		{
			"a scope that a host lacks", cockpitOf("socket:e1", "socket:e2", "node:e1"), "map[scope:[socket]]",
			"only the latter are there of every machine",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := understand(t, c.text, ImportSettings{})
			if len(u.Series) == 0 {
				t.Fatal("nothing is proposed")
			}
			first := u.Series[0]
			reason, _ := reasonOf(first, "where")
			if got := fmt.Sprint(first.Series.Where); got != c.want || !strings.Contains(reason.Why, c.why) ||
				c.why != "" && reason.Confidence != table.Likely {
				t.Errorf("got %s, %+v", got, reason)
			}
		})
	}
}

// TestWhatNamesOfPeopleHold: an inlet or a system holds what is called a part of it, unless machines are called so, and
// if it shows less than that, or meters may be called so, a person is asked.
func TestWhatNamesOfPeopleHold(t *testing.T) {
	for _, c := range []struct {
		column string
		draws  map[string]int
		want   string
		sure   table.Confidence // empty if nothing is said
	}{
		{"sensor", map[string]int{"system": 700, "cpu1": 300, "cpu2": 310},
			"power where sensor is system by sensor in W", table.Likely},
		{"sensor", map[string]int{"system": 150, "cpu1": 300, "cpu2": 310}, "power by sensor in W", table.Open},
		{"name", map[string]int{"mains": 550, "outlet1": 300, "outlet2": 200}, "power where name is mains by name in W",
			table.Likely},
		{"name", map[string]int{"mains": 450, "outlet1": 300, "outlet2": 200}, "power by name in W", table.Open},
		{"outlet", map[string]int{"Inlet": 550, "Outlet 1": 300, "Outlet 2": 200},
			"power where outlet is Inlet by outlet in W", table.Likely},
		{"host", map[string]int{"server": 500, "gpu1": 800, "gpu2": 810}, "power by host in W", ""},
		{"host", map[string]int{"server": 5000, "gpu1": 800, "gpu2": 810}, "power by host in W", ""},
		{"NodeName", map[string]int{"node": 700, "gpu-01": 300, "gpu-02": 310}, "power by NodeName in W", ""},
		{"host_component", map[string]int{"node": 700, "gpu-01": 300, "gpu-02": 310},
			"power where host_component is node by host_component in W", table.Likely},
		{"meter", map[string]int{"server": 2000, "gpu1": 800, "gpu2": 810},
			"power where meter is server by meter in W", table.Open},
		{"meter", map[string]int{"server": 500, "gpu1": 800, "gpu2": 810}, "power by meter in W", table.Open},
	} {
		names := slices.Sorted(maps.Keys(c.draws))
		t.Run(c.column+" "+strings.Join(names, " "), func(t *testing.T) {
			u := understand(t, tableOf("time,"+c.column+",power", 60, func(i int) string {
				name := names[i%3]
				return fmt.Sprintf("%s,%s,%d", stampAfter(i/3*1000), name, c.draws[name]+uneven[i%10])
			}), ImportSettings{})
			if len(u.Series) == 0 {
				t.Fatal("nothing is proposed")
			}
			if got := briefly(u.Series[0].Series); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if r, _ := reasonOf(u.Series[0], "where"); r.Confidence != c.sure {
				t.Errorf("said is %+v", r)
			}
		})
	}
}

// What a person asks for is not taken back.
func TestOverlappingCountersThatAPersonAsksFor(t *testing.T) {
	given := ImportSettings{Where: map[string][]string{"event": {"power/energy-pkg/", "power/energy-cores/"}}}
	u := understand(t, perfOf("cores", "pkg"), given)
	if got := fmt.Sprint(u.Series[0].Series.Where); got != fmt.Sprint(given.Where) {
		t.Errorf("got %s", got)
	}
}

// The names of the files of a counter in an archive are no quantities of their own.
func TestOverlappingCountersOfAFolder(t *testing.T) {
	folder := fstest.MapFS{}
	for i := range 3 {
		for _, name := range []string{"power", "cpu_power", "energy"} {
			unit := map[bool]string{true: "J", false: "W"}[name == "energy"]
			folder[fmt.Sprintf("%d/%s", i, name)] = &fstest.MapFile{Data: fmt.Appendf(nil,
				"1200 %s 176390000%d123456 us\n", unit, i)}
		}
	}
	u, err := Understand(Input{Name: "folder", Folder: folder}, ImportSettings{}, nil, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(u.Series[0].Series.Where["counter"], len(u.Series)); got != "[power] 2" {
		t.Errorf("got %s", got)
	}
}

// perfOf is a log of perf of these domains.
func perfOf(domains ...string) string {
	var b strings.Builder
	for i := range 3 {
		for _, domain := range domains {
			fmt.Fprintf(&b, "%d.000000000,%d.50,Joules,power/energy-%s/,1000,100.00,,\n", i+1, 10+i, domain)
		}
	}
	return b.String()
}

// cockpitOf is a job archive of the metric power, with series of scope:host.
func cockpitOf(series ...string) string {
	hosts, scopes := map[string][]string{}, []string{}
	for _, one := range series {
		scope, host, _ := strings.Cut(one, ":")
		if hosts[scope] == nil {
			scopes = append(scopes, scope)
		}
		hosts[scope] = append(hosts[scope], fmt.Sprintf(`{"hostname":%q,"data":[1,2,3]}`, host))
	}
	for i, scope := range scopes {
		scopes[i] = fmt.Sprintf(`%q:{"unit":{"base":"W"},"timestep":60,"series":[%s]}`, scope,
			strings.Join(hosts[scope], ","))
	}
	return `{"power":{` + strings.Join(scopes, ",") + "}}"
}
