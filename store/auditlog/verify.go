// This file owns the proof that nothing of an installation was altered.

package auditlog

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/lists"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/review/audit"
	"green500/validation/review/receipt"
)

// Inspection proves that nothing of an installation was altered.
type Inspection struct {
	Workers  int                                  // that read evidence at once; all cores if 0
	Progress func(part string, done, total int64) // total is 0 if it is not known; may be nil
	Found    func(problem string)                 // is called once for each thing that is wrong
	Earlier  func(visit func(audit.Record)) error // gives the records of an earlier export; may be nil
}

// Inspected is how much of one kind was looked at.
type Inspected struct {
	Part  string
	Count int64
	Wrong int64
}

// Inspector is an inspection while it runs.
type Inspector struct {
	Inspection
	Store *AuditLog
	keys  []string // that receipts and heads are signed with
	now   Inspected
}

type inspectionPart struct {
	name  string
	check func(*Inspector, context.Context) error
}

func inspectionParts() []inspectionPart {
	return []inspectionPart{
		{"database", (*Inspector).database},
		{"records of the audit log", (*Inspector).log},
		{"signing keys", (*Inspector).signingKeys},
		{"signed heads of the log", (*Inspector).checkpoints},
		{"records of an earlier export", (*Inspector).earlier},
		{"revisions", (*Inspector).revisions},
		{"files of evidence", (*Inspector).originals},
		{"series of readings", (*Inspector).series},
		{"published lists", (*Inspector).lists},
		{"receipts", (*Inspector).receipts},
		{"manifests", (*Inspector).manifests},
		{"rows that are shown or decide", (*Inspector).state},
		{"accounts", (*Inspector).accounts},
	}
}

// Inspect proves the audit log, the evidence, every verdict, every published list and what was acknowledged,
// and reports what is wrong as it is found. It fails only if the database or the blobs cannot be read at all.
func (s *AuditLog) Inspect(ctx context.Context, i Inspection) ([]Inspected, error) {
	keys, err := s.db.PublicKeys(ctx)
	if err != nil {
		return nil, err
	}
	run := &Inspector{Inspection: i, Store: s, keys: keys}
	var all []Inspected
	for _, part := range inspectionParts() {
		run.now = Inspected{Part: part.name}
		if err := part.check(run, ctx); err != nil {
			return all, fmt.Errorf("look at the %s: %w", part.name, err)
		}
		all = append(all, run.now)
	}
	return all, nil
}

func (i *Inspector) report(problem string) {
	if problem == "" {
		return
	}
	i.now.Wrong++
	i.Found(problem)
}

func (i *Inspector) counted(total int64) {
	i.now.Count++
	if i.Progress != nil {
		i.Progress(i.now.Part, i.now.Count, total)
	}
}

// log holds every record against the one before, and the last against the head. Others may go on writing: what
// they add comes after the head that was read.
func (i *Inspector) log(ctx context.Context) error {
	var head recorded.Head
	if err := i.Store.db.Query(ctx).Where("id = ?", recorded.OneHead).Limit(1).Find(&head).Error; err != nil {
		return err
	}
	var chain audit.Chain
	err := i.Store.eachRecord(ctx, head.Number, func(r audit.Record) error {
		i.report(chain.Next(r))
		i.counted(head.Number)
		return nil
	})
	if err != nil {
		return err
	}
	i.report(chain.Ends(audit.Head{Number: head.Number, Hash: head.Hash, At: i.Store.db.Now()}))
	if err := i.removals(ctx, &chain, head.Number); err != nil {
		return err
	}
	ends := i.Store.db.Query(ctx).Model(&recorded.Head{}).Select("COALESCE(MAX(number), 0)")
	beyond, err := database.Pluck[int64](
		i.Store.db.Query(ctx).Model(&recorded.Row{}).Where("number > (?)", ends).Order("number").Limit(1), "number")
	if err != nil {
		return err
	}
	for _, number := range beyond {
		i.report(fmt.Sprintf("record %d is beyond the end of the log", number))
	}
	return nil
}

// removals reports names and addresses that are gone without a record that explains it. One may have been written since
// the log was read.
func (i *Inspector) removals(ctx context.Context, chain *audit.Chain, end int64) error {
	query := i.Store.db.Query(ctx).Where("number > ? AND event IN ?", end,
		[]string{audit.EventErase, audit.EventForget})
	later, err := database.Find[recorded.Row](query.Order("number"))
	if err != nil {
		return err
	}
	for _, row := range later {
		chain.Explain(row.Content())
	}
	for _, problem := range chain.Unexplained() {
		i.report(problem)
	}
	return nil
}

