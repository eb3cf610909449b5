package handlers

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/power"
	"green500/validation/review"
)

// problem is a failure as programs read it (RFC 9457).
type problem struct {
	Type     string `json:"type"`
	Title    string `json:"title"`
	Status   int    `json:"status"`
	Detail   string `json:"detail,omitempty"`
	Instance string `json:"instance,omitempty"`
}

// Error answers a request that failed: a page for people, problem+json for programs. What is our
// own fault is logged with its chain and said in one sentence.
func (h *Handlers) Error(err error, c echo.Context) {
	if c.Response().Committed {
		return
	}
	status, sentence := outcome(err)
	request := c.Response().Header().Get(echo.HeaderXRequestID)
	if status >= http.StatusInternalServerError {
		h.Log.ErrorContext(c.Request().Context(), "request failed", "error", err, "path", c.Request().URL.Path, "request", request)
	}
	if failed := h.answer(c, status, sentence, request); failed != nil {
		h.Log.ErrorContext(c.Request().Context(), "error page failed", "error", failed, "request", request)
	}
}

func (h *Handlers) answer(c echo.Context, status int, sentence, request string) error {
	switch {
	case c.Request().Method == http.MethodHead:
		return c.NoContent(status)
	case wantsJSON(c.Request()):
		c.Response().Header().Set(echo.HeaderContentType, "application/problem+json")
		return c.JSON(status, problem{Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: sentence, Instance: c.Request().URL.Path})
	}
	page := templates.ErrorPage{Page: h.page(c, http.StatusText(status)), Status: status, Sentence: sentence, RequestID: request}
	return h.render(c, status, templates.Error(page))
}

// outcome tells the status of an error and the sentence a person may read.
func outcome(err error) (status int, sentence string) {
	var troubles power.InputErrors
	var trouble *power.InputError
	var refusal *review.Refusal
	var known *echo.HTTPError
	var large *http.MaxBytesError
	switch {
	case errors.Is(err, store.ErrNotFound):
		return http.StatusNotFound, ""
	case errors.As(err, &refusal):
		return http.StatusConflict, refusal.Sentence
	case errors.As(err, &troubles):
		return http.StatusUnprocessableEntity, troubles.Error()
	case errors.As(err, &trouble):
		return http.StatusUnprocessableEntity, trouble.Error()
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge, fmt.Sprintf("A request may hold %d bytes at most.", large.Limit)
	case errors.As(err, &known):
		return known.Code, knownSentence(known)
	}
	return http.StatusInternalServerError, ""
}

// knownSentence is the message of an echo error where one of us wrote it as a sentence.
func knownSentence(err *echo.HTTPError) string {
	if said, ok := err.Message.(string); ok && strings.HasSuffix(said, ".") {
		return said
	}
	return ""
}

func wantsJSON(r *http.Request) bool {
	return strings.HasSuffix(r.URL.Path, ".json") || strings.Contains(r.Header.Get("Accept"), "json")
}
