// This file owns putting what arrived to a submission.

package uploads

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

// AttachDelivery puts a delivery to an entry and acknowledges it, in one transaction. It returns a
// message about what else that changed, and what Attach does. server is our address.
func (s *Uploads) AttachDelivery(ctx context.Context, entryID int64, actor accounts.User, d *Delivery, server string) (
	message string, err error) {
	err = s.keep(ctx, entryID, actor, d, server, func(_ *gorm.DB, said string) error {
		message = said
		return nil
	})
	return message, err
}

// keep puts a delivery to an entry and acknowledges it, in one transaction with what noted does. The
// document that came along is put in before: what is done over after a fault finds it there.
func (s *Uploads) keep(ctx context.Context, entryID int64, actor accounts.User, d *Delivery, server string,
	noted func(tx *gorm.DB, message string) error) error {
	given, err := s.giveDocument(ctx, entryID, actor, d)
	if err != nil {
		return err
	}
	compared, err := s.compareCarried(ctx, d, given)
	if err != nil {
		return err
	}
	return s.db.Change(recorded.WithActor(ctx, actor.Actor()),
		recorded.AuditEvent{Name: "receive files", EntryID: entryID, Detail: d.named()}, func(tx *gorm.DB) error {
			message, err := s.keepDelivery(tx, entryID, actor, d, given, server)
			if err != nil {
				return err
			}
			return noted(tx, strings.TrimSpace(message+" "+compared))
		})
}

// compareCarried says what the verdict that a delivery carried was worth. It is graded for that on its
// own: what becomes of the draft afterwards is for the draft to say.
func (s *Uploads) compareCarried(ctx context.Context, d *Delivery, given bool) (string, error) {
	switch {
	case d.Carried == nil:
		return "", nil
	case !given:
		return bundle.ReportName + " was left out: it holds what was said of the files elsewhere, or earlier.", nil
	}
	here, err := s.submissions.Intake(ctx, d.Entry(), d.Files())
	if err != nil {
		return "", err
	}
	return d.Compare(here), nil
}

// Acknowledge gives receipts for a delivery that an entry has taken already.
func (s *Uploads) Acknowledge(ctx context.Context, entryID int64, d *Delivery, server string) error {
	return s.db.Change(ctx, recorded.AuditEvent{Name: "acknowledge files", EntryID: entryID, Detail: d.named()},
		func(tx *gorm.DB) error {
			entry, err := submissions.EntryByID(tx, entryID)
			if err != nil {
				return err
			}
			return s.acknowledge(tx, entry, d, server)
		})
}

func (d *Delivery) named() string {
	return strings.Join(database.Convert(d.Sent, func(sent Sent) string { return sent.Name }), ", ")
}

// acknowledge gives one receipt for each file that was sent: it names the file, or all that an archive held.
func (s *Uploads) acknowledge(tx *gorm.DB, entry submissions.EntryView, d *Delivery, server string) error {
	for _, sent := range d.Sent {
		if len(sent.Files) == 0 {
			continue // it was the document
		}
		files := make([]receipt.File, len(sent.Files))
		for i, file := range sent.Files {
			files[i] = receipt.File{Name: file.Name, Size: file.Size, SHA256: file.Digest}
		}
		if _, err := s.submissions.GiveReceipt(tx, entry, server, receipt.OfFile, sent.Name, sent.Digest,
			files); err != nil {
			return err
		}
	}
	return nil
}

// giveDocument makes the document of a delivery the draft, if that has none of its own yet; given
// tells whether it did. It returns a *power.InputError for one that cannot be read.
func (s *Uploads) giveDocument(ctx context.Context, entryID int64, actor accounts.User, d *Delivery) (
	given bool, err error) {
	if d.Document == nil {
		return false, nil
	}
	decoded, _, err := document.Decode(d.DocumentName, d.Document)
	if decoded == nil {
		return false, err
	}
	entry, err := s.submissions.Entry(ctx, entryID)
	if err != nil {
		return false, err
	}
	revision, err := s.submissions.Revision(ctx, entryID, 0)
	if err != nil {
		return false, err
	}
	begun, err := hasContent(s.db.Query(ctx), entry, revision)
	if err != nil || begun {
		return false, err
	}
	d.Edition, decoded.Edition = entry.Edition, entry.Edition
	_, conflicts, err := s.drafts.Replace(ctx, entryID, actor, entry.Version, entry.Version, decoded)
	return err == nil && len(conflicts) == 0, err
}

func hasContent(tx *gorm.DB, entry submissions.Entry, revision submissions.Revision) (bool, error) {
	held, err := submissions.DecodeDocument(revision.Document)
	if err != nil {
		return false, err
	}
	if entry.Complete || held.System.Name != "" || held.Run.Output != "" ||
		slices.ContainsFunc(held.Series, func(one power.Series) bool { return one.File != "" }) {
		return true, nil
	}
	typed, err := database.CountOf(tx.Table("draft_fields").Where("entry_id = ?", entry.ID))
	return typed > 0, err
}

func (s *Uploads) keepDelivery(tx *gorm.DB, entryID int64, actor accounts.User, d *Delivery, given bool,
	server string) (message string, err error) {
	before, err := submissions.HoldEntry(tx, entryID)
	if err != nil {
		return "", err
	}
	held, err := submissions.FilesOf(tx, entryID, before.Row.Revision)
	if err != nil {
		return "", err
	}
	message = keptMessage(d, held, given)
	if len(d.Files()) > 0 {
		err = s.drafts.ChangeFilesOf(tx, before, actor, "attach files",
			func(held []submissions.File) []submissions.File { return drafts.ReplaceByName(held, d.Files()) })
	}
	if err != nil {
		return "", err
	}
	return message, s.acknowledge(tx, before, d, server)
}

func keptMessage(d *Delivery, held []submissions.File, given bool) string {
	var all []string
	for _, file := range d.Files() {
		for _, other := range held {
			if other.Name != file.Name {
				continue
			}
			if other.Digest == file.Digest {
				all = append(all, file.Name+" was there already, with the same content.")
			} else {
				all = append(all, file.Name+" took the place of the file of that name.")
			}
		}
	}
	const few = 3
	if len(all) > few {
		all = append(all[:few], fmt.Sprintf("The same applies to %d other files.", len(all)-few))
	}
	switch {
	case given:
		all = append(all, path.Base(d.DocumentName)+" is the document of the submission now.")
	case d.Document != nil:
		all = append(all, path.Base(d.DocumentName)+
			" was left out because this submission already has content. You can paste its text on the page YAML.")
	}
	return strings.Join(all, " ")
}
