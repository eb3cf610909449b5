package account

import (
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/validation/power"
)

// presenceLength is for how long after signing in by a passkey or a provider somebody may create a token without a password.
const presenceLength = 5 * time.Minute

// notePresence remembers that a person just signed in by a passkey or a provider.
func (h *Handlers) notePresence(c echo.Context) {
	h.Sessions.Put(c.Request().Context(), handlers.PresentKey, h.Now().UnixMicro())
}

// present reports whether a person signed in by a passkey or a provider just now, and has created no token since.
func (h *Handlers) present(c echo.Context) bool {
	at := h.Sessions.GetInt64(c.Request().Context(), handlers.PresentKey)
	return at != 0 && h.recent(at, presenceLength)
}

// requirePresence returns an error at a field unless the person at the browser proves again who they are, by a password or as
// present says: a session that was left open, or stolen, is not enough.
func (h *Handlers) requirePresence(c echo.Context, user store.User, field, password string) error {
	switch {
	case h.present(c):
		return nil
	case !user.HasPassword || password == "":
		return &power.InputError{Field: field, Problem: "confirm that it is you", Remedy: presenceRemedy(user)}
	}
	return h.guess(c, user.Email, func() error { return h.Store.ConfirmPassword(c.Request().Context(), user.ID, field, password) })
}

func presenceRemedy(user store.User) string {
	if user.HasPassword {
		return "enter your password, or use a passkey"
	}
	return "use a passkey, or sign out and sign in again"
}

// endPresence makes sure that signing in is good for one token only.
func (h *Handlers) endPresence(c echo.Context) {
	h.Sessions.Remove(c.Request().Context(), handlers.PresentKey)
}
