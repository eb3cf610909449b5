package uploads_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"green500/store/blobs"
	"green500/store/jobs"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/review"
	"green500/validation/review/receipt"
)

func (r *room) sent(entry submissions.Entry, name, content string) uploads.Upload {
	r.T.Helper()
	return r.Receive(r.Send(r.Begin(entry, name, content), content))
}

func (r *room) filesOf(entry submissions.Entry) map[string]string {
	r.T.Helper()
	revision, err := r.Submissions.Revision(r.T.Context(), entry.ID, 0)
	if err != nil {
		r.T.Fatal(err)
	}
	names := map[string]string{}
	for _, file := range revision.Files {
		names[file.Name] = file.Digest
	}
	return names
}

// lying lists what lies in a folder of the blobs.
func (r *room) lying(pattern string) []string {
	r.T.Helper()
	found, err := filepath.Glob(filepath.Join(r.Kept.Path, pattern))
	if err != nil {
		r.T.Fatal(err)
	}
	return found
}

func sumOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

func TestAnUploadIsKeptAndAcknowledged(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		u := r.Begin(entry, "logs/node1.csv", roomtest.ALog)
		u, err := r.Uploads.Add(t.Context(), u, roomtest.Chunk(0,
			io.MultiReader(strings.NewReader(roomtest.ALog[:20]), iotest.ErrReader(io.ErrUnexpectedEOF))))
		if !errors.Is(err, io.ErrUnexpectedEOF) || u.Offset != 20 {
			t.Fatalf("broke off with %v after %d bytes", err, u.Offset)
		}
		if _, err := r.Uploads.Add(t.Context(), u,
			roomtest.Chunk(19, strings.NewReader(roomtest.ALog[19:]))); !errors.Is(err, blobs.ErrOffset) {
			t.Errorf("bytes for another place: %v", err)
		}
		if u = r.Send(u, roomtest.ALog); u.State != uploads.Arrived {
			t.Fatalf("it is %s", u.State)
		}
		if u = r.Receive(u); u.State != uploads.Kept || u.Message != "" || u.Receipt == 0 {
			t.Fatalf("it is %+v", u)
		}
		if got := r.filesOf(entry)["logs/node1.csv"]; got != sumOf(roomtest.ALog) {
			t.Errorf("the entry holds %q", got)
		}
		if left := r.lying("pieces/*"); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		given, err := r.Submissions.Receipts(t.Context(), entry.ID)
		if err != nil || len(given) != 1 || given[0].ID != u.Receipt {
			t.Fatalf("%v %+v", err, given)
		}
		read, key, err := receipt.Read("r", given[0].Text)
		public, keyErr := r.PublicKey(t.Context())
		if err != nil || keyErr != nil || key != public {
			t.Fatalf("%v %v: signed by %s", err, keyErr, key)
		}
		want := receipt.File{Name: "logs/node1.csv", Size: int64(len(roomtest.ALog)), SHA256: sumOf(roomtest.ALog)}
		if !slices.Equal(read.Files, []receipt.File{want}) || read.Server != roomtest.OurAddress ||
			read.Submission != entry.ID {
			t.Errorf("it says %+v", read)
		}
	})
}

func TestTheSameBytesAreStoredOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		r.sent(entry, "a.csv", roomtest.ALog)
		before := len(r.lying("??/*"))
		if u := r.sent(entry, "b.csv", roomtest.ALog); u.State != uploads.Kept || u.Message != "" {
			t.Errorf("it is %+v", u)
		}
		if u := r.sent(entry, "a.csv", roomtest.ALog); !strings.Contains(u.Message, "there already") {
			t.Errorf("said %q", u.Message)
		}
		if after := len(r.lying("??/*")); after != before {
			t.Errorf("%d blobs became %d", before, after)
		}
		if u := r.sent(entry, "a.csv", roomtest.ALog+"\n"); !strings.Contains(u.Message, "took the place") {
			t.Errorf("said %q", u.Message)
		}
		if files := r.filesOf(entry); len(files) != 2 || files["a.csv"] != sumOf(roomtest.ALog+"\n") {
			t.Errorf("the entry holds %v", files)
		}
	})
}

