package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
)

func (c Config) healthz(asked echo.Context) error {
	return asked.String(http.StatusOK, strings.TrimSpace("ok "+c.Version)+"\n")
}

// readyz says whether requests are to come here: the database answers, and the server is not about to stop.
func (c Config) readyz(asked echo.Context) error {
	select {
	case <-c.Stopping:
		asked.Response().Header().Set(echo.HeaderRetryAfter, handlers.RetryAfter)
		return asked.String(http.StatusServiceUnavailable, "the server is about to stop\n")
	default:
	}
	if err := c.Store.Ready(asked.Request().Context()); err != nil {
		c.Log.WarnContext(asked.Request().Context(), "not ready", "error", err)
		asked.Response().Header().Set(echo.HeaderRetryAfter, handlers.RetryAfter)
		return asked.String(http.StatusServiceUnavailable, "the database does not answer\n")
	}
	return asked.String(http.StatusOK, "ready\n")
}
