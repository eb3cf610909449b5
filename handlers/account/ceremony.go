package account

import (
	"encoding/json"
	"fmt"

	"github.com/labstack/echo/v4"

	"green500/store"
	accountpage "green500/templates/account"
)

// What a session holds between two requests of which the second proves something.
const (
	addingKey   = "adding_passkey"
	enteringKey = "entering_by_passkey"
	openIDKey   = "openid"
	proofKey    = "proof" // of an identity that is not tied to an account yet
)

// begin keeps what the next request of a ceremony is held against, in place of one that was begun before.
func (h *Handlers) begin(c echo.Context, key string, ceremony any) error {
	held, err := json.Marshal(ceremony)
	if err != nil {
		return fmt.Errorf("keep %s: %w", key, err)
	}
	h.Sessions.Put(c.Request().Context(), key, string(held))
	return nil
}

// finish takes out what begin kept, so that nothing is answered twice; ok is false where nothing was begun.
func (h *Handlers) finish(c echo.Context, key string, ceremony any) (ok bool) {
	return json.Unmarshal([]byte(h.Sessions.PopString(c.Request().Context(), key)), ceremony) == nil
}

// look reads what begin kept and leaves it; ok is false where nothing was begun.
func (h *Handlers) look(c echo.Context, key string, ceremony any) (ok bool) {
	return json.Unmarshal([]byte(h.Sessions.GetString(c.Request().Context(), key)), ceremony) == nil
}

// addedLetter tells the owner of an account that another way to sign in was added.
func (h *Handlers) addedLetter(what string) store.Letter {
	return func(string) (subject, text string) {
		return accountpage.WayAddedMail(h.Link(), h.Link("account"), what)
	}
}
