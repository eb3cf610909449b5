package person

import (
	"fmt"
	"strings"

	"gorm.io/gorm"

	"green500/validation/review"
)

// open is work of a person that others have to settle before the account can be erased.
type open struct {
	query    string // the numbers of what is open, of an account with the number @id
	sentence string // what to do, with these numbers
}

// openWork is the one table of open work. The program settles the rest when it erases: drafts and reviews.
func openWork() []open {
	const others = "SELECT site_id FROM members WHERE user_id <> @id"
	return []open{
		{"SELECT id FROM users WHERE id = @id AND role = 'admin' AND NOT EXISTS (SELECT 1 FROM users " +
			"WHERE role = 'admin' AND id <> @id AND NOT disabled)",
			"Account %s is the only administrator: give another account that role first."},
		{"SELECT id FROM entries WHERE owner_id = @id AND state IN ('submitted', 'in_review') ORDER BY id",
			"This person's submissions wait for a decision (%s): reject them or return them to the submitter first, " +
				"or have them withdrawn."},
		{"SELECT DISTINCT entry_id FROM waivers " +
			"WHERE (approver_id = @id OR proposer_id = @id) AND state = 'proposed' ORDER BY 1",
			"Waivers wait for this person's approval, or were proposed by this person (submissions %s): " +
				"decline them or take them back first."},
		{"SELECT entry_id FROM appeals WHERE opened_by = @id AND outcome = 'open' ORDER BY 1",
			"This person's appeals are open (submissions %s): decide them first."},
		{"SELECT site_id FROM members WHERE user_id = @id AND role = 'keeper' AND site_id IN (" + others +
			") AND site_id NOT IN (" + others + " AND role = 'keeper') ORDER BY 1",
			"This person is the only keeper of a site that has other members (site %s). " +
				"Another member must become a keeper first."},
	}
}

// Unsettled returns what others have to settle before an account can be erased, as a *review.Refusal; nil if there is
// nothing. It fails if the database does.
func Unsettled(tx *gorm.DB, id int64) error {
	for _, one := range openWork() {
		var numbers []int64
		if err := tx.Raw(one.query, map[string]any{"id": id}).Scan(&numbers).Error; err != nil {
			return err
		}
		if len(numbers) > 0 {
			return &review.Refusal{Sentence: fmt.Sprintf(one.sentence,
				strings.ReplaceAll(strings.Trim(fmt.Sprint(numbers), "[]"), " ", ", "))}
		}
	}
	return nil
}

// RefuseFormer returns a *review.Refusal if an account is no administrator any more, so that two administrators who act
// against each other at once leave one. It fails if the database does.
func RefuseFormer(tx *gorm.DB, id int64) error {
	var count int64
	if err := tx.Table("users").Where("id = ? AND role = ? AND NOT disabled", id, string(review.Admin)).
		Count(&count).Error; err != nil {
		return err
	}
	if count == 0 {
		return &review.Refusal{Sentence: "You are not an administrator any more."}
	}
	return nil
}
