// This file owns evidence of a submission that is also in another one.

package reviews

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/database"
	"green500/store/sharedevidence"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// SharedEvidence is another submission that contains evidence of one that is reviewed. Only logs and HPL outputs count:
// data sheets and other attachments may be the same in many submissions.
type SharedEvidence struct {
	EntryID  int64 // 0 in a conflict of interest, which hides the names and the kinship too
	System   string
	Site     string
	Edition  string
	Kinship  review.Kinship  // Unrelated in a conflict of interest
	Conflict review.Conflict // of the reader with the other submission
	Files    []SharedFile
}

// SharedFile is a file of a revision that is also in another submission.
type SharedFile struct {
	Name string
	Use  string // "log" or "HPL output"
	// its name in the other submission; empty in a conflict of interest, and if only its readings are the same
	Other    string
	Readings bool // the readings are the same, the file has other bytes
	Nearly   bool // and the readings only nearly: moved, scaled, cut or with some of them changed
}

// SharedEvidence finds the other submissions that contain logs, readings or the HPL output of a revision, or nearly its
// readings, the most serious first. It returns nothing to people who do not review the submission, and no other
// submission that they hold.
func (s *Reviews) SharedEvidence(ctx context.Context, of submissions.EntryAccess, revision int,
	by accounts.User) ([]SharedEvidence, error) {
	if !review.MaySeeSharedEvidence(of.Party) {
		return nil, nil
	}
	shared, err := sharedEvidence(s.db.Query(ctx), []sharedevidence.Revision{{EntryID: of.ID, Number: revision}}, by)
	return shared[of.ID], err
}

func (s *Reviews) markShared(ctx context.Context, part []Queued, by accounts.User) error {
	var keys []sharedevidence.Revision
	for _, q := range part {
		if q.Conflict == review.NoConflict && !q.Own && q.Revision > 0 {
			keys = append(keys, sharedevidence.Revision{EntryID: q.EntryID, Number: q.Revision})
		}
	}
	shared, err := sharedEvidence(s.db.Query(ctx), keys, by)
	if err != nil {
		return err
	}
	for i := range part {
		for _, other := range shared[part[i].EntryID] {
			part[i].Shared = part[i].Shared.Worse(other.Kinship)
		}
	}
	return nil
}

type sharedPair struct{ of, other int64 }

// sharedEvidence is SharedEvidence for several revisions, by submission, in a fixed number of statements.
func sharedEvidence(tx *gorm.DB, keys []sharedevidence.Revision, by accounts.User) (map[int64][]SharedEvidence, error) {
	pairs := map[sharedPair][]SharedFile{}
	documents := map[int64]*power.Entry{}
	for part := range slices.Chunk(keys, database.Batch/2) {
		for _, table := range sharedevidence.Tables() {
			if err := addPairs(tx, table, part, documents, pairs); err != nil {
				return nil, fmt.Errorf("find evidence that is in several submissions: %w", err)
			}
		}
	}
	return describePairs(tx, pairs, by)
}

// addPairs adds the rows of a table that are evidence, and also in other submissions.
func addPairs(tx *gorm.DB, t sharedevidence.Table, keys []sharedevidence.Revision, documents map[int64]*power.Entry,
	into map[sharedPair][]SharedFile) error {
	rows, err := t.Candidates(tx, keys)
	if err != nil || len(rows) == 0 {
		return err
	}
	if err := readDocuments(tx, keys, rows, documents); err != nil {
		return err
	}
	mine := map[string][]sharedevidence.Row{}
	for _, row := range rows {
		if file, use := t.Evidence(documents[row.EntryID], row); use != "" {
			row.Name = file
			mine[row.Digest] = append(mine[row.Digest], row)
		}
	}
	theirs, err := t.Holders(tx, slices.Sorted(maps.Keys(mine)))
	if err != nil {
		return err
	}
	for _, other := range theirs {
		for _, row := range mine[other.Digest] {
			_, use := t.Evidence(documents[row.EntryID], row)
			pair := sharedPair{row.EntryID, other.EntryID}
			named := slices.ContainsFunc(into[pair], func(f SharedFile) bool { return f.Name == row.Name })
			if row.EntryID != other.EntryID && !named {
				into[pair] = append(into[pair],
					SharedFile{Name: row.Name, Use: use, Other: other.Name, Readings: t.Readings, Nearly: t.Nearly})
			}
		}
	}
	return nil
}

