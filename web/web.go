// Package web is the server: every route on one screen, and what every request passes through.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/account"
	"green500/handlers/api"
	"green500/handlers/desk"
	"green500/handlers/draft"
	model "green500/handlers/lab"
	"green500/handlers/list"
	"green500/handlers/public"
	reviewhandlers "green500/handlers/review"
	ruleshandlers "green500/handlers/rules"
	"green500/handlers/submission"
	"green500/handlers/upload"
	"green500/static"
	"green500/store"
	"green500/store/accounts"
	"green500/store/blobs"
	"green500/store/database"
	"green500/store/uploads"
	"green500/validation/power"
	"green500/validation/rules/examples"
)

// Config is what a server needs.
type Config struct {
	Store     *store.Store
	Log       *slog.Logger
	Now       func() time.Time
	Address   *url.URL       // of the server as people reach it, such as https://green500.example.org
	MaxUpload int64          // bytes one request may hold, and one upload
	Quota     int64          // bytes the unfinished uploads and drafts of a person may hold; 0 is no limit
	MailSent  bool           // mail is sent; if it is not, administrators read it in the outbox
	Secure    bool           // reached by HTTPS: cookies are for HTTPS only
	HSTSAll   bool           // with Secure: browsers use HTTPS for subdomains too
	Proxied   bool           // behind a proxy of ours that sets X-Forwarded-For
	Proxies   []netip.Prefix // where those are that are believed; empty is this machine and private networks

	Version string // of the program, for the foot of pages; may be empty

	Legal    handlers.Legal // what the operator has to say by law
	Operator string         // who runs the server, for the public pages; may be empty
	Contact  string         // their email address; may be empty
	Licence  string         // of the data that the server publishes, as an address; may be empty

	Registration bool // people may make accounts for themselves
	Providers    []*account.Provider

	Stopping <-chan struct{} // closed when the server is about to stop, and others are to be asked; may be nil

	// is told of every request that was answered, with its context; may be nil
	Observe func(context.Context, Observed)
	// is told of every request before it is answered, and gives it a context; may be nil
	Begin func(*http.Request) (ctx context.Context, answered func())
}

func (c Config) address() *url.URL { return cmp.Or(c.Address, &url.URL{}) }

// Browsers take a cookie with this prefix from its own host by HTTPS alone, and from no neighbour.
const (
	sessionCookie = "green500"
	hostOnly      = "__Host-"
)

// origin finds out which address a request comes from. What X-Forwarded-For says is believed of proxies of ours alone.
func (c Config) origin() echo.IPExtractor {
	if !c.Proxied {
		return echo.ExtractIPDirect()
	}
	if len(c.Proxies) == 0 {
		return echo.ExtractIPFromXFFHeader()
	}
	believed := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, network := range c.Proxies {
		network = network.Masked()
		believed = append(believed, echo.TrustIPRange(&net.IPNet{IP: network.Addr().AsSlice(),
			Mask: net.CIDRMask(network.Bits(), network.Addr().BitLen())}))
	}
	return echo.ExtractIPFromXFFHeader(believed...)
}

const (
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute
	stopTimeout   = 20 * time.Second
	mostHeader    = 64 << 10 // bytes of an address and headers; a filled form of a plan is a tenth of it
)

