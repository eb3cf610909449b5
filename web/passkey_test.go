package web_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/descope/virtualwebauthn"

	"green500/store/storetest"
	"green500/validation/review"
)

// device is something that holds a passkey, in the hands of somebody with a browser.
type device struct {
	*testing.T
	house   *house
	browser *http.Client
	party   virtualwebauthn.RelyingParty
	holds   virtualwebauthn.Authenticator
	key     virtualwebauthn.Credential
}

// device is one in the browser of a visitor.
func (h *house) device(t *testing.T, visitor string) *device {
	t.Helper()
	return &device{
		T: t, house: h, browser: h.client(t, visitor),
		party: virtualwebauthn.RelyingParty{ID: "green500.example", Name: "green500",
			Origin: "https://green500.example"},
		holds: virtualwebauthn.NewAuthenticator(), key: newKey(t),
	}
}

// newKey is a key whose two numbers are of full length: virtualwebauthn writes shorter ones wrong, one in 128.
func newKey(t *testing.T) virtualwebauthn.Credential {
	t.Helper()
	for {
		private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		must(t, err)
		public, err := private.PublicKey.Bytes() // 4, and two numbers of 32 bytes each
		must(t, err)
		if public[1] == 0 || public[33] == 0 {
			continue
		}
		packed, err := x509.MarshalPKCS8PrivateKey(private)
		must(t, err)
		return virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, packed)
	}
}

// post sends what the script of a page sends, and returns status and body, or where to go.
func (d *device) post(path string, body any) (status int, answer string) {
	d.Helper()
	packed, err := json.Marshal(body)
	must(d.T, err)
	request := d.house.request(d.T, http.MethodPost, path)
	request.Body, request.ContentLength = io.NopCloser(strings.NewReader(string(packed))), int64(len(packed))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json")
	request.Header.Set("X-Requested-With", "passkey")
	d.house.logins++
	request.Header.Set("X-Forwarded-For", fmt.Sprintf("203.0.113.%d", d.house.logins))
	return d.send(request)
}

func (d *device) send(request *http.Request) (status int, answer string) {
	d.Helper()
	response, err := d.browser.Do(request)
	must(d.T, err)
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	must(d.T, err)
	if to := response.Header.Get("Location"); to != "" {
		return response.StatusCode, to
	}
	return response.StatusCode, string(text)
}

// submit sends a form.
func (d *device) submit(path string, fields url.Values) (status int, answer string) {
	d.Helper()
	request := d.house.request(d.T, http.MethodPost, path)
	body := fields.Encode()
	request.Body, request.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
	return d.send(request)
}

// look reads a page.
func (d *device) look(path string) (status int, page string) {
	d.Helper()
	return d.send(d.house.request(d.T, http.MethodGet, path))
}

type said = map[string]any

// make makes a passkey for signed-in users, which nobody has kept yet.
func (d *device) make() said {
	d.Helper()
	status, options := d.post("/passkeys/options", said{})
	if status != http.StatusOK {
		d.Fatalf("no options: %d %s", status, options)
	}
	asked, err := virtualwebauthn.ParseAttestationOptions(options)
	must(d.T, err)
	if asked.RelyingPartyID != d.party.ID {
		d.Errorf("asked for %q", asked.RelyingPartyID)
	}
	if d.key.IsExcludedForAttestation(*asked) {
		d.Error("the device is told not to make a key")
	}
	d.holds.Options.UserHandle = []byte(asked.UserID)
	d.holds.AddCredential(d.key)
	return said{
		"credential": json.RawMessage(virtualwebauthn.CreateAttestationResponse(d.party, d.holds, d.key, *asked))}
}

func (d *device) add() {
	d.Helper()
	if status, answer := d.post("/passkeys", d.make()); status != http.StatusCreated || answer != "/account" {
		d.Fatalf("the passkey was not kept: %d %s", status, answer)
	}
}

// prove answers the challenge of signing in.
func (d *device) prove() said {
	d.Helper()
	status, options := d.post("/login/passkey/options", said{})
	if status != http.StatusOK {
		d.Fatalf("no options: %d %s", status, options)
	}
	asked, err := virtualwebauthn.ParseAssertionOptions(options)
	must(d.T, err)
	if len(asked.AllowCredentials) > 0 {
		d.Errorf("an unknown person must have %v", asked.AllowCredentials)
	}
	return said{"credential": json.RawMessage(virtualwebauthn.CreateAssertionResponse(d.party, d.holds, d.key, *asked)),
		"next": "/submissions/new"}
}

// elsewhere is the same device in a browser in which nobody is signed in.
func (d *device) elsewhere() *device {
	d.Helper()
	other := *d
	other.browser = d.house.client(d.T, string(review.Public))
	return &other
}

