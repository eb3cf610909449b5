package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// SaltLength is the length of a salt, in characters: 32 random bytes in hexadecimal.
const SaltLength = 64

// The events that explain why names or addresses are gone from records before them.
const (
	EventErase  = "erase an account" // whose subject is Pseudonym of the account
	EventForget = "forget addresses" // whose subject is "record 12": up to which record there are no addresses
)

// Pseudonym is how the log names an account, and what replaces the name of a person whose account was erased.
func Pseudonym(account int64) string { return accountWord + strconv.FormatInt(account, 10) }

// ForgottenUpTo is the subject of EventForget.
func ForgottenUpTo(record int64) string { return recordWord + strconv.FormatInt(record, 10) }

const accountWord, recordWord = "account ", "record "

// CommitName has the hash cover a commitment to the name instead of the name. The salt is secret for as long as the
// name is, and is of no use to anybody once it is removed.
func (r *Record) CommitName(salt string) {
	r.NameCommitment, r.NameSalt = commitment(salt, r.ActorName), salt
}

// CommitAddress is CommitName for the address; a record without an address stays as it is.
func (r *Record) CommitAddress(salt string) {
	if r.Address != "" {
		r.AddressCommitment, r.AddressSalt = commitment(salt, r.Address), salt
	}
}

// commitment is the SHA-256 in hexadecimal of a salt, as it is written, and a value after it. All salts have one
// length, so that nobody can move characters from one to the other.
func commitment(salt, value string) string {
	sum := sha256.Sum256([]byte(salt + value))
	return hex.EncodeToString(sum[:])
}

// wrongPerson states what is wrong with the name or address of a record; empty if nothing is.
func (r Record) wrongPerson() string {
	for _, one := range []struct{ what, value, salt, commitment, without string }{
		{"name", r.ActorName, r.NameSalt, r.NameCommitment, Pseudonym(r.ActorID)},
		{"address", r.Address, r.AddressSalt, r.AddressCommitment, ""},
	} {
		switch {
		case one.commitment == "" && one.salt == "":
		case one.commitment != "" && one.salt == "" && one.value == one.without:
		case one.commitment == "" || len(one.salt) != SaltLength || commitment(one.salt, one.value) != one.commitment:
			return fmt.Sprintf("record %d was altered: its %s does not match the commitment to it", r.Number, one.what)
		}
	}
	return ""
}

type removals struct {
	names, addresses map[int64]int64 // number of the last record without one, by account
	erased           map[int64]int64 // number of the last record of its erasure, by account
	forgotten        int64           // up to which record addresses are gone
}

func (m *removals) note(r Record) {
	if r.NameCommitment != "" && r.NameSalt == "" {
		m.names = withLast(m.names, r.ActorID, r.Number)
	}
	if r.AddressCommitment != "" && r.AddressSalt == "" {
		m.addresses = withLast(m.addresses, r.ActorID, r.Number)
	}
	m.explain(r)
}

// explain looks at a record for what it explains of those before it.
func (m *removals) explain(r Record) {
	switch r.Event {
	case EventErase:
		if account, ok := numberAfter(accountWord, r.Subject); ok {
			m.erased = withLast(m.erased, account, r.Number)
		}
	case EventForget:
		if upTo, ok := numberAfter(recordWord, r.Subject); ok && upTo < r.Number {
			m.forgotten = max(m.forgotten, upTo)
		}
	}
}

// withLast returns a map in which the number of an account is at least number.
func withLast(last map[int64]int64, account, number int64) map[int64]int64 {
	if last == nil {
		last = map[int64]int64{}
	}
	last[account] = max(last[account], number)
	return last
}

func numberAfter(word, text string) (int64, bool) {
	digits, ok := strings.CutPrefix(text, word)
	number, err := strconv.ParseInt(digits, 10, 64)
	return number, ok && err == nil
}

// Explain takes a record that comes after the chain: it may explain what is gone from records of the chain.
func (c *Chain) Explain(r Record) { c.removed.explain(r) }

// Unexplained states which names and addresses are gone from the records so far without an event that explains it, one
// sentence an account.
func (c *Chain) Unexplained() (problems []string) {
	m := &c.removed
	for _, account := range slices.Sorted(maps.Keys(m.names)) {
		if number := m.names[account]; account == 0 || m.erased[account] < number {
			problems = append(problems, fmt.Sprintf("record %d was altered: its name was removed, "+
				"and no later record shows that %s was erased", number, Pseudonym(account)))
		}
	}
	for _, account := range slices.Sorted(maps.Keys(m.addresses)) {
		number := m.addresses[account]
		if m.forgotten < number && (account == 0 || m.erased[account] < number) {
			problems = append(problems, fmt.Sprintf(
				"record %d was altered: its address was removed, and no later record shows that it was to be", number))
		}
	}
	return problems
}
