// This file owns waivers of requirements.

package reviews

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// Waiver is a finding against which an entry is, or was to be, accepted.
type Waiver struct {
	ID          int64
	EntryID     int64  // for which it was proposed
	Edition     string // of that entry
	Revision    int    // that was looked at
	Rule        string
	Reason      string
	Until       string // the last edition it holds for
	State       review.WaiverState
	ProposerID  int64
	Proposer    string // at the time, as are the names below
	ProposedAt  time.Time
	ApproverID  int64
	Approver    string
	ApprovedAt  *time.Time
	EndedAt     *time.Time // declined, taken back or ended
	EndedByID   int64
	EndedBy     string
	EndedReason string
	Past        bool // it does not reach the edition of the entry that was asked for
	Counts      bool // it is approved, reaches that edition, and the demand is not met
}

// WaiverRow is a row of the table waivers.
type WaiverRow struct {
	ID           int64
	EntryID      int64
	Revision     int
	Rule         string
	Reason       string
	UntilEdition string
	State        string
	ProposerID   int64
	ProposerName string
	Proposed     int64 `gorm:"column:proposed_at"`
	ApproverID   int64
	ApproverName string
	Approved     *int64 `gorm:"column:approved_at"`
	Ended        *int64 `gorm:"column:ended_at"`
	EndedByID    *int64
	EndedBy      string
	EndedReason  string
}

func (WaiverRow) TableName() string { return "waivers" }

type waiverView struct {
	Row     WaiverRow `gorm:"embedded"`
	Edition string
}

func (v waiverView) waiver() Waiver {
	r := v.Row
	return Waiver{
		ID: r.ID, EntryID: r.EntryID, Edition: v.Edition, Revision: r.Revision, Rule: r.Rule, Reason: r.Reason,
		Until: r.UntilEdition,
		State: review.WaiverState(r.State), ProposerID: r.ProposerID, Proposer: r.ProposerName,
		ProposedAt: database.FromMicro(r.Proposed),
		ApproverID: r.ApproverID, Approver: r.ApproverName, ApprovedAt: database.FromMicroOrNil(r.Approved),
		EndedAt: database.FromMicroOrNil(r.Ended), EndedByID: database.ZeroIfNil(r.EndedByID), EndedBy: r.EndedBy,
		EndedReason: r.EndedReason,
	}
}

// Words say what a waiver does to a level, as it is shown wherever that level is.
func (w Waiver) Words() string {
	return w.demand() + w.Approver
}

func (w Waiver) demand() string {
	return fmt.Sprintf("by waiver of %s until %s, approved by ", w.Rule, w.Until)
}

// waiversOf are the waivers for an entry, and those that were approved for the entries it was begun from, oldest first.
func waiversOf(tx *gorm.DB, entry submissions.EntryView) ([]Waiver, error) {
	const chain = `WITH RECURSIVE chain (id) AS (SELECT CAST(? AS BIGINT) UNION SELECT entries.begun_from FROM entries
		JOIN chain ON entries.id = chain.id WHERE entries.begun_from IS NOT NULL)
		SELECT waivers.*, editions.name AS edition FROM waivers JOIN chain ON chain.id = waivers.entry_id
		JOIN entries ON entries.id = waivers.entry_id JOIN editions ON editions.id = entries.edition_id
		WHERE waivers.entry_id = ? OR waivers.approved_at IS NOT NULL ORDER BY waivers.id`
	var views []waiverView
	fresh := tx
	if err := fresh.Raw(chain, entry.Row.ID, entry.Row.ID).Scan(&views).Error; err != nil {
		return nil, err
	}
	waivers := database.Convert(views, waiverView.waiver)
	for i := range waivers {
		waivers[i].Past = !review.WaiverReaches(waivers[i].Until, entry.EditionName)
	}
	return waivers, nil
}

// WaivedLevel is the level of a revision with the waivers that count.
type WaivedLevel struct {
	Waivers []Waiver
	Level   power.Level
	Words   string   // by which waivers, empty if none counts
	Open    []string // rules against which it could be accepted
}

func countStated(waivers []Waiver, words string) {
	var stated []string // of several waivers of a demand the last counted; names may have changed since
	for i, waiver := range slices.Backward(waivers) {
		demand := waiver.demand()
		waivers[i].Counts = waiver.ApprovedAt != nil && strings.Contains(words, demand) &&
			!slices.Contains(stated, demand)
		if waivers[i].Counts {
			stated = append(stated, demand)
		}
	}
}

// ApplyWaivers returns the level that a revision of an entry is granted with its waivers. Published entries keep
// theirs.
func ApplyWaivers(tx *gorm.DB, entry submissions.EntryView, number int) (WaivedLevel, error) {
	waivers, err := waiversOf(tx, entry)
	w := WaivedLevel{Waivers: waivers, Level: entry.Row.GrantedLevel, Words: entry.Row.Waivers}
	if entry.State().Public() {
		countStated(waivers, w.Words)
		return w, err
	}
	if err != nil || len(waivers) == 0 {
		return w, err
	}
	revision, err := submissions.RevisionOf(tx, entry.Row.ID, number)
	if err != nil {
		return w, err
	}
	report, _, err := revision.Verdict()
	if err != nil || report == nil {
		return w, err
	}
	for _, f := range report.Waivable() {
		w.Open = append(w.Open, f.Rule)
	}
	var waived, words []string
	for i, waiver := range waivers {
		waivers[i].Counts = waiver.State == review.InForce && !waiver.Past && slices.Contains(w.Open, waiver.Rule)
		if waivers[i].Counts && !slices.Contains(waived, waiver.Rule) {
			waived, words = append(waived, waiver.Rule), append(words, waiver.Words())
		}
	}
	w.Level, w.Words = report.Waived(waived), strings.Join(words, "; ")
	return w, nil
}
