package account

import (
	"maps"
	"testing"
	"time"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/review"
)

func TestAccountPages(t *testing.T) { pagetest.Check(t, accountPages()) }

// accountPages are pages full, empty, and with everything that can be wrong.
func accountPages() map[string]templ.Component {
	public, submitter := templates.Viewer{}, pagetest.Viewer(review.Submitter)
	pages := map[string]templ.Component{
		"login": Login(LoginPage{Page: pagetest.Page("/login", public), Next: "/review",
			Errors: templates.FieldErrors{"": "They do not belong together.", "email": "Write it."}}),
		"login, unconfirmed": Login(LoginPage{Page: pagetest.Page("/login", public), Email: "a@example.org",
			Unconfirmed: true, Registration: true}),
		"register": Register(RegisterPage{Page: pagetest.Page("/register", public), Name: "<b>",
			Errors: templates.FieldErrors{"": "No.", "name": "Write it.", "email": "Wrong.", "affiliation": "Long."}}),
		"ask": Ask(AskPage{Page: pagetest.Page("/reset", public), Action: "/reset",
			Lead: "We send a link.", Button: "Send", Errors: templates.FieldErrors{"email": "Wrong."}}),
		"sent": Sent(SentPage{Page: pagetest.Page("/reset/sent", public), Sentence: "A mail is on its way.",
			Again: templates.Link{Href: "/reset", Text: "ask again"}}),
		"confirm": Confirm(ConfirmPage{Page: pagetest.Page("/confirm/x", public), Name: "<b>",
			Email: "a@example.org", Errors: templates.FieldErrors{"password": "Short."}}),
		"confirm identity": Confirm(ConfirmPage{Page: pagetest.Page("/confirm/x", public), Name: "<b>",
			Email: "a@example.org", Identities: []string{"ORCID 0000"}}),
		"follow": Follow(FollowPage{Page: pagetest.Page("/address/x", public), Sentence: "Confirm.",
			Button: "Confirm"}),
		"dead link": DeadLink(DeadLinkPage{Page: pagetest.Page("/confirm/x", public), Sentence: "Used.",
			Again: templates.Link{Href: "/register/again", Text: "Ask for a new link"}}),
		"new password": NewPassword(NewPasswordPage{Page: pagetest.Page("/reset/x", public), Email: "a@example.org",
			Errors: templates.FieldErrors{"password": "Short."}}),
		"profile": Profile(ProfilePage{Page: pagetest.Page("/account", submitter), HasPassword: true,
			Errors: templates.FieldErrors{"": "No.", "name": "a", "affiliation": "b", "email": "c", "current": "d",
				"old": "e", "password": "f"}}),
		"login, ways": Login(LoginPage{Page: pagetest.Page("/login", public), Next: "/sites", Passkeys: true,
			Providers: []Provider{{"ORCID", "orcid"}}}),
		"profile, ways": Profile(ProfilePage{Page: pagetest.Page("/account",
			submitter), Created: pagetest.Noon, Sections: []templ.Component{
			Passkeys(PasskeySection{Error: "It is the last.",
				Rows: []PasskeyRow{{ID: "1", Name: "<Laptop>", Created: pagetest.Noon, Error: "Too long."},
					{ID: "2", Name: "Phone", Created: pagetest.Noon, Used: pagetest.Noon}}}),
			Identities(IdentitySection{Error: "It is the last.", Rows: []IdentityRow{{Provider: "ORCID",
				Issuer: "https://orcid.org", Subject: "0000", Created: pagetest.Noon, Used: pagetest.Noon}},
				More: []Provider{{"My <Keycloak>", "my-keycloak"}}}),
		}}),
		"profile, no ways": Profile(ProfilePage{Page: pagetest.Page("/account", submitter), Created: pagetest.Noon,
			Sections: []templ.Component{Passkeys(PasskeySection{}), Identities(IdentitySection{})}}),
		"leave": Leave(LeavePage{Page: pagetest.Page("/login/openid/orcid", public), Provider: "ORCID",
			URL: "https://orcid.org/x?a=b&c=d", Host: "orcid.org"}),
		"stranger": Stranger(StrangerPage{Page: pagetest.Page("/register/openid", public), Provider: "ORCID",
			Registration: true,
			Errors:       templates.FieldErrors{"": "No.", "name": "a", "email": "b", "affiliation": "c"}}),
		"stranger, proven": Stranger(StrangerPage{Page: pagetest.Page("/register/openid", public), Provider: "ORCID",
			Proven: "a@example.org", Email: "a@example.org", Registration: true}),
		"stranger, held": Stranger(StrangerPage{Page: pagetest.Page("/register/openid", public), Provider: "ORCID",
			Held: true, Proven: "a@example.org"}),
		"stranger, closed": Stranger(StrangerPage{Page: pagetest.Page("/register/openid", public), Provider: "ORCID"}),
		"tie": Tie(TiePage{Page: pagetest.Page("/account/openid", submitter), Provider: "ORCID",
			Subject: "0000", Name: "Kim", Email: "kim@example.org"}),
		"profile, bare": Profile(ProfilePage{Page: pagetest.Page("/account", submitter), Created: pagetest.Noon}),
	}
	maps.Copy(pages, sitePages(submitter))
	return pages
}

