// This file owns the digests, in the audit log, of rows that are shown or decide.

package recorded

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"
)

// SealedKind is a kind of rows whose digest the audit log states.
type SealedKind struct {
	Word   string   // for people, followed by the number of what the rows belong to
	Tables []string // a change of which changes the rows of an entry; none for rows that are named by who changes them
	Rows   func(tx *gorm.DB, id int64) (any, error)
}

// The kinds that are named by who changes them; see sealRows.
const (
	SealedEdition  = "edition"
	SealedConflict = "conflict"
	SealedLines    = "lines"
	SealedSite     = "site"
)

// SealRows has the digest of rows written with the transaction.
func SealRows(tx *gorm.DB, kind string, id int64) {
	if notes := LedgerOf(tx); notes != nil {
		notes.sealed[kind+"-"+strconv.FormatInt(id, 10)] = true
	}
}

// sealedNames are the rows of which a transaction has to write the digest. With a decision, all about the entry is
// sealed.
func (n *Ledger) sealedNames() []string {
	names := maps.Clone(n.sealed)
	for _, event := range n.events {
		if event.EntryID == 0 {
			continue
		}
		for kind, of := range n.kinds {
			decided := n.changed["decisions"] && of.Tables != nil
			if n.changed["draft_changes"] && !decided && kind == "entry" {
				continue // what people type into a draft changes nothing that is sealed
			}
			if decided || slices.ContainsFunc(of.Tables, func(table string) bool { return n.changed[table] }) {
				names[kind+"-"+strconv.FormatInt(event.EntryID, 10)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func (n *Ledger) state(tx *gorm.DB, names []string) (string, error) {
	var parts []string
	for _, name := range names {
		digest, err := RowsDigest(tx, n.kinds, name)
		if err != nil {
			return "", err
		}
		parts = append(parts, name+":"+digest)
	}
	return strings.Join(parts, " "), nil
}

// RowsDigest returns the digest of rows as they are now.
func RowsDigest(tx *gorm.DB, kinds map[string]SealedKind, name string) (string, error) {
	kind, id, err := SplitSealed(kinds, name)
	if err != nil {
		return "", err
	}
	rows, err := kind.Rows(tx, id)
	if err != nil {
		return "", fmt.Errorf("read %s %d: %w", kind.Word, id, err)
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return "", fmt.Errorf("seal %s %d: %w", kind.Word, id, err)
	}
	return DigestOf(text), nil
}

// SplitSealed returns the kind and the number of what the audit log names.
func SplitSealed(kinds map[string]SealedKind, name string) (SealedKind, int64, error) {
	word, number, _ := strings.Cut(name, "-")
	kind, known := kinds[word]
	id, err := strconv.ParseInt(number, 10, 64)
	if !known || err != nil {
		return SealedKind{}, 0, fmt.Errorf("the audit log seals %q, which this version does not know", name)
	}
	return kind, id, nil
}

// DigestOf is the SHA-256 of a text in hex.
func DigestOf(document []byte) string {
	sum := sha256.Sum256(document)
	return hex.EncodeToString(sum[:])
}
