package web

import (
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/validation/bulkfile"
	"green500/validation/listing"
	"green500/validation/review"
	"green500/validation/sheet"
)

// Parameters is the one table of what the queries of list addresses may hold, by the path of the route.
func Parameters() map[string][]string {
	view := listing.Parameters()
	known := map[string][]string{
		"/":                         append([]string{"list", "as-of"}, view...),
		"/lists":                    {},
		"/lists/:edition":           append([]string{"as-of"}, view...),
		"/lists/:edition/list.json": {"as-of"}, "/lists/:edition/list.csv": {"as-of"}, "/lists/:edition/errata.json": {}, "/lists/:edition/changes": {"from", "as-of"},
		"/inconsistencies": {"list", "kind", "least"}, "/inconsistencies.csv": {"list", "kind", "least"},
		"/trends": {"from", "to", "edition", "kind"}, "/trends.json": {"from", "to", "edition", "kind"}, "/trends.csv": {"from", "to", "edition", "kind", "figure"},
		"/systems/:id": {}, "/systems/:id/figures.json": {}, "/systems/:id/figures.csv": {"figure"},
		"/by/:column/:value": {"kind"}, "/by/:column/:value/figures.json": {"kind"}, "/by/:column/:value/figures.csv": {"kind", "figure"},
		"/compare": {"row", "list", "rank"}, "/compare.json": {"row"}, "/compare.csv": {"row", "figure"},
		"/data": {}, "/data/" + bulkfile.Name: {}, "/data/" + bulkfile.Name + ".sha256": {},
		"/feed.atom": {}, "/sitemap.xml": {"part"},
		"/api/v1/lists": {}, "/api/v1/lists/:name": {}, "/api/v1/lists/:name/rows": view, "/api/v1/systems/:id": {}, "/api/v1/columns": {},
	}
	for _, format := range sheet.Formats() {
		known["/lists/:edition/view."+format.Name] = view
	}
	return known
}

// checkParameters holds the query of a request to the parameters that its route knows.
func checkParameters(route Route, known map[string][]string) []echo.MiddlewareFunc {
	parameters, listed := known[route.Path]
	if !listed || route.Method != get || route.Action != review.ReadPublic {
		return nil
	}
	return []echo.MiddlewareFunc{func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if err := handlers.RefuseUnknown(c, parameters); err != nil {
				return err
			}
			return next(c)
		}
	}}
}