func (d *device) wantRefused(status int, answer, words string) {
	d.Helper()
	if status < 400 || status >= 500 || !strings.Contains(answer, words) {
		d.Errorf("got %d %s; want it to be refused with %q", status, answer, words)
	}
	if status, _ := d.look("/submissions"); status != http.StatusSeeOther {
		d.Errorf("somebody is signed in: %d", status)
	}
}

func TestSigningInByAPasskey(t *testing.T) {
	house := open(t)
	d := house.device(t, "stranger")
	d.add()
	away := d.elsewhere()
	for count := range uint32(3) {
		away.key.Counter = count + 1
		status, to := away.post("/login/passkey", away.prove())
		if status != http.StatusCreated || to != "/submissions/new" {
			t.Fatalf("not signed in: %d %s", status, to)
		}
	}
	status, page := away.look("/account")
	if status != http.StatusOK || !strings.Contains(page, "stranger@example.org") || strings.Contains(page, "not yet") {
		t.Errorf("got %d %s", status, page)
	}
	mails := storetest.Mails(t, house.database, "stranger@example.org")
	if len(mails) != 1 || !strings.Contains(mails[0].Text, "A passkey was added") {
		t.Errorf("the owner was told %v", mails)
	}
}

func TestPasskeysAreNamedAndRemoved(t *testing.T) {
	house := open(t)
	d := house.device(t, "stranger")
	copy(d.holds.Aaguid[:],
		[]byte{0xba, 0xda, 0x55, 0x66, 0xa7, 0xaa, 0x40, 0x1f, 0xbd, 0x96, 0x45, 0x61, 0x9a, 0x55, 0x12, 0x0d})
	d.add()
	if _, page := d.look("/account"); !strings.Contains(page, "1Password") || !strings.Contains(page, "not yet") {
		t.Errorf("the passkey is not listed:\n%s", page)
	}
	kept, err := house.store.SignIns.Passkeys(t.Context(), house.people["stranger"].ID)
	must(t, err)
	path := "/account/passkeys/" + number(kept[0].ID)
	stranger := house.device(t, "submitter")
	for _, action := range []string{"rename", "remove"} {
		if status, _ := stranger.submit(path,
			url.Values{"action": {action}, "name": {"Mine"}}); status != http.StatusNotFound {
			t.Errorf("another could %s it: %d", action, status)
		}
	}
	if status, page := d.submit(path, url.Values{"action": {"rename"},
		"name": {" "}}); status != http.StatusUnprocessableEntity || !strings.Contains(page, "there is no name") {
		t.Errorf("got %d %s", status, page)
	}
	long := strings.Repeat("long", 30)
	if status, page := d.submit(path, url.Values{"action": {"rename"},
		"name": {long}}); status != http.StatusUnprocessableEntity || !strings.Contains(page, long) {
		t.Errorf("what was typed is lost: %d %s", status, page)
	}
	if status, _ := d.submit(path,
		url.Values{"action": {"rename"}, "name": {"<b>My key"}}); status != http.StatusSeeOther {
		t.Errorf("not renamed: %d", status)
	}
	if _, page := d.look("/account"); !strings.Contains(page, "&lt;b&gt;My key") {
		t.Errorf("the new name is not shown:\n%s", page)
	}
	away := d.elsewhere()
	proof := away.prove()
	if status, _ := d.submit(path, url.Values{"action": {"remove"}}); status != http.StatusSeeOther {
		t.Errorf("not removed: %d", status)
	}
	status, answer := away.post("/login/passkey", proof)
	away.wantRefused(status, answer, "opens no account")
}

func TestTheLastPasskeyOfAnAccountWithoutAPassword(t *testing.T) {
	house := open(t)
	d := house.device(t, "stranger")
	d.add()
	house.execute(t, "UPDATE users SET password_hash = ''")
	kept, err := house.store.SignIns.Passkeys(t.Context(), house.people["stranger"].ID)
	must(t, err)
	status, page := d.submit("/account/passkeys/"+number(kept[0].ID), url.Values{"action": {"remove"}})
	if status != http.StatusConflict || !strings.Contains(page, "only way to sign in") ||
		!strings.Contains(page, "Your account") {
		t.Errorf("got %d %s", status, page)
	}
}

