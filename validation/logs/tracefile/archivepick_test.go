package tracefile

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// understandFiles looks at a zip archive of files.
func understandFiles(t *testing.T, given ImportSettings, files ...file) (*infer.Understanding, error) {
	t.Helper()
	content := zipOf(t, files...)
	return Understand(Input{Name: "run.zip", At: bytes.NewReader(content), Size: int64(len(content))}, given, nil,
		canonical.Memory)
}

// powerLog is a log of power under a name.
func powerLog(name string) file {
	return file{name, []byte("time,power\n1600000000,100\n1600000001,103\n1600000002,101\n")}
}

func TestLogsAreFoundInAnArchive(t *testing.T) {
	log := powerLog
	notes := file{"notes.csv", []byte("day,what\n1,2\n3,4\n")}
	for name, c := range map[string]struct {
		files []file
		where []string // none if all is read as it is
		sure  table.Confidence
		says  string
	}{
		"one kind": {[]file{log("node_0.csv"), log("node_1.csv")}, nil, "", ""},
		"beside other tables": {[]file{log("node_0.csv"), log("node_1.csv"), notes},
			[]string{"node_0.csv", "node_1.csv"}, table.Likely, "Left out: notes.csv."},
		"a ranging run and a switch": {[]file{log("node_0.csv"), log("sw_0.csv"), log("ranging.csv"), notes},
			[]string{"node_0.csv"}, table.Likely, "sw_0.csv is of a switch by its name"},
		"only a switch": {[]file{log("sw_0.csv"), notes}, []string{"sw_0.csv"}, table.Likely, ""},
		"two kinds of power": {
			[]file{log("node_0.csv"), {"pdu.csv", []byte("time,pdu_power_w\n1600000000,5\n1600000001,6\n")}},
			[]string{"pdu.csv"}, table.Guess, "node_0.csv could be of power too",
		},
	} {
		t.Run(name, func(t *testing.T) {
			u, err := understandFiles(t, ImportSettings{}, c.files...)
			if err != nil {
				t.Fatal(err)
			}
			if len(u.Series) == 0 {
				t.Fatalf("%+v", u)
			}
			p := u.Series[0]
			if got := p.Series.Where["file"]; !slices.Equal(got, c.where) {
				t.Errorf("takes %q, want %q", got, c.where)
			}
			if r, _ := reasonOf(p, "where"); r.Confidence != c.sure || !strings.Contains(r.Why, c.says) {
				t.Errorf("says %+v, want %s %q", r, c.sure, c.says)
			}
		})
	}
}

// What a person chose is taken as it is, and a log that can't be read is not passed over: without it
// the power would be too little.
func TestLogsOfAnArchiveAreNotLost(t *testing.T) {
	log := powerLog
	notes := file{"notes.csv", []byte("day,what\n1,2\n3,4\n")}
	u, err := understandFiles(t, ImportSettings{Where: map[string][]string{"file": {"b.csv"}}}, log("a.csv"),
		log("b.csv"), notes)
	if err != nil {
		t.Fatal(err)
	}
	if r, _ := reasonOf(u.Series[0], "where"); len(u.Series[0].Series.Where["file"]) != 1 ||
		r.Confidence == table.Likely {
		t.Errorf("reads %v, %+v", u.Series[0].Series.Where, r)
	}
	if _, err = understandFiles(t, ImportSettings{}, log("node_0.csv"),
		file{"node_1.csv", []byte("time,power\n1,\"2\n")}, notes); err == nil {
		t.Error("a node whose log is damaged is left out in silence")
	}
	if _, err = understandFiles(t, ImportSettings{}, notes, file{"other.csv", []byte("a,b,c\n1,2,3\n")}); err == nil {
		t.Error("two tables that nothing tells to be of power are read")
	}
	var series power.Series
	if _, err = membersRead(zipOf(t, log("node_0.csv"), notes), series); err == nil {
		t.Error("readings are taken of a part of an archive that no series chose")
	}
}
