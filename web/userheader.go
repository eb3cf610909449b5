package web

import (
	"math"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
)

// userHeaderRoutes is the one table of pages whose main part is the same for all who read as everybody does: only their frame
// tells who is signed in.
func userHeaderRoutes() []string {
	return []string{
		"/", "/lists", "/inconsistencies", "/about", "/how-to-submit", "/help", "/lists/:edition", "/lists/:edition/changes", "/rules", "/rules/compare", "/rules/:id", "/trends", "/systems/:id", "/by/:column/:value", "/compare",
	}
}

// withUserHeader answers people who are signed in with the page that is kept for everybody, in a frame of their own. What is not kept
// is drawn for that, and for them alone where it is not there for everybody.
func (k *pageCache) withUserHeader(base *handlers.Base, packing echo.MiddlewareFunc) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			request := c.Request()
			key, ok := placeOf(request)
			if !ok || request.Method != http.MethodGet || len(request.Header["Hx-Request"]) > 0 || !handlers.ReadsAsEverybody(c) {
				return next(c)
			}
			state, err := k.config.Store.PublicState(request.Context())
			if err != nil {
				return next(c)
			}
			page := k.answers.find(key, state, k.config.Now())
			if page == nil {
				page = k.drawShared(c, key, state, next)
			}
			if page == nil || page.cut == 0 {
				return next(c)
			}
			before, err := base.Reframe(c, page.plain.text)
			if err != nil {
				return err
			}
			return packing(func(c echo.Context) error { return page.sendWithHeader(c, before) })(c)
		}
	}
}

// drawShared draws what everybody is answered, and keeps it; nil is what is not there for everybody.
func (k *pageCache) drawShared(c echo.Context, key string, state store.PublicState, next echo.HandlerFunc) *answer {
	if wait := k.answers.begin(key); wait != nil {
		select {
		case <-wait:
		case <-c.Request().Context().Done():
			return nil
		}
		return k.answers.find(key, state, k.config.Now())
	}
	defer k.answers.end(key)
	response, header := c.Response(), c.Response().Header().Clone()
	recorded := &recorder{ResponseWriter: response.Writer, request: c.Request(), most: math.MaxInt}
	err := recorded.record(c, func(c echo.Context) error { return handlers.AsEverybody(c, next) })
	drawn, whole := response.Header().Clone(), err == nil && recorded.forEverybody()
	// Nothing was sent yet: what follows answers from the start.
	response.Committed, response.Status, response.Size = false, http.StatusOK, 0
	clear(response.Header())
	for name, values := range header {
		response.Header()[name] = values
	}
	c.Set(recordedKey, nil)
	if !whole {
		return nil
	}
	page := newAnswer(key, state, drawn, recorded.text.Bytes())
	k.answers.put(page)
	return page
}

// sendWithHeader sends a page with another beginning, for nobody else to keep.
func (a *answer) sendWithHeader(c echo.Context, before []byte) error {
	text := slices.Concat(before, a.plain.text[a.cut:])
	header := c.Response().Header()
	varyByEncoding(header)
	header.Set(echo.HeaderContentLength, strconv.Itoa(len(text)))
	return c.Blob(http.StatusOK, a.plain.header.Get(echo.HeaderContentType), text)
}
