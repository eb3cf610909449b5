package tracefile

import (
	"strings"
	"testing"

	"green500/validation/canonical"
	"green500/validation/power"
)

// What is no log is refused as what it is, with what to log instead.
func TestStrangers(t *testing.T) {
	const (
		rails  = "RAM 936/3964MB (lfb 366x4MB) SWAP 0/4096MB (cached 0MB) CPU [10%@102,3%@102] APE 25 PLL@24C POM_5V_IN 920/920 POM_5V_GPU 0/0\n"
		list   = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x.dtd\">\n<plist version=\"1.0\">\n<dict>\n<key>elapsed_ns</key><integer>504962500</integer>\n</dict>\n</plist>\n"
		screen = "| NVIDIA-SMI 570.133.20             Driver Version: 570.133.20     CUDA Version: 12.8     |\n" +
			"| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |\n" +
			"| N/A   33C    P0             73W /  700W |       0MiB /  81559MiB |      0%      Default |\n"
	)
	tegrastats := "log: is of tegrastats, whose lines have no time here; have each told its time, as: " + tegrastatsLog + "."
	prometheus := "log: is what an exporter shows to Prometheus, without times; ask Prometheus with query_range, with a start, an end and a step."
	plist := "log: is in property lists, which are XML and no table; have powermetrics write text, without --format plist."
	smi := "log: is what nvidia-smi shows on a screen, not a table of readings; log it as: " + nvidiaLog + "."
	slurm := "log: is a table of jobs with one total of energy each, not a trace; give the log of a meter over the run."
	for name, c := range map[string]struct{ log, want string }{
		"tegrastats":            {rails + rails, tegrastats},
		"tegrastats once timed": {"Thu Dec 17 18:16:50 UTC 2020\n" + rails + rails, tegrastats},
		"exporter":              {"# HELP node_power_watts Power\n# TYPE node_power_watts gauge\nnode_power_watts 70\nup 1\n", prometheus},
		"exporter with labels":  {"ipmi_power_state{id=\"90\",name=\"Pwr Consumption\"} 0\nipmi_power_watts{id=\"90\",name=\"Pwr Consumption\"} 7.05e+01\n", prometheus},
		"property list":         {list, plist},
		"property lists":        {list + "\x00" + list, plist},
		"screen":                {"Fri Aug  1 15:47:06 2025\n" + screen, smi},
		"screens":               {"Fri Aug  1 15:47:06 2025\n" + screen + "Fri Aug  1 15:47:07 2025\n" + screen, smi},
		"sacct":                 {"JobID           Elapsed ReqCPUFreq ConsumedEnergy \n------------ ---------- ---------- -------------- \n2658300        02:19:48    Unknown          4.58M \n", slurm},
		"sacct -P":              {"JobID|Start|Elapsed|ConsumedEnergyRaw\n2658300|2026-06-01T10:00:00|02:19:48|4580000\n2658301|2026-06-01T12:00:00|02:19:48|4580000\n", slurm},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readOne("log", []byte(c.log), &power.Series{Unit: "W"}, nil)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// What only looks like it is read.
func TestNoStrangers(t *testing.T) {
	for name, log := range map[string]string{
		"a job that is asked again and again": "time,JobID,ConsumedEnergy\n2026-06-01T10:00:00Z,7,100\n2026-06-01T10:00:01Z,7,200\n",
		"scrapes under their times":           "2026-06-01T10:00:00Z\nnode_power_watts 70\n2026-06-01T10:00:01Z\nnode_power_watts 71\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Understand(Input{Name: "log", At: strings.NewReader(log), Size: int64(len(log))}, Reading{}, nil, canonical.Memory); err != nil {
				t.Error(err)
			}
		})
	}
}
