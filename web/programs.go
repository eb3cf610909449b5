package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/validation/lists/bulkfile"
	"green500/validation/lists/export"
	"green500/validation/lists/listing"
	"green500/validation/review"
)

// answerPrograms adds HEAD and OPTIONS to addresses that programs ask or everybody may read.
func answerPrograms(pages, kept *echo.Group, routes []Route) {
	allowed, open, known := map[string][]string{}, map[string]bool{}, Parameters()
	for _, route := range routes {
		forPrograms := strings.HasPrefix(route.Path, handlers.APIPrefix)
		if route.Method == http.MethodOptions {
			continue // which answers for itself
		}
		if open[route.Path] = open[route.Path] || route.open(); forPrograms || route.open() {
			allowed[route.Path] = append(allowed[route.Path], route.Method)
		}
		if route.Method == get && (forPrograms || route.open()) {
			allowed[route.Path] = append(allowed[route.Path], http.MethodHead)
			group := pages
			if route.kept() {
				group = kept
			}
			group.Add(http.MethodHead, route.Path, route.Handle, slices.Concat(limits(route),
				[]echo.MiddlewareFunc{require(route.Action)}, checkParameters(route, known))...)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(allowed)) {
		pages.OPTIONS(path, options(allowed[path], open[path]))
	}
}

// Headers by which a browser lets the page of another site read what everybody may (https://fetch.spec.whatwg.org).
const (
	anyOrigin = "*"
	readable  = "Link, Etag, Accept-Ranges, Content-Range, Content-Length, Content-Disposition, Repr-Digest, " +
		"Retry-After, " + handlers.IgnoredHeader
	sendable      = "Accept, Range, If-Range, If-None-Match"
	readingMethod = "GET, HEAD"
	preflightAge  = "86400" // seconds
)

// open reports whether pages of other sites may read what a route answers. A browser sends no cookie and no token with
// such a request.
func (r Route) open() bool { return r.Method == get && r.Action == review.ReadPublic }

func crossOrigin(routes []Route) echo.MiddlewareFunc {
	open := map[string]bool{}
	for _, route := range routes {
		open[route.Path] = open[route.Path] || route.open()
	}
	return first(func(c echo.Context) error {
		reads := c.Request().Method == http.MethodGet || c.Request().Method == http.MethodHead
		if reads && open[c.Path()] && !handlers.HasToken(c.Request()) {
			c.Response().Header().Set(echo.HeaderAccessControlAllowOrigin, anyOrigin)
			c.Response().Header().Set(echo.HeaderAccessControlExposeHeaders, readable)
		}
		return nil
	})
}

func options(methods []string, open bool) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		header.Set(echo.HeaderAllow, strings.Join(append(methods, http.MethodOptions), ", "))
		wanted := c.Request().Header.Get(echo.HeaderAccessControlRequestMethod)
		if open && (wanted == http.MethodGet || wanted == http.MethodHead) {
			header.Set(echo.HeaderAccessControlAllowOrigin, anyOrigin)
			header.Set(echo.HeaderAccessControlAllowMethods, readingMethod)
			header.Set(echo.HeaderAccessControlAllowHeaders, sendable)
			header.Set(echo.HeaderAccessControlMaxAge, preflightAge)
		}
		return c.NoContent(http.StatusNoContent)
	}
}

// Parameters is the one table of what the queries of list addresses may hold, by the path of the route.
func Parameters() map[string][]string {
	view := listing.Parameters()
	known := map[string][]string{
		"/":                         append([]string{"list", "as-of"}, view...),
		"/lists":                    {},
		"/lists/:edition":           append([]string{"as-of"}, view...),
		"/lists/:edition/list.json": {"as-of"}, "/lists/:edition/list.csv": {"as-of"},
		"/lists/:edition/errata.json": {}, "/lists/:edition/changes": {"from", "as-of"},
		"/inconsistencies": {"list", "kind", "least"}, "/inconsistencies.csv": {"list", "kind", "least"},
		"/trends": {"from", "to", "edition", "kind"}, "/trends.json": {"from", "to", "edition", "kind"},
		"/trends.csv":  {"from", "to", "edition", "kind", "figure"},
		"/systems/:id": {}, "/systems/:id/figures.json": {}, "/systems/:id/figures.csv": {"figure"},
		"/by/:column/:value":              {"kind"},
		"/by/:column/:value/figures.json": {"kind"}, "/by/:column/:value/figures.csv": {"kind", "figure"},
		"/compare": {"row", "list", "rank"}, "/compare.json": {"row"}, "/compare.csv": {"row", "figure"},
		"/data": {}, "/data/" + bulkfile.Name: {}, "/data/" + bulkfile.Name + ".sha256": {},
		"/feed.atom": {}, "/sitemap.xml": {"part"},
		"/api/v1/lists": {}, "/api/v1/lists/:name": {}, "/api/v1/lists/:name/rows": view, "/api/v1/systems/:id": {},
		"/api/v1/columns": {},
	}
	for _, format := range export.Formats() {
		known["/lists/:edition/view."+format.Name] = view
	}
	return known
}

func checkParameters(route Route, known map[string][]string) []echo.MiddlewareFunc {
	parameters, listed := known[route.Path]
	if !listed || route.Method != get || route.Action != review.ReadPublic {
		return nil
	}
	return []echo.MiddlewareFunc{first(func(c echo.Context) error { return handlers.RefuseUnknown(c, parameters) })}
}
