package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/klauspost/compress/gzip"

	"green500/validation/canonical"
)

// mostHeld is how much of an answer is made before any of it is sent. What is longer, such as a file, is sent as it is made, but for pages
// and JSON: what they are made of is let go before anybody reads them. They wait in a file, packed.
const mostHeld = 512 << 10

// heldAnswer holds an answer back until it is made, or too long.
type heldAnswer struct {
	http.ResponseWriter
	status  int
	text    bytes.Buffer
	scratch canonical.Scratch
	file    canonical.File // what is sent, if it is longer than text may be; nil before that
	packing *gzip.Writer   // into the file; nil if it is packed already
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

// Write takes a part of the answer. It fails as the network does, or the disk on which a long page lies.
func (a *heldAnswer) Write(part []byte) (int, error) {
	switch {
	case a.sending:
		return a.ResponseWriter.Write(part)
	case a.file == nil && a.text.Len()+len(part) <= mostHeld:
		return a.text.Write(part)
	case a.file != nil:
		return a.laid().Write(part)
	case a.held():
		if err := a.lay(); err != nil {
			return 0, err
		}
		return a.laid().Write(part)
	}
	if err := a.send(); err != nil {
		return 0, err
	}
	return a.ResponseWriter.Write(part)
}

// held reports whether an answer is held however long it is.
func (a *heldAnswer) held() bool {
	kind, _, _ := strings.Cut(a.Header().Get("Content-Type"), ";")
	return kind == "text/html" || strings.HasSuffix(kind, "json")
}

// lay puts what is held into a file. It fails where there is no room for one.
func (a *heldAnswer) lay() (err error) {
	if a.file, err = a.scratch(); err != nil {
		a.file = nil
		return err
	}
	if a.Header().Get("Content-Encoding") == "" {
		if a.packing, err = gzip.NewWriterLevel(a.file, gzip.BestSpeed); err != nil {
			return errors.Join(err, a.drop())
		}
	}
	if _, err = a.laid().Write(a.text.Bytes()); err != nil {
		return errors.Join(err, a.drop())
	}
	a.text = bytes.Buffer{}
	return nil
}

// laid is where the text goes that lies in the file.
func (a *heldAnswer) laid() io.Writer {
	if a.packing != nil {
		return a.packing
	}
	return a.file
}

// drop gives the room of the file back.
func (a *heldAnswer) drop() error {
	if a.file == nil {
		return nil
	}
	err := a.file.Close()
	a.file, a.packing = nil, nil
	return err
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
	text := a.text
	a.text = bytes.Buffer{}
	if a.packing != nil {
		if err := a.packing.Close(); err != nil {
			return err
		}
	}
	a.end()
	if a.status != 0 {
		a.ResponseWriter.WriteHeader(a.status)
	}
	if a.file != nil {
		return errors.Join(a.sendLaid(), a.drop())
	}
	if text.Len() == 0 {
		return nil
	}
	_, err := a.ResponseWriter.Write(text.Bytes())
	return err
}

// sendLaid sends what lies in the file.
func (a *heldAnswer) sendLaid() (err error) {
	var from io.Reader = io.NewSectionReader(a.file, 0, 1<<62)
	if a.packing != nil {
		if from, err = gzip.NewReader(from); err != nil {
			return err
		}
	}
	_, err = io.Copy(a.ResponseWriter, from)
	return err
}
