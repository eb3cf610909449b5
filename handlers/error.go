package handlers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/templates"
	"green500/validation/power"
	"green500/validation/review"
)

// Problem is a failure as programs read it (RFC 9457).
type Problem struct {
	Type     string  `json:"type"`
	Title    string  `json:"title"`
	Status   int     `json:"status"`
	Detail   string  `json:"detail,omitempty"`
	Instance string  `json:"instance,omitempty"`
	Errors   []Wrong `json:"errors,omitempty"` // of parameters and fields, one by one: the first 50
	Total    int     `json:"errors_total,omitempty"`
}

// Wrong is what is wrong with a parameter of an address, or with a field of a document.
type Wrong struct {
	Field   string `json:"field"`
	Problem string `json:"problem"`
	Remedy  string `json:"remedy,omitempty"`
}

func wrongFields(err error) (fields []Wrong, total int) {
	var many power.InputErrors
	var one *power.InputError
	if !errors.As(err, &many) && errors.As(err, &one) {
		many = power.InputErrors{one}
	}
	for _, wrong := range many.Shown() {
		if wrong.Field != "" {
			fields = append(fields, Wrong{wrong.Field, wrong.Problem, wrong.Remedy})
		}
	}
	if len(fields) == 0 {
		return nil, 0
	}
	return fields, many.Total()
}

// Error answers a request that failed: a page for people, problem+json for programs. What is our
// own fault is logged with its chain and said in one sentence. An answer that has begun cannot become
// an error page: it is broken off, so that nobody takes half of it for the whole.
func (h *Base) Error(err error, c echo.Context) {
	request := c.Response().Header().Get(echo.HeaderXRequestID)
	if c.Get(failedKey) != nil {
		return // the middleware that logs passes on what it had answered
	}
	c.Set(failedKey, true)
	if c.Response().Committed {
		if c.Request().Context().Err() == nil {
			h.Log.ErrorContext(c.Request().Context(), "answer broken off", "error", err, "path", LoggedPath(c),
				"request", request)
		}
		panic(http.ErrAbortHandler)
	}
	if errors.Is(err, context.Canceled) && c.Request().Context().Err() != nil {
		_ = c.NoContent(statusGone) // nobody reads it but the log
		return
	}
	status, sentence := Outcome(err)
	if status == http.StatusServiceUnavailable && c.Response().Header().Get(echo.HeaderRetryAfter) == "" {
		c.Response().Header().Set(echo.HeaderRetryAfter, RetryAfter)
	}
	if status >= http.StatusInternalServerError {
		h.Log.ErrorContext(c.Request().Context(), "request failed", "error", err, "path", LoggedPath(c),
			"request", request)
	}
	if failed := h.answer(c, status, sentence, err); failed != nil {
		h.Log.ErrorContext(c.Request().Context(), "error page failed", "error", failed, "request", request)
		if !c.Response().Committed { // what nobody answers is answered as a success
			_ = c.NoContent(status)
		}
	}
}

// RetryAfter is in how many seconds a client may ask again that found the database or the evidence away.
const RetryAfter = "10"

// statusOtherSum is the answer of the extension checksum of tus if bytes are not what their sender says.
const statusOtherSum = 460

const statusGone = 499

// Unstored keeps an answer out of every cache on the way.
const Unstored = "no-store"

func (h *Base) answer(c echo.Context, status int, sentence string, failure error) error {
	// whatever the answer would have said that was not made
	c.Response().Header().Set(echo.HeaderCacheControl, Unstored)
	switch {
	case c.Request().Method == http.MethodHead:
		return c.NoContent(status)
	case WantsJSON(c.Request()):
		c.Response().Header().Set(echo.HeaderContentType, "application/problem+json")
		wrong, total := wrongFields(failure)
		return c.JSON(status, Problem{
			Type: "about:blank", Title: http.StatusText(status), Status: status, Detail: sentence,
			Instance: c.Request().URL.Path, Errors: wrong, Total: total,
		})
	case isFile(c.Request().URL.Path):
		return c.String(status, cmp.Or(sentence, http.StatusText(status)+".")+"\n")
	}
	page := templates.ErrorPage{Page: h.Page(c, http.StatusText(status)), Status: status, Sentence: sentence,
		RequestID: c.Response().Header().Get(echo.HeaderXRequestID)}
	return h.Render(c, status, templates.Error(page))
}

