package handlers

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/validation/model"
	"green500/validation/plausibility"
)

// Platform serves the calibrated nodes of an entry as a platform file of SimGrid. Where none could be calibrated there
// is no file.
func (h *Handlers) Platform(c echo.Context) error {
	d, err := h.drawn(c)
	if err != nil {
		return err
	}
	defer d.Close()
	hosts := plausibility.Of(d.readings.Measurement, d.report, nil).Hosts(d.readings.Entry, d.report)
	if err := d.readings.Err(); err != nil {
		return err
	}
	if len(hosts) == 0 {
		return store.ErrNotFound
	}
	const zone = "machine"
	var text strings.Builder
	if err := model.WritePlatform(&text, zone, hosts); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="platform.xml"`)
	return c.Blob(http.StatusOK, "application/xml; charset=utf-8", []byte(text.String()))
}
