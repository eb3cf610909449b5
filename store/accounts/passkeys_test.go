package accounts_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/review"
)

func TestPasskeys(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		kept := r.Passkey(t, r.Other, "one")
		if kept.Name != "My laptop" || kept.UsedAt != nil ||
			!kept.CreatedAt.Equal(roomtest.During.Truncate(time.Microsecond)) {
			t.Errorf("kept %+v", kept)
		}
		r.LastMail(t, r.Other.Email, "added", 1)
		owner, err := r.SignIns.PasskeyOwner(t.Context(), "one")
		if err != nil || owner.ID != r.Other.ID {
			t.Errorf("the owner is %+v, %v", owner, err)
		}
		_, err = r.SignIns.PasskeyOwner(t.Context(), "two")
		roomtest.WantNotFound(t, err)
		again := accounts.Passkey{UserID: r.Submitter.ID, CredentialID: "one", Name: "Stolen"}
		roomtest.WantRefusal(t, r.SignIns.AddPasskey(t.Context(), again, roomtest.Letter("added")), "kept already")

		r.Clock.Advance(time.Hour)
		_, err = r.SignIns.UsePasskey(t.Context(), r.Submitter.ID, "one", []byte("no"))
		roomtest.WantNotFound(t, err)
		if user, err := r.SignIns.UsePasskey(t.Context(), r.Other.ID, "one", []byte("used")); err != nil ||
			user.ID != r.Other.ID {
			t.Fatalf("got %+v, %v", user, err)
		}
		roomtest.WantNotFound(t, r.SignIns.RenamePasskey(t.Context(), r.Submitter.ID, kept.ID, "Mine"))
		roomtest.WantField(t, r.SignIns.RenamePasskey(t.Context(), r.Other.ID, kept.ID, " \n"), "name")
		roomtest.WantField(t, r.SignIns.RenamePasskey(t.Context(), r.Other.ID, kept.ID, strings.Repeat("ä", 81)),
			"name")
		if err := r.SignIns.RenamePasskey(t.Context(), r.Other.ID, kept.ID, "Phone"); err != nil {
			t.Fatal(err)
		}
		after := r.Passkeys(t, r.Other)[0]
		if after.Name != "Phone" || string(after.Credential) != "used" || after.UsedAt == nil ||
			after.UsedAt.Sub(after.CreatedAt) != time.Hour {
			t.Errorf("kept %+v", after)
		}
		roomtest.WantNotFound(t, r.SignIns.RemovePasskey(t.Context(), r.Submitter.ID, kept.ID))
		if err := r.SignIns.RemovePasskey(t.Context(), r.Other.ID, kept.ID); err != nil {
			t.Fatal(err)
		}
		roomtest.WantNotFound(t, r.SignIns.RemovePasskey(t.Context(), r.Other.ID, kept.ID))
	})
}

func TestPasskeysAreBounded(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i := range 20 {
			r.Passkey(t, r.Other, strconv.Itoa(i))
		}
		one := accounts.Passkey{UserID: r.Other.ID, CredentialID: "more", Name: "More"}
		roomtest.WantRefusal(t, r.SignIns.AddPasskey(t.Context(), one, roomtest.Letter("added")), "20 passkeys at most")
		one.CredentialID = strings.Repeat("x", 3000)
		roomtest.WantRefusal(t, r.SignIns.AddPasskey(t.Context(), one, roomtest.Letter("added")), "too long")
	})
}

func TestThePasskeyOfAnAccountThatIsLockedOpensNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Passkey(t, r.Other, "one")
		if err := r.Accounts.SetDisabled(t.Context(), r.Other.ID, true); err != nil {
			t.Fatal(err)
		}
		_, err := r.SignIns.UsePasskey(t.Context(), r.Other.ID, "one", nil)
		roomtest.WantRefusal(t, err, "disabled")
		r.Meddle("UPDATE users SET disabled = false, confirmed_at = NULL")
		if _, err := r.SignIns.UsePasskey(t.Context(), r.Other.ID, "one", nil); !errors.Is(err,
			accounts.ErrUnconfirmed) {
			t.Errorf("got %v, want %v", err, accounts.ErrUnconfirmed)
		}
	})
}