// What a device answers is refused unless all of it holds.
func TestPasskeysThatAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		answer func(t *testing.T, house *house, d *device) (status int, answer string)
		words  string
	}{
		"of another page": {func(_ *testing.T, _ *house, d *device) (int, string) {
			d.party.Origin = "https://green500.example.evil"
			return d.post("/login/passkey", d.prove())
		}, "opens no account"},
		"of another server": {func(_ *testing.T, _ *house, d *device) (int, string) {
			d.party.ID = "example"
			return d.post("/login/passkey", d.prove())
		}, "opens no account"},
		"used twice": {func(t *testing.T, _ *house, d *device) (int, string) {
			d.key.Counter = 1
			proof := d.prove()
			if status, answer := d.post("/login/passkey", proof); status != http.StatusCreated {
				t.Fatalf("got %d %s", status, answer)
			}
			_, _ = d.submit("/logout", nil)
			return d.post("/login/passkey", proof)
		}, "begun elsewhere"},
		"for another question": {func(_ *testing.T, _ *house, d *device) (int, string) {
			d.key.Counter = 1
			proof := d.prove()
			_ = d.prove()
			return d.post("/login/passkey", proof)
		}, "opens no account"},
		"asked in another browser": {func(_ *testing.T, _ *house, d *device) (int, string) {
			return d.post("/login/passkey", d.elsewhere().prove())
		}, "begun elsewhere"},
		"a key that is unknown": {func(_ *testing.T, _ *house, d *device) (int, string) {
			d.key = newKey(d.T)
			return d.post("/login/passkey", d.prove())
		}, "opens no account"},
		"the name of a key, signed by another": {func(_ *testing.T, _ *house, d *device) (int, string) {
			forged := newKey(d.T)
			forged.ID = d.key.ID
			d.key = forged
			return d.post("/login/passkey", d.prove())
		}, "opens no account"},
		"a key of one person for the account of another": {func(t *testing.T, house *house, d *device) (int, string) {
			other := house.device(t, "submitter")
			other.add()
			d.holds.Options.UserHandle = other.holds.Options.UserHandle
			return d.post("/login/passkey", d.prove())
		}, "opens no account"},
		"nobody present": {func(_ *testing.T, _ *house, d *device) (int, string) {
			d.holds.Options.UserNotPresent = true
			return d.post("/login/passkey", d.prove())
		}, "opens no account"},
		"a copy": {func(t *testing.T, _ *house, d *device) (int, string) {
			d.key.Counter = 7
			if status, answer := d.post("/login/passkey", d.prove()); status != http.StatusCreated {
				t.Fatalf("got %d %s", status, answer)
			}
			_, _ = d.submit("/logout", nil)
			d.key.Counter = 6
			return d.post("/login/passkey", d.prove())
		}, "a copy of this passkey"},
		"an account that is locked": {func(t *testing.T, house *house, d *device) (int, string) {
			must(t, house.store.Accounts.SetDisabled(t.Context(), house.people["stranger"].ID, true))
			return d.post("/login/passkey", d.prove())
		}, "disabled"},
		"an account that nobody confirmed": {func(t *testing.T, house *house, d *device) (int, string) {
			house.execute(t, "UPDATE users SET confirmed_at = NULL WHERE name = 'stranger'")
			return d.post("/login/passkey", d.prove())
		}, "not confirmed"},
		"nothing": {func(_ *testing.T, _ *house, d *device) (int, string) {
			_ = d.prove()
			return d.post("/login/passkey", said{"credential": said{"id": 7}})
		}, "cannot be read"},
		"no JSON": {func(_ *testing.T, _ *house, d *device) (int, string) {
			return d.post("/login/passkey", "{{{")
		}, "cannot be read"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			house := open(t)
			d := house.device(t, "stranger")
			d.add()
			away := d.elsewhere()
			status, answer := test.answer(t, house, away)
			away.wantRefused(status, answer, test.words)
		})
	}
}

func TestPasskeysThatAreNotKept(t *testing.T) {
	house := open(t)
	d := house.device(t, "stranger")
	want := func(status int, answer, words string) {
		t.Helper()
		if status < 400 || status >= 500 || !strings.Contains(answer, words) {
			t.Errorf("got %d %s, want %q", status, answer, words)
		}
	}
	d.party.Origin = "https://green500.example.evil"
	status, answer := d.post("/passkeys", d.make())
	want(status, answer, "proof does not hold")
	d.party.Origin = "https://green500.example"
	made := d.make()
	made["name"] = strings.Repeat("x", 200)
	status, answer = d.post("/passkeys", made)
	want(status, answer, "too long")
	status, answer = d.post("/passkeys", d.make())
	if status != http.StatusCreated {
		t.Fatalf("got %d %s", status, answer)
	}
	// Another person's browser says that this key is theirs.
	thief := house.device(t, "submitter")
	thief.key = d.key
	status, answer = thief.post("/passkeys", thief.make())
	want(status, answer, "kept already")
	// What one person was asked is no answer of another's.
	other := house.device(t, "reviewer")
	made = other.make()
	status, answer = thief.post("/passkeys", made)
	want(status, answer, "begun elsewhere")
	kept, err := house.store.SignIns.Passkeys(t.Context(), house.people["submitter"].ID)
	if err != nil || len(kept) > 0 {
		t.Errorf("kept %v, %v", kept, err)
	}
}
