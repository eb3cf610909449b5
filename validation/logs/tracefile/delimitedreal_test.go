package tracefile

import (
	"errors"
	"math"
	"path/filepath"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

func origin(t testing.TB, text string) power.Time {
	t.Helper()
	var at power.Time
	if err := at.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return at
}

// Logs of many programs, as they were published.
func TestPublishedText(t *testing.T) {
	where := func(column string, values ...string) map[string][]string { return map[string][]string{column: values} }
	start := origin(t, "2024-09-27T11:16:15+02:00")
	for _, c := range []struct {
		file        string
		series      power.Series
		readings    int
		first, last string
		mean        float64 // of the readings, in watts; of energy, in joules
		left        int     // places that were left out or noted
	}{
		{"node-ac-power/cisco-c885a-2node/power_log.csv", power.Series{Value: "total_watts", Unit: "W"}, 6353, "2026-05-05T17:14:51Z", "2026-05-06T14:03:00Z", 6623.921, 0},
		{"node-ac-power/tud-firestarter2-overlay/chart_2021-06-14_16-20-47.csv", power.Series{Unit: "W"}, 744, "2021-06-14T14:04:02.657Z", "2021-06-14T14:13:57.6891Z", 432.663, 0},
		{"nvidia-smi/a100-burst-fp16/burst_fp16_half_random.csv", power.Series{Value: "power.draw [W]", Unit: "W"}, 3314, "2023-08-24T20:19:24.42Z", "2023-08-24T20:20:16.223Z", 205.702, 0},
		{"nvidia-smi/h100-pcie-burst-fp8/burst_fp_e4m3_bf16_normal_random.csv", power.Series{Value: "power.draw.instant [W]", Unit: "W"}, 7691, "2023-08-24T12:42:36.182Z", "2023-08-24T12:43:39.249Z", 270.066, 0},
		{"nvidia-smi/flame-50ms/nvidia-smi.csv", power.Series{Unit: "W"}, 73, "2024-10-30T17:42:33.189Z", "2024-10-30T17:42:36.813Z", 22.035, 0},
		{"grid5000/no-solution/kwollect_kwollect.csv", power.Series{Value: "value", Unit: "W", Where: where("metric_id", "wattmetre_power_watt")}, 576, "2023-02-08T23:10:05Z", "2023-02-08T23:19:40Z", 1190.009, 0},
		{"grid5000/perf-power-profile/kwollect-perf_perf.csv", power.Series{Value: "value", Unit: "W", Where: where("metric_id", "bmc_node_power_watt")}, 113, "2023-02-08T21:23:39.495571Z", "2023-02-08T21:32:59.696173Z", 1063.752, 0},
		{"grid5000/perf-power-profile/perf_perf.csv", power.Series{Value: "value", Unit: "W", Where: where("event", "power/energy-pkg/"), Instruments: []string{"socket"}}, 4108, "2023-02-08T21:24:36.100097542Z", "2023-02-08T21:32:02.626226004Z", 86.529, 0},
		{"grid5000/ep-lu-is-mg-energyscope/energyscope_energyscope.csv", power.Series{Value: "data.data.etotal(W)", Unit: "W"}, 487, "2022-03-31T17:59:32.731Z", "2022-03-31T18:07:48.955Z", 210.692, 0},
		{"grid5000/ep-lu-is-mg-energyscope/powerapi_powerapi.csv", power.Series{Value: "power", Unit: "W", Where: where("target", "rapl"), Instruments: []string{"scope", "socket"}}, 2252, "2022-03-31T17:39:27.732Z", "2022-03-31T17:48:49.839Z", 46.237, 0},
		{"grid5000/ep-lu-is-mg-energyscope/kwollect-powerapi_powerapi.csv", power.Series{Value: "value", Unit: "W", Where: where("metric_id", "wattmetre_power_watt")}, 564, "2022-03-31T17:39:27Z", "2022-03-31T17:48:53Z", 1190.154, 0},
		{"ear/job69478-8gpu/69478_loops.csv", power.Series{Value: "DC_NODE_POWER_W", Unit: "W"}, 18, "2025-01-15T15:27:12Z", "2025-01-15T15:31:13Z", 1951.693, 0},
		{"ear/job69478-8gpu/69478_loops.csv", power.Series{Time: "DATE", Value: "PCK_POWER_W", Unit: "W"}, 18, "2025-01-15T15:27:12Z", "2025-01-15T15:31:13Z", 239.284, 0},
		{"other-loggers/jetson-24h/jetson_power_log_24h_20250131.csv", power.Series{Unit: "mW", Origin: start}, 171982, "2024-09-27T09:16:15Z", "2024-09-28T09:16:14.8Z", 4.908, 0},
		{"other-loggers/jetson-sgemm-tsv/sgemm_power_nvpmodel_1_8192.tsv", power.Series{Value: "TOTAL", Unit: "mW", Origin: start}, 720, "2024-09-27T09:16:15.009278422Z", "2024-09-27T09:21:54.409943298Z", 2.990, 0},
		{"other-loggers/odroid-xu3-npb/MPI_lu.B.8.sensor.txt", power.Series{Value: "A15_Watt", Unit: "W"}, 509, "2016-06-16T14:33:17Z", "2016-06-16T14:41:48Z", 4.288, 1},
		{"other-loggers/odroid-xu3-npb/OMP_lu.B.8.sensor.txt", power.Series{Value: "A15_Watt", Unit: "W"}, 437, "2016-06-16T15:37:17Z", "2016-06-16T15:44:35Z", 4.327, 1},
		{"other-loggers/pmt-ad4000-nvml/pmt-nvml.log", power.Series{Value: "gpu_instant", Unit: "W"}, 630, "2024-12-11T16:40:25.009Z", "2024-12-11T16:41:02.824Z", 48.857, 8},
		{"other-loggers/pmt-w7700-rocm/pmt-rocm.log", power.Series{Unit: "W"}, 15096, "2024-12-11T16:40:03.149Z", "2024-12-11T16:40:39.616Z", 39.675, 8},
		{"rapl-perf-hpl/haswell-ep-hpl_mkl/rapl_trace", power.Series{Unit: "W", Origin: start}, 199, "2024-09-27T09:16:15.10017Z", "2024-09-27T09:16:34.857431Z", 2.834, 1},
		{"rapl-perf-hpl/haswell-ep-hpl_atlas/rapl_trace", power.Series{Unit: "W", Origin: start}, 558, "2024-09-27T09:16:15.100151Z", "2024-09-27T09:17:10.843898Z", 2.307, 1},
		{"rapl-perf-hpl/green-metrics-tool/psu_energy_ac_mcp_machine.log", power.Series{Unit: "nJ"}, 201, "2025-10-04T15:37:27.532228Z", "2025-10-04T15:37:47.399383Z", 8.834, 1},
		{"rapl-perf-hpl/green-metrics-tool/cpu_energy_rapl_msr_component.log", power.Series{Unit: "uJ", Instruments: []string{"column 3"}}, 200, "2025-10-04T15:37:27.529773Z", "2025-10-04T15:37:47.29949Z", 0.447, 1},
	} {
		t.Run(filepath.Base(c.file), func(t *testing.T) {
			f, size := openReal(t, c.file)
			read, err := Read(Input{Name: filepath.Base(c.file), At: f, Size: size}, &c.series, tracetest.Berlin(t), canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			steps := power.Unit("W").Steps()
			if read.Traces[0].Quantity == power.Energy {
				steps = power.Unit("J").Steps()
			}
			left := 0
			for _, note := range read.Notes {
				left += note.Count
			}
			readings, mean, first, last := 0, 0.0, read.Traces[0].Reading(0).At, read.Traces[0].Reading(0).At
			for _, one := range read.Traces {
				readings += one.Len()
				for i := range one.Len() {
					mean += float64(one.Reading(i).Value) / steps
				}
				if at := one.Reading(0).At; at.Before(first) {
					first = at
				}
				if at := one.Reading(one.Len() - 1).At; at.After(last) {
					last = at
				}
			}
			mean /= float64(readings)
			span := [2]string{first.UTC().Format(time.RFC3339Nano), last.UTC().Format(time.RFC3339Nano)}
			if readings != c.readings || span != [2]string{c.first, c.last} || math.Abs(mean-c.mean) > 0.0006 || left != c.left {
				t.Errorf("%d, %q, %q, %.3f, %d", readings, span[0], span[1], mean, left)
			}
		})
	}
}

// A log without a clock that anybody could read is refused with the reason.
func TestPublishedTextRefused(t *testing.T) {
	for _, c := range []struct {
		file   string
		series power.Series
		want   string
	}{
		{"node-ac-power/tud-rome-roco2/conway.tsv", power.Series{Time: "begin", Value: "'elab.conway.power'", Unit: "W"},
			"f, line 2, origin: the times of the file count from an unknown start; set origin of the series to the instant at which its clock stood at zero, as 2024-09-27T11:16:15+02:00."},
		{"other-loggers/jetson-24h/jetson_power_log_24h_20250131.csv", power.Series{Unit: "W"}, "f, unit: Power (mW) is in mW, not in W; write unit mW."},
		{"ear/vasp-policy/vasp-1218623-policies-resume.csv", power.Series{Value: "DC-NODE-POWER", Unit: "W"}, "f, line 1, time: TIME would count from an unknown start, but does not go forward; log the time of each reading, or set time of the series to the column that holds it."},
	} {
		f, size := openReal(t, c.file)
		_, err := Read(Input{Name: "f", At: f, Size: size}, &c.series, tracetest.Berlin(t), canonical.Memory)
		var inputErr *power.InputError
		if !errors.As(err, &inputErr) || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", c.file, err, c.want)
		}
	}
}
