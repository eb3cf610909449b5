package columnname

import (
	"strings"
	"testing"
)

// namesOfColumns are what names tell: a unit, or a quantity without one, nothing, or that the column holds something
// else.
const namesOfColumns = `W: Total Power (W) ¦ power.draw [W] ¦ 总功率W ¦ SystemW ¦ DramW ¦ PL1 (W) ¦ Мощность, Вт ¦ Power (J/s)
W: Power [W] 1 ¦ Current Power (W) ¦ curr_power_w ¦ PDU N°2 [W] ¦ PDU N°C [W] ¦ Real-time Power(W)
W: ENERGY.Power ¦ watts12 ¦ rack_watts{instance="r1:9290", job="ipmi"}
kW: rack_power_kw ¦ pdu_activePower_kW ¦ Мощность, кВт ¦ 功率(千瓦) ¦ Rack 1 (kWatts) ¦ rack_kwatt ¦ PowerkW
kW: PkW ¦ Мощность [кВт] ¦ Last [kWh/h] ¦ Leistung/kW ¦ PDU N° 1 (kW) ¦ fac_power_kw
kW: {__name__="rack_power_kilowatts", job="x", pod="a\"}"}
MW: Мощность (МВт) ¦ 功率 MW ¦ Power_MW
mW: power_mW ¦ Мощность мВт ¦ Power (mWatts) ¦ TotalPowermW ¦ \\PC\Energy Meter(RAPL_Package0_PKG)\Power
mW: \\PC\Power Meter(_Total)\Power
uW: scaph_host_power_microwatts ¦ power_µW ¦ PowerµW ¦ power1_input
J: energy_Ws ¦ E [Ws] ¦ epoch_energy_j ¦ rack_energy_joules_total{sensor="power1", clock="monotonic"}
mJ: DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION ¦ DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu="0"}
uJ: energy_uj
Wh: Watt Hours
kWh: Energy (kW·h) ¦ Активная энергия, кВт·ч ¦ 总有功电能(千瓦时) ¦ EnergykWh ¦ consumptionkWh ¦ Mains_A (kWhs)
kWh: Энергия, кВт·ч ¦ Energy kW-h ¦ StatusSNS.ENERGY.Total ¦ SENSOR.ENERGY.Total
kWh: energy from solar power (kWh) ¦ Delta [kWh] ¦ kwh2
MWh: energy MWh
mWh: Energy (mWh)
power: POWER_MW ¦ power_mw ¦ МОЩНОСТЬ МВТ ¦ Потужність ¦ 有功功率 ¦ 消費電力 ¦ 전력 ¦ Moc czynna
power: Potenza attiva totale ¦ Potência Ativa ¦ Vermogen ¦ Effekt L1 ¦ power_mwatts ¦ PowerMW ¦ std_cpu_power
power: Potência ativa ¦ Potenza attiva ¦ Effekt ¦ 功率 ¦ Power (x0.1 W) ¦ Power [100 W] ¦ Watts x 10
power: rail2_pow ¦ Onduleur N°1 puissance ¦ power num 1 ¦ delta_power ¦ power over 10 sec
power: meter.energy.power.1 ¦ occ_power_gpu.0.power_from_energy ¦ throughput power ¦ power2 ¦ activePower3
power: loadpower2 ¦ power_step1
energy: energy_mwh ¦ 消費電力量 ¦ 누적전력량 ¦ Énergie active ¦ GridkWh ¦ TotalMWh ¦ power/energy-pkg/
energy: real_time_energy ¦ gpu_energy_usage ¦ power.energy ¦ occ_power_gpu.0.energy
energy: power supply energy counter ¦ energy of power supply 1 ¦ energy1
nothing: N°1 ¦ Usage ¦ us-east-1 ¦ port1 ¦ w1 ¦ {instance="r1:9290", job="node"}
foreign: Реактивная мощность ¦ Напряжение, В ¦ Ток, А ¦ 无功功率 ¦ 功率因数 ¦ A相电流 ¦ 力率 ¦ 무효전력 ¦ 전압 ¦ Moc bierna
foreign: Fattore di potenza ¦ Potencia reactiva ¦ Facteur de puissance ¦ Corrente ¦ power_stddev
foreign: Package PL1_0(Watt) ¦ Platform PsysPL2 (W) ¦ Ström ¦ Napięcie ¦ 电压 ¦ Performance (GFLOPS/W)
foreign: Preis [ct/kWh] ¦ Irradiance (W/m2) ¦ S_kVA ¦ System Power Capacity (W) ¦ rail2_curr ¦ rail2_stat
foreign: Current (A) ¦ Inlet [°C] power supply ¦ Inlet power supply (°) ¦ Power supply °F ¦ Power supply_°
foreign: PSU power at 20° ¦ PSU power T°C ¦ ° ¦ Power % ¦ num ¦ Real time [s] ¦ num_gpu
foreign: StatusSNS.ENERGY.Voltage ¦ StatusPower ¦ rel_ms ¦ SHUNT_MV ¦ Network Sent (bytes) ¦ GPU_Usage
foreign: CPU load ¦ sensor.plug_voltmeter ¦ ENERGY.Current ¦ occ_power_gpu.0.update_tag
foreign: occ_power_gpu.0.timestamp ¦ delta ¦ requests ¦ HPL GFlops ¦ PTemp_C ¦ Fac ¦ temp1_input ¦ voltage1
foreign: feedvoltage2 ¦ Current2 ¦ temp2 ¦ ipmi_sensor_value{job="ipmi", type="temperature"}
foreign: \\PC\Energy Meter(RAPL_Package0_PKG)\Energy`

