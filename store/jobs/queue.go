// This file owns the kinds of background jobs, and entering one in the queue.

package jobs

import (
	"errors"
	"time"

	"green500/store/database"

	"gorm.io/gorm"
)

// JobKind says what a job is to do.
type JobKind string

// The kinds of jobs.
const (
	ReadUpload       JobKind = "read an upload"
	ForgetSessions   JobKind = "forget sessions"
	ForgetLinks      JobKind = "forget links"
	ForgetMail       JobKind = "forget mail"
	ForgetCalls      JobKind = "forget messages to webhooks"
	ForgetTallies    JobKind = "forget tallies"
	ForgetAddresses  JobKind = "forget addresses"
	TellCalibrations JobKind = "tell of calibrations"
	TellDeadlines    JobKind = "tell of deadlines"
	ClearUploads     JobKind = "clear uploads away"
	FingerprintLogs  JobKind = "compare logs"
	ClearBlobs       JobKind = "clear loose files away"
)

// Row is work that the program does by itself. It names what the work is about, and holds nothing of it: a server that
// does it reads how things are by then.
type Row struct {
	ID       int64
	Kind     string
	About    string
	Created  int64 `gorm:"column:created_at"`
	Due      int64 `gorm:"column:due_at"`
	Lease    int64
	Attempts int
	Failure  string
	GivenUp  bool
	Done     *int64 `gorm:"column:done_at"`
}

func (Row) TableName() string { return "jobs" }

const (
	jobLease = time.Minute // after which another server takes over what one has not finished
	jobRenew = jobLease / 4
)

// ErrLost means that another server took over the job.
var ErrLost = errors.New("another server works on it")

// Enqueue enters a job in the transaction of what makes it necessary; one that is there already stays as it is.
func (s *Queue) Enqueue(tx *gorm.DB, kind JobKind, about string, due time.Time) error {
	row := Row{Kind: string(kind), About: about, Created: s.db.Now().UnixMicro(), Due: due.UnixMicro()}
	return database.UnlessThere(tx).Create(&row).Error
}
