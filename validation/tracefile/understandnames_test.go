package tracefile

import (
	"testing"

	"green500/validation/power"
)

func TestWhatNamesTell(t *testing.T) {
	for name, want := range map[string]struct {
		quantity power.Quantity
		unit     power.Unit
		foreign  bool
	}{
		"Total Power (W)":                      {power.Power, "W", false},
		"power.draw [W]":                       {power.Power, "W", false},
		"rack_power_kw":                        {power.Power, "kW", false},
		"pdu_activePower_kW":                   {power.Power, "kW", false},
		"scaph_host_power_microwatts":          {power.Power, "uW", false},
		"energy_uj":                            {power.Energy, "uJ", false},
		"POWER_MW":                             {power.Power, "", false},
		"power_mw":                             {power.Power, "", false},
		"power_mW":                             {power.Power, "mW", false},
		"Energy (mWh)":                         {power.Energy, "mWh", false},
		"energy_mwh":                           {power.Energy, "", false},
		"energy MWh":                           {power.Energy, "MWh", false},
		"Energy (kW·h)":                        {power.Energy, "kWh", false},
		"Rack 1 (kWatts)":                      {power.Power, "kW", false},
		"rack_kwatt":                           {power.Power, "kW", false},
		"Power (mWatts)":                       {power.Power, "mW", false},
		"power_mwatts":                         {power.Power, "", false},
		"PowerkW":                              {power.Power, "kW", false},
		"EnergykWh":                            {power.Energy, "kWh", false},
		"consumptionkWh":                       {power.Energy, "kWh", false},
		"PkW":                                  {power.Power, "kW", false},
		"TotalPowermW":                         {power.Power, "mW", false},
		"SystemW":                              {power.Power, "W", false},
		"DramW":                                {power.Power, "W", false},
		"GridkWh":                              {power.Energy, "", false},
		"power_µW":                             {power.Power, "uW", false},
		"PowerµW":                              {power.Power, "uW", false},
		"PowerMW":                              {power.Power, "", false},
		"TotalMWh":                             {power.Energy, "", false},
		"Power_MW":                             {power.Power, "MW", false},
		"Energy kW-h":                          {power.Energy, "kWh", false},
		"Watt Hours":                           {power.Energy, "Wh", false},
		"Power (J/s)":                          {power.Power, "W", false},
		"Last [kWh/h]":                         {power.Power, "kW", false},
		"Leistung/kW":                          {power.Power, "kW", false},
		"power/energy-pkg/":                    {power.Energy, "", false},
		"Performance (GFLOPS/W)":               {"", "", true},
		"Preis [ct/kWh]":                       {"", "", true},
		"Irradiance (W/m2)":                    {"", "", true},
		"Power (x0.1 W)":                       {power.Power, "", false},
		"Power [100 W]":                        {power.Power, "", false},
		"Watts x 10":                           {power.Power, "", false},
		"Power [W] 1":                          {power.Power, "W", false},
		"S_kVA":                                {"", "", true},
		"System Power Capacity (W)":            {"", "", true},
		"Current Power (W)":                    {power.Power, "W", false},
		"rail2_pow":                            {power.Power, "", false},
		"rail2_curr":                           {"", "", true},
		"rail2_stat":                           {"", "", true},
		"curr_power_w":                         {power.Power, "W", false},
		"Current (A)":                          {"", "", true},
		"Onduleur N°1 puissance":               {power.Power, "", false},
		"PDU N°2 [W]":                          {power.Power, "W", false},
		"PDU N°C [W]":                          {power.Power, "W", false},
		"PDU N° 1 (kW)":                        {power.Power, "kW", false},
		"N°1":                                  {"", "", false},
		"Inlet [°C] power supply":              {"", "", true},
		"Inlet power supply (°)":               {"", "", true},
		"Power supply °F":                      {"", "", true},
		"Power supply_°":                       {"", "", true},
		"PSU power at 20°":                     {"", "", true},
		"PSU power T°C":                        {"", "", true},
		"°":                                    {"", "", true},
		"Power %":                              {"", "", true},
		"power num 1":                          {power.Power, "", false},
		"num":                                  {"", "", true},
		"Real-time Power(W)":                   {power.Power, "W", false},
		"real_time_energy":                     {power.Energy, "", false},
		"Real time [s]":                        {"", "", true},
		"num_gpu":                              {"", "", true},
		"StatusSNS.ENERGY.Total":               {power.Energy, "kWh", false},
		"StatusSNS.ENERGY.Voltage":             {"", "", true},
		"StatusPower":                          {"", "", true},
		"delta_power":                          {power.Power, "", false},
		"rel_ms":                               {"", "", true},
		"SHUNT_MV":                             {"", "", true},
		"Network Sent (bytes)":                 {"", "", true},
		"power over 10 sec":                    {power.Power, "", false},
		"GPU_Usage":                            {"", "", true},
		"CPU load":                             {"", "", true},
		"Usage":                                {"", "", false},
		"gpu_energy_usage":                     {power.Energy, "", false},
		"sensor.plug_voltmeter":                {"", "", true},
		"us-east-1":                            {"", "", false},
		"ENERGY.Power":                         {power.Power, "W", false},
		"ENERGY.Current":                       {"", "", true},
		"SENSOR.ENERGY.Total":                  {power.Energy, "kWh", false},
		"meter.energy.power.1":                 {power.Power, "", false},
		"power.energy":                         {power.Energy, "", false},
		"occ_power_gpu.0.power_from_energy":    {power.Power, "", false},
		"occ_power_gpu.0.energy":               {power.Energy, "", false},
		"occ_power_gpu.0.update_tag":           {"", "", true},
		"occ_power_gpu.0.timestamp":            {"", "", true},
		"energy from solar power (kWh)":        {power.Energy, "kWh", false},
		"power supply energy counter":          {power.Energy, "", false},
		"energy of power supply 1":             {power.Energy, "", false},
		"Delta [kWh]":                          {power.Energy, "kWh", false},
		"delta":                                {"", "", true},
		"requests":                             {"", "", true},
		"HPL GFlops":                           {"", "", true},
		"PTemp_C":                              {"", "", true},
		"throughput power":                     {power.Power, "", false},
		"fac_power_kw":                         {power.Power, "kW", false},
		"Fac":                                  {"", "", true},
		"power1_input":                         {power.Power, "uW", false},
		"temp1_input":                          {"", "", true},
		"DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION": {power.Energy, "mJ", false},
		"power2":                               {power.Power, "", false},
		"activePower3":                         {power.Power, "", false},
		"loadpower2":                           {power.Power, "", false},
		"energy1":                              {power.Energy, "", false},
		"watts12":                              {power.Power, "W", false},
		"kwh2":                                 {power.Energy, "kWh", false},
		"power_step1":                          {power.Power, "", false},
		"voltage1":                             {"", "", true},
		"feedvoltage2":                         {"", "", true},
		"Current2":                             {"", "", true},
		"temp2":                                {"", "", true},
		"port1":                                {"", "", false},
		"w1":                                   {"", "", false},

		`rack_watts{instance="r1:9290", job="ipmi"}`:                   {power.Power, "W", false},
		`{__name__="rack_power_kilowatts", job="x", pod="a\"}"}`:       {power.Power, "kW", false},
		`DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0"}`:                {power.Energy, "mJ", false},
		`ipmi_sensor_value{job="ipmi", type="temperature"}`:            {"", "", true},
		`{instance="r1:9290", job="node"}`:                             {"", "", false},
		`rack_energy_joules_total{sensor="power1", clock="monotonic"}`: {power.Energy, "J", false},

		`\\PC\Energy Meter(RAPL_Package0_PKG)\Power`:  {power.Power, "mW", false},
		`\\PC\Energy Meter(RAPL_Package0_PKG)\Energy`: {"", "", true},
		`\\PC\Power Meter(_Total)\Power`:              {power.Power, "mW", false},
	} {
		if h, foreign := hintOf(name); h.quantity != want.quantity || h.unit != want.unit || foreign != want.foreign {
			t.Errorf("%s: %+v, foreign %t", name, h, foreign)
		}
	}
}

