package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/templates"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/rules"
)

// Rules shows the catalogue.
func (h *Handlers) Rules(c echo.Context) error {
	edition, _ := methodology.Parse(c.QueryParam("edition"))
	return h.render(c, http.StatusOK, templates.Rules(templates.RulesPage{Page: h.page(c, "Rules"), Rules: rules.All(), Edition: edition}))
}

// Schema serves the JSON Schema of the submission document.
func (h *Handlers) Schema(c echo.Context) error {
	schema, err := document.JSONSchema()
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/schema+json", schema)
}
