package jsonlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// A Redfish Power resource (DSP2046) is what a management controller reads at one instant, as JSON. It is recognised by
// its PowerControl. A capture is a row: the files of a folder or archive, or documents one after another in a file if
// they tell their time. Figures that contradict each other stay apart, each in its column.

func isRedfish(head []byte) bool {
	return bytes.HasPrefix(celltext.FirstLine(head), []byte{'{'}) && bytes.Contains(head, []byte(`"PowerControl"`)) ||
		isRedfishError(head)
}

func isRedfishError(head []byte) bool {
	var answer struct {
		Error struct{ Code string } `json:"error"`
	}
	return len(head) < input.HeadBytes && bytes.HasPrefix(celltext.FirstLine(head), []byte{'{'}) &&
		json.Unmarshal(head, &answer) == nil && redfishCode.MatchString(answer.Error.Code)
}

var redfishCode = regexp.MustCompile(`^\w+\.\d+\.\d+(\.\d+)?\.\w+$`) // Base.1.8.GeneralError

// maxCapture bounds a capture, in bytes; the longest of the known ones is 17 KB.
const maxCapture = 1 << 20

// maxMeasured bounds what a capture reads; a rack of chassis has fewer supplies.
const maxMeasured = 1000

type redfishDocument struct {
	is       redfishType
	ID       string `json:"@odata.id"`
	Date     string
	DateTime string
	Control  []struct {
		Name     string
		Consumed json.Number `json:"PowerConsumedWatts"`
		Metrics  struct {
			Average json.Number `json:"AverageConsumedWatts"`
			Minimum json.Number `json:"MinConsumedWatts"`
			Maximum json.Number `json:"MaxConsumedWatts"`
		} `json:"PowerMetrics"`
	} `json:"PowerControl"`
	Supplies []struct {
		Input  json.Number `json:"PowerInputWatts"`
		Output json.Number `json:"PowerOutputWatts"`
		Last   json.Number `json:"LastPowerOutputWatts"`
	} `json:"PowerSupplies"`
	Power         redfishReading `json:"PowerWatts"`
	Input         redfishReading `json:"InputPowerWatts"`
	Output        redfishReading `json:"OutputPowerWatts"`
	KilowattHours redfishReading `json:"EnergykWh"`
	Joules        redfishReading `json:"EnergyJoules"`
}

type redfishReading struct{ Reading json.Number }

type redfishFigure struct {
	name  string
	value json.Number // empty if the document says null
	means columnname.Meaning
}

func (c *redfishDocument) figures() []redfishFigure {
	var all []redfishFigure
	add := func(value json.Number, stated, path string, i int) {
		all = append(all,
			redfishFigure{fmt.Sprintf(path, i), value, columnname.Meaning{Unit: "W", Stated: stated, Certain: true}})
	}
	for i, one := range c.Control {
		name := strings.ReplaceAll(c.nameOf(i), "%", "%%")
		add(one.Consumed, "", "PowerControl[%d].PowerConsumedWatts"+name, i)
		add(one.Metrics.Average, "average", "PowerControl[%d].PowerMetrics.AverageConsumedWatts"+name, i)
	}
	for i, one := range c.Supplies {
		add(one.Input, "", "PowerSupplies[%d].PowerInputWatts", i)
		add(one.Output, "", "PowerSupplies[%d].PowerOutputWatts", i)
		add(one.Last, "", "PowerSupplies[%d].LastPowerOutputWatts", i)
	}
	for _, one := range c.is.metrics {
		all = append(all, redfishFigure{one.member + ".Reading" + c.part(), one.value(c), one.means})
	}
	return all
}

func (c *redfishDocument) nameOf(i int) string {
	name := celltext.OneLine(c.Control[i].Name)
	if name == "" || len(c.Control) == 1 && columnname.Reach(name) >= 0 {
		return ""
	}
	return " (" + celltext.Shortened([]byte(name)) + ")"
}

func (c *redfishDocument) whole(figures []redfishFigure) bool {
	if len(c.Control) == 0 && len(c.is.metrics) == 0 || len(c.Control) > 1 {
		return false
	}
	return figures[0].value != "" && !strings.HasSuffix(figures[0].name, ")")
}

func (c *redfishDocument) apart() string {
	if c.is.name == redfishSupply {
		return "is that of one power supply and not of the machine"
	}
	inputs := 0
	for _, one := range c.Supplies {
		if one.Input != "" {
			inputs++
		}
	}
	given := func(f redfishFigure) bool { return f.value != "" && strings.HasPrefix(f.name, "PowerControl") }
	if inputs < 2 || slices.ContainsFunc(c.figures(), given) {
		return ""
	}
	return fmt.Sprintf("is given for each of %d power supplies and not for the machine; "+
		"PowerSupplies*.PowerInputWatts takes all", inputs)
}

