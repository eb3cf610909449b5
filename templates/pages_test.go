package templates

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
	"golang.org/x/net/html"

	"green500/validation/listing"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// pages are all pages, each full, empty, and with everything that can be wrong.
func pages() map[string]templ.Component {
	public, submitter, reviewer := Viewer{}, viewer(review.Submitter), viewer(review.Reviewer)
	editor, admin := viewer(review.Editor), viewer(review.Admin)
	head := ownList(public).List
	own := entryPage("/submissions/7", submitter, review.Draft)
	own.Owner = true
	broken := own
	broken.Report, broken.Curve, broken.Files = nil, power.Curve{}, nil
	broken.Troubles = power.InputErrors{{Field: "run.output", Problem: "no output", Remedy: "name it"}, {File: "a.csv", Line: 3, Problem: "not a number"}}
	own.Sharing = Sharing{With: "Example Centre", May: true, Sites: []SiteOption{{"3", "Example Centre"}}, Chosen: "3"}
	refused := entryPage("/submissions/7", reviewer, review.InReview)
	refused.Decision = Decision{Verb: review.Return, Errors: FieldErrors{"reason": "Write the reason.", "": "The entry moved."}}
	pages := map[string]templ.Component{
		"rehearsal":          Rehearsal(RehearsalPage{Page: page("/editions/rehearsal", editor), Editions: []string{"2026-11"}, Methodology: "2.0"}),
		"rehearsal, refused": Rehearsal(RehearsalPage{Page: page("/editions/rehearsal", admin), Methodology: "2.0", Trouble: "Another rehearsal is running."}),
		"rehearsal, done":    Rehearsal(rehearsed(rehearsedEntries(), nil)),
		"rehearsal, nothing": Rehearsal(rehearsed(nil, nil)),
		"rehearsal, failed":  Rehearsal(rehearsed(nil, context.DeadlineExceeded)),
		"list":               List(ownList(public)),
		"list, none":         List(ListPage{Page: page("/", public)}),
		"list, no match":     List(ListPage{Page: page("/lists/2026-11", public), List: head, View: listing.View{Search: "x", Size: 500, Page: 1}, Total: 3}),
		"list, imported":     List(importedList(public)),
		"list, all":          List(allLists(public)),
		"list, wrong":        List(wrongList(public)),
		"list, a state":      List(ListPage{Page: page("/lists/2026-11", public), List: head, Whole: true, View: usualView(), Rows: ownList(public).Rows, Matching: 3, Total: 3}),
		"entry, public":      Entry(entryPage("/entries/7", public, review.Published)),
		"entry, own":         Entry(own),
		"entry, ungraded":    Entry(broken),
		"entry, refused":     Entry(refused),
		"submissions":        Submissions(SubmissionsPage{Page: page("/submissions", submitter), Rows: []SubmissionRow{{ID: "7", State: review.Draft}, {ID: "8", System: "Example-2", State: review.InReview, Graded: true, Granted: 2, Claimed: 3}}}),
		"submissions, none":  Submissions(SubmissionsPage{Page: page("/submissions", submitter)}),
		"server":             Server(serverPage(page("/server", admin))),
		"server, fresh":      Server(ServerPage{Page: page("/server", admin)}),
		"jobs":               Jobs(jobsPage(page("/server/jobs", admin))),
		"jobs, none":         Jobs(JobsPage{Page: page("/server/jobs", admin)}),
		"retention":          Retention(RetentionPage{Page: page("/retention", public), Rows: []RetentionRow{{What: "Mail", Kept: "90 days since it was sent", Why: "so that somebody can look"}}}),
		"new":                New(NewPage{Page: page("/submissions/new", submitter), Editions: []string{"2026-11"}, MaxUpload: 2e9, Errors: FieldErrors{"files": "Too large.", "edition": "Closed.", "": "Not kept."}}),
		"new, closed":        New(NewPage{Page: page("/submissions/new", submitter)}),
		"form":               Form(formPage()),
		"form, fresh":        Form(FormPage{Page: page("/submissions/7/edit", submitter), ID: "7", State: review.Draft}),
		"uploads":            Uploads(uploadsPage()),
		"uploads, none":      Uploads(UploadsPage{Page: page("/submissions/7/uploads", submitter), ID: "7", State: review.Draft, System: "Aurelia", Panel: UploadPanel{ID: "7", MaxUpload: 4e9}}),
		"log":                Log(logPage()),
		"log, none":          Log(LogPage{Page: page("/submissions/7/log", submitter), ID: "7", State: review.Draft, File: "HPL.out", Errors: FieldErrors{"": "HPL.out: is no log; name another."}}),
		"yaml":               YAML(YAMLPage{Page: page("/submissions/7/yaml", submitter), ID: "7", Text: "schema: <x>", Errors: []string{"Line 3 is wrong."}}),
		"editions":           Editions(EditionsPage{Page: page("/editions", editor), Confirm: "2026-11", Rows: []EditionRow{{Name: "2026-11", Counts: map[review.State]int{review.Submitted: 2}}, {Name: "2026-06", Published: noon}}, Form: EditionForm{Errors: FieldErrors{"name": "Taken.", "opens": "No zone.", "methodology": "Unknown."}}}),
		"editions, none":     Editions(EditionsPage{Page: page("/editions", editor)}),
		"accounts":           Accounts(AccountsPage{Page: page("/accounts", admin), Rows: []AccountRow{{ID: "1", Name: "Sam", Role: review.Admin, Self: true}, {ID: "2", Name: "Kim", Role: review.Editor, Disabled: true}, {ID: "3", Name: "Lou", Role: review.Submitter, Unconfirmed: true}}, Form: AccountForm{Errors: FieldErrors{"email": "Taken.", "role": "Unknown."}}}),
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
		"error":            Error(ErrorPage{Page: page("/nowhere", public), Status: 404, RequestID: "1"}),
		"error, odd":       Error(ErrorPage{Page: page("/nowhere", public), Status: 418}),
		"rules":            Rules(RulesPage{Page: page("/rules", public), Rules: rules.All(), Editions: methodology.Editions()}),
		"rules, filtered":  Rules(RulesPage{Page: page("/rules", public), Rules: rules.All(), Editions: methodology.Editions(), Filter: RuleFilter{Edition: methodology.V12, Level: 2, Severity: rules.Must, Drafts: true}}),
		"rules, draft":     Rules(RulesPage{Page: page("/rules", public), Rules: rules.All(), Editions: methodology.Editions(), Filter: RuleFilter{Edition: methodology.V30, Drafts: true}}),
		"rules, none":      Rules(RulesPage{Page: page("/rules", public), Rules: rules.All(), Editions: methodology.Editions(), Filter: RuleFilter{Edition: methodology.V12, Severity: rules.May}}),
		"rule":             Rule(rulePage()),
		"rule, bare":       Rule(RulePage{Page: page("/rules/idle-power", public), Rule: oneRule("idle-power"), Editions: methodology.Editions(), Margins: &RuleMargins{}}),
		"rule, never":      Rule(RulePage{Page: page("/rules/measuring-point", public), Rule: oneRule("measuring-point"), Editions: methodology.Editions(), Examples: []RuleExample{{Never: "No other word can be written."}}}),
		"compare":          Compare(ComparePage{Page: page("/rules/compare", public), Rules: rules.All(), Editions: methodology.Editions()}),
		"compare, less":    Compare(ComparePage{Page: page("/rules/compare", public), Rules: rules.All(), Editions: methodology.Editions(), Differences: true, Drafts: true}),
	}
	maps.Copy(pages, sitePages(submitter))
	maps.Copy(pages, deskPages(reviewer, editor))
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
		"sites":            SitesIndex(SitesPage{Page: page("/sites", member), Rows: []SiteRow{{ID: "3", Name: "Example", Role: review.Keeper}}, Form: SiteForm{Errors: wrong}}),
		"sites, none":      SitesIndex(SitesPage{Page: page("/sites", member)}),
		"site, keeper":     Site(keeper),
		"site, member":     Site(plain),
		"join":             Join(joining),
		"join, public":     Join(join),
		"join, other":      Join(other),
		"new, with a site": New(NewPage{Page: page("/submissions/new", member), Editions: []string{"2026-11"}, Sites: []SiteOption{{"3", "Example"}}, Site: "3", Errors: FieldErrors{"site": "Not yours."}}),
		"tokens":           TokensIndex(TokensPage{Page: page("/account/tokens", member), Section: TokenSection(made)}),
		"tokens, none":     TokensIndex(TokensPage{Page: page("/account/tokens", member), Section: TokenSection(Tokens{})}),
	}
}

