// This file owns the rows of notices and of mail, and what they are made from.

package notices

import (
	"green500/validation/review"
)

// NewNotice is a notice to be sent: shown on their page of notices, and by mail unless they said otherwise. The text of
// the mail says no more than that there is something to see, but to those who hold the submission.
type NewNotice struct {
	Kind    review.Kind
	EntryID int64  // 0 if it belongs to none
	Text    string // one sentence, for their page
	Link    string // a path
	By      int64  // whose doing it is, who is not told; 0 if the request says
	Open    string // a sentence that holds nothing confidential, for the mail; the kind's own if empty
	System  string // named in the mail, which goes to those who hold the submission; empty for everybody else
	Detail  string // added to the mail in paragraphs, likewise
	Named   int64  // with whose name the text begins; 0 if with none
	Once    string // names what nobody is told twice; empty if it may be
	Daily   bool   // not again for a day, while what was told of the same kind with the same link is not read
}

// Notice is the content of a mail. It never holds a figure. Who holds the submission reads the name of its system, and
// why it was returned; to everybody else a mail holds nothing confidential.
type Notice struct {
	Kind    review.Kind
	EntryID int64  // 0 if it belongs to none
	Edition string // of the entry; empty if it belongs to none
	Open    string // as in Told; if it is of an entry, it goes on after its number
	ToName  string // who is told
	System  string // of the submission; empty unless the mail goes to those who hold it
	Detail  string // paragraphs for those who hold it; empty if there are none
}

// MostUnread is how many unread notices are counted: beyond that they are many.
const MostUnread = 100

type noticeRow struct {
	ID      int64
	UserID  int64
	Kind    string
	EntryID *int64
	ActorID *int64 // with whose name the text begins
	Text    string
	Link    string
	Created int64  `gorm:"column:created_at"`
	Read    *int64 `gorm:"column:read_at"`
	Once    *string
}

func (noticeRow) TableName() string { return "notices" }
