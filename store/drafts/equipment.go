// This file owns the equipment library of a site: saved meters, node sets and subsystems.

package drafts

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/store/sites"
	"green500/validation/document"
	"green500/validation/power"
)

// KeptPart is a part of the document that a person or a site keeps to be used again.
type KeptPart struct {
	ID        int64
	SiteID    int64  // 0 if it is the person's own
	SiteName  string // empty if it is the person's own
	Name      string
	Part      document.Part
	Version   int64 // grows with every change; ChangePart asks for it
	UpdatedAt time.Time
	UpdatedBy string // name of who changed it last
}

// EquipmentOwner is the owner of an equipment library: a person, or a site of theirs.
type EquipmentOwner struct {
	SiteID   int64  // 0 for the person's own
	SiteName string // empty for the person's own
}

// EquipmentRow is a row of the table equipment.
type EquipmentRow struct {
	ID              int64
	SiteID          *int64
	OwnerID         *int64
	Kind            string
	Name            string
	Part            []byte
	CalibratedUntil *int64
	Announced       *int64 `gorm:"column:announced_at"`
	Version         int64
	Updated         int64 `gorm:"column:updated_at"`
	UpdatedBy       int64
}

func (EquipmentRow) TableName() string { return "equipment" }

type equipmentView struct {
	Row         EquipmentRow `gorm:"embedded"`
	SiteName    *string
	UpdaterName string
}

func (v equipmentView) kept() (KeptPart, error) {
	part, err := document.ReadPart(document.Kind(v.Row.Kind), v.Row.Part)
	if err != nil {
		return KeptPart{}, fmt.Errorf("part %d of an equipment library: %w", v.Row.ID, err)
	}
	kept := KeptPart{ID: v.Row.ID, Name: v.Row.Name, Part: part, Version: v.Row.Version,
		UpdatedAt: database.FromMicro(v.Row.Updated), UpdatedBy: v.UpdaterName}
	if v.Row.SiteID != nil && v.SiteName != nil {
		kept.SiteID, kept.SiteName = *v.Row.SiteID, *v.SiteName
	}
	return kept, nil
}

// Limits of an equipment library.
const (
	maxPartName = 200      // bytes
	maxPartText = 64 << 10 // bytes
	maxParts    = 1000     // of one owner
)

func viewEquipment(tx *gorm.DB, userID int64) *gorm.DB {
	return tx.Table("equipment").
		Select("equipment.*, sites.name AS site_name, users.name AS updater_name").
		Joins("LEFT JOIN sites ON sites.id = equipment.site_id").
		Joins("JOIN users ON users.id = equipment.updated_by").
		Where("equipment.owner_id = ? OR equipment.site_id IN (SELECT site_id FROM members WHERE user_id = ?)",
			userID, userID)
}

// Equipment returns what a person keeps and what their sites keep, by name.
func (s *Drafts) Equipment(ctx context.Context, userID int64) ([]KeptPart, error) {
	views, err := database.Find[equipmentView](viewEquipment(s.db.Query(ctx), userID).
		Order("equipment.name, equipment.id"))
	if err != nil {
		return nil, err
	}
	all := make([]KeptPart, len(views))
	for i, view := range views {
		kept, err := view.kept()
		if err != nil {
			return nil, err
		}
		all[i] = kept
	}
	return all, nil
}

// EquipmentOwners returns where a person may keep parts: their own library first, then those of their sites by name.
func (s *Drafts) EquipmentOwners(ctx context.Context, userID int64) ([]EquipmentOwner, error) {
	var sites []EquipmentOwner
	query := s.db.Query(ctx).Table("sites").Select("sites.id AS site_id, sites.name AS site_name").
		Where("id IN (SELECT site_id FROM members WHERE user_id = ?)", userID)
	err := query.Order("name").Find(&sites).Error
	return append([]EquipmentOwner{{}}, sites...), err
}

// KeptPart returns a part that a person or a site of theirs keeps, or ErrNotFound.
func (s *Drafts) KeptPart(ctx context.Context, userID, id int64) (KeptPart, error) {
	view, err := equipmentByID(s.db.Query(ctx), userID, id)
	if err != nil {
		return KeptPart{}, err
	}
	return view.kept()
}

func equipmentByID(tx *gorm.DB, userID, id int64) (equipmentView, error) {
	view, err := database.Take[equipmentView](viewEquipment(tx, userID).Where("equipment.id = ?", id))
	if err != nil {
		return view, fmt.Errorf("part %d of the equipment library: %w", id, err)
	}
	return view, nil
}

// KeepPart keeps a part: for a site if one is told, whose members may all change it, else for the
// person. It returns a *power.InputError for a part that cannot be kept, such as one whose name is in
// use, and ErrNotFound for a site that the person is not of.
func (s *Drafts) KeepPart(ctx context.Context, actor accounts.User, siteID int64,
	part document.Part) (KeptPart, error) {
	row, err := s.rowOf(actor, part)
	if err != nil {
		return KeptPart{}, err
	}
	row.Version = 1
	var view equipmentView
	err = s.db.Transact(ctx, func(tx *gorm.DB) error {
		row.ID = 0
		if err := row.put(tx, actor, siteID); err != nil {
			return err
		}
		if err := database.MetOne(database.UnlessThere(tx).Create(&row), nameInUse(part)); err != nil {
			return err
		}
		if view, err = equipmentByID(tx, actor.ID, row.ID); err != nil {
			return err
		}
		return s.db.Record(tx, row.event("add equipment"))
	})
	if err != nil {
		return KeptPart{}, err
	}
	return view.kept()
}

