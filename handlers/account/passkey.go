package account

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/database"
)

const ceremonyLength = 5 * time.Minute

// relyingParty is this server as passkeys know it; ok is false if its address is a number.
func (h *Handlers) relyingParty() (party *webauthn.WebAuthn, ok bool) {
	if h.Address == nil || protocol.ValidateRPID(h.Address.Hostname()) != nil {
		return nil, false
	}
	timeouts := webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyLength, TimeoutUVD: ceremonyLength}
	party, err := webauthn.New(&webauthn.Config{
		RPID:                  h.Address.Hostname(),
		RPDisplayName:         "green500",
		RPOrigins:             []string{h.Address.Scheme + "://" + h.Address.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementPreferred, UserVerification: protocol.VerificationPreferred,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeouts, Registration: timeouts},
	})
	return party, err == nil
}

var errNoPasskeys = echo.NewHTTPError(http.StatusNotFound,
	"Passkeys do not work at the address of this server: it has no name.")

type holder struct {
	accounts.User
	credentials webauthn.Credentials
}

// WebAuthnID is what a passkey keeps of the account: its number, which tells nobody anything.
func (p holder) WebAuthnID() []byte { return binary.BigEndian.AppendUint64(nil, uint64(p.ID)) }

// WebAuthnName is the address of the account.
func (p holder) WebAuthnName() string { return p.Email }

// WebAuthnDisplayName is the name of the person.
func (p holder) WebAuthnDisplayName() string { return p.Name }

// WebAuthnCredentials are the passkeys of the account.
func (p holder) WebAuthnCredentials() []webauthn.Credential { return p.credentials }

func (h *Handlers) holder(c echo.Context, user accounts.User) (holder, error) {
	kept, err := h.Store.SignIns.Passkeys(c.Request().Context(), user.ID)
	if err != nil {
		return holder{}, err
	}
	found := holder{User: user}
	for _, passkey := range kept {
		var credential webauthn.Credential
		if err := json.Unmarshal(passkey.Credential, &credential); err != nil {
			return holder{}, fmt.Errorf("read passkey %d: %w", passkey.ID, err)
		}
		found.credentials = append(found.credentials, credential)
	}
	return found, nil
}

