package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
)

// answerPrograms adds to the addresses that programs ask what HTTP expects beside: HEAD, and OPTIONS.
func answerPrograms(pages *echo.Group, routes []Route) {
	allowed, known := map[string][]string{}, Parameters()
	for _, route := range routes {
		if !strings.HasPrefix(route.Path, handlers.APIPrefix) {
			continue
		}
		allowed[route.Path] = append(allowed[route.Path], route.Method)
		if route.Method == get {
			allowed[route.Path] = append(allowed[route.Path], http.MethodHead)
			pages.Add(http.MethodHead, route.Path, route.Handle, slices.Concat(limits(route), []echo.MiddlewareFunc{require(route.Action)}, checkParameters(route, known))...)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(allowed)) {
		methods := strings.Join(append(allowed[path], http.MethodOptions), ", ")
		pages.OPTIONS(path, func(c echo.Context) error {
			c.Response().Header().Set(echo.HeaderAllow, methods)
			return c.NoContent(http.StatusNoContent)
		})
	}
}
