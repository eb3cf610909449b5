package web_test

import (
	_ "embed"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/editions"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
	"green500/web"
)

// authorisation is what everybody gets of an entry in every state. A route is followed by lines of states and what each
// visitor gets then, in the order of the line that names the visitors. TestEveryRouteAsEveryRole has what is of no
// entry.
//
//go:embed testdata/authorisation.txt
var authorisation string

// embargoed is a published entry whose list is not for everybody yet.
const embargoed review.State = "embargoed"

// statesThatDiffer are those that every route is tried in: nobody's business yet, under review, public, and frozen.
var statesThatDiffer = []review.State{review.Draft, review.Submitted, review.Published, embargoed}

func statesOfAll() []review.State { return append(review.States(), embargoed) }

// relations are what somebody can be to an entry: nothing, of a declared conflict of interest, a member of the site
// that shares it, and its owner.
var relations = []string{"foreign", "conflicted", "colleague", "own"}

// tokens are the programs that visit: those of the owner, and one of a reviewer who has nothing to do with the entry.
var tokens = map[string]struct {
	of     string
	scopes []review.Scope
}{
	"token.read": {"submitter.own", []review.Scope{review.ReadScope}}, "token.own": {"submitter.own", review.Scopes()},
	"token.foreign": {"reviewer.foreign", review.Scopes()},
}

// quarter is a house with an entry in every state for everybody who can own one.
type quarter struct {
	*house
	entries map[string]map[review.State]int64 // by who looks at them
	secrets map[string]string                 // of tokens
	clients map[string]*http.Client           // in which they are signed in
	site    int64
}

func openQuarter(t *testing.T) *quarter {
	t.Helper()
	q := &quarter{house: open(t), entries: map[string]map[review.State]int64{}, secrets: map[string]string{},
		clients: map[string]*http.Client{}}
	q.found(t)
	q.site = q.house.site
	q.execute(t, "DELETE FROM members")
	for _, role := range review.Roles() {
		if role == review.Public {
			continue
		}
		for _, relation := range relations {
			q.moveIn(t, role, relation)
		}
	}
	for name, token := range tokens {
		q.secrets[name] = q.token(t, token.of, token.scopes...)
	}
	q.openEditions(t)
	shared := q.enterAll(t, "submitter.own")
	for _, role := range review.Roles() {
		for _, relation := range relations[:3] {
			q.entries[string(role)+"."+relation] = shared
		}
		if owner := string(role) + ".own"; role != review.Public && owner != "submitter.own" {
			q.entries[owner] = q.enterAll(t, owner)
		}
	}
	q.entries["submitter.own"], q.entries["public"] = shared, shared
	for name, token := range tokens {
		q.entries[name] = q.entries[token.of]
	}
	for _, id := range shared {
		for _, role := range review.Roles() {
			if role != review.Public {
				q.execute(t, fmt.Sprintf("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, "+
					"declared_at) VALUES (%d, %d, '', '', 'a friend', 0)", q.people[string(role)+".conflicted"].ID, id))
			}
		}
	}
	q.publish(t)
	q.share(t)
	return q
}

// moveIn makes somebody of a role who is something to entries.
func (q *quarter) moveIn(t *testing.T, role review.Role, relation string) {
	t.Helper()
	name := string(role) + "." + relation
	user, err := q.store.Accounts.CreateUser(t.Context(),
		accounts.NewUser{Email: name + "@example.org", Name: name, Role: role, Password: password})
	must(t, err)
	q.people[name] = user
	if relation == "colleague" {
		q.execute(t, fmt.Sprintf("INSERT INTO members (site_id, user_id, role, joined_at) VALUES (%d, %d, 'member', 0)",
			q.site, user.ID))
	}
}

// share has the site share the entries of the owner.
func (q *quarter) share(t *testing.T) {
	t.Helper()
	for _, id := range q.entries["submitter.own"] {
		q.execute(t, fmt.Sprintf("UPDATE entries SET site_id = %d WHERE id = %d", q.site, id))
	}
}

// editionOf is the list that an entry in a state is of.
func editionOf(state review.State) string {
	switch state {
	case review.Published, review.Corrected:
		return "2022-11"
	case embargoed:
		return "2022-06"
	}
	return "2026-11"
}

// openEditions makes the lists that are published once everybody's entries are in.
func (q *quarter) openEditions(t *testing.T) {
	t.Helper()
	now := time.Now()
	until := now.Add(24 * time.Hour)
	for state, embargo := range map[review.State]*time.Time{review.Published: nil, embargoed: &until} {
		_, err := q.store.Editions.Create(t.Context(),
			editions.Edition{Name: editionOf(state), Methodology: methodology.InForce, OpensAt: now.Add(-time.Hour),
				ClosesAt: now.Add(time.Hour), Embargo: embargo})
		must(t, err)
	}
}

// publish publishes them.
func (q *quarter) publish(t *testing.T) {
	t.Helper()
	for _, state := range []review.State{review.Published, embargoed} {
		_, err := q.store.Lists.PublishEdition(t.Context(), editionOf(state), q.people["editor"],
			review.Outstanding.Anyway)
		must(t, err)
	}
	for _, all := range q.entries {
		q.settle(t, all[review.Corrected], review.Corrected)
	}
}

