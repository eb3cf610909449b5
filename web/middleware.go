package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"green500/handlers"
	"green500/validation/review"
)

// contentPolicy lets a page run our own script and style files and nothing else.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; " + "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// first does something before a request is answered, or refuses it.
func first(do func(echo.Context) error) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := do(c); err != nil {
				return err
			}
			return next(c)
		}
	}
}

const longestRequestID = 64

// requestID numbers requests as the proxy did, in letters and digits alone: it stands in the logs.
func requestID() echo.MiddlewareFunc {
	numbered := middleware.RequestIDWithConfig(middleware.RequestIDConfig{Generator: rand.Text})
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		next = numbered(next)
		return func(c echo.Context) error {
			c.Request().Header.Set(echo.HeaderXRequestID, givenRequestID(c.Request()))
			return next(c)
		}
	}
}

func givenRequestID(r *http.Request) string {
	id := r.Header.Get(echo.HeaderXRequestID)
	strange := func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') &&
			!strings.ContainsRune("-_.:=+/", c)
	}
	if len(id) > longestRequestID || strings.ContainsFunc(id, strange) {
		return ""
	}
	return id
}

func recovered() echo.MiddlewareFunc {
	return middleware.RecoverWithConfig(middleware.RecoverConfig{DisableErrorHandler: true})
}

// RequestMessage is the message of the line of a request in the log.
const RequestMessage = "request"

// logged writes a line a request, without its query and the secrets of links: both stay out of logs.
func logged(config Config) echo.MiddlewareFunc {
	return middleware.RequestLoggerWithConfig(middleware.RequestLoggerConfig{
		LogStatus: true, LogMethod: true, LogLatency: true, LogRequestID: true, LogRemoteIP: true, HandleError: true,
		LogError: true,
		LogValuesFunc: func(c echo.Context, v middleware.RequestLoggerValues) error {
			config.observe(c.Request(), c.Path(), v.Status, v.Latency)
			config.Log.LogAttrs(c.Request().Context(), slog.LevelInfo, RequestMessage, slog.String("method", v.Method),
				slog.String("path", handlers.LoggedPath(c)), slog.Int("status", v.Status),
				slog.Duration("duration", v.Latency.Round(time.Microsecond)), slog.String("request", v.RequestID),
				slog.String("from", v.RemoteIP))
			return nil
		},
	})
}

// secured sets headers. HSTS extends to subdomains only if that was asked for: other servers of the domain may not have
// HTTPS.
func secured(https, subdomains bool) echo.MiddlewareFunc {
	config := middleware.SecureConfig{
		ContentTypeNosniff: "nosniff", XFrameOptions: "DENY", ReferrerPolicy: "same-origin",
		ContentSecurityPolicy: contentPolicy,
	}
	if https {
		config.HSTSMaxAge = int((365 * 24 * time.Hour).Seconds())
		config.HSTSExcludeSubdomains = !subdomains
	}
	return middleware.SecureWithConfig(config)
}

func retryLater() echo.MiddlewareFunc {
	return first(func(c echo.Context) error {
		c.Response().Before(func() {
			later := c.Response().Status == http.StatusTooManyRequests ||
				c.Response().Status == http.StatusServiceUnavailable
			if header := c.Response().Header(); later && header.Get(echo.HeaderRetryAfter) == "" {
				header.Set(echo.HeaderRetryAfter, handlers.RetryAfter)
			}
		})
		return nil
	})
}

func sameOrigin() echo.MiddlewareFunc {
	protection := http.NewCrossOriginProtection()
	return first(func(c echo.Context) error {
		if err := protection.Check(c.Request()); err != nil {
			return echo.NewHTTPError(http.StatusForbidden,
				"This change was asked for by the page of another site, and was refused.").SetInternal(err)
		}
		return nil
	})
}

func tokenOrSession() echo.MiddlewareFunc {
	return first(func(c echo.Context) error {
		if handlers.HasToken(c.Request()) {
			c.Request().Header.Del(echo.HeaderCookie)
		}
		return nil
	})
}

