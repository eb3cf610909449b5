package person

import (
	"fmt"
	"unicode/utf8"

	"gorm.io/gorm"
)

// Deed is what a notice states of a person, after the name with which the notice begins.
type Deed string

// The deeds that notices state.
const (
	AsksToReview Deed = "asks you to review"
	GaveUp       Deed = "gave up the review of"
	Approved     Deed = "approved an entry,"
	Asked        Deed = "asked about"
	Wrote        Deed = "wrote about"
	Answered     Deed = "answered about"
	Settled      Deed = "settled a question about"
	Reopened     Deed = "reopened a question about"
)

func deeds() []Deed {
	return []Deed{AsksToReview, GaveUp, Approved, Asked, Wrote, Answered, Settled, Reopened}
}

// By begins a notice about somebody: "Anna asks you to review ".
func (d Deed) By(name string) string { return name + " " + string(d) + " " }

// renameInNotices replaces the name of a person in notices to others. Only notices that begin with a Deed name a person. If somebody
// else has this name, only notices about submissions to which the person did something are changed.
func renameInNotices(tx *gorm.DB, a Account, names []string) error {
	const theirs = "entry_id IN (SELECT entry_id FROM audit WHERE actor_id = ?) OR NOT EXISTS (SELECT 1 FROM users WHERE name = ? AND id <> ?)"
	for _, name := range names {
		for _, deed := range deeds() {
			begins := deed.By(name)
			length := utf8.RuneCountInString(begins)
			rows := fresh(tx).Table("notices").Where("substr(text, 1, ?) = ?", length, begins).Where(theirs, a.ID, name, a.ID)
			if err := rows.Update("text", gorm.Expr("? || substr(text, ?)", deed.By(a.Pseudonym), length+1)).Error; err != nil {
				return fmt.Errorf("erase account %d from notices: %w", a.ID, err)
			}
		}
	}
	return nil
}