func uploadsPage() UploadsPage {
	return UploadsPage{
		Page: page("/submissions/7/uploads", viewer(review.Submitter)), ID: "7", State: review.Draft, System: "Aurelia",
		Panel: UploadPanel{ID: "7", MaxUpload: 4e9, Error: "No file was chosen.", Lines: []Upload{
			{ID: "a", Name: "node1.csv", Size: 100, Offset: 41, State: "arriving", Expires: noon},
			{ID: "b", Name: "node2.csv", Size: 100, Offset: 100, State: "arrived", Read: 63, ToRead: 100},
			{ID: "c", Name: "node3.csv", Size: 100, Offset: 100, State: "kept", Receipt: "/submissions/7/receipts/3", Remark: "It took the place of another."},
			{ID: "d", Name: "node4.csv", State: "refused", Remark: "What arrived is not what was sent."},
		}},
		Receipts: []Receipt{{Address: "/submissions/7/receipts/3", Name: "node3.csv", Files: 1, At: noon}, {Address: "/submissions/7/receipts/4", Files: 4, At: noon, Manifest: true}},
	}
}

func TestAnUploadSaysHowFarItIs(t *testing.T) {
	for state, want := range map[string]string{"arriving": "41 % of 100 B has arrived. Choose node1.csv again", "arrived": "Reading, 63 %", "kept": "Kept, 100 B.", "refused": "Not kept."} {
		u := Upload{Name: "node1.csv", Size: 100, Offset: 41, State: state, Read: 63, ToRead: 100}
		if got := u.said(); !strings.Contains(got, want) {
			t.Errorf("%s: said %q", state, got)
		}
	}
}