// Names of instruments are told however their words are parted.
func TestNamesOfInstruments(t *testing.T) {
	for name, want := range map[string]bool{
		"rack_id": true, "rackId": true, "RackID": true, "rackid": false, "meterSerial": true, "hostName": true, "hostname": true, "deviceId": true, "itemId": true,
		"versionId": false, "jobId": false, "holiday": false, "paid": false, "": false,
	} {
		if isID(name) != want {
			t.Errorf("%q: %t", name, !want)
		}
	}
}

// TestReach: of two columns of a machine, the first one sees more of it.
func TestReach(t *testing.T) {
	for more, less := range map[string]string{
		"Total Power":              "Node Power",
		"Node Power":               "Total GPU Power",
		"node_power_w":             "total_gpu_power_w",
		"cpu_power":                "total_dram_power",
		"Package Power":            "Core Power",
		"PkgWatt":                  "CorWatt",
		"socket0-package-power":    "core0-power",
		"PSU1 Input Power":         "PSU1 Output Power",
		"PSU1_PIN":                 "CPU_Total_Power",
		"Power":                    "GPU Power",
		"Power Meter":              "Power Supply 1",
		"Inlet 1 Active Power (W)": "Outlet 1 Active Power (W)",
		"P-SigA":                   "P-1",
		"CPU Package Power [W]":    "System Agent Power [W]",
		"Power (W)":                "Peak Power (W)",
		"power1":                   "PPT",
		"load_w":                   "grid_w",
		"grid_w":                   "battery_w",
		"PACKAGE_ENERGY (J)":       "PP0_ENERGY (J)",
		"Processor Power_0(Watt)":  "IA Power_0(Watt)",
		"CPU Power":                "GT Power",
		"Total (CPU + GPU) Power":  "CPU usage / GPU Power",
		"Total / Power":            "CPU usage / Power",

		"Combined Power (CPU + GPU + ANE)": "ANE Power",
	} {
		if reach(more) <= reach(less) {
			t.Errorf("%s has %d, %s has %d", more, reach(more), less, reach(less))
		}
	}
}
