package list

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
)

// ListJSON gives the very bytes whose SHA-256 is the hash of a list.
func (h *Handlers) ListJSON(c echo.Context) error {
	list, err := h.listAsked(c, c.Param("edition"), asOfParameter)
	if err != nil {
		return err
	}
	canonical, err := json.Marshal(list.Rows)
	if err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, stateOf(list)+".json", "application/json", canonical)
}

// ListCSV gives a list as a table for spreadsheets.
func (h *Handlers) ListCSV(c echo.Context) error {
	list, err := h.listAsked(c, c.Param("edition"), asOfParameter)
	if err != nil {
		return err
	}
	waived, err := h.Store.ListWaivers(c.Request().Context(), list.Rows, *list.Edition.PublishedAt)
	if err != nil {
		return err
	}
	var table bytes.Buffer
	if err := handlers.WriteListCSV(&table, list, waived); err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, stateOf(list)+".csv", "text/csv; charset=utf-8", table.Bytes())
}

// ErrataJSON gives all errata of a list, each with the digest that ties it to the one before.
func (h *Handlers) ErrataJSON(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	list, err := h.Store.PublishedList(c.Request().Context(), c.Param("edition"), user, store.AsOf{})
	if err != nil {
		return err
	}
	written, err := json.Marshal(append([]store.Erratum{}, list.Errata...))
	if err != nil {
		return err
	}
	return handlers.ExportList(c, list.Edition.Name, "errata.json", "application/json", written)
}

// stateOf names a state of a list in the name of a file.
func stateOf(list store.PublishedList) string {
	if len(list.Errata) == 0 {
		return "as-released"
	}
	return fmt.Sprintf("erratum-%d-of-%s", len(list.Errata), handlers.StandsSince(list.Edition, list.Since).Format(time.DateOnly))
}
