package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"green500/validation/review"
)

// TestWebhooksOnTheirPage: a secret is shown once, a refused form keeps what was typed, a test waits to be sent, and a
// deleted one is gone.
func TestWebhooksOnTheirPage(t *testing.T) {
	const address = "https://ci.example.org/green500?a=<b>"
	h := open(t)
	form := func(address string, events ...string) url.Values {
		return url.Values{"url": {address}, "events": events}
	}
	status, page := h.sendForm(t, "submitter", "/account/webhooks",
		form("http://ci.example.org", string(review.ListPublished)))
	says(t, page, "does not begin with https://")
	if status != http.StatusUnprocessableEntity || !strings.Contains(page, `value="http://ci.example.org"`) ||
		strings.Contains(page, "whsec_") {
		t.Errorf("got %d", status)
	}
	status, page = h.sendForm(t, "submitter", "/account/webhooks", form(address, string(review.ListPublished)))
	if says(t, page, address, "list.published"); status != http.StatusCreated ||
		!strings.Contains(page, `value="whsec_`) {
		t.Errorf("got %d", status)
	}
	if strings.Contains(h.shows(t, "submitter", "/account/webhooks"), "whsec_") {
		t.Error("the secret is shown twice")
	}
	if strings.Contains(h.shows(t, "reviewer", "/account/webhooks"), "ci.example.org/green500?") {
		t.Error("another sees the webhook")
	}
	if _, page = h.sendForm(t, "submitter", "/account/webhooks/1/test", nil); !strings.Contains(page, "webhook.test") ||
		!strings.Contains(page, "waits until") {
		t.Error("the test is not listed")
	}
	if status, _ = h.sendForm(t, "reviewer", "/account/webhooks/1/delete", nil); status != http.StatusNotFound {
		t.Errorf("another deletes it: %d", status)
	}
	if _, page = h.sendForm(t, "submitter", "/account/webhooks/1/delete", nil); !strings.Contains(page,
		"You have no webhooks") {
		t.Error("it is not deleted")
	}
}
