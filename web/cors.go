package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/validation/review"
)

// Headers by which a browser lets the page of another site read what everybody may (https://fetch.spec.whatwg.org).
const (
	anyOrigin     = "*"
	readable      = "Link, Etag, Accept-Ranges, Content-Range, Content-Length, Content-Disposition, Repr-Digest, Retry-After, " + handlers.IgnoredHeader
	sendable      = "Accept, Range, If-Range, If-None-Match"
	readingMethod = "GET, HEAD"
	preflightAge  = "86400" // seconds
)

// open reports whether pages of other sites may read what a route answers. A browser sends no cookie and no token with such a request.
func (r Route) open() bool { return r.Method == get && r.Action == review.ReadPublic }

func crossOrigin(routes []Route) echo.MiddlewareFunc {
	open := map[string]bool{}
	for _, route := range routes {
		open[route.Path] = open[route.Path] || route.open()
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			reads := c.Request().Method == http.MethodGet || c.Request().Method == http.MethodHead
			if reads && open[c.Path()] && !handlers.HasToken(c.Request()) {
				c.Response().Header().Set(echo.HeaderAccessControlAllowOrigin, anyOrigin)
				c.Response().Header().Set(echo.HeaderAccessControlExposeHeaders, readable)
			}
			return next(c)
		}
	}
}

// options answers what can be asked at an address, and a browser that wants to know whether the page of another site may read it.
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
