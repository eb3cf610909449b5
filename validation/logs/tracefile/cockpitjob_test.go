package tracefile

import (
	"testing"
	"testing/fstest"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// A job as it lies on disk starts when the file beside its data says; a file of that name that does not
// say so is looked at like any other.
func TestAJobStartsAsTheFileBesideItSays(t *testing.T) {
	for _, c := range []struct{ name, meta, want string }{
		{"a start", `{"jobId":1,"startTime":1780308000,"tags":[{"a":[1]}]}`,
			"instrument=e1 2026-06-01T10:00:00Z 1.000000 W\n" +
				"instrument=e1 2026-06-01T10:01:00Z 2.000000 W\ninstrument=e1 2026-06-01T10:02:00Z 3.000000 W\n"},
		{"none", `{"jobId":1}`, "job, origin: the times of the file count from an unknown start; " +
			"set origin in the series, as 2024-09-27T11:16:15+02:00."},
		{"one that is none", `{"startTime":"x"}`, "job, origin: the times of the file count from an unknown start; " +
			"set origin in the series, as 2024-09-27T11:16:15+02:00."},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := fstest.MapFS{"1/data.json": {Data: []byte(cockpitOf("node:e1"))},
				"1/meta.json": {Data: []byte(c.meta)}}
			series := power.Series{Unit: "W", Where: map[string][]string{"file": {"1/data.json"}}}
			read, err := Read(Input{Name: "job", Folder: folder}, &series, nil, canonical.Memory)
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = tracetest.Shown(read.Traces)
			}
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			u, err := Understand(Input{Name: "job", Folder: folder}, ImportSettings{}, nil, canonical.Memory)
			if c.name == "a start" && (err != nil || u.Format != "job archive of ClusterCockpit") {
				t.Errorf("the folder is not understood: %v", err)
			}
		})
	}
}
