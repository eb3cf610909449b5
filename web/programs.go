package web

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
)

// answerPrograms adds to the addresses that programs ask, and to those that everybody may read, what HTTP expects beside: HEAD, and
// OPTIONS.
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
			group.Add(http.MethodHead, route.Path, route.Handle, slices.Concat(limits(route), []echo.MiddlewareFunc{require(route.Action)}, checkParameters(route, known))...)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(allowed)) {
		pages.OPTIONS(path, options(allowed[path], open[path]))
	}
}
