package web

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

// packs packs answers.
func packs(t *testing.T) echo.MiddlewareFunc {
	t.Helper()
	packing, err := compressed()
	if err != nil {
		t.Fatal(err)
	}
	return packing
}

// answeredBy asks for what a handler answers behind compressed.
func answeredBy(t *testing.T, method, address, accepts string, handle echo.HandlerFunc) *httptest.ResponseRecorder {
	t.Helper()
	e := echo.New()
	e.Any("/*", handle, packs(t))
	request := httptest.NewRequestWithContext(t.Context(), method, address, nil)
	request.Header.Set("Accept-Encoding", accepts)
	recorded := httptest.NewRecorder()
	e.ServeHTTP(recorded, request)
	return recorded
}

func unpack(t *testing.T, packed io.Reader) string {
	t.Helper()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestWhatIsPacked: what is long enough, for clients that can unpack it; and it is what was written.
func TestWhatIsPacked(t *testing.T) {
	long, short := strings.Repeat("All readings of this machine. ", 3000), strings.Repeat("x", worthwhile-1)
	for name, c := range map[string]struct {
		method, at, accepts, text string
		packed                    bool
	}{
		"long":              {"GET", "/a", "br, gzip", long, true},
		"just long enough":  {"GET", "/a", "gzip", short + "x", true},
		"short":             {"GET", "/a", "gzip", short, false},
		"nothing":           {"GET", "/a", "gzip", "", false},
		"refused":           {"GET", "/a", "gzip;q=0", long, false},
		"a file":            {"GET", "/submissions/1/files/power.csv", "gzip", long, false},
		"an archive":        {"GET", "/bundle.zip", "gzip", long, false},
		"a part of a file":  {"PATCH", "/a", "gzip", long, false},
		"a change answered": {"POST", "/a", "gzip", long, true},
	} {
		got := answeredBy(t, c.method, c.at, c.accepts, func(to echo.Context) error {
			to.Response().WriteHeader(http.StatusCreated)
			for part := range strings.SplitAfterSeq(c.text, ".") {
				if _, err := to.Response().Write([]byte(part)); err != nil {
					return err
				}
			}
			return nil
		})
		text := got.Body.String()
		if packed := got.Header().Get("Content-Encoding") == "gzip"; packed != c.packed {
			t.Errorf("%s: packed is %v", name, packed)
		} else if packed {
			text = unpack(t, got.Body)
		}
		if text != c.text || got.Code != http.StatusCreated {
			t.Errorf("%s: status %d, %d bytes of %d", name, got.Code, len(text), len(c.text))
		}
	}
}

// TestErrorsAreSentUnpacked: the handler that draws the page of an error, also of a panic, finds an answer that was not
// begun.
func TestErrorsAreSentUnpacked(t *testing.T) {
	for name, handle := range map[string]echo.HandlerFunc{
		"an error": func(echo.Context) error { return errors.New("no") },
		"a panic":  func(echo.Context) error { panic("no") },
	} {
		e := echo.New()
		e.Use(func(next echo.HandlerFunc) echo.HandlerFunc {
			return func(c echo.Context) (err error) {
				defer func() {
					if recover() != nil || err != nil {
						err = c.String(http.StatusTeapot, "trouble")
					}
				}()
				return next(c)
			}
		})
		e.GET("/", handle, packs(t))
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		request.Header.Set("Accept-Encoding", "gzip")
		got := httptest.NewRecorder()
		e.ServeHTTP(got, request)
		if got.Code != http.StatusTeapot || got.Body.String() != "trouble" ||
			got.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: %d, %q, %v", name, got.Code, got.Body.String(), got.Header())
		}
	}
}

// TestWhatIsFlushedArrives: the parts of a long answer are read before it ends.
func TestWhatIsFlushedArrives(t *testing.T) {
	var parts []string
	got := httptest.NewRecorder()
	e := echo.New()
	e.GET("/", func(c echo.Context) error {
		for _, part := range []string{"begun, ", "ended"} {
			if _, err := c.Response().Write([]byte(part)); err != nil {
				return err
			}
			c.Response().Flush()
			reader, err := gzip.NewReader(bytes.NewReader(got.Body.Bytes()))
			if err != nil {
				return err
			}
			text, _ := io.ReadAll(reader) // which ends too early
			parts = append(parts, string(text))
		}
		return nil
	}, packs(t))
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
	request.Header.Set("Accept-Encoding", "gzip")
	e.ServeHTTP(got, request)
	if len(parts) != 2 || parts[0] != "begun, " || parts[1] != "begun, ended" || !got.Flushed {
		t.Errorf("arrived %q", parts)
	}
	if text := unpack(t, got.Body); text != "begun, ended" {
		t.Errorf("in the end %q", text)
	}
}

func TestWhoAcceptsGzip(t *testing.T) {
	for accepted, want := range map[string]bool{"": false, "gzip": true, "br, GZIP;q=0.5": true, "gzip;q=0": false,
		"gzip; q=0.000": false, "deflate": false, "xgzip": false, "gzip;q=1.0": true} {
		if got := acceptsGzip(&http.Request{Header: http.Header{"Accept-Encoding": {accepted}}}); got != want {
			t.Errorf("%q: %v", accepted, got)
		}
	}
}