func TestTheLastWayToSignInStays(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		first, second := r.Passkey(t, r.Other, "one"), r.Passkey(t, r.Other, "two")
		r.Meddle("UPDATE users SET password_hash = ''")
		if err := r.SignIns.RemovePasskey(t.Context(), r.Other.ID, first.ID); err != nil {
			t.Fatal(err)
		}
		roomtest.WantRefusal(t, r.SignIns.RemovePasskey(t.Context(), r.Other.ID, second.ID), "only way to sign in")
		if len(r.Passkeys(t, r.Other)) != 1 {
			t.Error("the last passkey is gone")
		}
		if err := r.SignIns.LinkIdentity(t.Context(), r.Other, orcid, roomtest.Letter("added")); err != nil {
			t.Fatal(err)
		}
		if err := r.SignIns.RemovePasskey(t.Context(), r.Other.ID, second.ID); err != nil {
			t.Error(err)
		}
		roomtest.WantRefusal(t, r.SignIns.RemoveIdentity(t.Context(), r.Other.ID, orcid), "only way to sign in")
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
		roomtest.WantNotFound(t, err)
		for range 2 { // the second time it is tied already, and nobody is told again
			if err := r.SignIns.LinkIdentity(t.Context(), r.Other, orcid, roomtest.Letter("added")); err != nil {
				t.Fatal(err)
			}
		}
		r.LastMail(t, r.Other.Email, "added", 1)
		r.Clock.Advance(time.Minute)
		r.wantOwner(t, orcid, r.Other)
		roomtest.WantRefusal(t, r.SignIns.LinkIdentity(t.Context(), r.Submitter, orcid, roomtest.Letter("added")),
			"another account")
		kept, err := r.Accounts.Identities(t.Context(), r.Other.ID)
		if err != nil || len(kept) != 1 || kept[0].Identity != orcid ||
			kept[0].UsedAt.Sub(kept[0].CreatedAt) != time.Minute {
			t.Errorf("kept %+v, %v", kept, err)
		}
		_, err = r.SignIns.UseIdentity(t.Context(),
			accounts.Identity{Issuer: "https://other.example", Subject: orcid.Subject})
		roomtest.WantNotFound(t, err)
		roomtest.WantNotFound(t, r.SignIns.RemoveIdentity(t.Context(), r.Submitter.ID, orcid))
		if err := r.SignIns.RemoveIdentity(t.Context(), r.Other.ID, orcid); err != nil {
			t.Fatal(err)
		}
		_, err = r.SignIns.UseIdentity(t.Context(), orcid)
		roomtest.WantNotFound(t, err)
	})
}

// TestASubjectIsKeptByteForByte: "vic\x00-7" opened the account of vic-7.
func TestASubjectIsKeptByteForByte(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		as := func(subject string) accounts.Identity {
			return accounts.Identity{Issuer: orcid.Issuer, Subject: subject}
		}
		for _, kept := range []string{"vic-7", strings.Repeat("x", 255), `CN=Kim  Known,O="A"`} {
			done(t, r.SignIns.LinkIdentity(t.Context(), r.Other, as(kept), roomtest.Letter("added")))
			r.wantOwner(t, as(kept), r.Other)
		}
		_, err := r.SignIns.UseIdentity(t.Context(), as("VIC-7"))
		roomtest.WantNotFound(t, err)
		for _, other := range []string{"", "vic\x00-7", "vic-7\n", " vic-7", "vic-7 ", "vic\u20107", "vic-7\xff", "ﬁ",
			"vic\u00ad-7", strings.Repeat("x", 256)} {
			_, err := r.SignIns.UseIdentity(t.Context(), as(other))
			roomtest.WantRefusal(t, err, "1 to 255 printable ASCII characters")
			roomtest.WantRefusal(t,
				r.SignIns.LinkIdentity(t.Context(), r.Submitter, as(other), roomtest.Letter("added")), "printable")
			roomtest.WantNotFound(t, r.SignIns.RemoveIdentity(t.Context(), r.Other.ID, as(other)))
			_, err = r.SignIns.RegisterProven(t.Context(), stranger(newcomer), as(other))
			roomtest.WantRefusal(t, err, "printable")
		}
	})
}

