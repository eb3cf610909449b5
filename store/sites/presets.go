// This file owns presets: saved import settings of logs.

package sites

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/power"
	"green500/validation/review"
)

// Preset says how a kind of log is read. What its text means is not for the store to know.
type Preset struct {
	ID        int64
	Site      string // by its name, whose members read by it; empty if it is one person's own
	Name      string
	Signature string // of the logs that it is for
	Text      string
	CreatedAt time.Time `gorm:"-"`
}

type presetRow struct {
	Preset
	OwnerID *int64
	Created int64 `gorm:"column:created_at"`
}

func (presetRow) TableName() string { return "presets" }

func (r presetRow) preset() Preset {
	r.CreatedAt = database.FromMicro(r.Created)
	return r.Preset
}

func mayOwn(tx *gorm.DB, user accounts.User) *gorm.DB {
	const ofSites = "owner_id IS NULL AND site IN (SELECT sites.name FROM sites " +
		"JOIN members ON members.site_id = sites.id WHERE members.user_id = ?)"
	return tx.Where("(owner_id = ? OR ("+ofSites+"))", user.ID, user.ID)
}

func (r Preset) refuse(tx *gorm.DB, user accounts.User) error {
	if r.Site == "" {
		return nil
	}
	sites, err := ForAccount(tx, user.ID)
	if err != nil {
		return err
	}
	kept := slices.ContainsFunc(sites, func(s Site) bool {
		return s.Name == r.Site && review.MayInSite(s.Role, review.SaveSitePresets)
	})
	if !kept {
		return database.Refuse("You are not a member of the site %s, so you cannot save presets for it.", r.Site)
	}
	return nil
}

// What a preset may hold, in bytes.
const (
	maxPresetName = 200
	maxPresetText = 64 << 10
)

func (r Preset) check() error {
	var errs power.InputErrors
	if r.Name == "" || len(r.Name) > maxPresetName {
		errs = append(errs, database.InputError("name", fmt.Sprintf("a preset needs a name of up to %d characters",
			maxPresetName), "name it after the meter or the log"))
	}
	if len(r.Text) > maxPresetText {
		errs = append(errs,
			database.InputError("text", "the preset is too long", "leave out what the log itself states"))
	}
	if err := errs.OrNil(); err != nil {
		return err
	}
	if r.Signature == "" {
		return fmt.Errorf("preset %s: the signature is missing", r.Name)
	}
	return nil
}

// AddPreset keeps a preset of a person, or of a site that they are of. It returns a *power.InputError
// or power.InputErrors for what will not do, such as a name that its owner has given already, and a
// *review.Refusal for another site.
func (s *Sites) AddPreset(ctx context.Context, user accounts.User, r Preset) (Preset, error) {
	r.Name, r.Site, r.Signature = database.Tidy(r.Name), database.Tidy(r.Site), database.Text(r.Signature)
	if err := r.check(); err != nil {
		return Preset{}, err
	}
	row := presetRow{Preset: Preset{Site: r.Site, Name: r.Name, Signature: r.Signature, Text: database.Text(r.Text)},
		Created: s.db.Now().UnixMicro()}
	if r.Site == "" {
		row.OwnerID = &user.ID
	}
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		if err := r.refuse(tx, user); err != nil {
			return err
		}
		row.ID = 0
		if err := database.MetOne(database.UnlessThere(tx).Create(&row), database.InputError("name",
			"there is already a preset called "+r.Name, "choose another name, or delete that one")); err != nil {
			return err
		}
		return s.db.Record(tx,
			recorded.AuditEvent{Name: "save a preset", Subject: fmt.Sprintf("preset %d", row.ID), Detail: r.Name})
	})
	return row.preset(), err
}

// Presets returns the presets that a person may read by: their own, then those of their sites, by name.
func (s *Sites) Presets(ctx context.Context, user accounts.User) ([]Preset, error) {
	return database.Listed(mayOwn(s.db.Query(ctx), user).Order("owner_id IS NULL, name, id"), presetRow.preset)
}

// DeletePreset forgets a preset of a person or of one of their sites. It returns ErrNotFound for every other.
func (s *Sites) DeletePreset(ctx context.Context, user accounts.User, id int64) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "delete a preset", Subject: fmt.Sprintf("preset %d", id)},
		func(tx *gorm.DB) error {
			if err := database.UpdatedOne(mayOwn(tx, user).Where("id = ?", id).Delete(&presetRow{})); err != nil {
				return fmt.Errorf("delete preset %d: %w", id, err)
			}
			return nil
		})
}

func presetsOf(tx *gorm.DB, site string) *gorm.DB {
	return tx.Model(&presetRow{}).Where("owner_id IS NULL AND site = ?", site)
}

// renamePresets moves the presets of a site to its new name. It returns a *power.InputError
// if presets are kept under that already, from times when people named their sites themselves.
func renamePresets(tx *gorm.DB, before, after string) error {
	if before == after {
		return nil
	}
	there, err := database.CountOf(presetsOf(tx, after))
	if err != nil {
		return err
	}
	if there > 0 {
		return database.InputError("name", "presets of another site are saved under this name", "choose another name")
	}
	return presetsOf(tx, before).Update("site", after).Error
}
