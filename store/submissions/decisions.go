package submissions

import (
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/validation/review"
)

// Decision is a move of an entry that happened.
type Decision struct {
	EntryID   int64
	Revision  int // the current one at the time
	Verb      review.Verb
	From      review.State
	To        review.State
	ActorID   int64
	ActorName string // at the time
	Reason    string
	At        time.Time
}

// DecisionRow is a row of the table decisions.
type DecisionRow struct {
	ID        int64
	EntryID   int64
	Revision  int
	Verb      string
	FromState string
	ToState   string
	ActorID   int64
	ActorName string
	Reason    string
	Decided   int64 `gorm:"column:decided_at"`
}

func (DecisionRow) TableName() string { return "decisions" }

// Decision is the decision of a row.
func (r DecisionRow) Decision() Decision {
	return Decision{
		EntryID:   r.EntryID,
		Revision:  r.Revision,
		Verb:      review.Verb(r.Verb),
		From:      review.State(r.FromState),
		To:        review.State(r.ToState),
		ActorID:   r.ActorID,
		ActorName: r.ActorName,
		Reason:    r.Reason,
		At:        database.FromMicro(r.Decided),
	}
}

// NewDecision returns the row of a decision that is made now.
func NewDecision(entry EntryRow, verb review.Verb, to review.State, actor accounts.User, reason string,
	now time.Time) DecisionRow {
	return DecisionRow{
		EntryID:   entry.ID,
		Revision:  entry.Revision,
		Verb:      string(verb),
		FromState: entry.State,
		ToState:   string(to),
		ActorID:   actor.ID,
		ActorName: actor.Name,
		Reason:    reason,
		Decided:   now.UnixMicro(),
	}
}

// Deciders are those who review, do not hold an entry and have no conflict of interest with it, by name.
func Deciders(tx *gorm.DB, entry EntryView, condition string, values ...any) ([]accounts.User, error) {
	var rows []accounts.UserRow
	fresh := tx
	query := fresh.Where("NOT disabled AND role IN ?", []string{string(review.Reviewer), string(review.Editor)}).
		Where(condition, values...)
	if err := query.Order("name, id").Find(&rows).Error; err != nil {
		return nil, err
	}
	people := database.Convert(rows, accounts.UserRow.Account)
	of, err := InterestsOf(fresh, people...)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(people, func(one accounts.User) bool {
		party := of[one.ID].Party(entry)
		return party.Owner || party.Conflict != review.NoConflict
	}), nil
}

// Decidable returns the states in which a submission is decided.
func Decidable() []review.State {
	var states []review.State
	for _, state := range review.States() {
		if state.Decidable() {
			states = append(states, state)
		}
	}
	return states
}
