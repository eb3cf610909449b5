package store_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/storetest"
	"green500/validation/review"
)

// passkey keeps a passkey of a person and returns it.
func (r *room) passkey(t *testing.T, owner accounts.User, credential string) accounts.Passkey {
	t.Helper()
	p := accounts.Passkey{UserID: owner.ID, CredentialID: credential, Name: " My\tlaptop ", Credential: []byte("{}")}
	if err := r.SignIns.AddPasskey(t.Context(), p, letter("added")); err != nil {
		t.Fatal(err)
	}
	kept := r.passkeys(t, owner)
	return kept[len(kept)-1]
}

func (r *room) passkeys(t *testing.T, owner accounts.User) []accounts.Passkey {
	t.Helper()
	kept, err := r.SignIns.Passkeys(t.Context(), owner.ID)
	if err != nil {
		t.Fatal(err)
	}
	return kept
}

func (r *room) execute(t *testing.T, statement string) {
	t.Helper()
	if err := store.Execute(t.Context(), r.Store, statement); err != nil {
		t.Fatal(err)
	}
}

func TestPasskeys(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		kept := r.passkey(t, r.other, "one")
		if kept.Name != "My laptop" || kept.UsedAt != nil || !kept.CreatedAt.Equal(during.Truncate(time.Microsecond)) {
			t.Errorf("kept %+v", kept)
		}
		r.lastMail(t, r.other.Email, "added", 1)
		owner, err := r.SignIns.PasskeyOwner(t.Context(), "one")
		if err != nil || owner.ID != r.other.ID {
			t.Errorf("the owner is %+v, %v", owner, err)
		}
		_, err = r.SignIns.PasskeyOwner(t.Context(), "two")
		wantNotFound(t, err)
		again := accounts.Passkey{UserID: r.submitter.ID, CredentialID: "one", Name: "Stolen"}
		wantRefusal(t, r.SignIns.AddPasskey(t.Context(), again, letter("added")), "kept already")

		r.clock.advance(time.Hour)
		_, err = r.SignIns.UsePasskey(t.Context(), r.submitter.ID, "one", []byte("no"))
		wantNotFound(t, err)
		if user, err := r.SignIns.UsePasskey(t.Context(), r.other.ID, "one", []byte("used")); err != nil || user.ID != r.other.ID {
			t.Fatalf("got %+v, %v", user, err)
		}
		wantNotFound(t, r.SignIns.RenamePasskey(t.Context(), r.submitter.ID, kept.ID, "Mine"))
		wantField(t, r.SignIns.RenamePasskey(t.Context(), r.other.ID, kept.ID, " \n"), "name")
		wantField(t, r.SignIns.RenamePasskey(t.Context(), r.other.ID, kept.ID, strings.Repeat("ä", 81)), "name")
		if err := r.SignIns.RenamePasskey(t.Context(), r.other.ID, kept.ID, "Phone"); err != nil {
			t.Fatal(err)
		}
		after := r.passkeys(t, r.other)[0]
		if after.Name != "Phone" || string(after.Credential) != "used" || after.UsedAt == nil || after.UsedAt.Sub(after.CreatedAt) != time.Hour {
			t.Errorf("kept %+v", after)
		}
		wantNotFound(t, r.SignIns.RemovePasskey(t.Context(), r.submitter.ID, kept.ID))
		if err := r.SignIns.RemovePasskey(t.Context(), r.other.ID, kept.ID); err != nil {
			t.Fatal(err)
		}
		wantNotFound(t, r.SignIns.RemovePasskey(t.Context(), r.other.ID, kept.ID))
	})
}

func TestPasskeysAreBounded(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i := range 20 {
			r.passkey(t, r.other, strconv.Itoa(i))
		}
		one := accounts.Passkey{UserID: r.other.ID, CredentialID: "more", Name: "More"}
		wantRefusal(t, r.SignIns.AddPasskey(t.Context(), one, letter("added")), "20 passkeys at most")
		one.CredentialID = strings.Repeat("x", 3000)
		wantRefusal(t, r.SignIns.AddPasskey(t.Context(), one, letter("added")), "too long")
	})
}

func TestThePasskeyOfAnAccountThatIsLockedOpensNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.passkey(t, r.other, "one")
		if err := r.Accounts.SetDisabled(t.Context(), r.other.ID, true); err != nil {
			t.Fatal(err)
		}
		_, err := r.SignIns.UsePasskey(t.Context(), r.other.ID, "one", nil)
		wantRefusal(t, err, "disabled")
		r.execute(t, "UPDATE users SET disabled = false, confirmed_at = NULL")
		if _, err := r.SignIns.UsePasskey(t.Context(), r.other.ID, "one", nil); !errors.Is(err, accounts.ErrUnconfirmed) {
			t.Errorf("got %v, want %v", err, accounts.ErrUnconfirmed)
		}
	})
}