func TestWhatNamesTell(t *testing.T) {
	for line := range strings.SplitSeq(namesOfColumns, "\n") {
		want, names, _ := strings.Cut(line, ": ")
		for name := range strings.SplitSeq(names, " ¦ ") {
			h, foreign := HintOf(name)
			got := string(h.Unit)
			switch {
			case foreign:
				got = "foreign"
			case h.Unit == "" && h.Quantity == "":
				got = "nothing"
			case h.Unit == "":
				got = string(h.Quantity)
			}
			if quantity, known := h.Unit.Quantity(); got != want || known && h.Quantity != quantity {
				t.Errorf("%s: %+v, foreign %t; want %s", name, h, foreign, want)
			}
		}
	}
}

// Names of meters are recognised however their words are separated.
func TestNamesOfInstruments(t *testing.T) {
	for name, want := range map[string]bool{
		"rack_id": true, "rackId": true, "RackID": true, "rackid": false, "meterSerial": true, "hostName": true,
		"hostname": true, "deviceId": true, "itemId": true,
		"versionId": false, "jobId": false, "holiday": false, "paid": false, "": false,
	} {
		if IsID(name) != want {
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
		"Psum [W]":                 "P1 [W]",
		"Činný výkon Celkom":       "Činný výkon L1N",
		"Potenza totale (W)":       "Potenza L1 (W)",
		"CPU Package Power [W]":    "System Agent Power [W]",
		"Power (W)":                "Peak Power (W)",
		"power1":                   "PPT",
		"power_max":                "power_std",
		"power_avg":                "power_p95",
		"mean_cpu_power":           "q75_cpu_power",
		"load_w":                   "grid_w",
		"grid_w":                   "battery_w",
		"PACKAGE_ENERGY (J)":       "PP0_ENERGY (J)",
		"Processor Power_0(Watt)":  "IA Power_0(Watt)",
		"CPU Power":                "GT Power",
		"Total (CPU + GPU) Power":  "CPU usage / GPU Power",
		"Total / Power":            "CPU usage / Power",

		"Combined Power (CPU + GPU + ANE)": "ANE Power",
	} {
		if Reach(more) <= Reach(less) {
			t.Errorf("%s has %d, %s has %d", more, Reach(more), less, Reach(less))
		}
	}
}