// Outcome tells the status of an error and the sentence a person may read.
func Outcome(err error) (status int, sentence string) {
	var inputErrors power.InputErrors
	var inputError *power.InputError
	var refusal *review.Refusal
	var conflict *review.ConflictError
	var known *echo.HTTPError
	var large *http.MaxBytesError
	if blobs.NoRoom(err) { // which may be that of what is not available else
		return http.StatusInsufficientStorage, uploads.NoRoomMessage
	}
	if status, sentence, known := uploadOutcome(err); known {
		return status, sentence
	}
	switch {
	case errors.Is(err, database.ErrNotFound):
		return http.StatusNotFound, ""
	case errors.As(err, &conflict):
		return http.StatusForbidden, conflict.Error()
	case errors.As(err, &refusal):
		return http.StatusConflict, refusal.Sentence
	case errors.As(err, &inputErrors):
		return http.StatusUnprocessableEntity, inputErrors.Error()
	case errors.As(err, &inputError):
		return http.StatusUnprocessableEntity, inputError.Error()
	case errors.As(err, &large):
		return http.StatusRequestEntityTooLarge, fmt.Sprintf("A request may hold %d bytes at most.", large.Limit)
	case errors.As(err, &known):
		return known.Code, knownSentence(known)
	}
	return http.StatusInternalServerError, ""
}

func uploadOutcome(err error) (status int, sentence string, known bool) {
	for _, one := range []struct {
		is       error
		status   int
		sentence string
	}{
		{blobs.ErrOffset, http.StatusConflict, "These bytes do not follow those that have arrived."},
		{uploads.ErrChecksum, statusOtherSum, "What arrived is not what its checksum says; send it again."},
		{blobs.ErrBusy, http.StatusLocked, "Somebody else sends this file at the moment."},
		{submissions.ErrCleared, http.StatusServiceUnavailable,
			"A file with the same content is being cleared away at the moment; send it again in a minute."},
		{uploads.ErrExpired, http.StatusGone, "This upload was not continued in time. Start it again."},
		{database.ErrUnavailable, http.StatusServiceUnavailable, "The database cannot be reached at the moment. " +
			"Nothing that was acknowledged is lost; try again in a minute."},
		{blobs.ErrUnavailable, http.StatusServiceUnavailable, "The evidence cannot be reached at the moment. " +
			"Nothing that was acknowledged is lost; try again in a minute."},
	} {
		if errors.Is(err, one.is) {
			return one.status, one.sentence, true
		}
	}
	return 0, "", false
}

func knownSentence(err *echo.HTTPError) string {
	if said, ok := err.Message.(string); ok && strings.HasSuffix(said, ".") {
		return said
	}
	return ""
}

// WantsJSON reports whether a program asks, which reads answers and no pages.
func WantsJSON(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, APIPrefix) || strings.HasSuffix(r.URL.Path, ".json") ||
		strings.Contains(r.Header.Get("Accept"), "json")
}

func isFile(path string) bool {
	return slices.Contains([]string{".csv", ".xlsx", ".parquet", ".zip", ".jsonl", ".sha256", ".xml", ".atom", ".svg",
		".yaml", ".bib", ".txt"}, filepath.Ext(path))
}

// APIPrefix begins the addresses that programs ask.
const APIPrefix = "/api/"

const secretParameter = ":secret"

// LinkAddresses are the first steps of those routes.
func LinkAddresses() []string { return []string{"confirm", "reset", "address", "join", "first"} }

var secretShape = regexp.MustCompile(`(?i)[a-z2-7]{26,}`)

// LoggedPath is the path of a request as a log may hold it. A route stands in place of a link that was sent by mail. An
// address that no route answers may be such a link that was written in another way.
func LoggedPath(c echo.Context) string {
	switch path := c.Request().URL.Path; {
	case strings.HasSuffix(c.Path(), "/"+secretParameter):
		return c.Path()
	case c.Path() == "" || c.Path() == "/*":
		return withoutSecrets(path)
	default:
		return path
	}
}

func withoutSecrets(path string) string {
	const mostEncoded = 5
	plain := path
	for range mostEncoded { // encoded again by a mail program
		decoded, err := url.PathUnescape(plain)
		if err != nil || decoded == plain {
			break
		}
		plain = decoded
	}
	if strings.Contains(plain, "%") { // no address of ours
		return "/" + secretParameter
	}
	steps := strings.FieldsFunc(plain, func(r rune) bool { return strings.ContainsRune(`/\?#;&=`, r) })
	for i, step := range steps {
		name := strings.ToLower(strings.TrimSpace(step))
		if slices.Contains(LinkAddresses(), name) && i < len(steps)-1 {
			return "/" + name + "/" + secretParameter
		}
	}
	if secretShape.MatchString(plain) {
		return secretShape.ReplaceAllString(plain, secretParameter)
	}
	return path
}
