package roomtest

import (
	"os"
	"path/filepath"
	"testing"

	"green500/store/auditlog"
	"green500/store/editions"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/review"
	"green500/validation/review/audit"
	"green500/validation/review/receipt"
)

// TableColumn is a column of a table.
type TableColumn struct{ Table, Name, Kind string }

// TableColumnsOf are the columns of all tables of an SQLite database.
func TableColumnsOf(t *testing.T, database string) (all []TableColumn) {
	t.Helper()
	rows, err := storetest.Pool(t, database).QueryContext(t.Context(),
		`SELECT m.name, c.name, c.type FROM sqlite_master m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var c TableColumn
		if err := rows.Scan(&c.Table, &c.Name, &c.Kind); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

// Inspect returns what is wrong.
func (r *Room) Inspect(earlier func(func(audit.Record)) error) []string {
	r.T.Helper()
	var problems []string
	parts, err := r.AuditLog.Inspect(r.T.Context(),
		auditlog.Inspection{Found: func(problem string) { problems = append(problems, problem) }, Earlier: earlier})
	if err != nil {
		r.T.Fatal(err)
	}
	wrong := 0
	for _, part := range parts {
		wrong += int(part.Wrong)
	}
	if wrong != len(problems) {
		r.T.Errorf("%d things are counted as wrong, and %d named", wrong, len(problems))
	}
	return problems
}

// WantSound fails the test if anything is wrong.
func (r *Room) WantSound() {
	r.T.Helper()
	if problems := r.Inspect(nil); len(problems) > 0 {
		r.T.Errorf("what nobody altered is wrong: %q", problems)
	}
}

// History is an installation in which something of everything is: a published entry, one that waits with real
// evidence, a draft, a receipt and a manifest.
func (r *Room) History() (published, waiting submissions.Entry) {
	r.T.Helper()
	snapshot, err := IntakeOf(r.T.Context(), r.Store, LongLog(2000))
	if err != nil {
		r.T.Fatal(err)
	}
	published = r.Entry(r.Submitter, snapshot)
	if err := r.Uploads.Acknowledge(r.T.Context(), published.ID, &uploads.Delivery{Sent: []uploads.Sent{{Name: "a.csv",
		Digest: snapshot.Files[0].Digest, Files: snapshot.Files[:1]}}}, "https://green500.example.org"); err != nil {
		r.T.Fatal(err)
	}
	if _, _, err := r.Submissions.CommitManifest(r.T.Context(), published.ID, r.Submitter, published.Version,
		"https://green500.example.org", []receipt.File{}); err != nil {
		r.T.Fatal(err)
	}
	r.Move(published.ID, review.Submit, r.Submitter)
	r.Move(published.ID, review.Accept, r.Reviewer)
	if _, err := r.Lists.PublishEdition(r.T.Context(), Edition, r.Editor, review.Outstanding.Anyway); err != nil {
		r.T.Fatal(err)
	}
	later, err := r.Editions.Create(r.T.Context(),
		editions.Edition{Name: "2027-06", Methodology: "2.0", OpensAt: Opens, ClosesAt: Closes})
	if err != nil {
		r.T.Fatal(err)
	}
	if waiting, err = r.Submissions.CreateEntry(r.T.Context(), r.Submitter, later.Name, snapshot); err != nil {
		r.T.Fatal(err)
	}
	return published, waiting
}

// Flip changes one byte of a file.
func (r *Room) Flip(digest, form string, at int) {
	r.T.Helper()
	name := filepath.Join(r.Kept.Path, digest[:2], digest[2:]+form)
	content, err := os.ReadFile(name)
	if err != nil {
		r.T.Fatal(err)
	}
	content[at] ^= 1
	if err := os.Chmod(name, 0o600); err != nil {
		r.T.Fatal(err)
	}
	if err := os.WriteFile(name, content, 0o600); err != nil {
		r.T.Fatal(err)
	}
}

// Records returns the log, oldest first.
func (r *Room) Records(filter auditlog.AuditFilter) []audit.Record {
	r.T.Helper()
	found, err := r.AuditLog.Records(r.T.Context(), filter, 10_000)
	if err != nil {
		r.T.Fatal(err)
	}
	for i, j := 0, len(found)-1; i < j; i, j = i+1, j-1 {
		found[i], found[j] = found[j], found[i]
	}
	return found
}
