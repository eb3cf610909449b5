package audit_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/review/audit"
)

// salted is the salt of a record: the same digit over and over.
func salted(digit string) string { return strings.Repeat(digit, audit.SaltLength) }

// chained gives records their numbers and hashes.
func chained(records ...audit.Record) []audit.Record {
	before := ""
	for i := range records {
		r := &records[i]
		r.Number, r.At, r.Before = int64(i+1), time.Date(2026, 11, 5, 9, 0, i, 0, time.UTC), before
		r.Hash = r.Sum()
		before = r.Hash
	}
	return records
}

// logOf is a log of two records of a person, one without commitments and one with them, and of what explains that
// names and addresses are gone.
func logOf() []audit.Record {
	old := audit.Record{ActorID: 7, ActorName: "Anna", Address: "192.0.2.1", Event: "submit"}
	by := old
	by.CommitName(salted("a"))
	by.CommitAddress(salted("b"))
	admin := audit.Record{ActorID: 1, ActorName: "Admin", Event: audit.EventErase, Subject: audit.Pseudonym(7)}
	admin.CommitName(salted("c"))
	stranger := audit.Record{ActorName: "nobody signed in", Address: "192.0.2.2", Event: "register"}
	stranger.CommitAddress(salted("d"))
	forgets := audit.Record{ActorName: "the program itself", Event: audit.EventForget, Subject: audit.ForgottenUpTo(4)}
	return chained(old, by, admin, stranger, forgets)
}

func exported(t *testing.T, records []audit.Record) []byte {
	t.Helper()
	var text []byte
	for _, r := range records {
		line, err := r.Line()
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, line...)
	}
	last := records[len(records)-1]
	head, err := audit.Head{Number: last.Number, Hash: last.Hash, At: last.At}.Sign(
		ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)))
	if err != nil {
		t.Fatal(err)
	}
	return append(text, head...)
}

// TestNamesAndAddressesCanBeRemoved: an export proves itself with them and without them, and what else was changed is
// named.
func TestNamesAndAddressesCanBeRemoved(t *testing.T) {
	t.Parallel()
	erase := func(r *audit.Record) {
		r.ActorName, r.NameSalt, r.Address, r.AddressSalt = audit.Pseudonym(r.ActorID), "", "", ""
	}
	forget := func(r *audit.Record) { r.Address, r.AddressSalt = "", "" }
	for name, c := range map[string]struct {
		change func(log []audit.Record) []audit.Record
		want   string // part of the one problem; none if empty
	}{
		"nothing was removed": {func(log []audit.Record) []audit.Record { return log }, ""},
		"a person was erased": {func(log []audit.Record) []audit.Record { erase(&log[1]); return log }, ""},
		"addresses were forgotten": {
			func(log []audit.Record) []audit.Record { forget(&log[1]); forget(&log[3]); return log }, ""},
		"another name": {func(log []audit.Record) []audit.Record { log[1].ActorName = "Ben"; return log },
			"record 2 was altered: its name does not match"},
		"another salt": {func(log []audit.Record) []audit.Record { log[1].NameSalt = salted("e"); return log },
			"record 2 was altered: its name does not match"},
		"another address": {func(log []audit.Record) []audit.Record { log[3].Address = "192.0.2.3"; return log },
			"record 4 was altered: its address does not match"},
		"a character moved to the name": {func(log []audit.Record) []audit.Record {
			log[1].NameSalt, log[1].ActorName = salted("a")[1:], "aAnna"
			return log
		}, "record 2 was altered: its name does not match"},
		"a name after its removal": {
			func(log []audit.Record) []audit.Record { erase(&log[1]); log[1].ActorName = "Ben"; return log },
			"record 2 was altered: its name does not match"},
		"only the salt was removed": {func(log []audit.Record) []audit.Record { log[1].NameSalt = ""; return log },
			"record 2 was altered: its name does not match"},
		"the name of who erased": {func(log []audit.Record) []audit.Record {
			log[2].ActorName, log[2].NameSalt = "account 1", ""
			return log
		}, "record 3 was altered: its name was removed, and no later record shows that account 1 was erased"},
		"erased without a record": {func(log []audit.Record) []audit.Record { erase(&log[1]); return log[:2] },
			"record 2 was altered: its name was removed"},
		"erased before it acted": {func([]audit.Record) []audit.Record {
			log := logOf()
			log[1], log[2] = log[2], log[1]
			log = chained(log...)
			log[2].ActorName, log[2].NameSalt = audit.Pseudonym(7), ""
			return log
		}, "record 3 was altered: its name was removed"},
		"forgotten without a record": {
			func(log []audit.Record) []audit.Record { forget(&log[3]); return log[:4] },
			"record 4 was altered: its address was removed"},
		"a commitment was removed": {
			func(log []audit.Record) []audit.Record { log[1].NameCommitment, log[1].NameSalt = "", ""; return log },
			"record 2 was altered: its hash"},
		"a salt without a commitment": {
			func(log []audit.Record) []audit.Record { log[0].NameSalt = salted("a"); return log },
			"record 1 was altered: its name"},
		"a name without a commitment": {
			func(log []audit.Record) []audit.Record { log[0].ActorName = "account 7"; return log },
			"record 1 was altered: its hash"},
		"the account of a person who acts": {func(log []audit.Record) []audit.Record { log[1].ActorID = 8; return log },
			"record 2 was altered: its hash"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			read, err := audit.ReadExport("audit.jsonl", bytes.NewReader(exported(t, c.change(logOf()))),
				func(audit.Record) {})
			if err != nil {
				t.Fatal(err)
			}
			named := func(problem string) bool { return strings.HasPrefix(problem, c.want) }
			if c.want == "" && len(read.Problems) > 0 || c.want != "" && !slices.ContainsFunc(read.Problems, named) {
				t.Errorf("got %q, want %q", read.Problems, c.want)
			}
		})
	}
}

// TestTheHashIsOfTheLine without the hash itself.
func TestTheHashIsOfTheLine(t *testing.T) {
	t.Parallel()
	const line = `{"number":1,"at":"2026-11-05T09:00:00Z","actor":7,"name":"Anna","role":"","address":"192.0.2.1",` +
		`"request":"","event":"submit","entry":0,"revision":0,"subject":"","detail":"","seal":"","before":""`
	sum := sha256.Sum256([]byte(line + "}"))
	first := logOf()[0]
	if got := hex.EncodeToString(sum[:]); got != first.Hash {
		t.Errorf("the hash is %s, want %s", first.Hash, got)
	}
	written, err := first.Line()
	if err != nil || string(written) != line+`,"hash":"`+first.Hash+"\"}\n" {
		t.Errorf("got %s, %v", written, err)
	}
}

// TestLongRecordsAreRead: who published thirty thousand entries and is erased has the digests of as many rows in one
// record.
func TestLongRecordsAreRead(t *testing.T) {
	t.Parallel()
	long := audit.Record{ActorName: "the program itself", Event: audit.EventErase, Subject: audit.Pseudonym(7),
		State: strings.Repeat("decisions-12345:"+salted("a")+" ", 30_000)}
	read, err := audit.ReadExport("audit.jsonl", bytes.NewReader(exported(t, chained(long))), func(audit.Record) {})
	if err != nil || read.Records != 1 || len(read.Problems) > 0 {
		t.Errorf("got %d records, %q, %v", read.Records, read.Problems, err)
	}
}
