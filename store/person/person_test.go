package person_test

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/store"
	"green500/store/accounts"
	"green500/store/person"
	"green500/store/storetest"
	"green500/validation/review"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// elsewhere are the tables that tell something of a person and are not given to them, with the reason.
func elsewhere() map[string]string {
	return map[string]string{
		"sessions": "what a session holds is sealed in it; that somebody signed in is in the audit log",
		"tallies":  "the names are hashes, and forgotten within hours",
	}
}

// TestEveryTableThatTellsOfAPersonIsGiven: a column that holds somebody's number or address belongs to a part, or to a
// table with a reason.
func TestEveryTableThatTellsOfAPersonIsGiven(t *testing.T) {
	database := storetest.SQLite(t)
	storetest.Open(t, store.Config{Database: database, Blobs: storetest.Blobs(t)})
	rows, err := storetest.Pool(t, database).QueryContext(t.Context(),
		`SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table' ORDER BY 1, 2`)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	personal := regexp.MustCompile(
		`^(user_id|owner_id|author_id|actor_id|opened_by|decided_by|reviewer_id|proposer_id|approver_id|updated_by|recipient|email)$`)
	seen := 0
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			t.Fatal(err)
		}
		// that one's text is for others
		if !personal.MatchString(column) || elsewhere()[table] != "" || table+"."+column == "notices.actor_id" {
			continue
		}
		seen++
		given := slices.ContainsFunc(person.Queries(), func(query string) bool {
			return regexp.MustCompile(`\bFROM `+table+`\b`).MatchString(query) &&
				regexp.MustCompile(`\b`+column+`\b`).MatchString(query)
		})
		if !given {
			t.Errorf("%s.%s is part of no export", table, column)
		}
	}
	if err := rows.Err(); err != nil || seen < 20 {
		t.Errorf("%d columns were seen, %v", seen, err)
	}
}

// TestNoSecretIsGiven: what lets somebody in stands in no export.
func TestNoSecretIsGiven(t *testing.T) {
	secrets := regexp.MustCompile(`\b(key|password_hash|credential|secret|data|seed)\b`)
	for _, query := range person.Queries() {
		if found := secrets.FindString(query); found != "" {
			t.Errorf("%s is selected by %s", found, query)
		}
	}
}

func TestAPersonIsGivenWhatIsTheirs(t *testing.T) {
	storetest.Each(t, func(t *testing.T, database string) {
		s := storetest.Open(t, store.Config{Database: database, Blobs: storetest.Blobs(t)})
		var made []accounts.User
		for _, name := range []string{"anna", "ben"} {
			user, err := s.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: name + "@example.org", Name: name,
				Password: "correct horse", Role: review.Submitter})
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := s.Notices.Webhooks().Create(t.Context(), user.ID, "https://"+name+".example.org/",
				review.Events()); err != nil {
				t.Fatal(err)
			}
			made = append(made, user)
		}
		var text bytes.Buffer
		if err := s.Accounts.WritePerson(t.Context(), made[0].ID, &text); err != nil {
			t.Fatal(err)
		}
		var given map[string][]map[string]any
		if err := json.Unmarshal(text.Bytes(), &given); err != nil {
			t.Fatalf("%v in %s", err, text.String())
		}
		for _, part := range person.Parts() {
			if _, has := given[part.Name]; !has {
				t.Errorf("%s is missing", part.Name)
			}
		}
		if len(given["account"]) != 1 || given["account"][0]["email"] != "anna@example.org" ||
			len(given["webhooks"]) != 1 {
			t.Errorf("got %v and %v", given["account"], given["webhooks"])
		}
		if at, is := given["account"][0]["created_at"].(string); !is || !strings.HasSuffix(at, "Z") {
			t.Errorf("it was created at %v", given["account"][0]["created_at"])
		}
		if strings.Contains(text.String(), "ben") {
			t.Errorf("another person is in it: %s", text.String())
		}
	})
}