// signingKeys holds the keys against the records of those that replaced another. The private part of the one that signs
// is checked if the secret key is there.
func (i *Inspector) signingKeys(ctx context.Context) error {
	rows, err := database.Find[recorded.SigningKeyRow](i.Store.db.Query(ctx).Order("id"))
	if err != nil {
		return err
	}
	introduced, err := database.Pluck[string](i.Store.db.Query(ctx).Model(&recorded.Row{}).
		Where("event = ?", recorded.EventNewKey).Order("number"), "subject")
	if err != nil {
		return err
	}
	for k, row := range rows {
		switch last := k == len(rows)-1; {
		case row.ID != recorded.FirstKey+int64(k) || k > 0 && (k > len(introduced) || introduced[k-1] != row.Public):
			i.report(fmt.Sprintf("signing key %d: no record shows that it was made", row.ID))
		case !last && len(row.Seed) > 0:
			i.report(fmt.Sprintf("signing key %d was replaced, and its private part is still there", row.ID))
		case last && i.Store.db.Secret != nil:
			if _, err := i.Store.db.SigningKey(i.Store.db.Query(ctx)); err != nil {
				i.report(fmt.Sprintf("signing key %d: %v", row.ID, err))
			}
		}
		i.counted(int64(len(rows)))
	}
	if len(introduced) > 0 && len(introduced) >= len(rows) {
		i.report("signing key " + introduced[len(introduced)-1] + " is missing")
	}
	return nil
}

func (i *Inspector) checkpoints(ctx context.Context) error {
	rows, err := database.Find[recorded.Checkpoint](i.Store.db.Query(ctx).Order("number"))
	if err != nil {
		return err
	}
	for _, row := range rows {
		head, key, err := audit.ReadHead(fmt.Sprintf("signed head %d", row.Number), row.Text)
		switch {
		case err != nil:
			i.report(err.Error())
		case !slices.Contains(i.keys, key):
			i.report(fmt.Sprintf("signed head %d: it was signed with another key", row.Number))
		case head.Number != row.Number:
			i.report(fmt.Sprintf("signed head %d is that of record %d", row.Number, head.Number))
		default:
			if err := i.checkHead(ctx, head); err != nil {
				return err
			}
		}
		i.counted(int64(len(rows)))
	}
	return nil
}

func (i *Inspector) checkHead(ctx context.Context, head audit.Head) error {
	rows, err := database.Find[recorded.Row](i.Store.db.Query(ctx).Where("number = ?", head.Number))
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		i.report(fmt.Sprintf("record %d is missing, up to which the log was signed on %s", head.Number,
			head.At.Format("2 January 2006 15:04 UTC")))
		return nil
	}
	i.report(head.Differs(rows[0].Content()))
	return nil
}

func (i *Inspector) earlier(ctx context.Context) error {
	if i.Earlier == nil {
		return nil
	}
	waiting := make([]audit.Record, 0, database.Batch)
	var failed error
	compare := func() {
		if failed == nil && len(waiting) > 0 {
			failed = i.compareEarlier(ctx, waiting)
		}
		waiting = waiting[:0]
	}
	err := i.Earlier(func(r audit.Record) {
		if waiting = append(waiting, r); len(waiting) == database.Batch {
			compare()
		}
	})
	compare()
	return errors.Join(err, failed)
}

func (i *Inspector) compareEarlier(ctx context.Context, exported []audit.Record) error {
	numbers := database.Convert(exported, func(r audit.Record) int64 { return r.Number })
	rows, err := database.Find[recorded.Row](i.Store.db.Query(ctx).Select("number", "hash").
		Where("number IN ?", numbers))
	if err != nil {
		return err
	}
	for _, r := range exported {
		at := slices.IndexFunc(rows, func(row recorded.Row) bool { return row.Number == r.Number })
		switch {
		case at < 0:
			i.report(fmt.Sprintf("record %d is missing, which an earlier export holds", r.Number))
		case rows[at].Hash != r.Hash:
			i.report(fmt.Sprintf("record %d is another than in an earlier export", r.Number))
		}
		i.counted(0)
	}
	return nil
}

