package archive

import "testing"

func TestStemsOfNames(t *testing.T) {
	for name, want := range map[string]string{
		"node1_2026-06-03T10:00:00Z.json":        "node1",
		"node1/2026-06-03T10:00:00.5+02:00.json": "node1",
		"node1/power_20260603_100000.txt.gz":     "node1/power",
		"power-1780480800.txt":                   "power",
		"node01-2026-06-03.log":                  "node01",
		"2026-06-03/node01.log":                  "node01",
		"1780480800.json":                        "",
		"node01.log":                             "node01",
		"power.nodea":                            "power.nodea",
		"job12345678.log":                        "job12345678",
		"dcmi.log.1":                             "dcmi.log.1",
	} {
		if got := nameStem(name); got != want {
			t.Errorf("%s leaves %q, want %q", name, got, want)
		}
	}
}
