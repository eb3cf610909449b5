package blobs_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"green500/store/blobs"
	"green500/store/storetest"
	"green500/validation/power"
)

func TestBucketsThatCannotBeOpenedSayWhatToDo(t *testing.T) {
	good := storetest.ObjectLocation(t)
	for name, c := range map[string]struct {
		change func(*blobs.Location)
		want   string
	}{
		"no such bucket": {func(d *blobs.Location) { d.At = strings.Replace(d.At, "s3://", "s3://other-", 1) },
			"no such bucket"},
		"another key":    {func(d *blobs.Location) { d.AccessKey = "stranger" }, "GREEN500_S3_ACCESS_KEY"},
		"another secret": {func(d *blobs.Location) { d.SecretKey = "guessed" }, "GREEN500_S3_SECRET_KEY"},
		"no key":         {func(d *blobs.Location) { d.SecretKey = "" }, "GREEN500_S3_SECRET_KEY"},
		"a key in the URL": {func(d *blobs.Location) { d.At = strings.Replace(d.At, "s3://", "s3://me:hidden@", 1) },
			"GREEN500_S3_SECRET_KEY"},
		"no bucket":         {func(d *blobs.Location) { d.At = "s3://" }, "names no bucket"},
		"a wrong parameter": {func(d *blobs.Location) { d.At += "&regoin=x" }, "regoin"},
		"a wrong endpoint": {func(d *blobs.Location) { d.At = "s3://bucket?endpoint=localhost" },
			"http:// or https://"},
	} {
		at := good
		c.change(&at)
		_, err := at.Open(t.Context())
		inputError, told := errors.AsType[*power.InputError](err)
		if !told || !strings.Contains(inputError.Error(), c.want) || strings.Contains(err.Error(), "hidden") ||
			strings.Contains(err.Error(), "guessed") {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// TestLargeBlobsGoInParts: more than is sent at once comes back as it was, and nothing is left of the parts.
func TestLargeBlobsGoInParts(t *testing.T) {
	kept := storetest.EvidenceInBucket(t)
	blobs := kept.Blobs(t)
	content := bytes.Repeat(storetest.Readings(1<<20), 65)
	blob, err := blobs.PutPlain(t.Context(), io.NewSectionReader(bytes.NewReader(content), 0, int64(len(content))))
	if err != nil {
		t.Fatal(err)
	}
	wantPlain(t, blobs, blob, content)
	if names := files(t, kept.Path); len(names) != 1 {
		t.Errorf("there is %q", names)
	}
}

func TestOfAppendsAtOnePlaceOneWins(t *testing.T) {
	at := storetest.ObjectLocation(t)
	const id, writers = "00112233445566778899aabbccddeeff", 8
	var replicas []blobs.Pieces
	for range writers {
		replicas = append(replicas, storetest.OpenObjects(t, at).Pieces())
	}
	var want []byte
	for round := range 5 {
		won := make([]bool, writers)
		sent := func(k int) []byte { return bytes.Repeat([]byte{byte('a' + k)}, 100+k+round) }
		storetest.AtOnce(writers, func(k int) error {
			_, err := replicas[k].Append(context.Background(), id, int64(len(want)), bytes.NewReader(sent(k)))
			won[k] = err == nil
			if err != nil && !errors.Is(err, blobs.ErrOffset) {
				t.Error(err)
			}
			return nil
		})
		winners := 0
		for k := range won {
			if won[k] {
				winners++
				want = append(want, sent(k)...)
			}
		}
		if winners != 1 {
			t.Fatalf("%d won", winners)
		}
	}
	piece, err := replicas[0].Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(io.NewSectionReader(piece, 0, piece.Size()))
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%v: %d bytes, want %d", err, len(got), len(want))
	}
}
