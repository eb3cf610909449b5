package fetch

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"green500/cmd/green500/connect"
	"green500/validation/power"
)

// Flags name a series and where it is kept.
type Flags struct {
	Source string `arg:"" enum:"prometheus,influxdb1,influxdb2,redfish" help:"What the server is: prometheus (also VictoriaMetrics and Thanos), influxdb1, influxdb2 or redfish."`
	URL    string `arg:"" name:"url" help:"Its address, such as http://prometheus:9090."`
	Output string `short:"o" required:"" help:"Folder for the log, its import settings and the evidence. The same command continues what was interrupted." placeholder:"FOLDER"`
	From   string `help:"Start, with its offset, as 2026-06-01T10:00:00+02:00." placeholder:"TIME"`
	To     string `help:"End." placeholder:"TIME"`

	HPL         string        `name:"hpl" help:"Instead of --from and --to: the HPL output of the run." placeholder:"FILE"`
	HPLResult   int           `name:"hpl-result" help:"Number of the result in the output that counts, from 1."`
	HPLTimezone string        `name:"hpl-timezone" help:"Zone of the times in the HPL output." placeholder:"ZONE"`
	Around      time.Duration `default:"10m" help:"Time to fetch before and after the core phase of the HPL output."`

	Query string        `group:"Prometheus:" help:"Selector of the series, such as 'node_power_watts{job=\"pdu\"}'. Any other expression is resampled and needs --step." placeholder:"PROMQL"`
	Step  time.Duration `group:"Prometheus:" help:"Interval at which an expression is evaluated." placeholder:"10s"`

	Database    string   `group:"InfluxDB:" help:"Database (InfluxDB 1)."`
	Retention   string   `group:"InfluxDB:" name:"retention-policy" help:"Retention policy (InfluxDB 1). Default: that of the database."`
	Org         string   `group:"InfluxDB:" help:"Organisation (InfluxDB 2)."`
	Bucket      string   `group:"InfluxDB:" help:"Bucket (InfluxDB 2)."`
	Measurement string   `group:"InfluxDB:" help:"Measurement."`
	Field       string   `group:"InfluxDB:" help:"Field of the readings."`
	Tag         []string `group:"InfluxDB:" sep:"none" help:"Only series with this tag, as KEY=VALUE. May be repeated." placeholder:"KEY=VALUE"`

	Report string `group:"Redfish:" help:"Name of the metric report, such as PowerMetrics."`
	Metric string `group:"Redfish:" help:"Id of the metric, or the end of its property."`

	Unit      string `group:"Import settings:" enum:",${units}" default:"" help:"Unit of the readings, if neither server nor names state it."`
	Meter     string `group:"Import settings:" help:"Id of the meter in the document. Default: name of the folder." placeholder:"ID"`
	Subsystem string `group:"Import settings:" help:"Subsystem that the series covers." placeholder:"NAME"`

	Page     time.Duration `default:"1h" help:"Time that one request asks for; halved while a server refuses so much."`
	Rate     float64       `default:"2" help:"Requests per second at most."`
	Timeout  time.Duration `default:"2m" help:"Time that one answer may take."`
	Token    string        `env:"GREEN500_FETCH_TOKEN" help:"Token of the server; preferably set in the environment."`
	User     string        `env:"GREEN500_FETCH_USER" help:"User of the server; preferably set in the environment."`
	Password string        `env:"GREEN500_FETCH_PASSWORD" help:"Password of the user; preferably set in the environment."`
	CA       string        `name:"ca" help:"Certificate of the authority that signed the server's, in PEM." placeholder:"FILE"`
}

// Limits of a fetch.
const (
	maxPages = 100_000
	minPage  = time.Second
)

// The environment variables of authentication.
const (
	tokenVariable    = "GREEN500_FETCH_TOKEN"
	userVariable     = "GREEN500_FETCH_USER"
	passwordVariable = "GREEN500_FETCH_PASSWORD"
)

func (f Flags) open(env Environment) (source, span, error) {
	whole, err := f.span(env.Now())
	if err != nil {
		return nil, whole, err
	}
	base, err := f.address()
	if err != nil {
		return nil, whole, err
	}
	web, err := f.transport(base, env)
	if err != nil {
		return nil, whole, err
	}
	src, err := f.source(web)
	return src, whole, err
}