func TestTheLastWayToSignInStays(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		first, second := r.passkey(t, r.other, "one"), r.passkey(t, r.other, "two")
		r.execute(t, "UPDATE users SET password_hash = ''")
		if err := r.SignIns.RemovePasskey(t.Context(), r.other.ID, first.ID); err != nil {
			t.Fatal(err)
		}
		wantRefusal(t, r.SignIns.RemovePasskey(t.Context(), r.other.ID, second.ID), "only way to sign in")
		if len(r.passkeys(t, r.other)) != 1 {
			t.Error("the last passkey is gone")
		}
		if err := r.SignIns.LinkIdentity(t.Context(), r.other, orcid, letter("added")); err != nil {
			t.Fatal(err)
		}
		if err := r.SignIns.RemovePasskey(t.Context(), r.other.ID, second.ID); err != nil {
			t.Error(err)
		}
		wantRefusal(t, r.SignIns.RemoveIdentity(t.Context(), r.other.ID, orcid), "only way to sign in")
	})
}

var orcid = accounts.Identity{Issuer: "https://orcid.example", Subject: "0000-0001"}

func (r *room) wantOwner(t *testing.T, i accounts.Identity, owner accounts.User) {
	t.Helper()
	got, err := r.SignIns.UseIdentity(t.Context(), i)
	if err != nil || got.ID != owner.ID {
		t.Errorf("%v is %+v, %v; want account %d", i, got, err, owner.ID)
	}
}

func TestIdentities(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.SignIns.UseIdentity(t.Context(), orcid)
		wantNotFound(t, err)
		for range 2 { // the second time it is tied already, and nobody is told again
			if err := r.SignIns.LinkIdentity(t.Context(), r.other, orcid, letter("added")); err != nil {
				t.Fatal(err)
			}
		}
		r.lastMail(t, r.other.Email, "added", 1)
		r.clock.advance(time.Minute)
		r.wantOwner(t, orcid, r.other)
		wantRefusal(t, r.SignIns.LinkIdentity(t.Context(), r.submitter, orcid, letter("added")), "another account")
		kept, err := r.Accounts.Identities(t.Context(), r.other.ID)
		if err != nil || len(kept) != 1 || kept[0].Identity != orcid || kept[0].UsedAt.Sub(kept[0].CreatedAt) != time.Minute {
			t.Errorf("kept %+v, %v", kept, err)
		}
		_, err = r.SignIns.UseIdentity(t.Context(), accounts.Identity{Issuer: "https://other.example", Subject: orcid.Subject})
		wantNotFound(t, err)
		wantNotFound(t, r.SignIns.RemoveIdentity(t.Context(), r.submitter.ID, orcid))
		if err := r.SignIns.RemoveIdentity(t.Context(), r.other.ID, orcid); err != nil {
			t.Fatal(err)
		}
		_, err = r.SignIns.UseIdentity(t.Context(), orcid)
		wantNotFound(t, err)
	})
}

// TestASubjectIsKeptByteForByte: "vic\x00-7" opened the account of vic-7.
func TestASubjectIsKeptByteForByte(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		as := func(subject string) accounts.Identity {
			return accounts.Identity{Issuer: orcid.Issuer, Subject: subject}
		}
		for _, kept := range []string{"vic-7", strings.Repeat("x", 255), `CN=Kim  Known,O="A"`} {
			done(t, r.SignIns.LinkIdentity(t.Context(), r.other, as(kept), letter("added")))
			r.wantOwner(t, as(kept), r.other)
		}
		_, err := r.SignIns.UseIdentity(t.Context(), as("VIC-7"))
		wantNotFound(t, err)
		for _, other := range []string{"", "vic\x00-7", "vic-7\n", " vic-7", "vic-7 ", "vic\u20107", "vic-7\xff", "ﬁ", "vic\u00ad-7", strings.Repeat("x", 256)} {
			_, err := r.SignIns.UseIdentity(t.Context(), as(other))
			wantRefusal(t, err, "1 to 255 printable ASCII characters")
			wantRefusal(t, r.SignIns.LinkIdentity(t.Context(), r.submitter, as(other), letter("added")), "printable")
			wantNotFound(t, r.SignIns.RemoveIdentity(t.Context(), r.other.ID, as(other)))
			_, err = r.SignIns.RegisterProven(t.Context(), stranger(newcomer), as(other))
			wantRefusal(t, err, "printable")
		}
	})
}

