package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// acceptRanges is the header by which an answer says that parts of it can be asked for (RFC 9110).
const acceptRanges = "Accept-Ranges"

// takesParts reports whether parts of an answer can be asked for: of files and data, not of pages, which depend on who reads them.
func takesParts(header http.Header) bool {
	return !strings.HasPrefix(header.Get(echo.HeaderContentType), echo.MIMETextHTML)
}

// nowhere is where an answer goes that is only to be kept.
type nowhere struct{ header http.Header }

// Header is that of the answer.
func (n *nowhere) Header() http.Header { return n.header }

// Write takes a part of the answer.
func (*nowhere) Write(text []byte) (int, error) { return len(text), nil }

// WriteHeader takes the status.
func (*nowhere) WriteHeader(int) {}

// statusNoted notes the status of an answer.
type statusNoted struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the status and sends it.
func (s *statusNoted) WriteHeader(status int) {
	s.status = status
	s.ResponseWriter.WriteHeader(status)
}

// Unwrap is where deadlines are set.
func (s *statusNoted) Unwrap() http.ResponseWriter { return s.ResponseWriter }
