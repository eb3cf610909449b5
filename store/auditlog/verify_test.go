package auditlog_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/store/storetest"
	"green500/store/submissions"
)

// twin is a room as a room was when its store was closed, with a database and evidence of its own.
func (r *room) twin(t *testing.T) *room {
	t.Helper()
	return &room{r.Twin(t, storetest.CopyOf(t, r.At), r.Kept.Copy(t))}
}

// altered is one byte of bytes in SQL, changed: its lowest bit at a place.
func altered(column string, r *room) string {
	if strings.HasPrefix(r.At, "postgres") {
		return fmt.Sprintf("%s = set_byte(%s, 20, get_byte(%s, 20) # 1)", column, column, column)
	}
	return fmt.Sprintf("%[1]s = CAST(substr(%[1]s, 1, 20) || CASE substr(%[1]s, 21, "+
		"1) WHEN x'20' THEN x'21' ELSE x'20' END || substr(%[1]s, 22) AS BLOB)", column)
}

// TestOneByteThatWasAlteredIsFoundAndNamed is the promise.
func TestOneByteThatWasAlteredIsFoundAndNamed(t *testing.T) {
	type tampering struct {
		name string
		do   func(r *room, published submissions.Entry, of submissions.Revision)
		want string
	}
	sql := func(statement string) func(r *room, published submissions.Entry, of submissions.Revision) {
		return func(r *room, published submissions.Entry, _ submissions.Revision) {
			r.Meddle("%s", strings.ReplaceAll(statement, "ENTRY", fmt.Sprint(published.ID)))
		}
	}
	bytesOf := func(
		table, column, condition string) func(r *room, published submissions.Entry, of submissions.Revision) {
		return func(r *room, published submissions.Entry, _ submissions.Revision) {
			r.Meddle("UPDATE %s SET %s WHERE %s", table, altered(column, r),
				strings.ReplaceAll(condition, "ENTRY", fmt.Sprint(published.ID)))
		}
	}
	cases := []tampering{
		{"a file of evidence",
			func(r *room, _ submissions.Entry, of submissions.Revision) { r.Flip(of.Files[0].Digest, ".s2", 40) },
			"file FILE of revision 1 of submission ENTRY: its blob"},
		{"the first byte of readings",
			func(r *room, _ submissions.Entry, of submissions.Revision) { r.Flip(of.Series[0].Digest, ".plain", 0) },
			"readings of series 0 of revision 1 of submission ENTRY: its blob"},
		{"a byte within readings", func(r *room, _ submissions.Entry, of submissions.Revision) {
			r.Flip(of.Series[0].Digest, ".plain", 300)
		}, "readings of series 0 of revision 1 of submission ENTRY: its blob"},
		{"a document", bytesOf("revisions", "document", "entry_id = ENTRY"),
			"revision 1 of submission ENTRY is not what was submitted (record "},
		{"a report", bytesOf("revisions", "report", "entry_id = ENTRY"), "its report"},
		{"the report of a draft", bytesOf("revisions", "report", "entry_id <> ENTRY"),
			"its report is not what its digest is of"},
		{"the digest of a report", sql("UPDATE revisions SET report_digest = 'sha256:0' WHERE entry_id = ENTRY"),
			"its digests"},
		{"the name of a file",
			sql("UPDATE revision_files SET name = name || 'x' WHERE entry_id = ENTRY AND position = 0"), "its files"},
		{"which readings", sql("UPDATE revision_series SET position = 7 WHERE entry_id = ENTRY AND position = 0"),
			"its series"},
		{"that it was submitted", sql("UPDATE revisions SET submitted_at = NULL WHERE entry_id = ENTRY"),
			"its digests"},
		{"a row of a list", sql("UPDATE list_rows SET power = power + 0.001"), "power_w is not what was frozen"},
		{"the hash of a list", sql("UPDATE editions SET list_hash = '0' || substr(list_hash, 2, 62) || '0' " +
			"WHERE name = '2026-11'"), "list 2026-11: its hash is not the one that was recorded"},
		{"that a list was published", sql("UPDATE editions SET published_at = NULL WHERE name = '2026-11'"),
			"list 2026-11 was published, and does not say so"},
		{"a receipt", bytesOf("receipts", "text", "kind = 'file'"), "receipt 1 of submission ENTRY"},
		{"a manifest", bytesOf("manifests", "text", "entry_id = ENTRY"),
			"manifest 1 of submission ENTRY is not what its digest is of"},
		{"a signed head", bytesOf("audit_checkpoints", "text", "1 = 1"), "signed head"},
		{"a record in the middle, deleted", sql("DELETE FROM audit WHERE number = 5"), "record 5 is missing"},
		{"the first record, deleted", sql("DELETE FROM audit WHERE number = 1"), "record 1 is missing"},
		{"the end of the log, deleted", sql("DELETE FROM audit WHERE number > (SELECT number - 2 FROM audit_head)"),
			" are missing at the end of the log"},
		{"the end of the log, deleted with its head", sql("DELETE FROM audit WHERE number > 8; UPDATE audit_head " +
			"SET number = 8, hash = (SELECT hash FROM audit WHERE number = 8)"),
			"is missing, up to which the log was signed"},
		{"the head of the log", sql("UPDATE audit_head SET number = number - 1"), "is beyond the end of the log"},
		{"the hash of the head", sql("UPDATE audit_head SET hash = '0'"), "is another than the one that was signed"},
	}
	for column, value := range map[string]string{
		"at": "at + 1", "actor_id": "actor_id + 1", "actor_name": "'x' || actor_name", "role": "'x' || role",
		"address": "'x' || address", "request": "'x' || request", "event": "event || 'x'",
		"entry_id": "entry_id + 1", "revision": "revision + 1", "subject": "subject || 'x'", "detail": "detail || 'x'",
		"seal": "seal || 'x'", "before": "'x' || before", "hash": "'x' || substr(hash, 2, 63)",
	} {
		cases = append(cases, tampering{column + " of a record",
			sql("UPDATE audit SET " + column + " = " + value + " WHERE number = 6"), "record 6 was altered"})
	}
	cases = append(cases, tampering{"the number of a record", sql("UPDATE audit SET number = 999 WHERE number = 6"),
		"record 6 is missing"})
	inRooms(t, func(t *testing.T, r *room) {
		published, _ := r.History()
		of, err := r.Submissions.Revision(t.Context(), published.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		for _, one := range cases {
			t.Run(one.name, func(t *testing.T) {
				t.Parallel()
				r := r.twin(t)
				r.WantSound()
				one.do(r, published, of)
				want := strings.NewReplacer("ENTRY", fmt.Sprint(published.ID), "FILE", of.Files[0].Name).
					Replace(one.want)
				problems := r.Inspect(nil)
				if !slices.ContainsFunc(problems, func(p string) bool { return strings.Contains(p, want) }) {
					t.Errorf("got %q, want %q", problems, want)
				}
			})
		}
	})
}