func credentialName(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

type answer struct {
	Name       string          `json:"name"`
	Next       string          `json:"next"`
	Credential json.RawMessage `json:"credential"`
}

type reply[Proof any] struct {
	answer
	party    *webauthn.WebAuthn
	ceremony webauthn.SessionData
	proof    Proof
}

func replied[Proof any](h *Handlers, c echo.Context, key string, parse func([]byte) (Proof, error)) (
	reply[Proof], error) {
	var said reply[Proof]
	var ok bool
	if said.party, ok = h.relyingParty(); !ok {
		return said, errNoPasskeys
	}
	if err := json.NewDecoder(c.Request().Body).Decode(&said.answer); err != nil {
		return said, unreadable(err)
	}
	if !h.finish(c, key, &said.ceremony) {
		return said, errCeremonyOver
	}
	var err error
	if said.proof, err = parse(said.Credential); err != nil {
		return said, unreadable(err)
	}
	return said, nil
}

func unreadable(err error) error {
	return echo.NewHTTPError(http.StatusUnprocessableEntity,
		"What the browser sent about the passkey cannot be read; load the page again.").SetInternal(err)
}

var errCeremonyOver = echo.NewHTTPError(http.StatusUnprocessableEntity,
	"This took too long, or was begun elsewhere; try again.")

// AddPasskeyOptions begins to add a passkey to the account of the current user.
func (h *Handlers) AddPasskeyOptions(c echo.Context) error {
	party, ok := h.relyingParty()
	if !ok {
		return errNoPasskeys
	}
	owner, err := h.holder(c, handlers.User(c))
	if err != nil {
		return err
	}
	options, ceremony, err := party.BeginRegistration(owner,
		webauthn.WithExclusions(owner.credentials.CredentialDescriptors()))
	if err != nil {
		return fmt.Errorf("begin to add a passkey: %w", err)
	}
	return h.offer(c, addingKey, ceremony, options)
}

// AddPasskey keeps a passkey that the device of a person made.
func (h *Handlers) AddPasskey(c echo.Context) error {
	said, err := replied(h, c, addingKey, protocol.ParseCredentialCreationResponseBytes)
	if err != nil {
		return err
	}
	user := handlers.User(c)
	credential, err := said.party.CreateCredential(holder{User: user}, said.ceremony, said.proof)
	if err != nil {
		h.Log.InfoContext(c.Request().Context(), "passkey not added", "account", user.ID, "error", describe(err))
		return echo.NewHTTPError(http.StatusUnprocessableEntity,
			"The passkey cannot be used here: its proof does not hold. Try again.").SetInternal(err)
	}
	return h.keepPasskey(c, user, said.Name, credential)
}

func (h *Handlers) keepPasskey(c echo.Context, user accounts.User, name string, credential *webauthn.Credential) error {
	held, err := json.Marshal(credential)
	if err != nil {
		return fmt.Errorf("keep a passkey: %w", err)
	}
	if name == "" {
		name = authenticatorName(credential.Authenticator.AAGUID)
	}
	passkey := accounts.Passkey{UserID: user.ID, CredentialID: credentialName(credential.ID), Name: name,
		Credential: held}
	return h.Finish(c, h.Store.SignIns.AddPasskey(c.Request().Context(), passkey, h.addedLetter("A passkey")),
		"/account", "The passkey was added; you can sign in with it from now on.")
}

// PasskeyLoginOptions begins to sign the holder of a passkey in, without asking who they are.
func (h *Handlers) PasskeyLoginOptions(c echo.Context) error {
	party, ok := h.relyingParty()
	if !ok {
		return errNoPasskeys
	}
	options, ceremony, err := party.BeginDiscoverableLogin()
	if err != nil {
		return fmt.Errorf("begin to sign in by a passkey: %w", err)
	}
	return h.offer(c, enteringKey, ceremony, options)
}

func (h *Handlers) offer(c echo.Context, key string, ceremony, options any) error {
	if err := h.begin(c, key, ceremony); err != nil {
		return err
	}
	return c.JSON(http.StatusOK, options)
}

var errStrangePasskey = echo.NewHTTPError(http.StatusUnauthorized,
	"This passkey opens no account here; perhaps it was removed. Sign in another way.")

// PasskeyLogin signs the person who proves to hold a passkey in.
func (h *Handlers) PasskeyLogin(c echo.Context) error {
	said, err := replied(h, c, enteringKey, protocol.ParseCredentialRequestResponseBytes)
	if err != nil {
		return err
	}
	user, err := h.proved(c, said)
	if err != nil {
		return err
	}
	if err := h.SignIn(c, user); err != nil {
		return err
	}
	h.notePresence(c)
	c.Response().Header().Set(echo.HeaderLocation, landing(user.Role, said.Next))
	return c.NoContent(http.StatusCreated)
}

func (h *Handlers) proved(c echo.Context, said reply[*protocol.ParsedCredentialAssertionData]) (accounts.User, error) {
	ctx := c.Request().Context()
	name := credentialName(said.proof.RawID)
	user, err := h.Store.SignIns.PasskeyOwner(ctx, name)
	if errors.Is(err, database.ErrNotFound) {
		return accounts.User{}, errStrangePasskey
	}
	if err != nil {
		return accounts.User{}, err
	}
	owner, err := h.holder(c, user)
	if err != nil {
		return accounts.User{}, err
	}
	_, credential, err := said.party.ValidatePasskeyLogin(
		func([]byte, []byte) (webauthn.User, error) { return owner, nil }, said.ceremony, said.proof)
	if err != nil {
		h.Log.WarnContext(ctx, "passkey refused", "account", user.ID, "error", describe(err))
		return accounts.User{}, errStrangePasskey
	}
	if credential.Authenticator.CloneWarning {
		h.Log.WarnContext(ctx, "passkey refused: its counter went back, so there may be a copy of it", "account",
			user.ID, "passkey", name)
		return accounts.User{}, echo.NewHTTPError(http.StatusUnauthorized, "There may be a copy of this passkey: "+
			"it was used elsewhere since. Sign in another way, and remove it from your account.")
	}
	held, err := json.Marshal(credential)
	if err != nil {
		return accounts.User{}, fmt.Errorf("keep a passkey: %w", err)
	}
	user, err = h.Store.SignIns.UsePasskey(ctx, user.ID, name, held)
	switch {
	case errors.Is(err, database.ErrNotFound):
		return accounts.User{}, errStrangePasskey
	case errors.Is(err, accounts.ErrUnconfirmed):
		return accounts.User{}, errUnconfirmedAccount
	}
	return user, err
}

var errUnconfirmedAccount = echo.NewHTTPError(http.StatusForbidden,
	"The address of this account was not confirmed yet; follow the link of the mail that we sent.")

func describe(err error) string {
	if known, ok := errors.AsType[*protocol.Error](err); ok {
		return known.Details + " " + known.DevInfo
	}
	return err.Error()
}
