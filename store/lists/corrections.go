// This file owns corrections of entries on a published list.

package lists

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/notices"
	"green500/store/recorded"
	"green500/store/sites"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// Correction is what an editor wants to put right in a published list.
type Correction struct {
	EntryID int64
	TakeOut bool    // the row is taken out
	Row     ListRow // as it should read, if it stays; rank, efficiency and its uncertainty follow from the rest
	Reason  string
	Seen    int // number of the last erratum that the editor knows of
}

// Effect is what a correction does to a list.
type Effect struct {
	Erratum Erratum
	Changes []RankChange // of all rows
}

// PreviewCorrection returns the effect of a correction without making it. It returns what Correct returns.
func (s *Lists) PreviewCorrection(ctx context.Context, edition string, c Correction,
	actor accounts.User) (Effect, error) {
	var effect Effect
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		draft, err := s.draftCorrection(tx, edition, c, actor)
		effect = draft.effect
		return err
	})
	return effect, err
}

// Correct puts a row of a published list right. What was released stays as it is: the erratum stands beside it. It
// returns a *review.Refusal if the person may not, or somebody corrected the list in between, a *review.ConflictError,
// power.InputErrors for fields that will not do, and ErrNotFound.
func (s *Lists) Correct(ctx context.Context, edition string, c Correction, actor accounts.User) (Effect, error) {
	var effect Effect
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		draft, err := s.draftCorrection(tx, edition, c, actor)
		if err != nil {
			return err
		}
		effect = draft.effect
		return s.publishErratum(tx, draft, actor)
	})
	return effect, err
}

type correctionDraft struct {
	edition editions.EditionRow
	entry   submissions.EntryView
	to      review.State
	effect  Effect
}

// draftCorrection holds the edition, so that of two editors one waits for the other and is refused.
func (s *Lists) draftCorrection(tx *gorm.DB, name string, c Correction, actor accounts.User) (correctionDraft, error) {
	var d correctionDraft
	held := database.Locking(tx).Where("name = ? AND published_at IS NOT NULL", database.Text(name))
	if err := held.Take(&d.edition).Error; err != nil {
		return d, fmt.Errorf("the list of %s: %w", name, err)
	}
	list, err := listAsOf(tx, d.edition, AsOf{})
	if err != nil {
		return d, err
	}
	at := slices.IndexFunc(list.Rows, func(row ListRow) bool { return row.EntryID == c.EntryID })
	if at < 0 {
		return d, fmt.Errorf("submission %d is not on the list of %s: %w", c.EntryID, name, database.ErrNotFound)
	}
	if d.entry, err = submissions.EntryByID(tx, c.EntryID); err != nil {
		return d, err
	}
	party, err := submissions.PartyTo(tx, d.entry, actor)
	if err != nil {
		return d, err
	}
	if d.to, err = review.Try(review.Correct, d.entry.State(), party, database.Tidy(c.Reason)); err != nil {
		return d, err
	}
	if c.Seen != len(list.Errata) {
		return d, database.Refuse(
			"Somebody corrected the list of %s in the meantime; reload the page and check the row again.", name)
	}
	d.effect, err = s.effectOf(list, list.Rows[at], c)
	return d, err
}

func (s *Lists) effectOf(list PublishedList, before ListRow, c Correction) (Effect, error) {
	e := Erratum{
		Edition: list.Edition.Name, Number: len(list.Errata) + 1, Previous: list.Edition.ListHash, EntryID: c.EntryID,
		Before: before,
		Reason: database.Tidy(c.Reason), MadeAt: s.db.Now(),
	}
	if last := len(list.Errata) - 1; last >= 0 {
		e.Previous = list.Errata[last].Digest
	}
	if !e.MadeAt.After(list.Since) {
		// the clock of another server is ahead: an instant names one state of the list
		e.MadeAt = list.Since.Add(time.Microsecond)
	}
	if !c.TakeOut {
		after, err := before.put(c.Row)
		if err != nil {
			return Effect{}, err
		}
		e.After = &after
	} else if len(list.Rows) == 1 {
		return Effect{}, database.Refuse(
			"You cannot remove the only row of the list %s. A list needs at least one row.", list.Edition.Name)
	}
	rows := corrected(list.Rows, e)
	if e.After != nil {
		at := slices.IndexFunc(rows, func(row ListRow) bool { return row.EntryID == c.EntryID })
		e.After = &rows[at]
	}
	var err error
	if e.ListHash, err = ListHash(rows); err != nil {
		return Effect{}, err
	}
	e.Digest, err = e.digest()
	return Effect{Erratum: e, Changes: Differences(list.Rows, rows)}, err
}

func (r ListRow) put(c ListRow) (ListRow, error) {
	after := r
	after.System, after.Site, after.Country, after.Accelerator = database.Tidy(c.System), database.Tidy(c.Site),
		database.Tidy(c.Country), database.Tidy(c.Accelerator)
	after.TotalCores, after.Top500Rank, after.Level = c.TotalCores, c.Top500Rank, c.Level
	after.Rmax, after.Power, after.PowerUncertainty = c.Rmax, c.Power, c.PowerUncertainty
	if err := after.check(); err != nil {
		return r, err
	}
	if sameRow(r, after) {
		return r, &power.InputError{Problem: "nothing would be changed",
			Remedy: "change what is wrong in the row, or take it out"}
	}
	if after.Rmax != r.Rmax || after.Power != r.Power ||
		!submissions.SameUncertainty(after.PowerUncertainty, r.PowerUncertainty) {
		after.Efficiency = after.Rmax.PerWatt(after.Power)
		after.EfficiencyUncertainty = after.efficiencyUncertainty()
	}
	return after, nil
}