// New returns the server as a handler. It fails only if an embedded file cannot be read.
func New(config Config) (http.Handler, error) {
	files, err := assets()
	if err != nil {
		return nil, fmt.Errorf("read embedded files: %w", err)
	}
	sessions := scs.New()
	sessions.Store = config.Store.SignIns.Sessions()
	sessions.Lifetime = accounts.SessionLifetime
	sessions.Cookie.Name = sessionCookie
	if config.Secure {
		sessions.Cookie.Name = hostOnly + sessionCookie
	}
	sessions.Cookie.SameSite = http.SameSiteLaxMode
	sessions.Cookie.Secure = config.Secure
	base := &handlers.Base{
		Store: config.Store, Sessions: sessions, Log: config.Log, Now: config.Now, Address: config.address(),
		MaxUpload: config.MaxUpload, Quota: config.Quota, Version: config.Version,
		Legal: config.Legal, Operator: config.Operator, Contact: config.Contact, Licence: config.Licence,
		Drawing: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	sessions.ErrorFunc = sessionFailed(config, sessions)
	built, err := build(config, base, sessions, files)
	if err != nil {
		return nil, err
	}
	return closeOnShutdown(config.Stopping, newBodyDeadline().over(config.begun(built))), nil
}

func (c Config) answering(base *handlers.Base) *Answering {
	h := &Answering{
		Base:    base,
		List:    list.Handlers{Base: base, Sheets: make(chan struct{}, list.MostSheets)},
		Review:  reviewhandlers.Handlers{Base: base},
		Upload:  upload.Handlers{Base: base},
		Account: account.Handlers{Base: base, Registration: c.Registration, Providers: c.Providers},
		Desk: desk.Handlers{Base: base, MailSent: c.MailSent, Started: c.Now(), Rehearsing: make(chan struct{}, 1),
			Archiving: make(chan struct{}, 1), Licence: c.Licence},
		Rules: ruleshandlers.Handlers{Base: base, Examples: examples.New()},
		Model: model.Handlers{Base: base},
	}
	h.Submission = submission.Handlers{Base: base, Upload: &h.Upload, Review: &h.Review}
	h.Draft = draft.Handlers{Base: base, Upload: &h.Upload, Review: &h.Review}
	h.Public = public.Handlers{Base: base, List: &h.List}
	h.API = api.Handlers{Base: base, Draft: &h.Draft}
	h.Data = list.NewData(base)
	return h
}

// sessionFailed answers if a session is not read or kept; an old one is kept on a full disk.
func sessionFailed(config Config, sessions *scs.SessionManager) func(http.ResponseWriter, *http.Request, error) {
	return func(w http.ResponseWriter, r *http.Request, err error) {
		if r.Context().Err() == nil { // otherwise the client is gone
			config.Log.ErrorContext(r.Context(), "session failed", "error", err)
		}
		_, missing := r.Cookie(sessions.Cookie.Name)
		switch full := blobs.NoRoom(err); {
		case full && missing == nil:
		case full:
			http.Error(w, uploads.NoRoomMessage, http.StatusInsufficientStorage)
		default:
			w.Header().Set(echo.HeaderRetryAfter, handlers.RetryAfter)
			http.Error(w, "The server cannot keep sessions at the moment; try again soon.",
				http.StatusServiceUnavailable)
		}
	}
}

func build(config Config, base *handlers.Base, sessions *scs.SessionManager, files map[string]func() *answer) (
	http.Handler, error) {
	packing, err := compressed()
	if err != nil {
		return nil, err
	}
	routes := Routes(config.answering(base))
	e := echo.New()
	e.HTTPErrorHandler = base.Error
	e.IPExtractor = config.origin()
	e.Pre(requestID(), logged(config), recovered(), secured(config.Secure, config.HSTSAll), retryLater(), sameOrigin())
	e.GET("/healthz", config.healthz, unstored(nil))
	e.GET("/readyz", config.readyz, unstored(nil))
	e.GET(static.Prefix+"*", echo.WrapHandler(serveStatic(files)))
	front := &keptPages{config: config, cookie: sessions.Cookie.Name, packing: packing,
		answers: power.NewCache[string, *answer](roomOfKept), drawn: map[string]chan struct{}{}}
	through := []echo.MiddlewareFunc{unstored(routes), crossOrigin(routes), tokenOrSession(),
		echo.WrapMiddleware(sessions.LoadAndSave), answered(base), base.Identify, base.Attribute}
	pages := e.Group("", through...)
	kept := e.Group("", append([]echo.MiddlewareFunc{front.keep}, through...)...)
	turns, known := newConcurrency(config.Store), Parameters()
	for _, route := range routes {
		before := slices.Concat(limits(route), []echo.MiddlewareFunc{require(route.Action)},
			checkParameters(route, known), []echo.MiddlewareFunc{turns.limit, packing})
		if !route.kept() {
			pages.Add(route.Method, route.Path, route.Handle, before...)
			continue
		}
		// put together once: echo does so for each request, which takes longer than to send what is kept
		handle := route.Handle
		for _, around := range slices.Backward(slices.Concat(through, before)) {
			handle = around(handle)
		}
		e.Add(route.Method, route.Path, front.keep(handle))
	}
	answerPrograms(pages, kept, routes)
	// What no route answers is drawn as a page too, for signed-in users.
	pages.RouteNotFound("/*", func(echo.Context) error { return database.ErrNotFound })
	return e, nil
}

// Listen listens at an address, for Serve.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen at %s: %w", address, err)
	}
	return listener, nil
}

// Serve answers who comes to a listener until the context ends, then lets running requests finish.
func Serve(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	server := &http.Server{
		Handler: handler, ReadHeaderTimeout: headerTimeout, MaxHeaderBytes: mostHeader, IdleTimeout: idleTimeout,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	stopped := make(chan error, 1)
	go func() { stopped <- server.Serve(readListener{listener, unreadTime}) }()
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

// assets are the embedded files. Each is packed once, when it is first asked for: a start need not wait for it.
func assets() (map[string]func() *answer, error) {
	table := map[string]func() *answer{}
	err := fs.WalkDir(static.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(static.FS(), name)
		if err != nil {
			return err
		}
		kind := cmp.Or(mime.TypeByExtension(path.Ext(name)), "text/plain; charset=utf-8")
		table[name] = sync.OnceValue(func() *answer {
			return newAnswer(http.Header{echo.HeaderContentType: {kind}, echo.HeaderVary: {echo.HeaderAcceptEncoding}},
				content, gzip.BestCompression)
		})
		return nil
	})
	return table, err
}

func serveStatic(table map[string]func() *answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		found, ok := table[strings.TrimPrefix(r.URL.Path, static.Prefix)]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		if r.URL.Query().Has("v") {
			w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		found().send(w, r)
	}
}
