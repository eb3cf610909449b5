package tracefile

import (
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/linelog"
	"green500/validation/power"
)

// What is no log is refused as what it is, with what to log instead.
func TestStrangers(t *testing.T) {
	const (
		rails = "RAM 936/3964MB (lfb 366x4MB) SWAP 0/4096MB (cached 0MB) CPU [10%@102,3%@102] APE 25 PLL@24C " +
			"POM_5V_IN 920/920 POM_5V_GPU 0/0\n"
		list = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" +
			"<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"x.dtd\">\n<plist version=\"1.0\">\n<dict>\n" +
			"<key>elapsed_ns</key><integer>504962500</integer>\n</dict>\n</plist>\n"
		screen = "| NVIDIA-SMI 570.133.20             Driver Version: 570.133.20     CUDA Version: 12.8     |\n" +
			"| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |\n" +
			"| N/A   33C    P0             73W /  700W |       0MiB /  81559MiB |      0%      Default |\n"
	)
	tegrastats := "log: is of tegrastats, whose lines have no time here; have the time printed with each, as: " +
		linelog.TegrastatsLog + "."
	dcgm := "log: is of dcgmi dmon, whose lines have no time here; have the time printed with each, as: " +
		linelog.DcgmLog + "."
	prometheus := "log: is what an exporter shows to Prometheus, without times; " +
		"ask Prometheus with query_range, with a start, an end and a step."
	plist := "log: is in property lists, which are XML and no table; " +
		"have powermetrics write text, without --format plist."
	smi := "log: is what nvidia-smi shows on a screen, not a table of readings; log it as: " + linelog.NvidiaLog + "."
	slurm := "log: is a table of jobs with one total of energy each, not a trace; give the log of a meter over the run."
	once := "log: names its figures, but not the times of several captures; " +
		"log a line of the time before each, as: while sleep 1; do date --iso-8601=seconds; COMMAND; done."
	perf := "log: is what perf stat counted over a whole run, without times; " +
		"have it print each second, as: perf stat -a -e power/energy-pkg/,power/energy-ram/ -I 1000 -x,."
	geopm := "log: is a report of GEOPM, which has totals and no times; give the trace that --geopm-trace writes."
	rrd := "log: is what rrdtool exports for other programs, not a table; " +
		"write it as: rrdtool fetch FILE AVERAGE --start TIME --end TIME."
	for name, c := range map[string]struct{ log, want string }{
		"dcgmi dmon": {"#Entity   POWER   TOTEC\nID        W       mJ\nGPU 0     300.5   2561000\n" +
			"GPU 0     301.5   2861000\n", dcgm},
		"perf stat": {"\n Performance counter stats for 'system wide':\n\n" +
			"            500.25 Joules power/energy-pkg/\n\n       1.000857974 seconds time elapsed\n", perf},
		"perf stat, French": {"         1\u202f500,25 Joules power/energy-cores/\n" +
			"            500,25 Joules power/energy-ram/\n10,5 seconds time elapsed\n", perf},
		"perf stat, Spanish": {"         1.500,25 Joules power/energy-cores/\n", perf},
		"perf stat -x,": {"# started on Mon Jun  1 10:00:00 2026\n\n" +
			"500.25,Joules,power/energy-pkg/,1000,100.00,,\n501.25,Joules,power/energy-ram/,1000,100.00,,\n", perf},
		"perf stat -x; with commas": {
			"500,25;Joules;power/energy-pkg/;1000;100,00;;\n1796000;ns;user_time;1796000;100,00;;\n", perf},
		"perf stat, not supported": {"<not supported>;Joules;power/energy-pkg/;0;100.00;;\n", perf},
		"perf stat -j": {"{\"counter-value\" : \"500.25\", \"unit\" : \"Joules\", \"event\" : " +
			"\"power/energy-pkg/\", \"event-runtime\" : 1000, \"pcnt-running\" : 100.00}\n", perf},
		"keys": {
			"device.2.outlet.5.desc: Outlet A5\ndevice.2.outlet.5.power: 56\ndevice.2.outlet.5.realpower: 44\n", once},
		"keys under headings": {
			"Runtime: 100.139 s\nDomain PKG:\nEnergy consumed: 3364.62 Joules\nPower consumed: 33.5996 Watt\n", once},
		"keys of one time": {"DATE : 2026-06-01 10:00:00 +0200\nLOADPCT : 12.0 Percent\nNOMPOWER : 865 Watts\n",
			once},
		"keys under a title": {"====== Boards ======\nBOARD[0] : Average Power (W): 45.0\n" +
			"BOARD[1] : Average Power (W): 52.5\n====== End ======\n", once},
		"a line for a monitor": {"IPMI Status: OK | 'Current Power'=25 'System Temp'=25.00;-5.00:80.00;-7.00:85.00 " +
			"'FAN 1'=2700.00;600.00:18975.00\n", once},
		"tegrastats":            {rails + rails, tegrastats},
		"tegrastats once timed": {"Thu Dec 17 18:16:50 UTC 2020\n" + rails + rails, tegrastats},
		"exporter": {
			"# HELP node_power_watts Power\n# TYPE node_power_watts gauge\nnode_power_watts 70\nup 1\n", prometheus},
		"exporter with labels": {"ipmi_power_state{id=\"90\",name=\"Pwr Consumption\"} 0\n" +
			"ipmi_power_watts{id=\"90\",name=\"Pwr Consumption\"} 7.05e+01\n", prometheus},
		"property list":  {list, plist},
		"property lists": {list + "\x00" + list, plist},
		"screen":         {"Fri Aug  1 15:47:06 2025\n" + screen, smi},
		"screens":        {"Fri Aug  1 15:47:06 2025\n" + screen + "Fri Aug  1 15:47:07 2025\n" + screen, smi},
		"sacct": {"JobID           Elapsed ReqCPUFreq ConsumedEnergy \n------------ ---------- " +
			"---------- -------------- \n2658300        02:19:48    Unknown          4.58M \n", slurm},
		"sacct -P": {"JobID|Start|Elapsed|ConsumedEnergyRaw\n" +
			"2658300|2026-06-01T10:00:00|02:19:48|4580000\n2658301|2026-06-01T12:00:00|02:19:48|4580000\n", slurm},
		"eacct": {"    JOB-STEP  USER  NODES AVG/DEF/IMC(GHz) TIME(s) POWER(W) ENERGY(J) G-POW " +
			"(T/U)\n    7-1  u  2  2.5/2.6/---  60.00  500.00  30000  ---\n", slurm},
		"jobs of Fugaku": {
			"jid,usr,adt,econ,avgpcon\n1,u,2026-06-01T10:00:00Z,80,81\n2,u,2026-06-01T10:00:01Z,90,91\n", slurm},
		"steps without numbers": {
			"ConsumedEnergyRaw|CPUTimeRAW|NodeList|ElapsedRaw|\n|2004|n1|501|\n102378|2004|n1|501|\n", slurm},
		"GEOPM": {"##### geopm 1.0.0 #####\nStart Time: Tue Jun 02 14:51:13 2026\n\nHost: c1\n" +
			"Region a (0x01):\n    runtime (sec): 17.4\n    package-energy (joules): 193.7\n", geopm},
		"GEOPM in YAML": {"GEOPM Version: 3.0.0\nStart Time: Tue Jun 02 14:51:13 2026\nHosts:\n  c1:\n" +
			"    Regions:\n    -\n      region: \"a\"\n      package-energy (J): 193.7\n", geopm},
		"rrdtool xport": {"<?xml version=\"1.0\"?>\n\n<xport>\n<data>\n" +
			"<row><t>1780308000</t><v>5.0e+02</v></row>\n</data>\n</xport>\n", rrd},
		"rrdtool xport --json": {"{ about: 'RRDtool xport JSON output',\n  meta: {\n    start: 1780308000,\n" +
			"    step: 10,\n    legend: [\n      'watts'\n ]\n },\n  data: [\n    [ 5.0e+02 ]\n  ]\n}\n", rrd},
		"a picture": {"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
			"log: is a picture; give the log that it was drawn from."},
		"a program": {"\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00>\x00\x01,\n",
			"log: is no text, and in no format that is known; export the readings as CSV with a header line."},
		"raw answer of Graphite": {"rack.watts,1780308000,1780308120,60|500.0,None\n",
			"log: is the raw answer of Graphite, whose readings have no times; ask with format=csv or format=json."},
		"pointer of Git LFS": {"version https://git-lfs.github.com/spec/v1\n" +
			"oid sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\nsize 471639\n",
			"log: stands for a file that Git LFS keeps elsewhere, and holds none of it; get it with: git lfs pull."},
		"pointer of git-annex": {
			"/annex/objects/SHA256E-s471639--9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.csv\n",
			"log: stands for a file that git-annex keeps elsewhere, and holds none of it; get it with: git annex get."},
		"currents and voltages": {"Mon Jun  1 10:00:00 UTC 2026\n   CORE_A current(7)=1.5A\n" +
			"   MEM_A current(8)=0.25A\n   CORE_V volt(15)=0.75V\n   MEM_V volt(16)=1.125V\n",
			"log: states currents and voltages, but no power; " +
				"log the power beside them: the sum of each current times its voltage."},
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
		"a job that is asked again and again": "time,JobID,ConsumedEnergy\n2026-06-01T10:00:00Z,7,100\n" +
			"2026-06-01T10:00:01Z,7,200\n",
		"joules behind times that count seconds": "1780308000,50,Joules,power/energy-pkg/\n" +
			"1780308001,51,Joules,power/energy-pkg/\n",
		"a summary below few rows": "System Time,Elapsed Time (sec),Processor Power_0(Watt)\n" +
			"21:44:37:222,0.029,5.854\n\nTotal Elapsed Time (sec) = 0.029286\n" +
			"Average Processor Power_0 (Watt) = 5.854320\nCumulative IA Energy_0 (Joules) = 0.057007\n",
		"points that a program shows": "> powerstat_package,host=a,package_id=0 current_power_consumption_watts=35 " +
			"1606494744000000000\n" +
			"> powerstat_package,host=a,package_id=0 current_power_consumption_watts=36 1606494745000000000\n",
		"scrapes under their times": "2026-06-01T10:00:00Z\nnode_power_watts 70\n2026-06-01T10:00:01Z\n" +
			"node_power_watts 71\n",
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := Understand(Input{Name: "log", At: strings.NewReader(log), Size: int64(len(log))},
				ImportSettings{}, nil, canonical.Memory); err != nil {
				t.Error(err)
			}
		})
	}
}
