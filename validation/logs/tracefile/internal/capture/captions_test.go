package capture

import "testing"

// Lines that a script puts around captures: what is a time or a machine is distinguished from what only looks like one.
func TestCaptions(t *testing.T) {
	for line, want := range map[string]Caption{
		"=== 2026-06-03 10:00:00 ===":              {Time: "2026-06-03 10:00:00"},
		"[2026-06-03 10:00:00]":                    {Time: "2026-06-03 10:00:00"},
		"----- Wed Jun  3 10:00:00 UTC 2026 -----": {Time: "Wed Jun 3 10:00:00 UTC 2026"},
		"Current time: 2026-06-03 10:00:00":        {Time: "2026-06-03 10:00:00"},
		"date=2026-06-03 10:00:00":                 {Time: "2026-06-03 10:00:00"},
		"epoch: 1780480800":                        {Time: "1780480800"},
		"2026-06-03T10:00:00,123456789+02:00":      {Time: "2026-06-03T10:00:00,123456789+02:00"},
		"20260603-100000":                          {Time: "20260603-100000"},
		"20260603_100000Z":                         {Time: "20260603_100000Z"},
		"2026-06-03 10:00:00 CEST":                 {Time: "2026-06-03 10:00:00 CEST"},
		// the clock asks for the order
		"06/03/2026 10:00:00 AM":                    {Time: "06/03/2026 10:00:00 AM"},
		"10:00:00":                                  {Time: "10:00:00"}, // and for the day
		"node01 2026-06-03 10:00:00":                {Time: "2026-06-03 10:00:00", Host: "node01"},
		"2026-06-03 10:00:00 node01.cluster":        {Time: "2026-06-03 10:00:00", Host: "node01.cluster"},
		"10.0.0.5: 2026-06-03 10:00:00":             {Time: "2026-06-03 10:00:00", Host: "10.0.0.5"},
		"== node01 ==":                              {Host: "node01"},
		"Host: login":                               {Host: "login"},
		"Start: Wed Jun  3 10:00:00 UTC 2026":       {},
		"10:00:00 up 12 days,  3:04,  1 user":       {},
		"Jun 03 10:00:00":                           {},
		"2026-06-03 10:00:00 - 2026-06-03 11:00:00": {},
		"2026-06-03T10h":                            {},
		"84":                                        {},
		"0x84":                                      {},
		"----------":                                {},
		"node up":                                   {},
		"Unable to establish IPMI v2 / RMCP+ session":   {},
		"Get HPM.x Capabilities request failed, rc = 1": {},
	} {
		got, given := CaptionOf(line)
		if given != (want != Caption{}) || given && got != want {
			t.Errorf("%q tells %v, %v; want %v", line, got, given, want)
		}
	}
}
