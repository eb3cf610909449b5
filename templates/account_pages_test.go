package templates

import (
	"maps"
	"testing"
	"time"

	"github.com/a-h/templ"

	"green500/validation/review"
)

func TestAccountPages(t *testing.T) { check(t, accountPages()) }

// accountPages are pages full, empty, and with everything that can be wrong.
func accountPages() map[string]templ.Component {
	public, submitter := Viewer{}, viewer(review.Submitter)
	pages := map[string]templ.Component{
		"login":              Login(LoginPage{Page: page("/login", public), Next: "/review", Errors: FieldErrors{"": "They do not belong together.", "email": "Write it."}}),
		"login, unconfirmed": Login(LoginPage{Page: page("/login", public), Email: "a@example.org", Unconfirmed: true, Registration: true}),
		"register":           Register(RegisterPage{Page: page("/register", public), Name: "<b>", Errors: FieldErrors{"": "No.", "name": "Write it.", "email": "Wrong.", "affiliation": "Long.", "password": "Short."}}),
		"ask":                Ask(AskPage{Page: page("/reset", public), Action: "/reset", Lead: "We send a link.", Button: "Send", Errors: FieldErrors{"email": "Wrong."}}),
		"sent":               Sent(SentPage{Page: page("/reset/sent", public), Sentence: "A mail is on its way.", Again: Link{"/reset", "ask again"}}),
		"follow":             Follow(FollowPage{Page: page("/confirm/x", public), Sentence: "Confirm.", Button: "Confirm"}),
		"dead link":          DeadLink(DeadLinkPage{Page: page("/confirm/x", public), Sentence: "Used.", Again: Link{"/register/again", "Ask for a new link"}}),
		"new password":       NewPassword(NewPasswordPage{Page: page("/reset/x", public), Email: "a@example.org", Errors: FieldErrors{"password": "Short."}}),
		"profile":            Profile(ProfilePage{Page: page("/account", submitter), HasPassword: true, Errors: FieldErrors{"": "No.", "name": "a", "affiliation": "b", "email": "c", "current": "d", "old": "e", "password": "f"}}),
		"login, ways":        Login(LoginPage{Page: page("/login", public), Next: "/sites", Passkeys: true, Providers: []Provider{{"ORCID", "orcid"}}}),
		"profile, ways": Profile(ProfilePage{Page: page("/account", submitter), Created: noon, Sections: []templ.Component{
			Passkeys(PasskeySection{Error: "It is the last.", Rows: []PasskeyRow{{ID: "1", Name: "<Laptop>", Created: noon, Error: "Too long."}, {ID: "2", Name: "Phone", Created: noon, Used: noon}}}),
			Identities(IdentitySection{Error: "It is the last.", Rows: []IdentityRow{{Provider: "ORCID", Issuer: "https://orcid.org", Subject: "0000", Created: noon, Used: noon}}, More: []Provider{{"My <Keycloak>", "my-keycloak"}}}),
		}}),
		"profile, no ways": Profile(ProfilePage{Page: page("/account", submitter), Created: noon, Sections: []templ.Component{Passkeys(PasskeySection{}), Identities(IdentitySection{})}}),
		"leave":            Leave(LeavePage{Page: page("/login/openid/orcid", public), Provider: "ORCID", URL: "https://orcid.org/x?a=b&c=d", Host: "orcid.org"}),
		"stranger":         Stranger(StrangerPage{Page: page("/register/openid", public), Provider: "ORCID", Registration: true, Errors: FieldErrors{"": "No.", "name": "a", "email": "b", "affiliation": "c"}}),
		"stranger, proven": Stranger(StrangerPage{Page: page("/register/openid", public), Provider: "ORCID", Proven: "a@example.org", Email: "a@example.org", Registration: true}),
		"stranger, held":   Stranger(StrangerPage{Page: page("/register/openid", public), Provider: "ORCID", Held: true, Proven: "a@example.org"}),
		"stranger, closed": Stranger(StrangerPage{Page: page("/register/openid", public), Provider: "ORCID"}),
		"tie":              Tie(TiePage{Page: page("/account/openid", submitter), Provider: "ORCID", Subject: "0000", Name: "Kim", Email: "kim@example.org"}),
		"profile, bare":    Profile(ProfilePage{Page: page("/account", submitter), Created: noon}),
	}
	maps.Copy(pages, sitePages(submitter))
	return pages
}

// sitePages are those of sites and tokens.
func sitePages(member Viewer) map[string]templ.Component {
	wrong := FieldErrors{"": "It changed meanwhile.", "name": "Taken.", "country": "No code.", "url": "No address."}
	keeper := SitePage{
		Page: page("/sites/3", member), ID: "3", Name: "Example & Sons", Country: "DE", URL: "javascript:alert(1)", Role: review.Keeper, Founded: noon, Entries: 2,
		Members:     []MemberRow{{ID: "1", Name: "Sam", Role: review.Keeper, Self: true}, {ID: "2", Name: "Kim", Role: review.Keeper}, {ID: "3", Name: "Lee", Role: review.Member}},
		Invitations: []InvitationRow{{Email: "a@example.org", Sent: noon, Expires: noon}}, Form: SiteForm{Errors: wrong},
		Wrong: FieldErrors{"": "Too many.", "email": "No address."}, Refused: "Others are of it.",
	}
	plain := keeper
	plain.Role, plain.Members, plain.Wrong, plain.Form = review.Member, keeper.Members[:1], nil, SiteForm{}
	join := JoinPage{Page: page("/join/SECRET", Viewer{}), Site: "Example", Email: "a@example.org", Expires: noon}
	joining, other := join, join
	joining.SignedAs, other.SignedAs = "a@example.org", "b@example.org"
	made := Tokens{
		Now: noon, Secret: "g5_ABC", Made: "laptop", Lifetimes: []Lifetime{{"30", "30 days"}}, Form: TokenForm{Errors: FieldErrors{"": "Too many.", "token": "Taken.", "scopes": "None.", "lifetime": "Too long."}},
		Rows: []TokenRow{{ID: "1", Name: "laptop", Hint: "g5_ABCD", Scopes: review.Scopes(), Created: noon, Used: noon, Expires: noon.Add(time.Hour)}, {ID: "2", Name: "old", Expires: noon}},
	}
	return map[string]templ.Component{
		"sites":        SitesIndex(SitesPage{Page: page("/sites", member), Rows: []SiteRow{{ID: "3", Name: "Example", Role: review.Keeper}}, Form: SiteForm{Errors: wrong}}),
		"sites, none":  SitesIndex(SitesPage{Page: page("/sites", member)}),
		"site, keeper": Site(keeper),
		"site, member": Site(plain),
		"join":         Join(joining),
		"join, public": Join(join),
		"join, other":  Join(other),
		"tokens":       TokensIndex(TokensPage{Page: page("/account/tokens", member), Section: TokenSection(made)}),
		"tokens, none": TokensIndex(TokensPage{Page: page("/account/tokens", member), Section: TokenSection(Tokens{})}),
	}
}