// enterAll makes an entry in every state.
func (q *quarter) enterAll(t *testing.T, owner string) map[review.State]int64 {
	t.Helper()
	all := map[review.State]int64{}
	clean := sample.Clean(2, string(methodology.V20))
	for _, state := range statesOfAll() {
		clean.Entry.Edition = editionOf(state)
		snapshot, err := q.store.Submissions.Intake(t.Context(), &clean.Entry, q.files(t, clean))
		must(t, err)
		entry, err := q.store.Submissions.CreateEntry(t.Context(), q.people[owner], editionOf(state), snapshot)
		must(t, err)
		all[state] = entry.ID
		if state == review.Draft {
			continue
		}
		_, err = q.store.Reviews.Move(t.Context(), entry.ID, review.Submit, q.people[owner], "")
		must(t, err)
		if state == review.Published || state == review.Corrected || state == embargoed {
			_, err = q.store.Reviews.Move(t.Context(), entry.ID, review.Accept, q.people["reviewer"], "")
			must(t, err)
		} else {
			q.settle(t, entry.ID, state)
		}
	}
	return all
}

// settle puts an entry into a state, whatever was done to it.
func (q *quarter) settle(t *testing.T, entry int64, state review.State) {
	t.Helper()
	if state == embargoed {
		state = review.Published
	}
	q.execute(t, fmt.Sprintf("UPDATE entries SET state = '%s' WHERE id = %d", state, entry))
}

// calls asks for an address of the table as a visitor, of their entry in a state.
func (q *quarter) calls(t *testing.T, visitor, method, address string, state review.State) int {
	t.Helper()
	entry := q.entries[visitor][state]
	at := strings.NewReplacer("ENTRY", number(entry), "FILE", url.PathEscape(q.file)).Replace(address)
	request := q.request(t, method, at)
	if secret := q.secrets[visitor]; secret != "" {
		request.Header.Set("Authorization", "Bearer "+secret)
	}
	answer, err := q.clients[visitor].Do(request)
	if err != nil {
		t.Error(err)
		return 0
	}
	must(t, answer.Body.Close())
	if method != http.MethodGet && answer.StatusCode < http.StatusBadRequest {
		q.settle(t, entry, state)
		q.share(t)
	}
	return answer.StatusCode
}

// row is what every visitor gets. What changes nothing is requested at once.
func (q *quarter) row(t *testing.T, visitors []string, method, address string, state review.State) []string {
	t.Helper()
	got := make([]string, len(visitors))
	var group sync.WaitGroup
	for i, visitor := range visitors {
		call := func() { got[i] = fmt.Sprint(q.calls(t, visitor, method, address, state)) }
		if method == http.MethodGet {
			group.Go(call)
		} else {
			call()
		}
	}
	group.Wait()
	return got
}

// permitted is the table: for a route what each visitor gets in each state.
type permitted struct {
	visitors []string
	routes   []permittedRoute
}

type permittedRoute struct {
	method, address string
	cells           map[review.State][]string
}

func readPermitted(t *testing.T, text string) permitted {
	t.Helper()
	var table permitted
	for at, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0, words[0] == "#":
		case words[0] == "VISITORS":
			table.visitors = words[1:]
		case line[0] != ' ':
			table.routes = append(table.routes, permittedRoute{words[0], words[1], map[review.State][]string{}})
		case len(words) != len(table.visitors)+1:
			t.Fatalf("line %d has %d cells, not %d", at+1, len(words)-1, len(table.visitors))
		default:
			for state := range strings.SplitSeq(words[0], ",") {
				table.routes[len(table.routes)-1].cells[review.State(state)] = words[1:]
			}
		}
	}
	return table
}

// ofAnEntry reports whether what a route answers depends on an entry.
func ofAnEntry(route web.Route) bool {
	return strings.Contains(route.Path, "/submissions/:id") || strings.Contains(route.Path, "/entries/:id") ||
		strings.Contains(route.Path, "/submissions/from/:id")
}

// TestEveryEntryRouteInEveryState asks for every address of an entry, in every state, as every role that has nothing to
// do with it, a conflict of interest, a site in common, or owns it, and by tokens. Without GREEN500_TEST_LONG each is
// asked for in one of the states that differ.
func TestEveryEntryRouteInEveryState(t *testing.T) {
	t.Parallel()
	table := readPermitted(t, authorisation)
	var wanted []string
	for _, route := range web.Routes(&web.Answering{}) {
		if ofAnEntry(route) {
			wanted = append(wanted, route.Method+" "+route.Path)
		}
	}
	for _, route := range table.routes {
		of := pattern(route.method, route.address)
		wanted = slices.DeleteFunc(wanted, func(one string) bool { return one == of })
	}
	if len(wanted) > 0 {
		t.Errorf("nobody visits %q", wanted)
	}
	q := openQuarter(t)
	for _, visitor := range table.visitors {
		who := visitor
		if q.secrets[visitor] != "" {
			who = string(review.Public)
		}
		q.clients[visitor] = q.client(t, who)
	}
	for n, route := range table.routes {
		states := statesOfAll()
		if os.Getenv("GREEN500_TEST_LONG") == "" {
			states = statesThatDiffer[n%len(statesThatDiffer):][:1]
		}
		t.Run(route.method+" "+route.address, func(t *testing.T) {
			for _, state := range statesThatDiffer {
				if _, stated := route.cells[state]; !stated {
					t.Errorf("nobody visits it in the state %s", state)
				}
			}
			for _, state := range states {
				want, stated := route.cells[state]
				if !stated {
					continue
				}
				if got := q.row(t, table.visitors, route.method, route.address, state); !slices.Equal(got, want) {
					t.Errorf("%s %s\nwant %s", state, strings.Join(got, " "), strings.Join(want, " "))
				}
			}
		})
	}
}
