package storetest

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"green500/store/outbox"
	"green500/store/secret"
)

// Mails returns what was posted to an address, or to anybody if that is empty, oldest first, whether it was sent or
// not.
func Mails(t testing.TB, database, to string) []outbox.Mail {
	t.Helper()
	rows, err := Pool(t, database).QueryContext(t.Context(),
		"SELECT recipient, subject, text FROM outbox WHERE $1 IN ('', recipient) ORDER BY id", to)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var mails []outbox.Mail
	for rows.Next() {
		var mail outbox.Mail
		if err := rows.Scan(&mail.To, &mail.Subject, &mail.Text); err != nil {
			t.Fatal(err)
		}
		mail.Text = readable(t, database, mail)
		mails = append(mails, mail)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return mails
}

// readable is the text of a message, which is encrypted with the key of tests or that of the folder of the database.
func readable(t testing.TB, database string, mail outbox.Mail) string {
	t.Helper()
	if !strings.HasPrefix(mail.Text, secret.TextPrefix) {
		return mail.Text
	}
	var problems []error
	for _, source := range []secret.Source{Secret(), secret.InFolder(filepath.Dir(database))} {
		key, err := source(false)
		if err == nil {
			var text string
			if text, err = key.OpenText(mail.Text, "mail to "+mail.To); err == nil {
				return text
			}
		}
		problems = append(problems, err)
	}
	t.Fatal(errors.Join(problems...))
	return ""
}
