package web

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"green500/validation/logs/canonical"
)

// mostHeld is made before any is sent. Longer ones are sent as made, but pages and JSON wait in a file.
const mostHeld = 512 << 10

type heldAnswer struct {
	http.ResponseWriter
	status  int
	text    bytes.Buffer
	most    int               // bytes that text holds
	scratch canonical.Scratch // where pages and JSON go that are longer; nil if they are sent, too
	file    canonical.File    // which is sent instead of text, if there is one
	sending bool
	end     func() // of the turn
}

func (a *heldAnswer) WriteHeader(status int) {
	if a.sending {
		a.ResponseWriter.WriteHeader(status)
	} else if a.status == 0 {
		a.status = status
	}
}

// Write takes a part of the answer. It fails as the network does, or the disk on which a long page lies.
func (a *heldAnswer) Write(part []byte) (int, error) {
	if !a.sending && a.file == nil && a.text.Len()+len(part) > a.most {
		if err := a.overflow(); err != nil {
			return 0, err
		}
	}
	switch {
	case a.sending:
		return a.ResponseWriter.Write(part)
	case a.file != nil:
		return a.file.Write(part)
	}
	return a.text.Write(part)
}

func (a *heldAnswer) overflow() (err error) {
	kind, _, _ := strings.Cut(a.Header().Get("Content-Type"), ";")
	if a.scratch == nil || kind != "text/html" && !strings.HasSuffix(kind, "json") {
		return a.send()
	}
	if a.file, err = a.scratch(); err != nil {
		a.file = nil
		return err
	}
	text := a.text
	a.text = bytes.Buffer{}
	_, err = a.file.Write(text.Bytes())
	return err
}

func (a *heldAnswer) drop() error {
	if a.file == nil {
		return nil
	}
	err := a.file.Close()
	a.file = nil
	return err
}

func (a *heldAnswer) Flush() {
	if a.send() == nil {
		_ = http.NewResponseController(a.ResponseWriter).Flush()
	}
}

func (a *heldAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *heldAnswer) send() error {
	if a.sending {
		return nil
	}
	a.sending = true
	text := a.text
	a.text = bytes.Buffer{}
	a.end()
	if a.status != 0 {
		a.ResponseWriter.WriteHeader(a.status)
	}
	if a.file != nil {
		_, err := io.Copy(a.ResponseWriter, io.NewSectionReader(a.file, 0, 1<<62))
		return errors.Join(err, a.drop())
	}
	if text.Len() == 0 {
		return nil
	}
	_, err := a.ResponseWriter.Write(text.Bytes())
	return err
}