// contradictions are of power outside the bounds that the same capture states for its last minutes.
func (c *redfishDocument) contradictions() []string {
	var all []string
	for i, one := range c.Control {
		consumed, err := one.Consumed.Float64()
		least, err2 := one.Metrics.Minimum.Float64()
		most, err3 := one.Metrics.Maximum.Float64()
		if errors.Join(err, err2, err3) == nil && most > 0 && (consumed < least || consumed > most) {
			all = append(all, fmt.Sprintf("PowerControl[%d].PowerConsumedWatts", i))
		}
	}
	return all
}

type redfish struct {
	table.LineSheet
	in       *input.File
	bounded  *io.LimitedReader
	captures *json.Decoder
	of       string // the resource
	is       redfishType
}

func openRedfish(in *input.File) (table.Sheet, error) {
	if isRedfishError(in.Head) {
		return nil, &input.NoLog{Err: in.Refuse(0, "", "is the error that a management controller answered",
			"ask it again; give the Redfish Power resource")}
	}
	return openCaptured(in, redfishType{name: "Power"})
}

func openCaptured(in *input.File, is redfishType) (table.Sheet, error) {
	records := table.NewRecords(in.Source, in.Reader)
	bounded := &io.LimitedReader{R: in.Reader}
	r := &redfish{LineSheet: table.LineSheet{Records: records}, in: in, bounded: bounded,
		captures: json.NewDecoder(bounded), of: "Redfish " + is.name + " resource", is: is}
	r.LineSheet.Fill, r.Missing = r.capture, func(text []byte) bool { return len(text) == 0 }
	s, err := r.Begin()
	r.bounded.N = maxCapture
	if err == nil && in.Member == "" && !r.captures.More() {
		return nil, r.alone()
	}
	return s, err
}

func (r *redfish) alone() *power.InputError {
	return r.OneInstant("a "+r.of,
		"give a folder or an archive of captures whose names contain the time, as power-2026-06-01T00:00:10Z.json")
}

func (r *redfish) capture() error {
	r.bounded.N = maxCapture
	c := &redfishDocument{is: r.is}
	err := r.captures.Decode(c)
	if errors.Is(err, io.EOF) {
		return err
	}
	if err != nil {
		return r.unreadable(err)
	}
	if len(c.Control)+len(c.Supplies) > maxMeasured {
		return r.Refuse(0, "", fmt.Sprintf("has more than %d controls and supplies", maxMeasured),
			"give a capture of one machine")
	}
	figures := c.figures()
	if r.Table == nil {
		r.resolve(c, figures)
	}
	if err := r.time(c); err != nil {
		return err
	}
	r.At++ // captures are counted in place of lines
	r.take(figures)
	for _, name := range c.contradictions() {
		r.Table.Notes.Add(r.Refuse(r.At, name, "lies outside the minimum and maximum of its PowerMetrics", ""))
	}
	return nil
}

func (r *redfish) unreadable(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	if r.bounded.N == 0 {
		return r.Refuse(0, "", fmt.Sprintf("holds a capture of more than %d bytes", maxCapture),
			"give one "+r.of+" a capture")
	}
	if errors.As(err, &syntax) || errors.As(err, &kind) || errors.Is(err, io.ErrUnexpectedEOF) {
		return r.Refuse(0, "", "is not the JSON of a "+r.of+": "+celltext.OneLine(err.Error()),
			"give the resource as the controller sent it")
	}
	return err
}

func (r *redfish) resolve(c *redfishDocument, figures []redfishFigure) {
	names := []string{"time"}
	for _, f := range figures {
		names = append(names, f.name)
	}
	r.Have(names...)
	r.Table.Stamp = "unknown"
	r.Table.Timed, r.Table.Machine = true, true
	for i, f := range figures {
		r.Measures(i+1, f.means)
	}
	if c.whole(figures) {
		r.Table.Value = 1 // else a person says which
	}
	if problem := c.apart(); problem != "" {
		r.Table.Notes.Add(r.Refuse(0, "value", problem, ""))
	}
}

// time sets the time of a capture: by its file if that holds no other, else as the document states it.
func (r *redfish) time(c *redfishDocument) error {
	given, text := []string{c.DateTime, c.Date}, ""
	if r.bounded.N = maxCapture; r.At == 0 && !r.captures.More() {
		text = capture.MemberTime(r.in, r.Table, given...)
	}
	for _, one := range given {
		if text == "" && timestamp.IsTime([]byte(one)) {
			text = one
		}
	}
	if text == "" {
		return r.alone()
	}
	r.Set(0, []byte(text))
	return nil
}

