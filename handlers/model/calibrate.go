package model

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	modelpage "green500/templates/model"
	"green500/validation/calibrationfile"
	"green500/validation/canonical"
	"green500/validation/lab"
	"green500/validation/model"
	"green500/validation/power"
)

// Fields of the form that calibrates nodes, besides those with numbers.
const (
	savedParameter       = "saved"
	calibrationParameter = "calibration"
	runParameter         = "run"
)

// CalibrateForm shows the form that calibrates nodes.
func (h *Handlers) CalibrateForm(c echo.Context) error {
	return h.Render(c, http.StatusOK, modelpage.Calibrate(modelpage.CalibratePage{Page: h.Page(c, "Calibrate nodes from logs")}))
}

// Calibrate finds the models of nodes from the logs of a form, and predicts a run by them. Nothing is kept.
func (h *Handlers) Calibrate(c echo.Context) error {
	page := modelpage.CalibratePage{Page: h.Page(c, "Calibrate nodes from logs"), Typed: map[string]string{}}
	for _, field := range []string{"cores", "speed", "off", "node_set", "workload", "measured"} {
		page.Typed[field] = strings.TrimSpace(c.FormValue(field))
	}
	made, err := calibratedOf(c)
	if err == nil {
		page.Made = &made
		var file bytes.Buffer
		if err := made.WriteJSON(&file); err != nil {
			return err
		}
		page.File = file.String()
		page.Predicted, err = predictedOf(c, made, page.Typed["workload"])
	}
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		return h.Render(c, http.StatusUnprocessableEntity, modelpage.Calibrate(page))
	}
	if err != nil {
		return err
	}
	switch c.FormValue("format") {
	case "json":
		c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="calibration.json"`)
		return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, []byte(page.File))
	case "platform":
		var out bytes.Buffer
		if err := model.WritePlatform(&out, "machine", made.Hosts()); err != nil {
			return err
		}
		c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="platform.xml"`)
		return c.Blob(http.StatusOK, echo.MIMEApplicationXMLCharsetUTF8, out.Bytes())
	}
	return h.Render(c, http.StatusOK, modelpage.Calibrate(page))
}

func calibratedOf(c echo.Context) (made calibrationfile.Calibration, err error) {
	if text := c.FormValue(calibrationParameter); text != "" {
		made, err = calibrationfile.ReadCalibration("calibration.json", []byte(text))
		return made, at("logs", err)
	}
	name, text, err := fileOf(c, savedParameter)
	if err != nil {
		return made, err
	}
	if name == "" {
		made, err = ofForm(c)
	} else {
		made, err = calibrationfile.ReadCalibration(name, text)
		err = at(savedParameter, err)
	}
	if err != nil {
		return made, err
	}
	const mostRate, mostOff = 1e9, 1e6
	wrong := lab.Checks{}
	speed, off := wrong.Number("speed", c.FormValue("speed"), mostRate), wrong.Number("off", c.FormValue("off"), mostOff)
	if err := wrong.OrNil(); err != nil {
		return made, err
	}
	if speed > 0 {
		made = made.WithSpeed(speed)
	}
	made.Off = cmp.Or(off, made.Off)
	made.NodeSet = cmp.Or(strings.TrimSpace(c.FormValue("node_set")), made.NodeSet)
	return made, nil
}

func ofForm(c echo.Context) (made calibrationfile.Calibration, err error) {
	logs, err := logsOf(c)
	if err != nil {
		return made, err
	}
	wrong := lab.Checks{}
	cores := wrong.Number("cores", c.FormValue("cores"), calibrationfile.MostCores)
	if err := wrong.OrNil(); err != nil {
		return made, err
	}
	file, err := calibrationfile.FromNames(slices.Collect(maps.Keys(logs)), int(cores))
	if err != nil {
		return made, at("logs", err)
	}
	made, err = file.Compute(logs, canonical.Memory)
	return made, at("logs", err)
}

func predictedOf(c echo.Context, made calibrationfile.Calibration, workload string) (*calibrationfile.Prediction, error) {
	name, text, err := fileOf(c, runParameter)
	if err != nil || name == "" {
		return nil, err
	}
	const mostMeasured = 1e9
	wrong := lab.Checks{}
	measured := wrong.Number("measured", c.FormValue("measured"), mostMeasured)
	if err := wrong.OrNil(); err != nil {
		return nil, err
	}
	predicted, err := made.Predict(name, bytes.NewReader(text), workload, power.Watts(measured))
	if err != nil {
		return nil, at(runParameter, err)
	}
	return &predicted, nil
}

// fileOf is a file of the form by its name; the name is empty where none was chosen.
func fileOf(c echo.Context, field string) (name string, text []byte, err error) {
	header, err := c.FormFile(field)
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) || header != nil && header.Filename == "" {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, handlers.Malformed(err)
	}
	file, err := header.Open()
	if err != nil {
		return "", nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err = io.ReadAll(file)
	return header.Filename, text, err
}
