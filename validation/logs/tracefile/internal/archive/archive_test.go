package archive_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// TestLogsOfAnArchiveAreInstruments: of a ZIP file, a tar file and a folder, in the order of their names.
func TestLogsOfAnArchiveAreInstruments(t *testing.T) {
	logs := map[string]string{"node10.csv": "time,power_w\n2026-06-01T12:00:00Z,10\n2026-06-01T12:00:01Z,11\n",
		"node9.csv": "time,power_w\n2026-06-01T12:00:00Z,9\n2026-06-01T12:00:01Z,9.5\n"}
	const want = "node9.csv 2026-06-01T12:00:00Z 9.000000 W\nnode9.csv 2026-06-01T12:00:01Z 9.500000 W\n" +
		"node10.csv 2026-06-01T12:00:00Z 10.000000 W\nnode10.csv 2026-06-01T12:00:01Z 11.000000 W\n"
	var zipped, tarred bytes.Buffer
	folder, inZip, inTar := fstest.MapFS{}, zip.NewWriter(&zipped), tar.NewWriter(&tarred)
	for name, text := range logs {
		member, err := inZip.Create(name)
		must(t, err)
		_, err = member.Write([]byte(text))
		must(t, err)
		must(t, inTar.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(text)),
			ModTime: time.Unix(1e9, 0)}))
		_, err = inTar.Write([]byte(text))
		must(t, err)
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	must(t, inZip.Close())
	must(t, inTar.Close())
	for name, in := range map[string]tracefile.Input{
		"zip": {Name: "a.zip", At: bytes.NewReader(zipped.Bytes()), Size: int64(zipped.Len())},
		"tar": {Name: "a.tar", Stream: &tarred}, "folder": {Name: "a", Folder: folder},
	} {
		read, err := tracefile.Read(in, &power.Series{Value: "power_w", Unit: "W"}, nil, canonical.Memory)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := tracetest.Shown(read.Traces)
		for _, label := range []string{"file=", "member="} {
			got = strings.ReplaceAll(got, label, "")
		}
		if got != want {
			t.Errorf("%s: got\n%swant\n%s", name, got, want)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
