// This file owns notices about calibrations that expire.

package notices

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/drafts"
	"green500/store/recorded"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

const maxAnnounced = 100

// AnnounceCalibrations tells the people who keep a meter that its calibration ends within power.CalibrationNotice days:
// once for each calibration, the members of the site or the owner. It returns how many calibrations were announced.
func (s *Notices) AnnounceCalibrations(ctx context.Context) (int, error) {
	var due []drafts.EquipmentRow
	// calibrated_until is when the last day has passed
	horizon := s.db.Now().AddDate(0, 0, power.CalibrationNotice+1).UnixMicro()
	query := s.db.Query(ctx).Where("calibrated_until <= ? AND announced_at IS NULL", horizon)
	if err := query.Order("calibrated_until, id").Limit(maxAnnounced).Find(&due).Error; err != nil {
		return 0, err
	}
	announced := 0
	for _, row := range due {
		done := false
		err := s.db.Transact(recorded.WithRoutine(ctx, recorded.RoutineNotice), func(tx *gorm.DB) (err error) {
			done, err = s.announce(tx, row)
			return err
		})
		if err != nil {
			return announced, err
		}
		if done {
			announced++
		}
	}
	return announced, nil
}

// announce announces one calibration, unless somebody else did or the part was changed. The mail names no meter.
func (s *Notices) announce(tx *gorm.DB, row drafts.EquipmentRow) (bool, error) {
	now := s.db.Now()
	if err := database.MetOne(tx.Model(&drafts.EquipmentRow{}).Where("id = ? AND version = ? AND announced_at IS NULL",
		row.ID, row.Version).Update("announced_at", now.UnixMicro()), nil); err != nil {
		return false, err
	}
	part, err := document.ReadPart(document.Kind(row.Kind), row.Part)
	if err != nil {
		return false, err
	}
	people, site, err := keepersOf(tx, row)
	if err != nil {
		return false, err
	}
	when := " ends on " + part.CalibratedUntil().String() + "."
	if !now.Before(time.UnixMicro(*row.CalibratedUntil)) {
		when = " ended on " + part.CalibratedUntil().String() + "."
	}
	what := NewNotice{Kind: review.OfDeadlines, Text: "The calibration of meter " + row.Name + site + when,
		Open: "The calibration of a meter in your equipment library" + when, Link: fmt.Sprintf("/equipment/%d", row.ID)}
	return true, s.Notify(tx, people, what)
}

func keepersOf(tx *gorm.DB, row drafts.EquipmentRow) (people []int64, site string, err error) {
	if row.SiteID == nil {
		return []int64{*row.OwnerID}, "", nil
	}
	if err := tx.Table("sites").Select("name").Where("id = ?", *row.SiteID).Take(&site).Error; err != nil {
		return nil, "", fmt.Errorf("site %d: %w", *row.SiteID, err)
	}
	if err := tx.Table("members").Where("site_id = ?", *row.SiteID).Order("user_id").
		Pluck("user_id", &people).Error; err != nil {
		return nil, "", err
	}
	return people, " of " + site, nil
}
