package person

import (
	"fmt"
	"unicode/utf8"

	"gorm.io/gorm"
)

// Act is what a notice states that a person did, after the name with which the notice begins.
type Act string

// The acts that notices state.
const (
	AsksToReview Act = "asks you to review"
	GaveUp       Act = "gave up the review of"
	Approved     Act = "approved an entry,"
	Asked        Act = "asked about"
	Wrote        Act = "wrote about"
	Answered     Act = "answered about"
	Settled      Act = "settled a question about"
	Reopened     Act = "reopened a question about"
)

func acts() []Act {
	return []Act{AsksToReview, GaveUp, Approved, Asked, Wrote, Answered, Settled, Reopened}
}

// By begins a notice about somebody: "Anna asks you to review ".
func (a Act) By(name string) string { return name + " " + string(a) + " " }

// renameInNotices replaces the name of a person in notices to others. Only notices that begin with an Act name a person. If somebody
// else has this name, only notices about submissions to which the person did something are changed.
func renameInNotices(tx *gorm.DB, a Account, names []string) error {
	const theirs = "entry_id IN (SELECT entry_id FROM audit WHERE actor_id = ?) OR NOT EXISTS (SELECT 1 FROM users WHERE name = ? AND id <> ?)"
	for _, name := range names {
		for _, act := range acts() {
			begins := act.By(name)
			length := utf8.RuneCountInString(begins)
			rows := fresh(tx).Table("notices").Where("substr(text, 1, ?) = ?", length, begins).Where(theirs, a.ID, name, a.ID)
			if err := rows.Update("text", gorm.Expr("? || substr(text, ?)", act.By(a.Pseudonym), length+1)).Error; err != nil {
				return fmt.Errorf("erase account %d from notices: %w", a.ID, err)
			}
		}
	}
	return nil
}