// unstored lets caches keep nothing, unless a route for everybody says so to somebody not signed in.
func unstored(routes []Route) echo.MiddlewareFunc {
	public := map[string]bool{}
	for _, route := range routes {
		if route.Action == review.ReadPublic {
			public[route.Method+" "+route.Path] = true
		}
	}
	return first(func(c echo.Context) error {
		header := c.Response().Header()
		c.Response().Before(func() {
			_, known := handlers.Viewer(c)
			if known || handlers.HasToken(c.Request()) || !public[c.Request().Method+" "+c.Path()] ||
				header.Get(echo.HeaderCacheControl) == "" {
				header.Set(echo.HeaderCacheControl, handlers.Unstored)
			}
		})
		return nil
	})
}

const smallBody = 2 << 20 // bytes of a request that brings no files

// smallBodies holds requests to smallBody: half of a form is no form with empty fields.
func smallBodies() echo.MiddlewareFunc {
	return first(func(c echo.Context) error {
		request := c.Request()
		if request.ContentLength > smallBody {
			return &http.MaxBytesError{Limit: smallBody}
		}
		request.Body = http.MaxBytesReader(c.Response(), request.Body, smallBody)
		if request.Method != http.MethodPost || strings.HasPrefix(request.URL.Path, handlers.APIPrefix) {
			return nil // programs send no forms, whatever their library calls what they send
		}
		if _, err := c.FormParams(); err != nil {
			if _, large := errors.AsType[*http.MaxBytesError](err); large {
				return err
			}
			if _, known := errors.AsType[*echo.HTTPError](err); known {
				return err
			}
			return echo.NewHTTPError(http.StatusBadRequest,
				"The form is incomplete. Go back, reload the page and send it again.").SetInternal(err)
		}
		return nil
	})
}

type pace struct {
	middleware.RateLimiterMemoryStoreConfig
	sentence string // for clients that are faster
}

// paces are those of forms that need no account: they try passwords, or make us send mail.
func paces() map[review.Action]pace {
	return map[review.Action]pace{
		review.SignIn: {middleware.RateLimiterMemoryStoreConfig{Rate: 0.2, Burst: 10, ExpiresIn: time.Hour},
			"There were too many attempts to sign in; wait a minute."},
		review.Register: {middleware.RateLimiterMemoryStoreConfig{Rate: 0.05, Burst: 10, ExpiresIn: time.Hour},
			"This was sent too often from your network; wait a few minutes."},
	}
}

// answered draws error pages while the session is open, so that their cookie is set once.
func answered(base *handlers.Base) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := next(c); err != nil {
				base.Error(err, c)
			}
			return nil
		}
	}
}

func limits(route Route) []echo.MiddlewareFunc {
	var held []echo.MiddlewareFunc
	uploads := route.Path == "/submissions" || strings.HasSuffix(route.Path, "/edit") ||
		strings.Contains(route.Path, "/steps/") || strings.HasSuffix(route.Path, "/:id/uploads")
	if route.Method != http.MethodPatch && (route.Method != http.MethodPost || !uploads) {
		held = append(held, smallBodies())
	}
	if limit, ok := paces()[route.Action]; ok && route.Method == http.MethodPost {
		held = append(held, middleware.RateLimiterWithConfig(middleware.RateLimiterConfig{
			Store:               middleware.NewRateLimiterMemoryStoreWithConfig(limit.RateLimiterMemoryStoreConfig),
			IdentifierExtractor: func(c echo.Context) (string, error) { return handlers.Network(c.RealIP()), nil },
			DenyHandler: func(c echo.Context, _ string, _ error) error {
				c.Response().Header().Set(echo.HeaderRetryAfter, strconv.Itoa(int(math.Ceil(1/float64(limit.Rate)))))
				return echo.NewHTTPError(http.StatusTooManyRequests, limit.sentence)
			},
			ErrorHandler: func(_ echo.Context, err error) error { return err },
		}))
	}
	return held
}

