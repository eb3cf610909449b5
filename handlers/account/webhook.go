package account

import (
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	accountpage "green500/templates/account"
	"green500/validation/review"
)

const listedMessages = 20

func (h *Handlers) webhookSection(echo.Context, accounts.User) (templ.Component, error) {
	return accountpage.WebhookSection(), nil
}

// Webhooks shows the webhooks of the current user.
func (h *Handlers) Webhooks(c echo.Context) error {
	return h.showWebhooks(c, http.StatusOK,
		accountpage.WebhooksPage{Form: accountpage.WebhookForm{Events: review.Events()}})
}

func (h *Handlers) showWebhooks(c echo.Context, status int, page accountpage.WebhooksPage) error {
	user := handlers.User(c)
	ctx, hooks := c.Request().Context(), h.Store.Notices.Webhooks()
	page.Page = h.Page(c, "Webhooks")
	page.Path = "/account/webhooks" // wherever a form of the page was sent
	listed, err := hooks.List(ctx, user.ID)
	if err != nil {
		return err
	}
	address := map[int64]string{}
	for _, w := range listed {
		address[w.ID] = w.URL
		page.Rows = append(page.Rows,
			accountpage.WebhookRow{ID: handlers.Text(w.ID), URL: w.URL, Events: w.Events, Created: w.CreatedAt})
	}
	messages, err := hooks.Messages(ctx, user.ID, listedMessages)
	for _, m := range messages {
		page.Messages = append(page.Messages, accountpage.WebhookMessage{
			Number: m.Number, Event: m.Event, URL: address[m.WebhookID], Created: m.CreatedAt, Sent: m.SentAt,
			GivenUp: m.GivenUp, Attempts: m.Attempts, Failure: m.Failure, Due: m.DueAt,
		})
	}
	if err != nil {
		return err
	}
	return h.Render(c, status, accountpage.Webhooks(page))
}

// CreateWebhook makes a webhook and shows its secret this once: it is in no session and in no address.
func (h *Handlers) CreateWebhook(c echo.Context) error {
	user := handlers.User(c)
	values, err := c.FormParams()
	if err != nil {
		return handlers.Malformed(err)
	}
	form := accountpage.WebhookForm{URL: values.Get("url")}
	for _, event := range values["events"] {
		form.Events = append(form.Events, review.Event(event))
	}
	made, secret, err := h.Store.Notices.Webhooks().Create(c.Request().Context(), user.ID, form.URL, form.Events)
	if wrong, status, ok := handlers.FormErrors(err); ok {
		form.Errors = wrong
		return h.showWebhooks(c, status, accountpage.WebhooksPage{Form: form})
	}
	if err != nil {
		return err
	}
	return h.showWebhooks(c, http.StatusCreated, accountpage.WebhooksPage{
		Form: accountpage.WebhookForm{Events: review.Events()}, Secret: secret, Made: made.URL})
}

// TestWebhook sends a test to a webhook of the current user.
func (h *Handlers) TestWebhook(c echo.Context) error {
	user := handlers.User(c)
	number, err := handlers.ID(c, "id")
	if err == nil {
		err = h.Store.Notices.Webhooks().SendTest(c.Request().Context(), user.ID, number)
	}
	return h.Finish(c, err, "/account/webhooks", "A test is on its way. Reload the page to see whether it arrived.")
}

// DeleteWebhook ends a webhook of the current user.
func (h *Handlers) DeleteWebhook(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err == nil {
		err = h.Store.Notices.Webhooks().Delete(c.Request().Context(), handlers.User(c).ID, number)
	}
	return h.Finish(c, err, "/account/webhooks", "The webhook was deleted.")
}