func (r *redfish) take(figures []redfishFigure) {
	for i, f := range figures {
		at := i + 1
		if at >= len(r.Cells) || r.Table.Names[at] != f.name {
			if at = slices.Index(r.Table.Names, f.name); at < 0 {
				r.Table.Notes.Add(r.Refuse(r.At, "",
					"has a figure that the first capture lacks, which is left out", ""))
				continue
			}
		}
		r.Set(at, []byte(f.value))
	}
	for i := range r.Cells {
		if !r.Cells[i].There {
			r.Set(i, nil)
		}
	}
}

// Controllers that follow newer editions of Redfish (DSP2046) tell power by EnvironmentMetrics, of a chassis or a part
// of one, and by PowerSupplyMetrics, in place of Power. They are recognised by their type, and captured as Power is.

type redfishMetric struct {
	member string
	means  columnname.Meaning
	value  func(c *redfishDocument) json.Number
}

var (
	wattsRead  = columnname.Meaning{Unit: "W", Certain: true}
	joulesRead = columnname.Meaning{Unit: "J", Counts: table.CountsTotal, Certain: true}
	kWhRead    = columnname.Meaning{Unit: "kWh", Counts: table.CountsTotal, Certain: true}
)

const redfishSupply = "PowerSupplyMetrics"

type redfishType struct {
	name    string
	metrics []redfishMetric
}

var redfishTypes = [...]redfishType{
	{"EnvironmentMetrics", []redfishMetric{
		{"PowerWatts", wattsRead, func(c *redfishDocument) json.Number { return c.Power.Reading }},
		{"EnergykWh", kWhRead, func(c *redfishDocument) json.Number { return c.KilowattHours.Reading }},
		{"EnergyJoules", joulesRead, func(c *redfishDocument) json.Number { return c.Joules.Reading }},
	}},
	{redfishSupply, []redfishMetric{
		{"InputPowerWatts", wattsRead, func(c *redfishDocument) json.Number { return c.Input.Reading }},
		{"OutputPowerWatts", wattsRead, func(c *redfishDocument) json.Number { return c.Output.Reading }},
		{"EnergykWh", kWhRead, func(c *redfishDocument) json.Number { return c.KilowattHours.Reading }},
	}},
}

func isRedfishMetrics(head []byte) bool {
	_, given := redfishTypeOf(head)
	return given
}

func redfishTypeOf(head []byte) (is redfishType, given bool) {
	for _, is = range redfishTypes {
		if bytes.Contains(head, []byte(`"#`+is.name+`.`)) &&
			bytes.Contains(head, []byte(`"`+is.metrics[0].member+`"`)) {
			kind, timed := outermost(head)
			return is, !timed && strings.HasPrefix(kind, "#"+is.name+".")
		}
	}
	return is, false
}

// outermost returns the type of a document, and whether it states a time and another one follows.
func outermost(head []byte) (kind string, timed bool) {
	d := json.NewDecoder(bytes.NewReader(head))
	if begin, err := d.Token(); err != nil || begin != json.Delim('{') {
		return "", false
	}
	for d.More() {
		member, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return kind, false // it is cut off, or goes on
		}
		text := bytes.Trim(value, `"`)
		if member == "@odata.type" {
			kind = string(text)
		}
		k := table.KindOf(text)
		timed = timed || k == table.ZonedTime || k == table.LocalTime || k == table.CountedTime
	}
	if _, err := d.Token(); err != nil {
		return kind, false
	}
	return kind, timed && d.More()
}

// part is of what part of a machine figures are, as GPU of /redfish/v1/Systems/1/Processors/GPU_0/EnvironmentMetrics.
func (c *redfishDocument) part() string {
	path := strings.Split(strings.Trim(c.ID, "/"), "/")
	if len(path) < 3 || c.is.name == redfishSupply {
		return ""
	}
	kind, name := path[len(path)-3], path[len(path)-2]
	if kind == "Systems" || kind == "Chassis" && columnname.Reach(name) >= 0 {
		return ""
	}
	if kind == "Chassis" {
		kind = strings.Trim(columnname.Unnumbered(name), columnname.Decoration+".")
	}
	return " (" + celltext.Shortened([]byte(kind)) + ")"
}

func openRedfishMetrics(in *input.File) (table.Sheet, error) {
	is, _ := redfishTypeOf(in.Head)
	return openCaptured(in, is)
}
