package audit

import (
	"bufio"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"green500/validation/power"
	"green500/validation/review/receipt"
)

// Head is how far the log went at a time: the holder of a signed one finds that records were cut off since.
type Head struct {
	Schema string    `json:"schema"`
	Number int64     `json:"number"` // of the last record; 0 if there was none
	Hash   string    `json:"hash"`   // of that record
	At     time.Time `json:"at"`
}

const schema = "green500.audit/1"

// signed is how a head is written: what was signed, byte for byte, and by which key.
type signed struct {
	Head json.RawMessage `json:"head"`
	receipt.Signature
}

// Sign writes a head with its signature, on one line.
func (h Head) Sign(key ed25519.PrivateKey) ([]byte, error) {
	h.Schema = schema
	text, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("write the head of the audit log: %w", err)
	}
	line, err := json.Marshal(signed{text, receipt.SignText(text, key)})
	if err != nil {
		return nil, fmt.Errorf("write the head of the audit log: %w", err)
	}
	return append(line, '\n'), nil
}

// Differs says what is wrong with the record that was the last one; empty if nothing is.
func (h Head) Differs(r Record) string {
	if r.Number == h.Number && r.Hash != h.Hash {
		return fmt.Sprintf("record %d is another than the one that was signed on %s", h.Number,
			h.At.UTC().Format("2 January 2006 15:04 UTC"))
	}
	return ""
}

// ReadHead checks the signature of a head and returns it with the key that signed it. It returns a *power.InputError.
func ReadHead(name string, line []byte) (h Head, key string, err error) {
	var outer signed
	if json.Unmarshal(line, &outer) != nil || outer.Head == nil {
		return Head{}, "", damaged(name, "contains a signed head that is invalid")
	}
	if problem := outer.Check(outer.Head); problem != "" {
		return Head{}, "", damaged(name, "the signed head "+problem)
	}
	if json.Unmarshal(outer.Head, &h) != nil || h.Schema != schema {
		return Head{}, "", damaged(name, "the signed head has an unknown format")
	}
	return h, outer.PublicKey, nil
}

// Export is an export as it is read: what it ends with, and what is wrong with it.
type Export struct {
	Head     Head
	Key      string // that signed the head
	Records  int64
	Problems []string
}

// Bounds on exports.
const (
	// bytes; a record holds a digest of each row that it seals, and an erasure seals all of a person
	longestLine  = 16 << 20
	mostProblems = 100 // that are told one by one
)

// ReadExport holds every record of an export against the one before, and the last against the signed head
// that an export ends with. Each record is also given to visit. It returns a *power.InputError for what is no
// export, and fails if reading does.
func ReadExport(name string, from io.Reader, visit func(Record)) (Export, error) {
	var read Export
	var chain Chain
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 64<<10), longestLine)
	headed := false
	for lines.Scan() {
		if headed {
			read.add("something follows the signed head")
			break
		}
		if record, ok := readLine(lines.Bytes()); ok || record.Number > 0 {
			read.Records++
			if !ok {
				read.add(fmt.Sprintf("record %d is not written as it was", record.Number))
			}
			read.add(chain.Next(record))
			visit(record)
			continue
		}
		head, key, err := ReadHead(name, lines.Bytes())
		if err != nil {
			return read, err
		}
		read.Head, read.Key, headed = head, key, true
		read.add(chain.Ends(head))
	}
	if err := lines.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return read, damaged(name, "contains a line that is not part of an export")
		}
		return read, fmt.Errorf("read %s: %w", name, err)
	}
	for _, problem := range chain.Unexplained() {
		read.add(problem)
	}
	if !headed {
		read.add("the signed head is missing, with which an export ends: it was cut off")
	}
	return read, nil
}

func (e *Export) add(problem string) {
	if problem != "" && len(e.Problems) < mostProblems {
		e.Problems = append(e.Problems, problem)
	}
}

func damaged(name, problem string) *power.InputError {
	return &power.InputError{File: name, Problem: problem,
		Remedy: "take the export from /audit.jsonl again, and compare"}
}
