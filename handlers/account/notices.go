package account

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/notices"
	"green500/store/outbox"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/review"
)

const noticesOnPage = 30

// Notices shows the notices of the current user.
func (h *Handlers) Notices(c echo.Context) error {
	kind := review.Kind(c.QueryParam("kind"))
	if !kind.Valid() {
		kind = ""
	}
	found, err := h.Store.Notices.List(c.Request().Context(), handlers.User(c),
		notices.NoticeQuery{Kind: kind, After: c.QueryParam("after"), Limit: noticesOnPage})
	if err != nil {
		return err
	}
	page := accountpage.NoticesPage{Page: h.Page(c, "Notices"), Kind: kind, Next: found.Next,
		First: c.QueryParam("after") == ""}
	var last int64
	for _, n := range found.Notices {
		last = max(last, n.ID)
		row := accountpage.NoticeRow{ID: handlers.Text(n.ID), Kind: n.Kind, Text: n.Text, Link: n.Link, At: n.At,
			Read: n.Read, Hidden: n.Hidden}
		if n.EntryID != 0 {
			row.Entry = handlers.Text(n.EntryID)
		}
		page.Rows = append(page.Rows, row)
	}
	page.Last = handlers.Text(last)
	return h.Render(c, http.StatusOK, accountpage.Notices(page))
}

func noticesOf(kind review.Kind) string {
	return templates.Either(!kind.Valid(), "/notices", "/notices?"+url.Values{"kind": {string(kind)}}.Encode())
}

// MarkNotice notes that a notice was read, or was not, and goes where it leads if the form says so.
func (h *Handlers) MarkNotice(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	read := c.FormValue("mark") != "unread"
	link, err := h.Store.Notices.Mark(c.Request().Context(), handlers.User(c).ID, number, read)
	switch {
	case err != nil:
		return err
	case c.FormValue("mark") == "open":
		return c.Redirect(http.StatusSeeOther, cmp.Or(localPath(link), "/notices"))
	case read:
		return h.Done(c, noticesOf(review.Kind(c.FormValue("kind"))), "Marked as read.")
	}
	return h.Done(c, noticesOf(review.Kind(c.FormValue("kind"))), "Marked as unread.")
}

// MarkNotices notes that all notices were read that the page had.
func (h *Handlers) MarkNotices(c echo.Context) error {
	user := handlers.User(c)
	kind := review.Kind(c.FormValue("kind"))
	last, err := strconv.ParseInt(c.FormValue("last"), 10, 64)
	if err != nil {
		return &review.Refusal{Sentence: "The form is incomplete. Reload the page and mark them again."}
	}
	return h.Finish(c, h.Store.Notices.MarkAll(c.Request().Context(), user.ID, kind, last), noticesOf(kind),
		"All are marked as read.")
}

// NoticeChoices shows what comes to the current user by mail.
func (h *Handlers) NoticeChoices(c echo.Context) error {
	user := handlers.User(c)
	mail, err := h.Store.Notices.Choices(c.Request().Context(), user.ID)
	if err != nil {
		return err
	}
	page := accountpage.NoticeChoicesPage{Page: h.Page(c, "Notices by mail"), Address: user.Email}
	for _, kind := range review.Kinds() {
		page.Choices = append(page.Choices, accountpage.NoticeChoice{Kind: kind, Mail: mail[kind]})
	}
	return h.Render(c, http.StatusOK, accountpage.NoticeChoices(page))
}

// ChooseNotices keeps what comes to the current user by mail.
func (h *Handlers) ChooseNotices(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	mail := map[review.Kind]bool{}
	for _, kind := range form["mail"] {
		mail[review.Kind(kind)] = true
	}
	return h.Finish(c, h.Store.Notices.Choose(c.Request().Context(), handlers.User(c).ID, mail),
		"/account/notices", "Saved.")
}

func (h *Handlers) noticeSection(echo.Context, accounts.User) (templ.Component, error) {
	return accountpage.NoticeSection(), nil
}

// Notices writes the mails that go with notices, with links that begin with the address of the server. They lead to
// the submission itself or to the page of notices: the address of a part of a submission could reveal what it is about.
func Notices(address *url.URL) func(notices.Notice) outbox.Mail {
	return func(n notices.Notice) outbox.Mail {
		letter := accountpage.Notice{Server: address.String(), Name: n.ToName, Kind: n.Kind, Open: n.Open,
			System: n.System, Detail: n.Detail,
			Link: address.JoinPath("notices").String(), Preferences: address.JoinPath("account", "notices").String()}
		if n.EntryID != 0 {
			letter.Entry, letter.Edition = handlers.Text(n.EntryID), n.Edition
			letter.Link = address.JoinPath("submissions", letter.Entry).String()
		}
		subject, said := accountpage.NoticeMail(letter)
		return outbox.Mail{Subject: subject, Text: said}
	}
}
