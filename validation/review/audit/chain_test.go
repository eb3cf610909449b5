package audit_test

import (
	"bytes"
	"crypto/ed25519"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/review/audit"
)

// TestNoRecordIsChangedLeftOutOrMoved: each line is what is said of a log of five records, the last word of which is
// signed.
func TestNoRecordIsChangedLeftOutOrMoved(t *testing.T) {
	rehashed := func(r *audit.Record) { r.Hash = r.Sum() }
	for name, c := range map[string]struct {
		change func(log []audit.Record) []audit.Record
		want   []string
	}{
		"nothing": {func(log []audit.Record) []audit.Record { return log }, nil},
		"another event": {func(log []audit.Record) []audit.Record { log[1].Event = "withdraw"; return log },
			[]string{"record 2 was altered: its hash does not match its content"}},
		"another event, with its hash": {
			func(log []audit.Record) []audit.Record { log[1].Event = "withdraw"; rehashed(&log[1]); return log },
			[]string{"record 3 does not continue record 2: one of the two was altered"}},
		"another last event, with its hash": {
			func(log []audit.Record) []audit.Record { log[4].Detail = "x"; rehashed(&log[4]); return log },
			[]string{"record 5 is another than the one that was signed on 5 November 2026 09:00 UTC"}},
		"all after it with theirs": {
			func(log []audit.Record) []audit.Record { log[1].Event = "withdraw"; return chained(log...) },
			[]string{"record 5 is another than the one that was signed on 5 November 2026 09:00 UTC"}},
		"another link": {func(log []audit.Record) []audit.Record { log[2].Before = log[0].Hash; return log },
			[]string{"record 3 was altered: its hash does not match its content"}},
		"another link, with its hash": {
			func(log []audit.Record) []audit.Record { log[2].Before = log[0].Hash; rehashed(&log[2]); return log },
			[]string{"record 3 does not continue record 2: one of the two was altered",
				"record 4 does not continue record 3: one of the two was altered"}},
		"the first left out": {func(log []audit.Record) []audit.Record { return log[1:] },
			[]string{"record 1 is missing"}},
		"one in the middle": {func(log []audit.Record) []audit.Record { return slices.Delete(log, 2, 3) },
			[]string{"record 3 is missing"}},
		"two in the middle": {func(log []audit.Record) []audit.Record { return slices.Delete(log, 1, 3) },
			[]string{"records 2 to 3 are missing"}},
		"one renumbered after": {func(log []audit.Record) []audit.Record {
			log = slices.Delete(log, 2, 3)
			log[2].Number = 3
			rehashed(&log[2])
			return log
		},
			[]string{"record 3 does not continue record 2: one of the two was altered", "record 4 is missing"}},
		"the last": {func(log []audit.Record) []audit.Record { return log[:4] },
			[]string{"record 5 is missing at the end of the log"}},
		"the last two": {func(log []audit.Record) []audit.Record { return log[:3] },
			[]string{"records 4 to 5 are missing at the end of the log"}},
		"two change places": {func(log []audit.Record) []audit.Record { log[1], log[2] = log[2], log[1]; return log },
			[]string{"record 2 is missing", "record 2 is not at its place: record 4 was to come",
				"record 3 is missing"}},
		"one comes twice": {func(log []audit.Record) []audit.Record { return slices.Insert(log, 2, log[1]) },
			[]string{"record 2 is not at its place: record 3 was to come"}},
		"one more at the end": {func(log []audit.Record) []audit.Record {
			more := audit.Record{Number: 6, At: log[4].At, Event: "more", Before: log[4].Hash}
			rehashed(&more)
			return append(log, more)
		}, []string{"the log goes on to record 6 after record 5, which was its last"}},
	} {
		whole := logOf()
		last := whole[4]
		head := audit.Head{Number: 5, Hash: last.Hash, At: last.At}
		var chain audit.Chain
		var got []string
		for _, r := range c.change(whole) {
			if problem := chain.Next(r); problem != "" {
				got = append(got, problem)
			}
		}
		if problem := chain.Ends(head); problem != "" {
			got = append(got, problem)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestTheHashCoversEveryField but those of a person who can be erased.
func TestTheHashCoversEveryField(t *testing.T) {
	free := []string{"Hash", "NameSalt", "AddressSalt"}
	of := reflect.TypeFor[audit.Record]()
	for i := range of.NumField() {
		var r audit.Record
		switch field := reflect.ValueOf(&r).Elem().Field(i).Addr().Interface().(type) {
		case *string:
			*field = "x"
		case *int64:
			*field = 7
		case *int:
			*field = 7
		case *time.Time:
			*field = time.Date(2026, 11, 5, 9, 0, 0, 1000, time.UTC)
		}
		if name := of.Field(i).Name; (r.Sum() == audit.Record{}.Sum()) != slices.Contains(free, name) {
			t.Errorf("%s changes the hash: %t", name, r.Sum() != audit.Record{}.Sum())
		}
	}
}

// TestAHeadIsSigned: what was signed, byte for byte, by the key that it names.
func TestAHeadIsSigned(t *testing.T) {
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	head := audit.Head{Number: 5, Hash: "ab", At: time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)}
	line, err := head.Sign(key)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(line,
		[]byte(`{"schema":"green500.audit/1","number":5,"hash":"ab","at":"2026-11-05T09:00:00Z"}`)) {
		t.Errorf("written is %s", line)
	}
	read, _, err := audit.ReadHead("audit.jsonl", line)
	if head.Schema = "green500.audit/1"; err != nil || read != head {
		t.Errorf("read is %+v, %v", read, err)
	}
	for from, to := range map[string]string{`"number":5`: `"number":4`, `"hash":"ab"`: `"hash":"ac"`,
		"audit/1": "audit/2", `"head"`: `"tail"`, "09:00:00": "09:00:01"} {
		if _, _, err := audit.ReadHead("audit.jsonl", []byte(strings.Replace(string(line), from, to, 1))); err == nil {
			t.Errorf("a head with %s for %s is taken", to, from)
		}
	}
}

// TestAnExportEndsWithItsHead: what was cut off, or follows it, is named, and a line that was written another way.
func TestAnExportEndsWithItsHead(t *testing.T) {
	whole := string(exported(t, logOf()))
	lines := strings.SplitAfter(strings.TrimSuffix(whole, "\n"), "\n")
	for name, c := range map[string]struct{ text, want string }{
		"whole":          {whole, ""},
		"without a head": {strings.Join(lines[:5], ""), "the signed head is missing"},
		"more after it":  {whole + lines[0], "something follows the signed head"},
		"blanks": {strings.Replace(whole, `"event":"submit"`, `"event": "submit"`, 1),
			"record 1 is not written as it was"},
		"another head": {strings.Join(lines[:4], "") + lines[5], "record 5 is missing at the end of the log"},
	} {
		read, err := audit.ReadExport("audit.jsonl", strings.NewReader(c.text), func(audit.Record) {})
		if err != nil || (c.want == "") != (len(read.Problems) == 0) ||
			c.want != "" && !strings.Contains(strings.Join(read.Problems, "; "), c.want) {
			t.Errorf("%s: %q, %v; want %q", name, read.Problems, err, c.want)
		}
	}
	if _, err := audit.ReadExport("audit.jsonl", strings.NewReader("x\n"), func(audit.Record) {}); err == nil {
		t.Error("a line that is none of an export is read")
	}
}
