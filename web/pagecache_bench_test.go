package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"green500/store/storetest"
)

// discarded is an answer that goes nowhere.
type discarded struct{ header http.Header }

func (d *discarded) Header() http.Header                { return d.header }
func (d *discarded) WriteHeader(int)                    {}
func (d *discarded) Write(text []byte) (n int, e error) { return len(text), nil }

// BenchmarkKeptAnswer measures what an answer from the cache takes, beside the connection it goes through: the log is
// written, to nowhere.
func BenchmarkKeptAnswer(b *testing.B) {
	_, handler := benchServer(b, storetest.Lists{Editions: 1, Entries: 20, Systems: 20})
	for name, query := range map[string]string{"plain": "", "query": "?sort=-power&country=DE"} {
		b.Run(name, func(b *testing.B) {
			request := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/trends"+query, nil)
			request.Header.Set("Accept-Encoding", "gzip")
			handler.ServeHTTP(httptest.NewRecorder(), request)
			b.ReportAllocs()
			for b.Loop() {
				handler.ServeHTTP(&discarded{header: http.Header{}}, request)
			}
		})
	}
}
