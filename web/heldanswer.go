package web

import (
	"bytes"
	"io"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzip"
)

// How much of an answer is made before any of it is sent. What is longer, such as a file, is sent as it is made, but for pages and JSON:
// what they are made of is let go before anybody reads them. They are packed meanwhile, if they are not yet.
const (
	mostHeld = 512 << 10
	mostPage = 2 << 20
)

// heldAnswer holds an answer back until it is made, or too long.
type heldAnswer struct {
	http.ResponseWriter
	status  int
	text    bytes.Buffer
	packing *gzip.Writer // into text; nil while text is what is sent
	sending bool
	end     func() // of the turn
}

// WriteHeader notes the status.
func (a *heldAnswer) WriteHeader(status int) {
	if a.sending {
		a.ResponseWriter.WriteHeader(status)
	} else if a.status == 0 {
		a.status = status
	}
}

// Write takes a part of the answer. It fails as the network does.
func (a *heldAnswer) Write(part []byte) (int, error) {
	switch {
	case a.sending:
		return a.ResponseWriter.Write(part)
	case a.text.Len()+len(part) <= mostHeld && a.packing == nil:
		return a.text.Write(part)
	case a.held() && a.text.Len() <= mostPage:
		return a.hold(part)
	}
	if err := a.send(); err != nil {
		return 0, err
	}
	return a.ResponseWriter.Write(part)
}

// held reports whether an answer is held however long it is, up to mostPage.
func (a *heldAnswer) held() bool {
	kind, _, _ := strings.Cut(a.Header().Get("Content-Type"), ";")
	return kind == "text/html" || strings.HasSuffix(kind, "json")
}

// hold takes a part of a long answer.
func (a *heldAnswer) hold(part []byte) (int, error) {
	if a.Header().Get("Content-Encoding") != "" {
		return a.text.Write(part)
	}
	if a.packing == nil {
		plain := bytes.Clone(a.text.Bytes())
		a.text = bytes.Buffer{}
		packing, err := gzip.NewWriterLevel(&a.text, gzip.BestSpeed)
		if err != nil {
			return 0, err
		}
		a.packing = packing
		if _, err := packing.Write(plain); err != nil {
			return 0, err
		}
	}
	return a.packing.Write(part)
}

// Flush sends what there is. What cannot be sent is told by the next part that is written.
func (a *heldAnswer) Flush() {
	if a.send() == nil {
		_ = http.NewResponseController(a.ResponseWriter).Flush()
	}
}

// Unwrap is where deadlines are set.
func (a *heldAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// send ends the turn and sends what was held back; what follows goes through.
func (a *heldAnswer) send() error {
	if a.sending {
		return nil
	}
	a.sending = true
	packed := a.packing != nil
	if packed {
		if err := a.packing.Close(); err != nil {
			return err
		}
	}
	text := a.text
	a.text, a.packing = bytes.Buffer{}, nil
	a.end()
	if a.status != 0 {
		a.ResponseWriter.WriteHeader(a.status)
	}
	if text.Len() == 0 {
		return nil
	}
	if !packed {
		_, err := a.ResponseWriter.Write(text.Bytes())
		return err
	}
	plain, err := gzip.NewReader(&text)
	if err != nil {
		return err
	}
	_, err = io.Copy(a.ResponseWriter, plain)
	return err
}