// parse renders a component and reads what a browser would.
func parse(t *testing.T, c templ.Component) *html.Node {
	t.Helper()
	var text strings.Builder
	if err := c.Render(context.Background(), &text); err != nil {
		t.Fatal(err)
	}
	root, err := html.Parse(strings.NewReader(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// elements are the elements of the given names, or all of them.
func elements(root *html.Node, names ...string) []*html.Node {
	var found []*html.Node
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (len(names) == 0 || slices.Contains(names, n.Data)) {
			found = append(found, n)
		}
	}
	return found
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

func inside(n *html.Node, name string) bool {
	for up := n.Parent; up != nil; up = up.Parent {
		if up.Data == name {
			return true
		}
	}
	return false
}

// every runs a check on every page.
func every(t *testing.T, check func(t *testing.T, root *html.Node)) {
	for name, component := range pages() {
		t.Run(name, func(t *testing.T) { check(t, parse(t, component)) })
	}
}

func TestNoPageNeedsMoreThanThePolicyAllows(t *testing.T) {
	every(t, func(t *testing.T, root *html.Node) {
		for _, n := range elements(root) {
			for _, a := range n.Attr {
				if a.Key == "style" || strings.HasPrefix(a.Key, "on") {
					t.Errorf("<%s> has %s=%q", n.Data, a.Key, a.Val)
				}
			}
			if n.Data == "style" || n.Data == "script" && !strings.HasPrefix(attribute(n, "src"), "/static/") {
				t.Errorf("<%s> is not from our own host", n.Data)
			}
		}
	})
}

func TestEveryFieldHasALabel(t *testing.T) {
	every(t, func(t *testing.T, root *html.Node) {
		labelled := map[string]bool{}
		for _, label := range elements(root, "label") {
			labelled[attribute(label, "for")] = true
		}
		for _, field := range elements(root, "input", "select", "textarea") {
			if attribute(field, "type") != "hidden" && !labelled[attribute(field, "id")] && !inside(field, "label") {
				t.Errorf("field %q has no label", attribute(field, "name"))
			}
		}
	})
}

func TestEveryReferenceHasItsTarget(t *testing.T) {
	every(t, func(t *testing.T, root *html.Node) {
		ids := map[string]bool{}
		for _, n := range elements(root) {
			if id := attribute(n, "id"); id != "" && ids[id] {
				t.Errorf("id %q is there twice", id)
			}
			ids[attribute(n, "id")] = true
		}
		for _, n := range elements(root) {
			for _, key := range []string{"for", "aria-labelledby", "aria-describedby", "list"} {
				for _, id := range strings.Fields(attribute(n, key)) {
					if !ids[id] {
						t.Errorf("<%s %s> names %q, which is not there", n.Data, key, id)
					}
				}
			}
			if target, local := strings.CutPrefix(attribute(n, "href"), "#"); local && !ids[target] {
				t.Errorf("link to #%s leads nowhere", target)
			}
		}
	})
}

func TestEveryPageHasItsLandmarks(t *testing.T) {
	every(t, func(t *testing.T, root *html.Node) {
		for _, name := range []string{"title", "h1", "main", "header", "footer"} {
			if count := len(elements(root, name)) - len(svgTitles(root, name)); count != 1 {
				t.Errorf("there are %d <%s>", count, name)
			}
		}
		for _, table := range elements(root, "table") {
			if len(elements(table, "caption")) != 1 {
				t.Error("a table has no caption")
			}
			for _, th := range elements(table, "th") {
				if !has(th, "scope") {
					t.Error("a <th> has no scope")
				}
			}
		}
	})
}

func svgTitles(root *html.Node, name string) []*html.Node {
	return slices.DeleteFunc(elements(root, name), func(n *html.Node) bool { return !inside(n, "svg") })
}
