package roomtest

import (
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/sites"
	"green500/store/storetest"
	"green500/validation/review"
)

// Passkey keeps a passkey of a person and returns it.
func (r *Room) Passkey(t *testing.T, owner accounts.User, credential string) accounts.Passkey {
	t.Helper()
	p := accounts.Passkey{UserID: owner.ID, CredentialID: credential, Name: " My\tlaptop ", Credential: []byte("{}")}
	if err := r.SignIns.AddPasskey(t.Context(), p, Letter("added")); err != nil {
		t.Fatal(err)
	}
	kept := r.Passkeys(t, owner)
	return kept[len(kept)-1]
}

// Passkeys are those of a person.
func (r *Room) Passkeys(t *testing.T, owner accounts.User) []accounts.Passkey {
	t.Helper()
	kept, err := r.SignIns.Passkeys(t.Context(), owner.ID)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

// Letter is a mail of which a test needs the name and the secret alone.
func Letter(name string) accounts.Letter {
	return func(secret string) (subject, text string) { return name, secret }
}

// LastMail returns the secret of the last mail to an address, which has to be of a name, and counts.
func (r *Room) LastMail(t *testing.T, to, name string, count int) (secret string) {
	t.Helper()
	mails := storetest.Mails(t, r.At, to)
	if len(mails) != count || mails[count-1].Subject != name {
		t.Fatalf("%s got %+v, want %d of which the last is %q", to, mails, count, name)
	}
	return mails[count-1].Text
}

// Founded founds a site.
func (r *Room) Founded(founder accounts.User, name string) sites.Site {
	r.T.Helper()
	site, err := r.Sites.Create(r.T.Context(), founder, sites.SiteFacts{Name: name, Country: "DE"})
	if err != nil {
		r.T.Fatal(err)
	}
	return site
}

// Invite invites an address and returns the secret of the link.
func (r *Room) Invite(site sites.Site, keeper accounts.User, email string) string {
	r.T.Helper()
	var secret string
	err := r.Sites.Invite(r.T.Context(), site.ID, keeper, email, func(_ sites.Site, made string) (string, string) {
		secret = made
		return "Join", "Follow " + made
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return secret
}

// Joins takes somebody into a site in a role.
func (r *Room) Joins(site sites.Site, keeper, user accounts.User, role review.SiteRole) {
	r.T.Helper()
	if _, err := r.Sites.Join(r.T.Context(), r.Invite(site, keeper, user.Email), user); err != nil {
		r.T.Fatal(err)
	}
	if err := r.Sites.SetRole(r.T.Context(), site.ID, keeper, user.ID, role); err != nil {
		r.T.Fatal(err)
	}
}

// Month is how long tokens hold.
const Month = 30 * 24 * time.Hour

// Token makes a token of a person.
func (r *Room) Token(owner accounts.User, name string, scopes ...review.Scope) (string, accounts.Token) {
	r.T.Helper()
	secret, made, err := r.SignIns.CreateToken(r.T.Context(), owner,
		accounts.NewToken{Name: name, Scopes: scopes, Lifetime: Month})
	if err != nil {
		r.T.Fatal(err)
	}
	return secret, made
}

// WaitingTurn is how long somebody waits for a turn that never comes: long enough for the database to have
// answered before on a machine that is busy.
const WaitingTurn = 500 * time.Millisecond
