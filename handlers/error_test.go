package handlers

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"

	"green500/store/uploads"
)

// TestAFailureHasItsStatusWhateverBecomesOfItsPage: an answer that nobody writes is one of success. A connection may be
// given up between what failed and the drawing of the page that says so.
func TestAFailureHasItsStatusWhateverBecomesOfItsPage(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	h := &Base{Log: slog.New(slog.DiscardHandler)}
	for method, want := range map[string]int{http.MethodPatch: statusOtherSum, http.MethodHead: statusOtherSum} {
		answer := httptest.NewRecorder()
		h.Error(uploads.ErrChecksum,
			echo.New().NewContext(httptest.NewRequestWithContext(gone, method, "/uploads/1", nil), answer))
		if answer.Code != want {
			t.Errorf("%s is answered by %d, not by %d", method, answer.Code, want)
		}
	}
}
