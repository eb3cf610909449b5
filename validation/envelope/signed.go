package envelope

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"

	"green500/validation/power"
	"green500/validation/receipt"
)

// start is what the text of every envelope begins with.
const start = `{"envelope":`

// Is reports whether a text begins as an envelope does.
func Is(text []byte) bool { return bytes.HasPrefix(text, []byte(start)) }

// signed is how an envelope is written: what was signed, byte for byte, by which key, and the rows.
type signed struct {
	Envelope json.RawMessage `json:"envelope"`
	receipt.Signature
	Rows []Row `json:"rows"`
}

// Sign writes an envelope with its signature: the same bytes for the same statement, rows and key.
func Sign(said Statement, rows []Row, key ed25519.PrivateKey) ([]byte, error) {
	said.bind(rows)
	text, err := json.Marshal(said)
	if err != nil {
		return nil, fmt.Errorf("write the statement of an envelope: %w", err)
	}
	return write(signed{text, receipt.SignText(text, key), rows})
}

// write is not indented: what was signed has to stay as it is, byte for byte.
func write(s signed) ([]byte, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("write an envelope: %w", err)
	}
	return append(text, '\n'), nil
}

// Read checks an envelope, that nothing of it was changed after it was signed, and returns what it says with
// the key that signed it; whether that is the key of the server is for the caller to compare. It returns a
// *power.InputError.
func Read(name string, text []byte) (said Statement, rows []Row, key string, err error) {
	var outer signed
	if err := strict(text, &outer); err != nil {
		return Statement{}, nil, "", damaged(name, "is not an envelope ("+err.Error()+")")
	}
	if problem := outer.Check(outer.Envelope); problem != "" {
		return Statement{}, nil, "", damaged(name, problem)
	}
	if err := strict(outer.Envelope, &said); err != nil || said.Schema != Schema {
		return Statement{}, nil, "", damaged(name, "has an unknown form")
	}
	if problem := said.differs(outer, text); problem != "" {
		return Statement{}, nil, "", damaged(name, problem)
	}
	return said, outer.Rows, outer.PublicKey, nil
}

// differs says how what is written is not what the statement says; empty where it is.
func (s Statement) differs(outer signed, text []byte) string {
	held := s
	held.bind(outer.Rows)
	again, err := write(outer)
	switch {
	case held.Rows != s.Rows:
		return fmt.Sprintf("has %d rows instead of %d", held.Rows, s.Rows)
	case held.Digest != s.Digest:
		return "has a row that was changed after it was signed"
	case held.Energy != s.Energy:
		return "states another energy than its rows contain"
	case err != nil || !bytes.Equal(again, text):
		return "is not in its original form"
	}
	return ""
}

func strict(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

func damaged(name, problem string) *power.InputError {
	return &power.InputError{File: name, Problem: problem, Remedy: "download the envelope again from the page of the entry"}
}
