package web

import (
	"bytes"
	"io"
	"net/http"
	"slices"

	"github.com/klauspost/compress/gzip"
	"github.com/labstack/echo/v4"
)

// recorder holds an answer back until it is whole, or too long to be kept.
type recorder struct {
	http.ResponseWriter
	request *http.Request
	most    int // bytes that are held back
	status  int
	text    bytes.Buffer
	live    io.WriteCloser // where the text goes once it is not held back any more
}

// record has a request answered into the recorder.
func (r *recorder) record(c echo.Context, next echo.HandlerFunc) error {
	response := c.Response()
	response.Writer = r
	c.Set(recordedKey, true)
	defer func() { response.Writer = r.ResponseWriter }()
	return next(c)
}

// forEverybody reports whether what was recorded may be answered to everybody.
func (r *recorder) forEverybody() bool {
	header := r.Header()
	return r.live == nil && r.status == http.StatusOK && len(header["Set-Cookie"]) == 0 && len(header["Etag"]) == 0
}

// WriteHeader notes the status.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

// Write takes a part of the text.
func (r *recorder) Write(part []byte) (int, error) {
	if r.live == nil && r.text.Len()+len(part) > r.most {
		if err := r.begin(); err != nil {
			return 0, err
		}
	}
	if r.live != nil {
		return r.live.Write(part)
	}
	return r.text.Write(part)
}

// Unwrap is where deadlines are set.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// begin sends what was held back; what follows goes the same way.
func (r *recorder) begin() error {
	header := r.Header()
	r.live = unpacked{r.ResponseWriter}
	if header.Get("Content-Encoding") == "" && header.Get("Etag") == "" && packable(header.Get("Content-Type")) && acceptsGzip(r.request) {
		header.Set("Content-Encoding", "gzip")
		varyByEncoding(header)
		header.Del("Content-Length")
		packing, err := gzip.NewWriterLevel(r.ResponseWriter, packLevel)
		if err != nil {
			return err
		}
		r.live = packing
	}
	if r.status != 0 {
		r.ResponseWriter.WriteHeader(r.status)
	}
	if r.text.Len() == 0 {
		return nil
	}
	_, err := r.live.Write(r.text.Bytes())
	r.text = bytes.Buffer{}
	return err
}

// varyByEncoding tells caches that an answer depends on Accept-Encoding.
func varyByEncoding(header http.Header) {
	if !slices.Contains(header["Vary"], "Accept-Encoding") {
		header.Add("Vary", "Accept-Encoding")
	}
}

// release sends what is left of an answer that is not kept.
func (r *recorder) release() error {
	if r.live == nil {
		if r.text.Len() == 0 { // a redirect
			if r.status != 0 {
				r.ResponseWriter.WriteHeader(r.status)
			}
			return nil
		}
		if err := r.begin(); err != nil {
			return err
		}
	}
	return r.live.Close()
}

// unpacked is text as it is.
type unpacked struct{ io.Writer }

// Close does nothing: nothing is held back.
func (unpacked) Close() error { return nil }
