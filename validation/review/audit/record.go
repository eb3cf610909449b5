// Package audit has the records of who did what. Their hashes form a chain, so that no record can be changed, removed
// or inserted unnoticed; signed heads show if the end was cut off. Keys and times are arguments.
package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// Record is one audit event. Its JSON is what its hash is formed over; see Sum. A record of a person has commitments to
// name and address instead of these: name, address and the salts can be removed later, and the log stays proven; see
// CommitName.
type Record struct {
	Number  int64     `json:"number" gorm:"primaryKey;autoIncrement:false"` // from 1, without gaps
	At      time.Time `json:"at" gorm:"-"`                                  // UTC, to the microsecond
	ActorID int64     `json:"actor"`                                        // number of the account; 0 if it was none
	// outside of the hash if there is a commitment to it; see Pseudonym
	ActorName string `json:"name"`
	Role      string `json:"role"`
	Address   string `json:"address"` // of the network; outside of the hash if there is a commitment to it
	Request   string `json:"request"` // its number in the server's log
	Event     string `json:"event"`
	EntryID   int64  `json:"entry"` // 0 if it belongs to none
	Revision  int    `json:"revision"`
	Subject   string `json:"subject"`
	Detail    string `json:"detail"`
	Seal      string `json:"seal"`            // digest of what must not change from then on
	State     string `json:"state,omitempty"` // digests of rows of other tables as they are from then on

	NameCommitment    string `json:"name_commitment,omitempty"`    // empty for the program itself
	AddressCommitment string `json:"address_commitment,omitempty"` // likewise, and without an address

	Before string `json:"before"`         // hash of the record before; empty in the first
	Hash   string `json:"hash,omitempty"` // the SHA-256 of all of the above

	NameSalt    string `json:"name_salt,omitempty"`    // outside of the hash; removed with the name
	AddressSalt string `json:"address_salt,omitempty"` // outside of the hash; removed with the address
}

// Sum is the hash that a record should have: the SHA-256 in hex of its JSON without the hash. Anyone who has a line of
// an export gets it by taking the hash and the salts out of that line, and by emptying the name or the address if there
// is a commitment to it. It is empty for what JSON cannot write, which is no record that was ever made.
func (r Record) Sum() string {
	r.Hash, r.NameSalt, r.AddressSalt = "", "", ""
	if r.NameCommitment != "" {
		r.ActorName = ""
	}
	if r.AddressCommitment != "" {
		r.Address = ""
	}
	text, err := json.Marshal(r)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Line is a record as an export holds it. It fails for what JSON cannot write.
func (r Record) Line() ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write record %d of the audit log: %w", r.Number, err)
	}
	return append(text, '\n'), nil
}

// readLine reads a line of an export; ok is false for one that this program would not have written, to the byte.
func readLine(line []byte) (r Record, ok bool) {
	if json.Unmarshal(line, &r) != nil {
		return r, false
	}
	again, err := r.Line()
	return r, err == nil && bytes.Equal(bytes.TrimSuffix(again, []byte("\n")), line)
}

// Chain holds records against one another as they come, from the first on.
type Chain struct {
	last    Record
	sum     string // of the last, as it is
	removed removals
}

// Next says what is wrong with the next record; empty if nothing is.
func (c *Chain) Next(r Record) string {
	before, sum := *c, r.Sum()
	c.last, c.sum = r, sum
	c.removed.note(r)
	switch {
	case r.Number != before.last.Number+1:
		return missing(before.last.Number+1, r.Number-1)
	case r.Hash != sum:
		return fmt.Sprintf("record %d was altered: its hash does not match its content", r.Number)
	case r.Before != before.last.Hash && r.Before != before.sum:
		return fmt.Sprintf("record %d does not continue record %d: one of the two was altered", r.Number,
			before.last.Number)
	}
	return r.wrongPerson()
}

// Ends says what is wrong if the chain ends here and its head is known; empty if nothing is.
func (c *Chain) Ends(h Head) string {
	switch {
	case c.last.Number < h.Number:
		return missing(c.last.Number+1, h.Number) + " at the end of the log"
	case c.last.Number > h.Number:
		return fmt.Sprintf("the log goes on to record %d after record %d, which was its last", c.last.Number, h.Number)
	}
	return h.Differs(c.last)
}

func missing(from, to int64) string {
	switch {
	case from == to:
		return fmt.Sprintf("record %d is missing", from)
	case from < to:
		return fmt.Sprintf("records %d to %d are missing", from, to)
	}
	return fmt.Sprintf("record %d is not at its place: record %d was to come", to+1, from)
}