// efficiencyUncertainty is the half width that follows from that of the power, as grading has it.
func (r ListRow) efficiencyUncertainty() *float64 {
	if r.PowerUncertainty == nil {
		return nil
	}
	half := power.Watts(*r.PowerUncertainty)
	width := math.Max(r.Efficiency-r.Rmax.PerWatt(r.Power+half), r.Rmax.PerWatt(r.Power-half)-r.Efficiency)
	return &width
}

func (r ListRow) check() error {
	var errs power.InputErrors
	for _, one := range []struct {
		wrong                  bool
		field, problem, remedy string
	}{
		{r.System == "", "system", "the system has no name", "write its name"},
		{r.Site == "", "site", "the site has no name", "write its name"},
		{r.Country != "" && !sites.IsCountry(r.Country), "country", "this is not the code of a country",
			"write its two letters of ISO 3166, as DE"},
		{r.TotalCores < 0, "total_cores", "there are fewer than no cores", "write their number"},
		{r.Top500Rank < 0, "top500_rank", "a rank is 1 or more", "write it, or leave it empty if there is none"},
		{!isListFigure(float64(r.Rmax)), "rmax_gflops", "Rmax must be positive", "write it in GFlop/s"},
		{!isListFigure(float64(r.Power)), "power_w", "the power must be positive", "write it in watts"},
		{r.PowerUncertainty != nil && (!isListFigure(*r.PowerUncertainty) || *r.PowerUncertainty >= float64(r.Power)),
			"power_uncertainty_w",
			"the uncertainty must be between 0 and the power",
			"write it in watts, or leave it empty if it is not known"},
		{r.Level != 0 && !slices.Contains(power.Levels(), r.Level), "level", "this is not a level",
			"choose one of the levels, or no level"},
	} {
		if one.wrong {
			errs = append(errs, database.InputError(one.field, one.problem, one.remedy))
		}
	}
	return errs.OrNil()
}

func isListFigure(figure float64) bool { return figure > 0 && !math.IsInf(figure, 0) }

func (s *Lists) publishErratum(tx *gorm.DB, d correctionDraft, actor accounts.User) error {
	e, before := d.effect.Erratum, d.entry.Row
	row := ErratumRow{
		EditionID: d.edition.ID, Number: e.Number, EntryID: e.EntryID, Reason: e.Reason,
		ActorID: actor.ID, ActorName: actor.Name,
		Made: e.MadeAt.UnixMicro(), ListHash: e.ListHash, Digest: e.Digest,
	}
	var err error
	if row.RowBefore, err = json.Marshal(e.Before); err != nil {
		return fmt.Errorf("write the row before: %w", err)
	}
	if e.After != nil {
		if row.RowAfter, err = json.Marshal(e.After); err != nil {
			return fmt.Errorf("write the row after: %w", err)
		}
	}
	if err := tx.Create(&row).Error; err != nil {
		return err
	}
	after := before
	after.State, after.Updated = string(d.to), e.MadeAt.UnixMicro()
	if err := submissions.ReplaceEntry(tx, before, after, submissions.ErrConflict()); err != nil {
		return err
	}
	decision := submissions.NewDecision(before, review.Correct, d.to, actor, e.Reason, e.MadeAt)
	if err := tx.Create(&decision).Error; err != nil {
		return err
	}
	event := recorded.AuditEvent{Name: string(review.Correct), EntryID: e.EntryID, Revision: e.Before.Revision,
		Subject: e.Edition, Detail: fmt.Sprintf("erratum %d, digest %s", e.Number, e.Digest),
		Seal: e.ListHash, Signed: true}
	if err := s.db.Record(tx, event); err != nil {
		return err
	}
	if err := s.updateCatalogue(tx, d.edition.ID); err != nil {
		return err
	}
	return s.notifyOfErratum(tx, d)
}

func (s *Lists) notifyOfErratum(tx *gorm.DB, d correctionDraft) error {
	e := d.effect.Erratum
	link := "/lists/" + e.Edition + "/changes"
	holders, err := submissions.HoldersOf(tx, e.EntryID)
	if err != nil {
		return err
	}
	told := notices.NewNotice{Kind: review.OfMoves, EntryID: e.EntryID, Text: "The row of " + e.Before.System +
		" on the list of " + e.Edition + " was corrected: " + e.Reason, Link: link}
	if err := s.notices.Notify(tx, holders, told); err != nil {
		return err
	}
	for _, change := range d.effect.Changes {
		if !change.Moved() {
			continue
		}
		if holders, err = submissions.HoldersOf(tx, change.EntryID()); err != nil {
			return err
		}
		told := notices.NewNotice{Kind: review.OfRanks, EntryID: change.EntryID(), Text: change.sentence(e), Link: link}
		if err := s.notices.Notify(tx, holders, told); err != nil {
			return err
		}
	}
	return nil
}

func (c RankChange) sentence(e Erratum) string {
	where := fmt.Sprintf("By erratum %d to the list of %s ", e.Number, e.Edition)
	if c.After == nil {
		return where + fmt.Sprintf("%s is not on it any more; it had %s.", c.Before.System, c.Before.rankWords())
	}
	return where + fmt.Sprintf("%s moved from %s to %s.", c.After.System, c.Before.rankWords(), c.After.rankWords())
}

func (r ListRow) rankWords() string {
	if r.Rank == 0 {
		return "no rank"
	}
	return fmt.Sprintf("rank %d", r.Rank)
}
