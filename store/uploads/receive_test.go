package uploads_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"green500/store"
	"green500/store/blobs"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document/sample"
)

// unreadable are blobs of which no original is read again.
type unreadable struct {
	blobs.Blobs
	digest string
}

var errRead = errors.New("the original was read again")

func (u *unreadable) Open(ctx context.Context, digest string) (io.ReadCloser, error) {
	if digest == u.digest {
		return nil, errRead
	}
	return u.Blobs.Open(ctx, digest)
}

// received sends the files of a submission, the log in the way that content tells.
func received(t *testing.T, s *store.Store, clean *sample.Bundle, content func([]byte) io.Reader) (
	[]submissions.File, error) {
	t.Helper()
	var files []submissions.File
	for name, bytesOf := range clean.Files {
		var from io.Reader = bytes.NewReader(bytesOf)
		if name == clean.Entry.Series[0].File {
			from = content(bytesOf)
		}
		file, err := s.Uploads.Receive(t.Context(), name, from, &clean.Entry)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

func TestReadingsAreTakenWhileALogIsKept(t *testing.T) {
	clean := sample.Clean(1, "2.0")
	blobs := &unreadable{Blobs: storetest.Blobs(t)}
	s := storetest.Open(t, store.Config{Blobs: blobs})
	files, err := received(t, s, &clean, func(b []byte) io.Reader { return iotest.HalfReader(bytes.NewReader(b)) })
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file.Name == clean.Entry.Series[0].File {
			blobs.digest = file.Digest
		}
	}
	taken, err := s.Submissions.Intake(t.Context(), &clean.Entry, files)
	if err != nil || taken.Report == nil {
		t.Fatalf("%v %s", err, taken.InputErrors)
	}
	after, err := storetest.Open(t, store.Config{}).Submissions.Intake(t.Context(), &clean.Entry, nil)
	if err != nil || after.Report != nil {
		t.Fatalf("graded without files: %v", err)
	}
	other := storetest.Open(t, store.Config{})
	for _, file := range files {
		if _, err := other.Blobs().Put(t.Context(), bytes.NewReader(clean.Files[file.Name])); err != nil {
			t.Fatal(err)
		}
	}
	plain, err := other.Submissions.Intake(t.Context(), &clean.Entry, files)
	if err != nil || !bytes.Equal(plain.Report, taken.Report) {
		t.Errorf("readings taken on the way give another report: %v", err)
	}
}

func TestALogThatCannotBeReadIsKeptAllTheSame(t *testing.T) {
	clean := sample.Clean(1, "2.0")
	s := storetest.Open(t, store.Config{})
	files, err := received(t, s, &clean, func([]byte) io.Reader { return bytes.NewReader([]byte("time,power\n1,x\n")) })
	if err != nil {
		t.Fatal(err)
	}
	taken, err := s.Submissions.Intake(t.Context(), &clean.Entry, files)
	if err != nil || len(taken.InputErrors) == 0 {
		t.Errorf("no error: %v", err)
	}
}

func TestAnUploadThatBreaksOffLeavesNothing(t *testing.T) {
	clean := sample.Clean(1, "2.0")
	s := storetest.Open(t, store.Config{})
	broken := func(b []byte) io.Reader {
		return io.MultiReader(bytes.NewReader(b[:len(b)/2]), iotest.ErrReader(io.ErrUnexpectedEOF))
	}
	if _, err := received(t, s, &clean, broken); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
}
