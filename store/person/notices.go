package person

import (
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

// By begins a notice about somebody: "Anna asks you to review ".
func (a Act) By(name string) string { return name + " " + string(a) + " " }

// renameInNotices replaces the names that a person had in notices that begin with them, before Erase forgets these names.
func renameInNotices(tx *gorm.DB, a Account) error {
	const names = "SELECT DISTINCT actor_name FROM audit WHERE actor_id = @id UNION SELECT name FROM users WHERE id = @id"
	var had []string
	if err := tx.Raw(names, a.values()).Scan(&had).Error; err != nil {
		return err
	}
	for _, name := range had {
		length := utf8.RuneCountInString(name)
		rows := tx.Table("notices").Where("actor_id = ? AND substr(text, 1, ?) = ?", a.ID, length+1, name+" ")
		if err := rows.Update("text", gorm.Expr("? || substr(text, ?)", a.Pseudonym, length+1)).Error; err != nil {
			return err
		}
	}
	return nil
}