func (i *Inspector) lists(ctx context.Context) error {
	rows, err := database.Find[editions.EditionRow](i.Store.db.Query(ctx).
		Where("published_at IS NOT NULL OR list_hash <> '' OR id IN (SELECT edition_id FROM list_rows)").Order("name"))
	if err != nil {
		return err
	}
	for _, edition := range rows {
		if err := i.list(ctx, edition); err != nil {
			return err
		}
		i.counted(int64(len(rows)))
	}
	return i.findLostLists(ctx, database.Convert(rows, func(e editions.EditionRow) string { return e.Name }))
}

func (i *Inspector) list(ctx context.Context, edition editions.EditionRow) error {
	err := i.Store.lists.CheckList(ctx, edition.Name)
	if found, is := errors.AsType[*lists.AlteredError](err); is {
		i.report(found.Sentence)
	} else if err != nil {
		return err
	}
	sealed := i.Store.db.Query(ctx).Model(&recorded.Row{}).Where("event = ? AND subject = ?",
		submissions.EventPublish, edition.Name)
	seals, err := database.Pluck[string](sealed.Order("number"), "seal")
	if err != nil {
		return err
	}
	switch {
	case len(seals) == 0:
		i.report(fmt.Sprintf("list %s: no record shows that it was published", edition.Name))
	case seals[0] != edition.ListHash:
		i.report(fmt.Sprintf("list %s: its hash is not the one that was recorded when it was published", edition.Name))
	case edition.Published == nil:
		i.report(fmt.Sprintf("list %s was published, and does not say so", edition.Name))
	}
	return nil
}

func (i *Inspector) findLostLists(ctx context.Context, there []string) error {
	published := i.Store.db.Query(ctx).Model(&recorded.Row{}).Where("event = ?", submissions.EventPublish)
	names, err := database.Pluck[string](published.Distinct().Order("subject"), "subject")
	if err != nil {
		return err
	}
	for _, name := range names {
		if !slices.Contains(there, name) {
			i.report(fmt.Sprintf("list %s was published, and is not there", name))
		}
	}
	return nil
}

func (i *Inspector) receipts(ctx context.Context) error {
	return eachRow(i.Store.byID(ctx), func(row submissions.ReceiptRow) (int64, error) {
		name := fmt.Sprintf("receipt %d of submission %d", row.ID, row.EntryID)
		said, key, err := receipt.Read(name, row.Text)
		switch {
		case err != nil:
			i.report(err.Error())
		case !slices.Contains(i.keys, key):
			i.report(name + ": it was signed with another key")
		case said.Submission != row.EntryID || string(said.Kind) != row.Kind:
			i.report(name + ": it is that of something else")
		}
		i.counted(0)
		return row.ID, nil
	})
}

func (i *Inspector) manifests(ctx context.Context) error {
	keys, err := database.Find[submissions.ManifestRow](i.Store.db.Query(ctx).Select("entry_id", "number").
		Order("entry_id, number"))
	if err != nil {
		return err
	}
	for _, key := range keys {
		row, err := database.Take[submissions.ManifestRow](i.Store.db.Query(ctx).Where("entry_id = ? AND number = ?",
			key.EntryID, key.Number))
		if err != nil {
			return fmt.Errorf("read manifest %d of submission %d: %w", key.Number, key.EntryID, err)
		}
		if recorded.DigestOf(row.Text) != row.Digest {
			i.report(fmt.Sprintf("manifest %d of submission %d is not what its digest is of", row.Number, row.EntryID))
		} else if err := i.sealedManifest(i.Store.db.Query(ctx), row); err != nil {
			return err
		}
		i.counted(int64(len(keys)))
	}
	return nil
}

func (i *Inspector) sealedManifest(tx *gorm.DB, row submissions.ManifestRow) error {
	query := tx.Model(&recorded.Row{}).Where("entry_id = ? AND event = ? AND subject = ?", row.EntryID,
		submissions.EventCommit, submissions.ManifestWord(row.Number))
	seals, err := database.Pluck[string](query, "seal")
	if err != nil {
		return err
	}
	if len(seals) == 0 || seals[0] != row.Digest {
		i.report(fmt.Sprintf("manifest %d of submission %d is not the one that was committed to",
			row.Number, row.EntryID))
	}
	return nil
}
