package tracefile

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/power"
)

// TestALogHasItsDigestHoweverManyCoresReadIt, also if reading ends in the middle of it.
func TestALogHasItsDigestHoweverManyCoresReadIt(t *testing.T) {
	whole, err := io.ReadAll(newDays(100_000))
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Clone(whole)
	copy(broken[len(broken)*2/3:], "\nno,reading,here\n")
	for cores := 1; cores <= 4; cores++ {
		for _, text := range [][]byte{whole, broken, whole[:input.HeadBytes+1]} {
			func() {
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
				hashed := input.NewHashed(bytes.NewReader(text), int64(len(text)))
				read, err := Read(Input{Name: "log.csv", At: hashed, Size: int64(len(text))}, &power.Series{Unit: "W"},
					time.UTC, canonical.Memory)
				if err == nil {
					err = read.Close()
				}
				if fails := &text[0] == &broken[0]; (err != nil) != fails {
					t.Errorf("%d cores, %d bytes: %v", cores, len(text), err)
				}
				if digest, err := hashed.Digest(); err != nil || digest != fmt.Sprintf("%x", sha256.Sum256(text)) {
					t.Errorf("%d cores, %d bytes: digest %s, %v", cores, len(text), digest, err)
				}
			}()
		}
	}
}