func stranger(email string) accounts.NewUser {
	return accounts.NewUser{Email: email, Name: "New", Role: review.Submitter}
}

func TestRegisterProven(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.SignIns.RegisterProven(t.Context(), stranger(r.other.Email), orcid)
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("got %v, want %v", err, database.ErrTaken)
		}
		_, err = r.SignIns.UseIdentity(t.Context(), orcid)
		wantNotFound(t, err) // an address alone ties nothing
		_, err = r.SignIns.RegisterProven(t.Context(), stranger("no address"), orcid)
		wantField(t, err, "email")
		raised := stranger(newcomer)
		raised.Role = review.Admin
		_, err = r.SignIns.RegisterProven(t.Context(), raised, orcid)
		wantField(t, err, "role")

		user, err := r.SignIns.RegisterProven(t.Context(), stranger(newcomer), orcid)
		if err != nil || user.HasPassword || user.ConfirmedAt.IsZero() || user.Role != review.Submitter {
			t.Fatalf("got %+v, %v", user, err)
		}
		r.wantOwner(t, orcid, user)
		_, err = r.SignIns.RegisterProven(t.Context(), stranger("else@example.org"), orcid)
		wantRefusal(t, err, "another account")
		if _, err := r.Accounts.UserByEmail(t.Context(), "else@example.org"); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("half an account was made: %v", err)
		}
	})
}

func TestRegisterClaimedHasToBeConfirmed(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		claim := func(email string) {
			t.Helper()
			if err := r.SignIns.RegisterClaimed(t.Context(), stranger(email), orcid, letter("confirm"), letter("taken")); err != nil {
				t.Fatal(err)
			}
		}
		claim(r.other.Email)
		r.lastMail(t, r.other.Email, "taken", 1)
		_, err := r.SignIns.UseIdentity(t.Context(), orcid)
		wantNotFound(t, err)

		claim("mistyped@example.org")
		if _, err := r.SignIns.UseIdentity(t.Context(), orcid); !errors.Is(err, accounts.ErrUnconfirmed) {
			t.Errorf("got %v, want %v", err, accounts.ErrUnconfirmed)
		}
		claim(newcomer) // the one that nobody confirmed holds nobody up
		user, err := r.Accounts.Confirm(t.Context(), r.lastMail(t, newcomer, "confirm", 1), "")
		if err != nil {
			t.Fatal(err)
		}
		r.wantOwner(t, orcid, user)
	})
}

// A person who wrote the address of another must not get into the account that its owner makes later.
func TestAnIdentityThatNobodyConfirmedIsForgotten(t *testing.T) {
	ways := map[string]func(*testing.T, *room){
		"registering with a password": func(t *testing.T, r *room) {
			r.register(t)
			mails := storetest.Mails(t, r.at, newcomer)
			if _, err := r.Accounts.Confirm(t.Context(), mails[len(mails)-1].Text, "first password"); err != nil {
				t.Fatal(err)
			}
		},
		"setting a password": func(t *testing.T, r *room) {
			if err := r.Accounts.AskReset(t.Context(), newcomer, letter("reset"), letter("none")); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Accounts.Reset(t.Context(), r.lastMail(t, newcomer, "reset", 2), "battery staple", letter("changed")); err != nil {
				t.Fatal(err)
			}
		},
		"registering with an identity": func(t *testing.T, r *room) {
			own := accounts.Identity{Issuer: orcid.Issuer, Subject: "0000-0002"}
			user, err := r.SignIns.RegisterProven(t.Context(), stranger(newcomer), own)
			if err != nil {
				t.Fatal(err)
			}
			r.wantOwner(t, own, user)
		},
		"moving an account there": func(t *testing.T, r *room) {
			if err := r.Accounts.AskAddress(t.Context(), r.submitter.ID, password, newcomer, letter("address"), letter("taken")); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Accounts.MoveAddress(t.Context(), r.lastMail(t, newcomer, "address", 2), letter("moved")); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, take := range ways {
		t.Run(name, func(t *testing.T) {
			inRooms(t, func(t *testing.T, r *room) {
				if err := r.SignIns.RegisterClaimed(t.Context(), stranger(newcomer), orcid, letter("confirm"), letter("taken")); err != nil {
					t.Fatal(err)
				}
				take(t, r)
				_, err := r.SignIns.UseIdentity(t.Context(), orcid)
				wantNotFound(t, err)
			})
		})
	}
}
