package document_test

import (
	"testing"

	"green500/validation/document"
)

func TestTidyReadsNumbersAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct{ path, typed, want string }{
		{"system.total_cores", "22,464", "22464"},
		{"system.total_cores", " 22 464 cores", "22464"},
		{"system.total_cores", "22’464", "22464"},
		{"node_sets[0].measured", "36 nodes", "36"},
		{"node_sets[12].nodes", "1 node", "1"},
		{"meters[0].accuracy.of_reading_percent", "1 %", "1"},
		{"meters[0].accuracy.of_reading_percent", "0,5%", "0.5"},
		{"meters[0].sampling_hz", "1 kHz", "1000"},
		{"meters[0].sampling_hz", "3.2 kS/s", "3200"},
		{"meters[0].reading_interval_s", "5 s", "5"},
		{"meters[0].reading_interval_s", "200 ms", "0.2"},
		{"meters[0].reading_interval_s", "1 min", "60"},
		{"subsystems[0].power_w", "4.8 kW", "4800"},
		{"subsystems[0].power_w", "1,234,567.5", "1234567.5"},
		{"subsystems[0].power_w", "250 mW", "0.25"},
		{"subsystems[0].power_w", "1.5 MW", "1500000"},
		{"run.rmax_tflops", "5.238 PFlop/s", "5238"},
		{"run.rmax_tflops", "9000 GFlops", "9"},
		{"run.rmax_tflops", "9950 GFlops", "9.95"},
		{"run.rmax_tflops", "1.1 EFlop/s", "1100000"},
		{"meters[0].sampling_hz", "2 MHz", "2000000"},
		{"meters[0].reading_interval_s", "2 hours", "7200"},
		{"system.name", "22,464", "22,464"},
		{"system.total_cores", "many", "many"},
		{"system.total_cores", "22,46", "22,46"},    // neither thousands nor a whole number
		{"subsystems[0].power_w", "1,234", "1,234"}, // thousands, or a decimal comma
		{"meters[0].sampling_hz", "1 kW", "1 kW"},   // a unit of something else
		{"meters[0].reading_interval_s", "5 kg", "5 kg"},
		{"node_sets[0].measured", "36 kW", "36 kW"},
		{"node_sets[0].measured", "36 of 40 nodes", "36 of 40 nodes"},
		{"node_sets[0].measured", "", ""},
		{"no.such[0].field", "1 %", "1 %"},
		{"run.full_run.start", "2024-09-27 11:16:15 Europe/Berlin", "2024-09-27T11:16:15+02:00"},
		{"run.full_run.start", " 2024-09-27  11:16 UTC ", "2024-09-27T11:16:00Z"},
		{"run.full_run.start", "2024-09-27 11:16:15 +02:00", "2024-09-27T11:16:15+02:00"},
		{"idle[0].end", "2024-09-27T11:16:15.5+0200", "2024-09-27T11:16:15.5+02:00"},
		{"idle[0].end", "2024-09-27T11:16:15Z", "2024-09-27T11:16:15Z"},
		{"idle[0].end", "2024-09-27 11:16:15", "2024-09-27 11:16:15"},                             // of which zone
		{"idle[0].end", "2024-10-27 02:30:00 Europe/Berlin", "2024-10-27 02:30:00 Europe/Berlin"}, // twice
		{"idle[0].end", "2024-03-31 02:30:00 Europe/Berlin", "2024-03-31 02:30:00 Europe/Berlin"}, // never
		{"idle[0].end", "27.09.2024 11:16 Europe/Berlin", "27.09.2024 11:16 Europe/Berlin"},
		{"meters[0].calibration.calibrated", "2025-03-31", "2025-03-31"},
	} {
		if got := document.Tidy(c.path, c.typed, ""); got != c.want {
			t.Errorf("%s: %q is %q, want %q", c.path, c.typed, got, c.want)
		}
	}
}

func TestTidyReadsLocalTimesInTheZoneOfTheRun(t *testing.T) {
	if got := document.Tidy("run.full_run.start", "2024-09-27 11:16",
		"Europe/Berlin"); got != "2024-09-27T11:16:00+02:00" {
		t.Error(got)
	}
	if got := document.Tidy("run.full_run.start", "2024-09-27 11:16 Asia/Tokyo",
		"Europe/Berlin"); got != "2024-09-27T11:16:00+09:00" {
		t.Error(got)
	}
}

// FuzzTidy: what was tidied stays as it is, and nothing panics.
func FuzzTidy(f *testing.F) {
	f.Add("meters[0].sampling_hz", "1 kHz")
	f.Add("system.total_cores", "22,464 cores")
	f.Add("run.full_run.start", "2024-09-27 11:16 Europe/Berlin")
	f.Fuzz(func(t *testing.T, path, typed string) {
		once := document.Tidy(path, typed, "Europe/Berlin")
		if twice := document.Tidy(path, once, "Europe/Berlin"); twice != once {
			t.Errorf("%s: %q is %q, then %q", path, typed, once, twice)
		}
	})
}
