package roomtest

import (
	"context"
	"io"
	"strings"

	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/document"
	"green500/validation/power"
)

// OurAddress is where the server is reached.
const OurAddress = "https://green500.example.org"

// Fresh is an entry that nobody has written anything into.
func (r *Room) Fresh() submissions.Entry {
	r.T.Helper()
	started := &power.Entry{Schema: power.Schema, Edition: Edition, Methodology: "2.0", ClaimedLevel: 1}
	text, err := document.JSON(started)
	if err != nil {
		r.T.Fatal(err)
	}
	return r.Entry(r.Submitter, submissions.Snapshot{Document: text, InputErrors: []byte(`[{"Field":"system.name"}]`)})
}

// Begin begins an upload.
func (r *Room) Begin(entry submissions.Entry, name, content string) uploads.Upload {
	r.T.Helper()
	begun, err := r.Uploads.Begin(r.T.Context(), r.Submitter,
		uploads.NewUpload{EntryID: entry.ID, Name: name, Size: int64(len(content))}, 0)
	if err != nil {
		r.T.Fatal(err)
	}
	return begun
}

// Chunk is a part of an upload.
func Chunk(offset int64, content io.Reader) uploads.Chunk {
	return uploads.Chunk{Offset: offset, Body: func(context.Context) io.ReadCloser { return io.NopCloser(content) }}
}

// Send sends the rest of an upload.
func (r *Room) Send(u uploads.Upload, content string) uploads.Upload {
	r.T.Helper()
	u, err := r.Uploads.Add(r.T.Context(), u, Chunk(u.Offset, strings.NewReader(content[u.Offset:])))
	if err != nil {
		r.T.Fatal(err)
	}
	return u
}

// Receive has the server take what arrived, and returns what became of an upload.
func (r *Room) Receive(u uploads.Upload) uploads.Upload {
	r.T.Helper()
	for {
		worked, err := r.Uploads.ReceiveUpload(r.T.Context(), OurAddress)
		if err != nil {
			r.T.Fatal(err)
		}
		if !worked {
			return r.Look(u)
		}
	}
}

// Look is how far an upload is.
func (r *Room) Look(u uploads.Upload) uploads.Upload {
	r.T.Helper()
	now, err := r.Uploads.ByID(r.T.Context(), u.ID, r.Submitter)
	if err != nil {
		r.T.Fatal(err)
	}
	return now
}

// ALog is a log of two readings.
const ALog = "time,power\n2026-10-01T10:00:00Z,100\n2026-10-01T10:00:01Z,101\n"
