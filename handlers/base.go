// Package handlers answers requests: a handler reads the request, calls store or validation, and renders. It contains
// no business rules. The folders inside it have one resource each, with the names of the folders of templates; web has
// the addresses.
package handlers

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/a-h/templ"
	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/templates"
	"green500/validation/review"
)

// Base holds what all handlers need.
type Base struct {
	Store     *store.Store
	Sessions  *scs.SessionManager
	Log       *slog.Logger
	Now       func() time.Time
	Address   *url.URL // of the server as people reach it; links in mails begin with it
	MaxUpload int64    // bytes one request may hold, and one upload
	Quota     int64    // bytes the unfinished uploads and drafts of a person may hold; 0 is no limit
	Version   string   // of the program, for the foot of pages; may be empty
	Legal     Legal    // what the operator has to say by law
	Operator  string   // who runs the server, for the public pages; may be empty
	Contact   string   // their email address; may be empty
	Licence   string   // of the data that the server publishes, as an address; may be empty

	// has room for the pages that are drawn at a time; drawing takes a processor, so more would be ready no sooner
	Drawing chan struct{}

	// of *bytes.Buffer, in which pages are drawn: to find room for a long one took longer than to fill it
	rooms sync.Pool
}

// The keys of what is known of a request, and of a session.
const (
	failedKey = "failed" // of the mark of a request that was answered with an error, in an echo.Context
	viewerKey = "viewer" // of the account in an echo.Context
	FlashKey  = "flash"  // of the sentence about what was just done, in a session
	TurnKey   = "turn"   // of a func() error that waits for the turn of a request, in an echo.Context
)

// TakeTurn waits until it is the turn of a request to be answered. It fails as the request ends, or if too many of the
// same person wait.
func TakeTurn(c echo.Context) error {
	if take, ok := c.Get(TurnKey).(func() error); ok {
		return take()
	}
	return nil
}

// Viewer returns the account that asks; ok is false for a visitor who is not signed in.
func Viewer(c echo.Context) (user accounts.User, ok bool) {
	user, ok = c.Get(viewerKey).(accounts.User)
	return user, ok
}

// User is the account that asks; without one, nobody's.
func User(c echo.Context) accounts.User {
	user, _ := Viewer(c)
	return user
}

// Role returns the role of the current user; web holds routes to it.
func Role(c echo.Context) review.Role {
	if user, ok := Viewer(c); ok {
		return user.Role
	}
	return review.Public
}

// Page fills what every page has.
func (h *Base) Page(c echo.Context, title string) templates.Page {
	p := templates.Page{Title: title, Path: c.Request().URL.Path, Version: h.Version, Legal: h.Legal.links(),
		Ignored: Ignored(c)}
	p.Removed, _ = c.Get(removedKey).(*templates.Removal)
	if user, ok := Viewer(c); ok {
		p.Viewer = templates.Viewer{SignedIn: true, Name: user.Name, Role: user.Role, Unread: h.unread(c, user)}
		p.Flash = h.Sessions.PopString(c.Request().Context(), FlashKey)
	}
	return p
}

// mostRoom is the longest room that is kept for the next page, in bytes.
const mostRoom = 4 << 20

// Render draws a page whole before the first byte is sent, so that a failure is an error page and not half a page.
func (h *Base) Render(c echo.Context, status int, page templ.Component) error {
	if err := TakeTurn(c); err != nil {
		return err
	}
	if c.Get(TurnKey) != nil { // else it is sent from here, to a client that may not read it
		select {
		case h.Drawing <- struct{}{}:
			defer func() { <-h.Drawing }()
		case <-c.Request().Context().Done():
			return c.Request().Context().Err()
		}
	}
	drawn, known := h.rooms.Get().(*bytes.Buffer)
	if !known {
		drawn = &bytes.Buffer{}
	}
	defer func() {
		if drawn.Cap() <= mostRoom {
			drawn.Reset()
			h.rooms.Put(drawn)
		}
	}()
	if err := page.Render(c.Request().Context(), drawn); err != nil {
		return err
	}
	return c.HTMLBlob(status, drawn.Bytes())
}

// RenderChecked renders a page of a form with status 422 if something in it is wrong.
func (h *Base) RenderChecked(c echo.Context, wrong templates.FieldErrors, page templ.Component) error {
	if len(wrong) > 0 {
		return h.Render(c, http.StatusUnprocessableEntity, page)
	}
	return h.Render(c, http.StatusOK, page)
}

// Done sends the person on after something was changed, with a sentence about it. A script that
// shows the progress of an upload is told where to go instead: it would read the sentence unseen.
func (h *Base) Done(c echo.Context, to, sentence string) error {
	if !HasToken(c.Request()) {
		h.Sessions.Put(c.Request().Context(), FlashKey, sentence)
	}
	if c.Request().Header.Get(echo.HeaderXRequestedWith) != "" {
		c.Response().Header().Set(echo.HeaderLocation, to)
		return c.NoContent(http.StatusCreated)
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// Finish is Done, unless what was to be done failed.
func (h *Base) Finish(c echo.Context, err error, to, sentence string) error {
	if err != nil {
		return err
	}
	return h.Done(c, to, sentence)
}

// ID reads a number of the address; an invalid one belongs to nothing.
func ID(c echo.Context, name string) (int64, error) {
	number, err := strconv.ParseInt(c.Param(name), 10, 64)
	if err != nil || number <= 0 {
		return 0, database.ErrNotFound
	}
	return number, nil
}

// Link is a whole address, as a mail needs it.
func (h *Base) Link(steps ...string) string { return h.Address.JoinPath(steps...).String() }

// Text is the number of something, as addresses and pages write it.
func Text(id int64) string { return strconv.FormatInt(id, 10) }

// ServerAddress is the address that receipts name; empty if none is set.
func (h *Base) ServerAddress() string {
	if h.Address == nil {
		return ""
	}
	return h.Address.String()
}

// unread counts unread notices; none if they cannot be counted, since a page is worth more than the number.
func (h *Base) unread(c echo.Context, user accounts.User) int {
	count, err := h.Store.Notices.Unread(c.Request().Context(), user.ID)
	if err != nil && c.Request().Context().Err() == nil {
		h.Log.WarnContext(c.Request().Context(), "notices are not counted", "error", err)
	}
	return count
}

// Legal is what an operator has to say by law: each a text, or the address of a page elsewhere, or empty.
type Legal struct {
	Privacy, Imprint string
}

// The addresses of these texts.
const (
	privacyPath = "/privacy"
	imprintPath = "/imprint"
)

// Of returns the title of the page at a path and what stands there; the text is empty if there is none.
func (l Legal) Of(path string) (title, text string) {
	switch path {
	case privacyPath:
		return "Privacy", l.Privacy
	case imprintPath:
		return "Imprint", l.Imprint
	}
	return "", ""
}

func (l Legal) links() (links []templates.Link) {
	for _, path := range []string{privacyPath, imprintPath} {
		if title, text := l.Of(path); text != "" {
			links = append(links, templates.Link{Href: path, Text: title})
		}
	}
	return links
}

// IsAddress reports whether a text is the address of a page elsewhere.
func IsAddress(text string) bool {
	return (strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")) &&
		!strings.ContainsAny(text, " \n")
}