func (r *EquipmentRow) put(tx *gorm.DB, actor accounts.User, siteID int64) error {
	fresh := tx.Model(&EquipmentRow{})
	if siteID == 0 {
		r.OwnerID, fresh = &actor.ID, fresh.Where("owner_id = ?", actor.ID)
	} else {
		member, err := sites.IsMember(tx, siteID, actor.ID)
		if err != nil {
			return err
		}
		if !member {
			return fmt.Errorf("site %d: %w", siteID, database.ErrNotFound)
		}
		r.SiteID, fresh = &siteID, fresh.Where("site_id = ?", siteID)
	}
	count, err := database.CountOf(fresh)
	if err != nil {
		return err
	}
	if count >= maxParts {
		return database.Refuse("An equipment library holds at most %d parts; remove one first.", maxParts)
	}
	return nil
}

func (s *Drafts) rowOf(actor accounts.User, part document.Part) (EquipmentRow, error) {
	written, err := part.JSON()
	if err != nil {
		return EquipmentRow{}, fmt.Errorf("write a part: %w", err)
	}
	row := EquipmentRow{Kind: string(part.Kind), Name: database.Tidy(part.Name()), Part: written,
		Updated: s.db.Now().UnixMicro(), UpdatedBy: actor.ID}
	switch {
	case row.Name == "" || len(row.Name) > maxPartName:
		return row, database.InputError(part.NameField(),
			fmt.Sprintf("a kept part needs a name of up to %d characters", maxPartName), "give it a short one")
	case len(row.Part) > maxPartText:
		return row, &power.InputError{Problem: fmt.Sprintf("the part is longer than %d bytes", maxPartText),
			Remedy: "leave out what the data sheet states"}
	}
	if until := part.CalibratedUntil(); !until.IsZero() {
		end := until.End().UnixMicro()
		row.CalibratedUntil = &end
	}
	return row, nil
}

func nameInUse(part document.Part) error {
	return database.Taken(database.InputError(part.NameField(), part.Name()+" is already in this equipment library",
		"choose another name, or change that one"))
}

func errChangedMeanwhile(by string) error {
	return database.Refuse("%s changed this part in the meantime, so nothing was overwritten. "+
		"Check what they saved, then make the change again.", by)
}

// ChangePart puts a part in place of one that is kept. version is the one that the person was looking
// at: of two people who change it at once, the second gets a *review.Refusal. Else it returns what
// KeepPart does. A calibration that ends on another day is announced again.
func (s *Drafts) ChangePart(ctx context.Context, actor accounts.User, id, version int64,
	part document.Part) (KeptPart, error) {
	row, err := s.rowOf(actor, part)
	if err != nil {
		return KeptPart{}, err
	}
	var view equipmentView
	err = s.db.Transact(ctx, func(tx *gorm.DB) error {
		before, err := equipmentByID(tx, actor.ID, id)
		if err != nil {
			return err
		}
		if err := changePart(tx, before, version, row, part); err != nil {
			return err
		}
		if view, err = equipmentByID(tx, actor.ID, id); err != nil {
			return err
		}
		return s.db.Record(tx, view.Row.event("change equipment"))
	})
	if err != nil {
		return KeptPart{}, err
	}
	return view.kept()
}

func changePart(tx *gorm.DB, before equipmentView, version int64, row EquipmentRow, part document.Part) error {
	if before.Row.Kind != row.Kind {
		return fmt.Errorf("part %d is a %s: %w", before.Row.ID, before.Row.Kind, database.ErrNotFound)
	}
	if before.Row.Version != version {
		return errChangedMeanwhile(before.UpdaterName)
	}
	if err := refuseNameInUse(tx, before.Row, part); err != nil {
		return err
	}
	columns := map[string]any{
		"name": row.Name, "part": row.Part, "calibrated_until": row.CalibratedUntil, "updated_at": row.Updated,
		"updated_by": row.UpdatedBy, "version": version + 1,
	}
	if !sameTime(before.Row.CalibratedUntil, row.CalibratedUntil) {
		columns["announced_at"] = nil
	}
	return database.MetOne(tx.Model(&EquipmentRow{}).Where("id = ? AND version = ?", before.Row.ID, version).
		Updates(columns), errChangedMeanwhile(before.UpdaterName))
}

func sameTime(a, b *int64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func refuseNameInUse(tx *gorm.DB, row EquipmentRow, part document.Part) error {
	others := tx.Model(&EquipmentRow{}).Where("kind = ? AND name = ? AND id <> ?", row.Kind,
		database.Tidy(part.Name()), row.ID)
	if row.SiteID != nil {
		others = others.Where("site_id = ?", *row.SiteID)
	} else {
		others = others.Where("owner_id = ?", *row.OwnerID)
	}
	count, err := database.CountOf(others)
	if err != nil {
		return err
	}
	if count > 0 {
		return nameInUse(part)
	}
	return nil
}

// RemovePart removes a part from the library. It returns a *review.Refusal if somebody changed it
// since the version that the person was looking at, and ErrNotFound.
func (s *Drafts) RemovePart(ctx context.Context, actor accounts.User, id, version int64) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		before, err := equipmentByID(tx, actor.ID, id)
		if err != nil {
			return err
		}
		if err := database.MetOne(tx.Where("id = ? AND version = ?", id, version).Delete(&EquipmentRow{}),
			errChangedMeanwhile(before.UpdaterName)); err != nil {
			return err
		}
		return s.db.Record(tx, before.Row.event("remove equipment"))
	})
}

func (r EquipmentRow) event(name string) recorded.AuditEvent {
	whose := recorded.AccountWord(database.ZeroIfNil(r.OwnerID))
	if r.SiteID != nil {
		whose = recorded.SiteWord(*r.SiteID)
	}
	return recorded.AuditEvent{Name: name, Subject: fmt.Sprintf("part %d", r.ID),
		Detail: fmt.Sprintf("%s %s of %s", r.Kind, r.Name, whose)}
}