// require holds a route to permissions, and a token to scopes too; others may have to sign in first.
func require(action review.Action) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := refuseToken(c, action); err != nil {
				return err
			}
			role := handlers.Role(c)
			switch {
			case review.May(role, action):
				return next(c)
			case role != review.Public:
				return echo.NewHTTPError(http.StatusForbidden, "Your account may not do this.")
			case c.Request().Method == http.MethodGet && !handlers.WantsJSON(c.Request()):
				return c.Redirect(http.StatusSeeOther, "/login?next="+url.QueryEscape(c.Request().URL.Path))
			}
			return echo.NewHTTPError(http.StatusUnauthorized, "Sign in first.")
		}
	}
}

func refuseToken(c echo.Context, action review.Action) error {
	if !handlers.HasToken(c.Request()) {
		return nil
	}
	scopes, known := handlers.Scopes(c)
	switch {
	case review.TokenMay(scopes, action):
		return nil
	case !known:
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, `Bearer error="invalid_token"`)
		return echo.NewHTTPError(http.StatusUnauthorized,
			"The token is not known, has expired or was revoked; make another on the page of your account.")
	}
	c.Response().Header().Set(echo.HeaderWWWAuthenticate, `Bearer error="insufficient_scope"`)
	return echo.NewHTTPError(http.StatusForbidden,
		"This token may not do that; make one that may on the page of your account, or sign in.")
}

// Observed describes a request that was answered, for metrics. It names nobody.
type Observed struct {
	Route    string // as the table of routes has it; see KeptRoute and NoRoute
	Method   string
	Status   int
	Took     time.Duration
	Received int64 // bytes of the body, as far as the request says them beforehand
}

const (
	// KeptRoute stands for whatever was answered from the kept pages.
	KeptRoute = "kept"
	// NoRoute stands for addresses that no route answers.
	NoRoute = "none"
)

func (c Config) observe(r *http.Request, path string, status int, took time.Duration) {
	if c.Observe == nil {
		return
	}
	if path == "" || path == "/*" {
		path = NoRoute
	}
	c.Observe(r.Context(),
		Observed{Route: path, Method: r.Method, Status: status, Took: took, Received: max(0, r.ContentLength)})
}

func (c Config) begun(answer http.Handler) http.Handler {
	if c.Begin == nil {
		return answer
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, end := c.Begin(r)
		defer end()
		answer.ServeHTTP(w, r.WithContext(ctx))
	})
}

// closeOnShutdown makes clients of a stopping server take another connection, which a proxy makes elsewhere.
func closeOnShutdown(stopping <-chan struct{}, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-stopping:
			w.Header().Set("Connection", "close")
		default:
		}
		next.ServeHTTP(w, r)
	})
}

// Drained ends so long after ctx: a server goes on answering while those who ask hear it is not ready.
func Drained(ctx context.Context, drain time.Duration) (context.Context, context.CancelFunc) {
	longer, stop := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(drain, stop)
		context.AfterFunc(longer, func() { timer.Stop() })
	})
	return longer, stop
}

// liveLevel packs what one person waits for: to pack better takes longer than most of the answer.
const liveLevel = 2

// sentAsItIs are the ends of addresses of what is compressed already, or has a strong validator.
var sentAsItIs = []string{".zip", ".xlsx", ".parquet", ".png", "badge.svg"}

// passed answers are sent as they are: files of an entry, what is told above, what is packed if kept.
func passed(c echo.Context) bool {
	path := c.Request().URL.Path
	return c.Get(recordedKey) != nil || strings.Contains(path, "/files/") || c.Request().Method == http.MethodPatch ||
		slices.ContainsFunc(sentAsItIs, func(end string) bool { return strings.HasSuffix(path, end) })
}

func compressed() (echo.MiddlewareFunc, error) {
	packing, err := gzhttp.NewWrapper(gzhttp.MinSize(worthwhile), gzhttp.CompressionLevel(liveLevel),
		gzhttp.EnableZstd(false), gzhttp.ContentTypeFilter(packable))
	if err != nil {
		return nil, fmt.Errorf("pack answers: %w", err)
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) (err error) {
			if passed(c) {
				return next(c)
			}
			response, to := c.Response(), c.Response().Writer
			defer func() { response.Writer = to }() // where the page of an error goes
			packing(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				response.Writer = w
				err = next(c)
			})).ServeHTTP(to, c.Request())
			return err
		}
	}, nil
}
