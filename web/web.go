// Package web is the server: every route on one screen, and what every request passes through.
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/static"
	"green500/store"
	"green500/validation/example"
)

// Config is what a server needs.
type Config struct {
	Store     *store.Store
	Log       *slog.Logger
	Now       func() time.Time
	MaxUpload int64 // bytes one request may hold
	Secure    bool  // reached by HTTPS: cookies are for HTTPS only
	Proxied   bool  // behind a proxy of ours that sets X-Forwarded-For
}

const (
	sessionLength = 14 * 24 * time.Hour
	sessionIdle   = 3 * 24 * time.Hour
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute
	stopTimeout   = 20 * time.Second
)

// New returns the server as a handler. It fails only where an embedded file cannot be read.
func New(config Config) (http.Handler, error) {
	files, err := assets()
	if err != nil {
		return nil, fmt.Errorf("pack embedded files: %w", err)
	}
	sessions := scs.New()
	sessions.Store = config.Store.Sessions()
	sessions.Lifetime, sessions.IdleTimeout = sessionLength, sessionIdle
	sessions.Cookie.Name = "green500"
	sessions.Cookie.SameSite = http.SameSiteLaxMode
	sessions.Cookie.Secure = config.Secure
	h := &handlers.Handlers{
		Store: config.Store, Sessions: sessions, Log: config.Log, Now: config.Now, MaxUpload: config.MaxUpload,
		Rehearsing: make(chan struct{}, 1), Examples: sync.OnceValues(example.Load),
	}
	sessions.ErrorFunc = func(w http.ResponseWriter, r *http.Request, err error) {
		config.Log.ErrorContext(r.Context(), "session failed", "error", err)
		http.Error(w, "The server cannot keep sessions at the moment; try again soon.", http.StatusServiceUnavailable)
	}
	return build(config, h, sessions, files), nil
}

func build(config Config, h *handlers.Handlers, sessions *scs.SessionManager, files map[string]asset) *echo.Echo {
	e := echo.New()
	e.HTTPErrorHandler = h.Error
	e.IPExtractor = echo.ExtractIPDirect()
	if config.Proxied {
		e.IPExtractor = echo.ExtractIPFromXFFHeader()
	}
	e.Pre(requestID(), logged(config.Log), recovered(), secured(config.Secure), sameOrigin())
	e.GET("/healthz", h.Healthz)
	e.GET("/readyz", h.Readyz)
	e.GET(static.Prefix+"*", echo.WrapHandler(serveStatic(files)))
	pages := e.Group("", compressed(), echo.WrapMiddleware(sessions.LoadAndSave), answered(h), h.Identify)
	for _, route := range Routes(h) {
		pages.Add(route.Method, route.Path, route.Handle, append(limits(route), require(route.Action))...)
	}
	// What no route answers is drawn as a page too, for whoever is signed in.
	pages.RouteNotFound("/*", func(echo.Context) error { return store.ErrNotFound })
	return e
}

// Serve answers at an address until the context ends, then lets running requests finish.
// ready is called once with the address that is listened at.
func Serve(ctx context.Context, address string, handler http.Handler, log *slog.Logger, ready func(net.Addr)) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return fmt.Errorf("listen at %s: %w", address, err)
	}
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(listener) }()
	ready(listener.Addr())
	select {
	case err := <-stopped:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	// The context has ended; requests that run get a time of their own.
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := server.Shutdown(ending); err != nil {
		return errors.Join(fmt.Errorf("stop serving: %w", err), server.Close())
	}
	return nil
}