func TestUploadsAreRefusedInOneSentence(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		u, err := r.Uploads.Begin(t.Context(), r.Submitter, uploads.NewUpload{EntryID: entry.ID, Name: "a.csv",
			Size: int64(len(roomtest.ALog)), Digest: roomtest.Digest('a')}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if u = r.Receive(r.Send(u, roomtest.ALog)); u.State != uploads.Refused ||
			!strings.Contains(u.Message, "what arrived is not what was sent") {
			t.Errorf("another digest: %+v", u)
		}
		if u = r.sent(entry, "all.zip", "no zip"); u.State != uploads.Refused ||
			!strings.Contains(u.Message, "not a zip archive") {
			t.Errorf("no archive: %+v", u)
		}
		late := r.Send(r.Begin(entry, "late.csv", roomtest.ALog), roomtest.ALog)
		r.sent(entry, "power", roomtest.ALog)
		if u = r.Receive(r.Send(r.Begin(entry, "power/node1.csv", roomtest.ALog),
			roomtest.ALog)); u.State != uploads.Refused || !strings.Contains(u.Message, "two files have this name") {
			t.Errorf("a folder of the name of a file: %+v", u)
		}
		if late = r.Receive(late); late.State != uploads.Kept {
			t.Errorf("beside them: %+v", late)
		}
		if left := append(r.lying("pieces/*"), r.lying("incoming-*")...); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func TestOnlyWhoHoldsTheEntryUploads(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		_, err := r.Uploads.Begin(t.Context(), r.Other,
			uploads.NewUpload{EntryID: entry.ID, Name: "a", Size: 1}, 0)
		roomtest.WantNotFound(t, err)
		u := r.Begin(entry, "a.csv", roomtest.ALog)
		_, err = r.Uploads.ByID(t.Context(), u.ID, r.Other)
		roomtest.WantNotFound(t, err)
		closed := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(closed.ID, review.Submit, r.Submitter)
		_, err = r.Uploads.Begin(t.Context(), r.Submitter,
			uploads.NewUpload{EntryID: closed.ID, Name: "a", Size: 1}, 0)
		roomtest.WantRefusal(t, err, "cannot be changed")
	})
}

func TestUploadsAreBounded(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		r.sent(entry, "kept.csv", roomtest.ALog)
		begin := func(name string, size, quota int64) error {
			_, err := r.Uploads.Begin(t.Context(), r.Submitter,
				uploads.NewUpload{EntryID: entry.ID, Name: name, Size: size}, quota)
			return err
		}
		quota := int64(len(roomtest.ALog)) + 100
		if err := begin("first", 60, quota); err != nil {
			t.Fatal(err)
		}
		if err := begin("second", 41, quota); err == nil || !strings.Contains(err.Error(), "yours") {
			t.Errorf("past the quota: %v", err)
		}
		if err := begin("third", 40, quota); err != nil {
			t.Errorf("up to the quota: %v", err)
		}
		for name, size := range map[string]int64{"": 1, "../x": -1, strings.Repeat("x", 600): 1, "a\x00b": 1} {
			if err := begin(name, size, 0); err == nil {
				t.Errorf("%.20q of %d bytes was begun", name, size)
			}
		}
		for range uploads.MaximumUploads - 2 {
			if err := begin("another", 0, 0); err != nil {
				t.Fatal(err)
			}
		}
		if err := begin("one more", 0, 0); err == nil || !strings.Contains(err.Error(), "unfinished uploads") {
			t.Errorf("past the number: %v", err)
		}
	})
}

