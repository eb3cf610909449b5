package web

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"green500/handlers"
	"green500/validation/review"
)

// contentPolicy lets a page run our own script and style files and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
	"font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

func requestID() echo.MiddlewareFunc { return middleware.RequestID() }

func recovered() echo.MiddlewareFunc {
	return middleware.RecoverWithConfig(middleware.RecoverConfig{DisableErrorHandler: true})
}

// logged writes one line a request, without query: search words and tokens stay out of logs.
func logged(log *slog.Logger) echo.MiddlewareFunc {
	return middleware.RequestLoggerWithConfig(middleware.RequestLoggerConfig{
		LogStatus: true, LogMethod: true, LogURIPath: true, LogLatency: true, LogRequestID: true, LogRemoteIP: true, HandleError: true, LogError: true,
		LogValuesFunc: func(c echo.Context, v middleware.RequestLoggerValues) error {
			log.InfoContext(c.Request().Context(), "request", "method", v.Method, "path", v.URIPath, "status", v.Status,
				"duration", v.Latency.Round(time.Microsecond), "request", v.RequestID, "from", v.RemoteIP)
			return nil
		},
	})
}

func secured(https bool) echo.MiddlewareFunc {
	config := middleware.SecureConfig{
		ContentTypeNosniff: "nosniff", XFrameOptions: "DENY", ReferrerPolicy: "same-origin", ContentSecurityPolicy: contentPolicy,
	}
	if https {
		config.HSTSMaxAge = int((365 * 24 * time.Hour).Seconds())
	}
	return middleware.SecureWithConfig(config)
}

// sameOrigin refuses a change that another site's page asks for.
func sameOrigin() echo.MiddlewareFunc {
	protection := http.NewCrossOriginProtection()
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := protection.Check(c.Request()); err != nil {
				return echo.NewHTTPError(http.StatusForbidden, "This change was asked for by the page of another site, and was refused.").SetInternal(err)
			}
			return next(c)
		}
	}
}

// compressed packs pages and JSON; files of an entry are sent as they are.
func compressed() echo.MiddlewareFunc {
	return middleware.GzipWithConfig(middleware.GzipConfig{
		Skipper: func(c echo.Context) bool { return strings.Contains(c.Request().URL.Path, "/files/") },
	})
}

const (
	loginsPerSecond = 0.2
	loginBurst      = 10
	smallBody       = "2M" // of a request that brings no files
)

// answered draws error pages while the session is still open: they take the sentence about what was
// just done out of it, and its cookie is set once.
func answered(h *handlers.Handlers) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := next(c); err != nil {
				h.Error(err, c)
			}
			return nil
		}
	}
}

// limits holds routes to what they need: uploads measure their own bodies.
func limits(route Route) []echo.MiddlewareFunc {
	var held []echo.MiddlewareFunc
	uploads := route.Path == "/submissions" || strings.HasSuffix(route.Path, "/edit")
	if route.Method == http.MethodPost && !uploads {
		held = append(held, middleware.BodyLimit(smallBody))
	}
	if route.Method == http.MethodPost && route.Action == review.SignIn {
		held = append(held, middleware.RateLimiterWithConfig(middleware.RateLimiterConfig{
			Store: middleware.NewRateLimiterMemoryStoreWithConfig(middleware.RateLimiterMemoryStoreConfig{Rate: loginsPerSecond, Burst: loginBurst, ExpiresIn: time.Hour}),
			DenyHandler: func(echo.Context, string, error) error {
				return echo.NewHTTPError(http.StatusTooManyRequests, "There were too many attempts to sign in; wait a minute.")
			},
			ErrorHandler: func(_ echo.Context, err error) error { return err },
		}))
	}
	return held
}

// require holds a route to the table of permissions. Whoever is not signed in is asked to.
func require(action review.Action) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			role := handlers.Role(c)
			switch {
			case review.May(role, action):
				return next(c)
			case role != review.Public:
				return echo.NewHTTPError(http.StatusForbidden, "Your account may not do this.")
			case c.Request().Method == http.MethodGet && !strings.HasSuffix(c.Request().URL.Path, ".json"):
				return c.Redirect(http.StatusSeeOther, "/login?next="+url.QueryEscape(c.Request().URL.Path))
			}
			return echo.NewHTTPError(http.StatusUnauthorized, "Sign in first.")
		}
	}
}
