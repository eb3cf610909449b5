package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzhttp"
	"github.com/labstack/echo/v4"
)

// liveLevel is that of answers which one person waits for: packing them better takes longer than all else that is done
// for most of them.
const liveLevel = 2

// sentAsItIs are the ends of addresses of what is compressed already, or has a strong validator.
var sentAsItIs = []string{".zip", ".xlsx", ".parquet", ".png", "badge.svg"}

// passed reports whether an answer is sent as it is: files of an entry, what is told above, and what is packed where it
// is kept.
func passed(c echo.Context) bool {
	path := c.Request().URL.Path
	return c.Get(recordedKey) != nil || strings.Contains(path, "/files/") || c.Request().Method == http.MethodPatch ||
		slices.ContainsFunc(sentAsItIs, func(end string) bool { return strings.HasSuffix(path, end) })
}

func compressed() (echo.MiddlewareFunc, error) {
	packing, err := gzhttp.NewWrapper(gzhttp.MinSize(worthwhile), gzhttp.CompressionLevel(liveLevel), gzhttp.EnableZstd(false), gzhttp.ContentTypeFilter(packable))
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
