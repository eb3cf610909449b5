package receipt_test

import (
	"bytes"
	"crypto/ed25519"
	"testing"
	"time"

	"green500/validation/review/receipt"
)

func signedReceipt(t *testing.T) (receipt.Receipt, []byte, ed25519.PublicKey) {
	t.Helper()
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	r := receipt.Receipt{
		Kind: receipt.OfFile, Server: "https://green500.example.org", Submission: 12, Edition: "2026-11",
		ReceivedAt: time.Date(2026, 10, 31, 23, 59, 59, 0, time.FixedZone("CET", 3600)), Zone: "Europe/Berlin",
		Files: []receipt.File{{Name: "node <1>.csv", Size: 3, SHA256: "00"}},
	}
	written, err := r.Sign(key)
	if err != nil {
		t.Fatal(err)
	}
	return r, written, key.Public().(ed25519.PublicKey)
}

func TestReceiptComesBackWithItsKey(t *testing.T) {
	want, written, key := signedReceipt(t)
	got, by, err := receipt.Read("receipt.json", written)
	if err != nil {
		t.Fatal(err)
	}
	if by != receipt.KeyText(key) || !got.ReceivedAt.Equal(want.ReceivedAt) || got.Files[0] != want.Files[0] ||
		got.Zone != want.Zone {
		t.Errorf("got %+v by %s", got, by)
	}
}

func TestNoByteOfAReceiptCanBeChanged(t *testing.T) {
	original, written, key := signedReceipt(t)
	for i := range written {
		changed := bytes.Clone(written)
		changed[i] ^= 1
		got, by, err := receipt.Read("receipt.json", changed)
		if err == nil && by == receipt.KeyText(key) && (got.Submission != original.Submission ||
			got.Files[0] != original.Files[0] || !got.ReceivedAt.Equal(original.ReceivedAt)) {
			t.Errorf("byte %d was changed and nobody noticed: %s", i, changed)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"receipt":{},"public_key":"","signature":""}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if _, _, err := receipt.Read("r", text); err == nil {
			t.Errorf("taken for a receipt though nobody signed it: %q", text)
		}
	})
}
