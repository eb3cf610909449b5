package handlers

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// Healthz says that the process answers, and which version it is.
func (h *Handlers) Healthz(c echo.Context) error {
	return c.String(http.StatusOK, strings.TrimSpace("ok "+h.Version)+"\n")
}

// Readyz says whether requests are to come here: the database answers, and the server is not about to stop.
func (h *Handlers) Readyz(c echo.Context) error {
	select {
	case <-h.Stopping:
		return c.String(http.StatusServiceUnavailable, "the server is about to stop\n")
	default:
	}
	if err := h.Store.Ready(c.Request().Context()); err != nil {
		h.Log.WarnContext(c.Request().Context(), "not ready", "error", err)
		return c.String(http.StatusServiceUnavailable, "the database does not answer\n")
	}
	return c.String(http.StatusOK, "ready\n")
}