func TestUnfinishedUploadsExpireWithTheirBytes(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		u := r.Begin(entry, "a.csv", roomtest.ALog)
		r.Clock.Advance(uploads.UploadLife - time.Hour)
		u, err := r.Uploads.Add(t.Context(), u, roomtest.Chunk(0, strings.NewReader(roomtest.ALog[:10])))
		if err != nil {
			t.Fatal(err)
		}
		whole := r.Begin(entry, "b.csv", roomtest.ALog)
		if _, err := r.Blobs().Pieces().Append(t.Context(), whole.ID, 0, strings.NewReader(roomtest.ALog)); err != nil {
			t.Fatal(err) // and the server dies before it notes that
		}
		r.Clock.Advance(2 * time.Hour)
		const orphan = "00112233445566778899aabbccddeeff"
		if _, err := r.Blobs().Pieces().Append(t.Context(), orphan, 0, strings.NewReader(roomtest.ALog)); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if size, err := r.Blobs().Pieces().Size(t.Context(), orphan); err != nil || size != 0 {
				t.Errorf("%v: %d bytes are left of an upload that nobody knows", err, size)
			}
		}()
		if err := r.Uploads.Sweep(t.Context()); err != nil || r.Look(u).Offset != 10 {
			t.Fatalf("one that grew was swept: %v", err)
		}
		r.Clock.Advance(uploads.UploadLife)
		if _, err := r.Uploads.ByID(t.Context(), u.ID, r.Submitter); !errors.Is(err, uploads.ErrExpired) {
			t.Errorf("got %v", err)
		}
		if err := r.Uploads.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err = r.Uploads.ByID(t.Context(), u.ID, r.Submitter)
		roomtest.WantNotFound(t, err)
		if left := r.lying("pieces/" + u.ID); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		if got := r.Receive(whole); got.State != uploads.Kept {
			t.Errorf("one that had arrived: %+v", got)
		}
	})
}

func TestAnotherServerTakesOver(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		u := r.Send(r.Begin(r.Fresh(), "a.csv", roomtest.ALog), roomtest.ALog)
		if _, err := r.Jobs.Take(t.Context(), []string{string(jobs.ReadUpload)}); err != nil {
			t.Fatal(err)
		}
		if u = r.Receive(u); u.State != uploads.Arrived {
			t.Fatalf("two took it: %+v", u)
		}
		r.Clock.Advance(time.Minute)
		if u = r.Receive(u); u.State != uploads.Kept {
			t.Errorf("nobody took over: %+v", u)
		}
	})
}

// TestUploadsTakenInAtOnceAreAllKept: those who put files to one entry do not lose each other's.
func TestUploadsTakenInAtOnceAreAllKept(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		const many = 12
		for i := range many {
			content := roomtest.ALog + strings.Repeat("\n", i)
			r.Send(r.Begin(entry, fmt.Sprintf("node%d.csv", i), content), content)
		}
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for {
					if worked, err := r.Uploads.ReceiveUpload(t.Context(), roomtest.OurAddress); err != nil || !worked {
						if err != nil {
							t.Error(err)
						}
						return
					}
				}
			})
		}
		group.Wait()
		for left := true; left; { // of two who wanted the same, one went without
			var err error
			if left, err = r.Uploads.ReceiveUpload(t.Context(), roomtest.OurAddress); err != nil {
				t.Fatal(err)
			}
		}
		given, err := r.Submissions.Receipts(t.Context(), entry.ID)
		if err != nil || len(given) != many || len(r.filesOf(entry)) != many {
			t.Errorf("%v: %d receipts and %d files of %d", err, len(given), len(r.filesOf(entry)), many)
		}
	})
}

func TestAnArchiveBringsItsDocument(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		clean := sample.Clean(2, "2.0")
		text, err := document.YAML(&clean.Entry)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		archive := zip.NewWriter(&packed)
		contents := map[string][]byte{"submission.yaml": text}
		for name, content := range clean.Files {
			contents[name] = content
		}
		for name, content := range contents {
			w, err := archive.Create("run/" + name)
			if err == nil {
				_, err = w.Write(content)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := archive.Close(); err != nil {
			t.Fatal(err)
		}
		entry := r.Fresh()
		u := r.sent(entry, "run.zip", packed.String())
		if u.State != uploads.Kept || !strings.Contains(u.Message, "is the document of the submission now") ||
			u.Digest != sumOf(packed.String()) || u.Receipt == 0 {
			t.Fatalf("it is %+v", u)
		}
		if _, err := r.Drafts.GradeDraft(t.Context(), entry.ID); err != nil {
			t.Fatal(err)
		}
		if now := r.Reload(entry.ID); now.System != clean.Entry.System.Name || now.GrantedLevel != 2 {
			t.Errorf("the entry is %+v", now)
		}
		for name, content := range clean.Files {
			if r.filesOf(entry)[name] != sumOf(string(content)) {
				t.Errorf("%s is not of the entry", name)
			}
		}
		if u = r.sent(entry, "again.zip", packed.String()); !strings.Contains(u.Message, "already has content") {
			t.Errorf("said %q", u.Message)
		}
	})
}
