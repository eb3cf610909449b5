package lab

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	labpage "green500/templates/lab"
	"green500/validation/lab"
	"green500/validation/lab/calibrationfile"
	"green500/validation/lab/model"
	"green500/validation/lab/study"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// LogStudyForm shows the form of a study from logs.
func (h *Handlers) LogStudyForm(c echo.Context) error {
	return h.Render(c, http.StatusOK,
		labpage.LogStudy(labpage.LogStudyPage{Page: h.Page(c, "Study of settings from logs")}))
}

// LogStudy computes a study from the logs of a form. They are not kept.
func (h *Handlers) LogStudy(c echo.Context) error {
	page := labpage.LogStudyPage{Page: h.Page(c, "Study of settings from logs"), Values: map[string]string{}}
	for _, field := range labpage.LogStudyFields() {
		page.Values[field] = strings.TrimSpace(c.FormValue(field))
	}
	made, err := studied(c)
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		return h.Render(c, http.StatusUnprocessableEntity, labpage.LogStudy(page))
	}
	if err != nil {
		return err
	}
	var runs strings.Builder
	if err := made.WriteYAML(&runs); err != nil {
		return err
	}
	page.Made, page.Runs = &made, runs.String()
	return h.Render(c, http.StatusOK, labpage.LogStudy(page))
}

func studied(c echo.Context) (study.Result, error) {
	logs, err := logsOf(c)
	if err != nil {
		return study.Result{}, err
	}
	file, err := study.FromNames(slices.Collect(maps.Keys(logs)))
	if err != nil {
		return study.Result{}, at("logs", err)
	}
	if err := stated(c, &file); err != nil {
		return study.Result{}, err
	}
	if err := timed(c, &file, logs); err != nil {
		return study.Result{}, err
	}
	made, err := file.Compute(logs, canonical.Memory)
	return made, at(placeOf(err, file), err)
}

func timed(c echo.Context, file *study.File, logs uploadedLogs) error {
	if err := file.TakeTimes(c.FormValue("times")); err != nil {
		return at("times", err)
	}
	form, err := c.MultipartForm()
	if err != nil {
		return handlers.Malformed(err)
	}
	var names []string
	for _, header := range form.File["outputs"] {
		if header.Filename == "" {
			continue
		}
		if _, known := logs[header.Filename]; known {
			return power.InputErrors{{File: header.Filename, Field: "outputs", Problem: "a log has the same name",
				Remedy: "end the name of the output in .out"}}
		}
		logs[header.Filename] = header
		names = append(names, header.Filename)
	}
	return at("outputs", file.TakeOutputs(names))
}

func placeOf(err error, file study.File) string {
	var many power.InputErrors
	if !errors.As(err, &many) || len(many) == 0 {
		return "logs"
	}
	for _, run := range file.Runs {
		switch {
		case run.Output == many[0].File:
			return "outputs"
		case run.Log == many[0].File && !run.From.IsZero():
			return "times"
		}
	}
	return "logs"
}

func stated(c echo.Context, file *study.File) error {
	const kilo, mostKilowatts, mostMegahertz, mostPercent = 1e3, 1e6, 1e6, 1000
	wrong := lab.Checks{}
	number := func(field string, most float64) float64 { return wrong.Number(field, c.FormValue(field), most) }
	file.IdleWatts, file.Bound = number("idle", mostKilowatts)*kilo, number("slower", mostPercent)
	file.LowerMHz, file.HigherMHz = number("lower", mostMegahertz), number("higher", mostMegahertz)
	file.Import = wrong.Import(c.FormValue)
	file.Timezone = file.Import.Timezone
	if file.HigherMHz > 0 && file.LowerMHz >= file.HigherMHz {
		wrong.Say("higher", "the highest clock is not above the lowest",
			"write the lowest and the highest clock, or neither")
	}
	return wrong.OrNil()
}

func at(field string, err error) error {
	var many power.InputErrors
	var one *power.InputError
	if !errors.As(err, &many) && errors.As(err, &one) {
		many = power.InputErrors{one}
	}
	if len(many) == 0 {
		return err
	}
	first := *many[0]
	first.Field = field
	return power.InputErrors{&first}
}

func logsOf(c echo.Context) (uploadedLogs, error) {
	form, err := c.MultipartForm()
	missing := power.InputErrors{{Field: "logs", Problem: "there are no logs", Remedy: "choose a log of each run"}}
	if errors.Is(err, http.ErrNotMultipart) {
		return nil, missing
	}
	if err != nil {
		return nil, handlers.Malformed(err)
	}
	logs := uploadedLogs{}
	for _, header := range form.File["logs"] {
		if header.Filename != "" {
			logs[header.Filename] = header
		}
	}
	if len(logs) == 0 {
		return nil, missing
	}
	return logs, nil
}

type uploadedLogs map[string]*multipart.FileHeader

// Open opens an uploaded file.
func (u uploadedLogs) Open(name string) (fs.File, error) {
	header, known := u[name]
	if !known {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	file, err := header.Open()
	if err != nil {
		return nil, err
	}
	return uploadedLog{file}, nil
}

type uploadedLog struct{ multipart.File }

// Stat is not needed to read a log.
func (uploadedLog) Stat() (fs.FileInfo, error) { return nil, fs.ErrInvalid }

// Fields of the form that calibrates nodes, besides those with numbers.
const (
	savedParameter       = "saved"
	calibrationParameter = "calibration"
	runParameter         = "run"
)

// CalibrateForm shows the form that calibrates nodes.
func (h *Handlers) CalibrateForm(c echo.Context) error {
	return h.Render(c, http.StatusOK,
		labpage.Calibrate(labpage.CalibratePage{Page: h.Page(c, "Calibrate nodes from logs")}))
}

// Calibrate finds the models of nodes from the logs of a form, and predicts a run by them. Nothing is kept.
func (h *Handlers) Calibrate(c echo.Context) error {
	page := labpage.CalibratePage{Page: h.Page(c, "Calibrate nodes from logs"), Typed: map[string]string{}}
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
		return h.Render(c, http.StatusUnprocessableEntity, labpage.Calibrate(page))
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
	return h.Render(c, http.StatusOK, labpage.Calibrate(page))
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
	speed, off := wrong.Number("speed", c.FormValue("speed"), mostRate),
		wrong.Number("off", c.FormValue("off"), mostOff)
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

func predictedOf(c echo.Context, made calibrationfile.Calibration,
	workload string) (*calibrationfile.Prediction, error) {
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

func fileOf(c echo.Context, field string) (name string, text []byte, err error) {
	header, err := c.FormFile(field)
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) ||
		header != nil && header.Filename == "" {
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
