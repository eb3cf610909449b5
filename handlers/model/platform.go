package model

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	modelpage "green500/templates/model"
	"green500/validation/model"
	"green500/validation/power"
	"green500/validation/whatif"
)

// Fields of the form that reads a platform file of SimGrid.
const (
	platformParameter = "platform"
	hostParameter     = "host"
)

// Platform gives the node of the query as a platform file of SimGrid.
func (h *Handlers) Platform(c echo.Context) error {
	page, err := h.modelOf(c, whatif.SimGrid)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := model.WritePlatform(&out, "green500", []model.Host{page.Node}); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="platform.xml"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationXMLCharsetUTF8, out.Bytes())
}

// ReadPlatform shows a node of a platform file of SimGrid in the model's fields, with all of its states. The file is not kept.
func (h *Handlers) ReadPlatform(c echo.Context) error {
	host, err := hostAsked(c)
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	if wrong == nil {
		return c.Redirect(http.StatusSeeOther, modelpage.HostModel(host, host.Initial))
	}
	page, err := h.modelOf(c, whatif.SimGrid)
	if err != nil {
		return err
	}
	page.Page, page.Errors, page.Host = h.Page(c, page.Model.Title), wrong, strings.TrimSpace(c.FormValue(hostParameter))
	return h.Render(c, http.StatusUnprocessableEntity, modelpage.Model(page))
}

// hostAsked is the host of a file that is named, or its first.
func hostAsked(c echo.Context) (model.Host, error) {
	missing := power.InputErrors{{Field: platformParameter, Problem: "there is no file", Remedy: "choose a platform file of SimGrid"}}
	name, text, err := fileOf(c, platformParameter)
	if err != nil {
		return model.Host{}, err
	}
	if name == "" {
		return model.Host{}, missing
	}
	hosts, _, err := model.ReadPlatform(bytes.NewReader(text))
	if inputError, ok := errors.AsType[*power.InputError](err); ok {
		inputError.File, inputError.Field = name, platformParameter
	}
	if err != nil {
		return model.Host{}, err
	}
	wanted := strings.TrimSpace(c.FormValue(hostParameter))
	for _, host := range hosts {
		if host.Name == wanted || wanted == "" && host.States[host.Initial].AllCores > 0 {
			return host, nil
		}
	}
	return model.Host{}, power.InputErrors{{Field: hostParameter, Problem: "the file tells no power of a host of this name", Remedy: "write the id of a host of the file, such as " + hosts[0].Name}}
}