// sitePages are those of sites and tokens.
func sitePages(member templates.Viewer) map[string]templ.Component {
	wrong := templates.FieldErrors{"": "It changed meanwhile.", "name": "Taken.", "country": "No code.",
		"url": "No address."}
	keeper := SitePage{
		Page: pagetest.Page("/sites/3", member), ID: "3", Name: "Example & Sons", Country: "DE",
		URL: "javascript:alert(1)", Role: review.Keeper, Founded: pagetest.Noon, Entries: 2,
		Members: []MemberRow{{ID: "1", Name: "Sam", Role: review.Keeper, Self: true},
			{ID: "2", Name: "Kim", Role: review.Keeper}, {ID: "3", Name: "Lee", Role: review.Member}},
		Invitations: []InvitationRow{{Email: "a@example.org", Sent: pagetest.Noon, Expires: pagetest.Noon}},
		Form:        SiteForm{Errors: wrong},
		Wrong:       templates.FieldErrors{"": "Too many.", "email": "No address."}, Refused: "Others are of it.",
	}
	plain := keeper
	plain.Role, plain.Members, plain.Wrong, plain.Form = review.Member, keeper.Members[:1], nil, SiteForm{}
	join := JoinPage{Page: pagetest.Page("/join/SECRET", templates.Viewer{}), Site: "Example", Email: "a@example.org",
		Expires: pagetest.Noon}
	joining, other := join, join
	joining.SignedAs, other.SignedAs = "a@example.org", "b@example.org"
	made := Tokens{
		Now: pagetest.Noon, Secret: "g5_ABC", Made: "laptop", Lifetimes: []templates.Option{{Value: "30",
			Label: "30 days"}}, Form: TokenForm{Errors: templates.FieldErrors{"": "Too many.", "token": "Taken.",
			"scopes": "None.", "lifetime": "Too long."}},
		Rows: []TokenRow{{ID: "1", Name: "laptop", Hint: "g5_ABCD", Scopes: review.Scopes(), Created: pagetest.Noon,
			Used: pagetest.Noon, Expires: pagetest.Noon.Add(time.Hour)},
			{ID: "2", Name: "old", Expires: pagetest.Noon}},
	}
	return map[string]templ.Component{
		"sites": SitesIndex(SitesPage{Page: pagetest.Page("/sites", member),
			Rows: []SiteRow{{ID: "3", Name: "Example", Role: review.Keeper}}, Form: SiteForm{Errors: wrong}}),
		"sites, none":  SitesIndex(SitesPage{Page: pagetest.Page("/sites", member)}),
		"site, keeper": Site(keeper),
		"site, member": Site(plain),
		"join":         Join(joining),
		"join, public": Join(join),
		"join, other":  Join(other),
		"tokens": TokensIndex(TokensPage{Page: pagetest.Page("/account/tokens", member),
			Section: TokenSection(made)}),
		"tokens, none": TokensIndex(TokensPage{Page: pagetest.Page("/account/tokens", member),
			Section: TokenSection(Tokens{})}),
	}
}
