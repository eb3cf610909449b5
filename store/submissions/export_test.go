package submissions

import (
	"context"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/recorded"
)

// Alone is a revision without what it shares with others of its store.
func (r Revision) Alone() Revision {
	r.reports = nil
	return r
}

// Refer puts a file to the first revision of an entry under the only name of its content.
func (s *Submissions) Refer(ctx context.Context, entryID int64, name, digest string) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "refer"}, func(tx *gorm.DB) error {
		if err := claimBlobs(tx, []string{digest}); err != nil {
			return err
		}
		return tx.Create(&FileRow{EntryID: entryID, Number: 1, Position: int(name[0]), Name: name,
			Digest: digest}).Error
	})
}

// Drop takes a file off an entry, and returns what it referred to.
func (s *Submissions) Drop(ctx context.Context, entryID int64, name string) (digest string, err error) {
	err = s.db.Change(ctx, recorded.AuditEvent{Name: "drop"}, func(tx *gorm.DB) error {
		of := tx.Where("entry_id = ? AND name = ?", entryID, name).Session(&gorm.Session{})
		if err := of.Model(&FileRow{}).Limit(1).Pluck("digest", &digest).Error; err != nil {
			return err
		}
		return of.Delete(&FileRow{}).Error
	})
	return digest, err
}

// ClearingSteps are the steps in which blobs are cleared away; servers may take them side by side.
func (s *Submissions) ClearingSteps() []func(context.Context) error {
	evidence := blobs.Untraced(s.db.Evidence).(blobs.Clearable)
	var steps []func(context.Context) error
	for _, step := range []func(context.Context, blobs.Clearable) error{s.enterLoose, s.condemnLoose, s.removeLoose,
		s.forgetLoose} {
		steps = append(steps, func(ctx context.Context) error { return step(ctx, evidence) })
	}
	return steps
}

// SealedParts are parts with their contents, one after the other.
func SealedParts(t interface{ Fatal(...any) }, parts ...string) *Sealing {
	made := &Sealing{}
	for i := 0; i < len(parts); i += 2 {
		if err := made.add(parts[i], parts[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return made
}
