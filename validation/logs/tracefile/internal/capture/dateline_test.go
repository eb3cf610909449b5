package capture

import "testing"

func TestNamesOfCaptures(t *testing.T) {
	for name, want := range map[string]string{
		"power-2026-06-01T00:00:10Z.json":      "2026-06-01 00:00:10Z",
		"a/20260601T000010.25+0200/Power.json": "2026-06-01 00:00:10.25+0200",
		"20260601000010.json":                  "2026-06-01 00:00:10",
		"power_2026-06-01_00-00-10.json":       "2026-06-01 00:00:10",
		"1780272010/power":                     "1780272010",
		"power.1780272010123.json":             "1780272010123",
		"node-1780272010.5.json":               "1780272010.5",
		"power-1629384123456789":               "1629384123456789",
		"2026-13-01T00:00:10Z.json":            "",
		"node17.json":                          "",
		"123456789012.json":                    "",
	} {
		if got, _ := nameTime(name); got != want {
			t.Errorf("%s tells %q, want %q", name, got, want)
		}
	}
}

func TestClocksOfControllers(t *testing.T) {
	for text, want := range map[string]string{
		"06/05/2025 10:00:00 UTC":  "2025-06-05 10:00:00Z",
		"06/05/25 10:00:00":        "2025-06-05 10:00:00",
		"Thu Jun  5 10:00:00 2025": "2025-06-05 10:00:00",
		"31/05/25 10:00:00":        "",
	} {
		if got, _ := IpmiStamp(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