func (f Flags) source(web *transport) (source, error) {
	switch f.Source {
	case "prometheus":
		return f.prometheus(web)
	case "influxdb1":
		return f.influx1(web)
	case "influxdb2":
		return f.influx2(web)
	}
	return f.redfish(web)
}

func (f Flags) possible(whole span, now time.Time) error {
	switch {
	case !whole.To.After(whole.From):
		return &power.InputError{Field: "--to", Problem: "is not after --from", Remedy: "swap them"}
	case whole.To.After(now):
		return &power.InputError{Field: "--to", Problem: "is in the future: readings would be missing",
			Remedy: "fetch after it, or state an earlier end"}
	case f.Page < minPage:
		return &power.InputError{Field: "--page", Problem: "is shorter than a second",
			Remedy: "write a time such as 1h or 10m"}
	case whole.To.Sub(whole.From)/f.Page >= maxPages:
		return &power.InputError{Field: "--page", Problem: fmt.Sprintf("the time has more than %d pages", maxPages),
			Remedy: "write a longer page, or fetch a shorter time"}
	case f.Rate <= 0:
		return &power.InputError{Field: "--rate", Problem: "must be more than 0", Remedy: "write a number such as 2"}
	}
	return nil
}

func (f Flags) address() (*url.URL, error) {
	base, err := connect.Server("url", f.URL, "http://prometheus:9090")
	if err != nil {
		return nil, err
	}
	if base.User != nil {
		return nil, &power.InputError{Field: "url", Problem: "contains a password, which would stay in the evidence",
			Remedy: "set " + userVariable + " and " + passwordVariable + " in the environment instead"}
	}
	return base, nil
}

// whole reports whether spans mean nothing to the server: a report is taken as it is, with all that it has.
func (f Flags) whole() bool { return f.Source == "redfish" }

func (f Flags) pages(of span) []request {
	if f.whole() {
		return []request{{span: of}}
	}
	var pending []request
	for at := of.From; at.Before(of.To); at = at.Add(f.Page) {
		end := at.Add(f.Page)
		if end.After(of.To) {
			end = of.To
		}
		pending = append(pending, request{span: span{at, end}})
	}
	return pending
}

func (f Flags) identity(whole span) identity {
	asked := identity{Source: f.Source, Address: strings.TrimRight(f.URL, "/"), span: whole}
	for _, one := range []struct{ name, value string }{
		{"query", f.Query}, {"database", f.Database}, {"retention policy", f.Retention}, {"org", f.Org},
		{"bucket", f.Bucket}, {"measurement", f.Measurement}, {"field", f.Field},
		{"tags", strings.Join(f.Tag, ", ")}, {"report", f.Report}, {"metric", f.Metric},
	} {
		if one.value != "" {
			asked.Series = append(asked.Series, one.name+": "+one.value)
		}
	}
	if f.resampled() {
		asked.Resampled = "every " + f.Step.String()
	}
	return asked
}

func (f Flags) tags() ([][2]string, error) {
	var tags [][2]string
	for _, one := range f.Tag {
		key, value, ok := strings.Cut(one, "=")
		if !ok || key == "" {
			return nil, &power.InputError{Field: "--tag", Problem: one + " has no value", Remedy: "write KEY=VALUE"}
		}
		tags = append(tags, [2]string{key, value})
	}
	return tags, nil
}

func need(source string, flags ...[2]string) error {
	for _, one := range flags {
		if one[1] == "" {
			return &power.InputError{Field: one[0], Problem: "is required for " + source, Remedy: "set it"}
		}
	}
	return nil
}

var notInName = regexp.MustCompile(`[^A-Za-z0-9_.-]+`)

func (f Flags) logName() string { return f.name() + ".csv" }

func (f Flags) name() string {
	path, err := filepath.Abs(f.Output)
	if err != nil {
		path = f.Output
	}
	name := strings.Trim(notInName.ReplaceAllString(filepath.Base(path), "-"), "-.")
	if name == "" {
		return "readings"
	}
	return name
}

func (f Flags) authority() ([]byte, error) {
	text, err := os.ReadFile(f.CA)
	if errors.Is(err, os.ErrNotExist) {
		return nil, &power.InputError{File: f.CA, Problem: "there is no such file", Remedy: "check its name"}
	}
	return text, err
}
