// Package uploads receives files piece by piece, reads them, and attaches them to submissions.
package uploads

import (
	"sync/atomic"

	"green500/store/accounts"
	"green500/store/drafts"
	"green500/store/jobs"
	"green500/store/recorded"
	"green500/store/submissions"
)

// Uploads receives files for submissions.
type Uploads struct {
	db          *recorded.Database
	jobs        *jobs.Queue
	accounts    *accounts.Accounts
	submissions *submissions.Submissions
	drafts      *drafts.Drafts
	Reserve     int64 // bytes that have to stay free where the blobs are
	transferred *transferred
	desk        *uploadDesk
}

// New returns the uploads of a database. An upload that would leave fewer bytes free than the reserve is refused.
func New(
	db *recorded.Database, jobs *jobs.Queue, accounts *accounts.Accounts, submissions *submissions.Submissions,
	drafts *drafts.Drafts, reserve int64,
) *Uploads {
	desk := &uploadDesk{
		writers: map[string]*pieceWriter{}, reading: map[string]*readProgress{}, arrived: make(chan struct{}, 1),
	}
	return &Uploads{db, jobs, accounts, submissions, drafts, reserve, &transferred{}, desk}
}

// transferred counts bytes of all uploads since the server started.
type transferred struct{ received, read atomic.Int64 }

// TransferredBytes is how many bytes came in by resumable uploads, and how many of uploads were read, since the program
// started.
func (s *Uploads) TransferredBytes() (received, read int64) {
	return s.transferred.received.Load(), s.transferred.read.Load()
}
