package handlers

import (
	"errors"
	"net/http"
	"net/netip"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/validation/review"
)

// Attribute says for the audit log who asks and from where.
func (h *Base) Attribute(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		origin := recorded.Origin{
			Actor: User(c).Actor(), Token: HasToken(request), Address: c.RealIP(),
			Request: c.Response().Header().Get(echo.HeaderXRequestID), Looks: Looks(c.Path(), request.URL.Path),
		}
		c.SetRequest(request.WithContext(recorded.WithOrigin(request.Context(), origin)))
		return next(c)
	}
}

// Looks is what of an entry an address asks for: all that follows its number.
func Looks(route, path string) string {
	before, _, of := strings.Cut(route, "/:id")
	if !of {
		return ""
	}
	steps := strings.SplitN(path, "/", strings.Count(before, "/")+3)
	what := "page"
	if len(steps) == strings.Count(before, "/")+3 {
		what = steps[len(steps)-1]
	}
	if strings.HasPrefix(route, APIPrefix) {
		return "by a program: " + what
	}
	return what
}

const (
	accountKey = "account"    // id of the account, in a session
	startedKey = "started_at" // when it was signed in, in microseconds since 1970, in a session

	// PresentKey is when a person signed in without a password, in microseconds since 1970, in a session; 0 once that
	// was used.
	PresentKey = "present_at"
)

// Identify finds the account that a session belongs to. A session that began before the password was last set, or of an
// account that was disabled, counts as none. A request that names a token has the account of that, and no session.
func (h *Base) Identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx := c.Request().Context()
		if secret, named := bearer(c.Request()); named {
			if err := h.identifyBearer(c, secret); err != nil {
				return err
			}
			return next(c)
		}
		account := h.Sessions.GetInt64(ctx, accountKey)
		if account == 0 {
			return next(c)
		}
		user, err := h.Store.Accounts.User(ctx, account)
		switch {
		case errors.Is(err, database.ErrNotFound) ||
			(err == nil && (user.Disabled || user.PasswordAt.UnixMicro() > h.Sessions.GetInt64(ctx, startedKey))):
			if err := h.Sessions.Destroy(ctx); err != nil {
				return err
			}
		case err != nil:
			return err
		default:
			c.Set(viewerKey, user)
		}
		return next(c)
	}
}

// SignIn begins a session of an account.
func (h *Base) SignIn(c echo.Context, user accounts.User) error {
	ctx := c.Request().Context()
	if err := h.Sessions.RenewToken(ctx); err != nil {
		return err
	}
	h.Sessions.Remove(ctx, PresentKey)
	h.Sessions.Put(ctx, accountKey, user.ID)
	// If the clock has been set back since the password was set, the session began after that all the same.
	h.Sessions.Put(ctx, startedKey, max(h.Now().UnixMicro(), user.PasswordAt.UnixMicro()))
	return nil
}

const scopesKey = "scopes" // of the token of a request, in an echo.Context

func bearer(r *http.Request) (secret string, named bool) {
	scheme, secret, _ := strings.Cut(r.Header.Get(echo.HeaderAuthorization), " ")
	return strings.TrimSpace(secret), strings.EqualFold(scheme, "Bearer")
}

// HasToken reports whether a request names a token, be it known or not. Such a request has no session.
func HasToken(r *http.Request) bool {
	_, named := bearer(r)
	return named
}

// Scopes returns what the token of a request lets it do; known is false if nobody knows the token.
func Scopes(c echo.Context) (scopes []review.Scope, known bool) {
	scopes, known = c.Get(scopesKey).([]review.Scope)
	return scopes, known
}

func (h *Base) identifyBearer(c echo.Context, secret string) error {
	user, scopes, err := h.Store.SignIns.Bearer(c.Request().Context(), secret)
	if errors.Is(err, database.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	c.Set(viewerKey, user)
	c.Set(scopesKey, scopes)
	return nil
}

// networkBits is what of an IPv6 address is of the network: everybody has the rest of it to themselves.
const networkBits = 64

// Network is what counts as one place of the network: an IPv4 address, and of an IPv6 address its network, since a
// person who has one address there has as many as they like. What is no address is returned as it is.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	network, err := ip.Prefix(networkBits)
	if err != nil {
		return address
	}
	return network.String()
}