func stranger(email string) accounts.NewUser {
	return accounts.NewUser{Email: email, Name: "New", Role: review.Submitter}
}

func TestRegisterProven(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.SignIns.RegisterProven(t.Context(), stranger(r.Other.Email), orcid)
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("got %v, want %v", err, database.ErrTaken)
		}
		_, err = r.SignIns.UseIdentity(t.Context(), orcid)
		roomtest.WantNotFound(t, err) // an address alone ties nothing
		_, err = r.SignIns.RegisterProven(t.Context(), stranger("no address"), orcid)
		roomtest.WantField(t, err, "email")
		raised := stranger(newcomer)
		raised.Role = review.Admin
		_, err = r.SignIns.RegisterProven(t.Context(), raised, orcid)
		roomtest.WantField(t, err, "role")

		user, err := r.SignIns.RegisterProven(t.Context(), stranger(newcomer), orcid)
		if err != nil || user.HasPassword || user.ConfirmedAt.IsZero() || user.Role != review.Submitter {
			t.Fatalf("got %+v, %v", user, err)
		}
		r.wantOwner(t, orcid, user)
		_, err = r.SignIns.RegisterProven(t.Context(), stranger("else@example.org"), orcid)
		roomtest.WantRefusal(t, err, "another account")
		if _, err := r.Accounts.UserByEmail(t.Context(), "else@example.org"); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("half an account was made: %v", err)
		}
	})
}

func TestRegisterClaimedHasToBeConfirmed(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		claim := func(email string) {
			t.Helper()
			if err := r.SignIns.RegisterClaimed(t.Context(), stranger(email), orcid, roomtest.Letter("confirm"),
				roomtest.Letter("taken")); err != nil {
				t.Fatal(err)
			}
		}
		claim(r.Other.Email)
		r.LastMail(t, r.Other.Email, "taken", 1)
		_, err := r.SignIns.UseIdentity(t.Context(), orcid)
		roomtest.WantNotFound(t, err)

		claim("mistyped@example.org")
		if _, err := r.SignIns.UseIdentity(t.Context(), orcid); !errors.Is(err, accounts.ErrUnconfirmed) {
			t.Errorf("got %v, want %v", err, accounts.ErrUnconfirmed)
		}
		claim(newcomer) // the one that nobody confirmed holds nobody up
		user, err := r.Accounts.Confirm(t.Context(), r.LastMail(t, newcomer, "confirm", 1), "")
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
			mails := storetest.Mails(t, r.At, newcomer)
			if _, err := r.Accounts.Confirm(t.Context(), mails[len(mails)-1].Text, "first password"); err != nil {
				t.Fatal(err)
			}
		},
		"setting a password": func(t *testing.T, r *room) {
			if err := r.Accounts.AskReset(t.Context(), newcomer, roomtest.Letter("reset"),
				roomtest.Letter("none")); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Accounts.Reset(t.Context(), r.LastMail(t, newcomer, "reset", 2), "battery staple",
				roomtest.Letter("changed")); err != nil {
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
			if err := r.Accounts.AskAddress(t.Context(), r.Submitter.ID, roomtest.Password, newcomer,
				roomtest.Letter("address"), roomtest.Letter("taken")); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Accounts.MoveAddress(t.Context(), r.LastMail(t, newcomer, "address", 2),
				roomtest.Letter("moved")); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, take := range ways {
		t.Run(name, func(t *testing.T) {
			inRooms(t, func(t *testing.T, r *room) {
				if err := r.SignIns.RegisterClaimed(t.Context(), stranger(newcomer), orcid, roomtest.Letter("confirm"),
					roomtest.Letter("taken")); err != nil {
					t.Fatal(err)
				}
				take(t, r)
				_, err := r.SignIns.UseIdentity(t.Context(), orcid)
				roomtest.WantNotFound(t, err)
			})
		})
	}
}