// readDocuments adds the documents of revisions that have candidates, in one statement. A document that cannot be read
// names no evidence.
func readDocuments(tx *gorm.DB, keys []sharedevidence.Revision, rows []sharedevidence.Row,
	into map[int64]*power.Entry) error {
	missing := slices.DeleteFunc(slices.Clone(keys), func(key sharedevidence.Revision) bool {
		_, known := into[key.EntryID]
		return known || !slices.ContainsFunc(rows, func(r sharedevidence.Row) bool { return r.EntryID == key.EntryID })
	})
	if len(missing) == 0 {
		return nil
	}
	chosen, values := sharedevidence.Chosen(missing, "entry_id", "number")
	found, err := database.Find[submissions.RevisionRow](tx.Select("entry_id", "document").Where(chosen, values...))
	if err != nil {
		return err
	}
	for _, row := range found {
		document, err := submissions.DecodeDocument(row.Document)
		if err != nil {
			document = nil
		}
		into[row.EntryID] = document
	}
	return nil
}

// describePairs says of the other submissions what somebody may know.
func describePairs(tx *gorm.DB, pairs map[sharedPair][]SharedFile,
	by accounts.User) (map[int64][]SharedEvidence, error) {
	if len(pairs) == 0 {
		return nil, nil
	}
	views, err := viewsOfPairs(tx, pairs)
	if err != nil {
		return nil, err
	}
	interests, err := submissions.InterestsOf(tx, by)
	if err != nil {
		return nil, err
	}
	shared := map[int64][]SharedEvidence{}
	for pair, files := range pairs {
		other := views[pair.other]
		party := interests[by.ID].Party(other)
		if party.Owner {
			continue // the holder of a submission does not learn that it shares evidence
		}
		shared[pair.of] = append(shared[pair.of], describePair(views[pair.of], other, party.Conflict, files))
	}
	for _, all := range shared {
		slices.SortFunc(all, func(a, b SharedEvidence) int {
			if a.Kinship != b.Kinship {
				return map[bool]int{true: -1, false: 1}[a.Kinship.Worse(b.Kinship) == a.Kinship]
			}
			return cmp.Compare(b.EntryID, a.EntryID)
		})
	}
	return shared, nil
}

func viewsOfPairs(tx *gorm.DB, pairs map[sharedPair][]SharedFile) (map[int64]submissions.EntryView, error) {
	named := map[int64]bool{}
	for pair := range pairs {
		named[pair.of], named[pair.other] = true, true
	}
	views := map[int64]submissions.EntryView{}
	for part := range slices.Chunk(slices.Sorted(maps.Keys(named)), database.Batch) {
		rows, err := database.Find[submissions.EntryView](submissions.ViewEntries(tx).Where("entries.id IN ?", part))
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			views[row.Row.ID] = row
		}
	}
	return views, nil
}

func describePair(of, other submissions.EntryView, conflict review.Conflict, files []SharedFile) SharedEvidence {
	if conflict != review.NoConflict {
		for i := range files {
			files[i].Other = ""
		}
		return SharedEvidence{Kinship: review.Unrelated, Conflict: conflict, Files: files}
	}
	sameSystem := strings.EqualFold(strings.TrimSpace(of.Row.System), strings.TrimSpace(other.Row.System)) &&
		review.SameSiteName(of.Row.Site, other.Row.Site)
	sameSubmitter := of.Row.OwnerID == other.Row.OwnerID ||
		of.Row.SiteID != nil && other.Row.SiteID != nil && *of.Row.SiteID == *other.Row.SiteID
	return SharedEvidence{
		EntryID: other.Row.ID, System: other.Row.System, Site: other.Row.Site, Edition: other.EditionName,
		Kinship: review.KinshipOf(sameSystem, sameSubmitter), Files: files,
	}
}

// FingerprintLogs takes the fingerprints of readings that have none.
func (s *Reviews) FingerprintLogs(ctx context.Context) error {
	err := s.db.Transact(ctx, sharedevidence.Forget)
	for err == nil {
		var digests []string
		digests, err = sharedevidence.Without(s.db.Query(ctx), database.Batch)
		for i := 0; i < len(digests) && err == nil; i++ {
			err = s.fingerprint(ctx, digests[i])
		}
		if len(digests) == 0 {
			break
		}
	}
	if err != nil {
		err = fmt.Errorf("take the fingerprints of logs: %w", err)
	}
	return err
}

// fingerprint takes that of readings. Those that are missing or damaged have none: they are read from their files
// again.
func (s *Reviews) fingerprint(ctx context.Context, digest string) error {
	var all sharedevidence.Fingerprints
	on := submissions.ReadingsCache{Ctx: ctx, Store: s.submissions}
	readings, err := on.OpenBlob(submissions.SeriesBlob{Digest: digest})
	if readings != nil {
		if all, err = sharedevidence.Of(readings.Traces); err != nil && !errors.Is(err, blobs.ErrUnavailable) &&
			ctx.Err() == nil {
			all, err = nil, nil
		}
	}
	if err = errors.Join(err, on.Close()); err != nil {
		return err
	}
	return s.db.Transact(ctx, func(tx *gorm.DB) error { return sharedevidence.Keep(tx, digest, all) })
}
