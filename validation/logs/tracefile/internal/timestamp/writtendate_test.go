package timestamp

import "testing"

func TestDatesForPeople(t *testing.T) {
	for text, want := range map[string]string{
		"Thu Jun  5 10:00:00 2025":         "2025-06-05 10:00:00",
		"Thu Jun  5 10:00:00 UTC 2025":     "2025-06-05 10:00:00Z",
		"Thu Jun  5 10:00:00 CEST 2025":    "2025-06-05 10:00:00",
		"Thu  5 Jun 2025 10:00:00 PM CEST": "2025-06-05 22:00:00",
		"Thu, 05 Jun 2025 10:00:00 +0200":  "2025-06-05 10:00:00+02:00",
		"Thu, 05 Jun 2025 10:00:00 +0000":  "2025-06-05 10:00:00Z",
		"Mi 3. Jun 10:00:00 CEST 2026":     "2026-06-03 10:00:00",
		"Di 3. Mär 10:00:00 CET 2026":      "2026-03-03 10:00:00",
		"mer. 03 juin 2026 10:00:00 CEST":  "2026-06-03 10:00:00",
		"mar 10 mar 2026 10:00:00 CET":     "2026-03-10 10:00:00",
		"Mar 3 10:00:00 2026":              "2026-03-03 10:00:00",
		"31 dic 2026 12:00:00,5 AM UTC":    "2026-12-31 00:00:00.500000000Z",
		"3 Jun 2026 10:00:00 -0330":        "2026-06-03 10:00:00-03:30",
		"Jun 03 10:00:00":                  "", // of which year
		"Jun Jul 3 10:00:00 2026":          "",
		"31 Jun 2026 10:00:00":             "",
		"3 Jun 2026 25:00:00":              "",
		"Start Jun 3 10:00:00 2026":        "",
		"06/05/2025 10:00:00 UTC":          "", // of which order
		"Sampling period: 00000010":        "",
	} {
		if got, _ := WrittenDate(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}
