package storetest

import (
	"testing"

	"green500/store"
)

// Mails returns what was posted to an address, oldest first, whether it was sent or not.
func Mails(t testing.TB, database, to string) []store.Mail {
	t.Helper()
	rows, err := Pool(t, database).QueryContext(t.Context(), "SELECT recipient, subject, text FROM outbox WHERE recipient = $1 ORDER BY id", to)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var mails []store.Mail
	for rows.Next() {
		var mail store.Mail
		if err := rows.Scan(&mail.To, &mail.Subject, &mail.Text); err != nil {
			t.Fatal(err)
		}
		mails = append(mails, mail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return mails
}
