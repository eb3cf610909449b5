package handlers

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/document"
)

// YAML shows the document as text.
func (h *Handlers) YAML(c echo.Context) error {
	entry, revision, err := h.own(c)
	if err != nil {
		return err
	}
	held, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	written, err := document.YAML(held)
	if err != nil {
		return err
	}
	return h.yaml(c, http.StatusOK, entry, title(held), string(written), nil)
}

func (h *Handlers) yaml(c echo.Context, status int, entry access, system, typed string, wrong []string) error {
	page := templates.YAMLPage{
		Page: h.page(c, system), ID: text(entry.ID), State: entry.State, System: system, Text: typed, Errors: wrong, Token: strconv.FormatInt(entry.Version, 10),
	}
	return h.render(c, status, templates.YAML(page))
}

// SaveYAML keeps the document that was typed.
func (h *Handlers) SaveYAML(c echo.Context) error {
	entry, revision, err := h.own(c)
	if err != nil {
		return err
	}
	typed := c.FormValue("document")
	parsed, _, err := document.Decode("", []byte(typed))
	if parsed == nil {
		return h.yaml(c, http.StatusUnprocessableEntity, entry, entry.System, typed, strings.Split(err.Error(), "\n"))
	}
	_, err = h.save(c, entry, c.FormValue("revision"), parsed, revision.Files)
	if status, sentence := outcome(err); err != nil && status < http.StatusInternalServerError {
		return h.yaml(c, status, entry, entry.System, typed, strings.Split(sentence, "\n"))
	}
	if err != nil {
		return err
	}
	return h.done(c, "/submissions/"+text(entry.ID), "Saved.")
}
