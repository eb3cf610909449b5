package main

import (
	"bytes"
	"io"
	"os"
	"testing"
)

// TestScratchReadsWhatWasWritten, in memory and on the disk, and leaves nothing behind.
func TestScratchReadsWhatWasWritten(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	file, err := scratch()
	if err != nil {
		t.Fatal(err)
	}
	var want []byte
	for i := range 5 {
		part := bytes.Repeat([]byte{byte('a' + i)}, heldAtMost/2)
		if n, err := file.Write(part); n != len(part) || err != nil {
			t.Fatal(n, err)
		}
		want = append(want, part...)
		got, err := io.ReadAll(io.NewSectionReader(file, 0, int64(len(want))+1))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d of %d bytes are read, %v", len(got), len(want), err)
		}
		if laid := file.(*scratchFile).laid; laid != (len(want) > heldAtMost) {
			t.Errorf("of %d bytes on the disk: %v", len(want), laid)
		}
	}
	left, err := os.ReadDir(os.TempDir())
	if err != nil || len(left) > 0 {
		t.Errorf("there is %v, %v", left, err)
	}
	if err := file.Close(); err != nil {
		t.Error(err)
	}
}
