package model

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"green500/validation/power"
)

// Bounds on a platform file that is read: a large machine fits in, and what is made to hurt does not.
const (
	mostPlatformBytes = 16 << 20
	mostPlatformDepth = 64
	mostHostStates    = 256
	mostPlatformHosts = 1 << 17
)

// ReadPlatform reads the hosts of a platform file of SimGrid whose power it states, in the order of the file; a cluster
// gives all of its hosts. Files of versions 3 and 4 are read. What is no host is passed over; clusters and hosts
// without power too, which are counted in other. Entities and declarations of the file's own are refused. The error is
// a power.InputError with the line.
func ReadPlatform(r io.Reader) (hosts []Host, other int, err error) {
	text, err := io.ReadAll(io.LimitReader(r, mostPlatformBytes+1))
	if err != nil {
		return nil, 0, err
	}
	p := &platformReader{decoder: xml.NewDecoder(bytes.NewReader(withoutComments(text))), names: map[string]bool{}}
	if len(text) > mostPlatformBytes {
		return nil, 0, p.problem("the file is larger than %d MB", "split it", mostPlatformBytes>>20)
	}
	err = p.read()
	if err == nil && len(p.hosts) == 0 {
		err = p.problem("the file contains no host with %s", "add the property to a host or a cluster", stateProperty)
	}
	if err != nil {
		return nil, 0, err
	}
	return p.hosts, p.other, nil
}

// withoutComments replaces comments by their line breaks. SimGrid reads those that hold two hyphens, which XML forbids.
func withoutComments(text []byte) []byte {
	const opening, closing = "<!--", "-->"
	var out []byte
	for {
		before, rest, found := bytes.Cut(text, []byte(opening))
		out = append(out, before...)
		if !found {
			return out
		}
		comment, after, closed := bytes.Cut(rest, []byte(closing))
		if !closed {
			return append(append(out, opening...), rest...)
		}
		out = append(out, bytes.Repeat([]byte{'\n'}, bytes.Count(comment, []byte{'\n'}))...)
		text = after
	}
}

// platformReader stands in a file; open are the elements about the place, host is the host or cluster among them, if
// any.
type platformReader struct {
	decoder *xml.Decoder
	open    []string
	host    *hostText
	names   map[string]bool
	hosts   []Host
	other   int
}

type hostText struct {
	element                string
	attributes, properties map[string]string
}

func (p *platformReader) problem(problem, remedy string, values ...any) error {
	line, _ := p.decoder.InputPos()
	return &power.InputError{Line: line, Problem: fmt.Sprintf(problem, values...), Remedy: remedy}
}

func (p *platformReader) read() error {
	for {
		token, err := p.decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return p.problem("the XML cannot be read: %s", "write a platform file as SimGrid reads it, in UTF-8", err)
		}
		if err := p.take(token); err != nil {
			return err
		}
	}
}

func (p *platformReader) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.Directive:
		if strings.ContainsAny(string(token), "[]") {
			return p.problem("the document type declares something of its own", "remove the part in square brackets")
		}
	case xml.StartElement:
		return p.start(token)
	case xml.EndElement:
		p.open = p.open[:len(p.open)-1]
		if p.host != nil && token.Name.Local == p.host.element {
			text := p.host
			p.host = nil
			return p.finish(text)
		}
	}
	return nil
}

func (p *platformReader) start(element xml.StartElement) error {
	name := element.Name.Local
	switch {
	case len(p.open) >= mostPlatformDepth:
		return p.problem("elements are nested more than %d deep", "nest fewer zones", mostPlatformDepth)
	case len(p.open) == 0 && name != "platform":
		return p.problem("the file begins with <%s>", "give a platform file, which begins with <platform>", name)
	}
	attributes := map[string]string{}
	for _, a := range element.Attr {
		attributes[a.Name.Local] = a.Value
	}
	switch {
	case len(p.open) == 0:
		if major, _, _ := strings.Cut(attributes["version"], "."); major != "3" && major != "4" {
			return p.problem("the platform is of version %q", "convert it to version 4.1 with simgrid_update_xml",
				attributes["version"])
		}
	case (name == "host" || name == "cluster") && p.host == nil:
		p.host = &hostText{name, attributes, map[string]string{}}
	case name == "prop" && p.host != nil && p.open[len(p.open)-1] == p.host.element:
		p.host.properties[attributes["id"]] = attributes["value"]
	}
	p.open = append(p.open, name)
	return nil
}

func (p *platformReader) finish(text *hostText) error {
	if states, _ := text.states(); states == "" {
		p.other++
		return nil
	}
	host, err := p.understood(text)
	if err != nil {
		return err
	}
	names := []string{host.Name}
	if text.element == "cluster" {
		numbers, ok := radical(text.attributes["radical"])
		if !ok {
			return p.problem("cluster %q has the radical %q",
				fmt.Sprintf("write numbers and ranges such as 0-15,20, at most %d hosts", mostPlatformHosts), host.Name,
				text.attributes["radical"])
		}
		names = names[:0]
		for _, number := range numbers {
			names = append(names, text.attributes["prefix"]+strconv.Itoa(number)+text.attributes["suffix"])
		}
	}
	for _, name := range names {
		host.Name = name
		if problem := host.problem(); problem != "" {
			return p.problem("host %q: %s", "correct the host", name, problem)
		}
		if p.names[name] {
			return p.problem("two hosts are named %q", "give each host its own name", name)
		}
		if len(p.hosts) >= mostPlatformHosts {
			return p.problem("the file has more than %d hosts", "split it", mostPlatformHosts)
		}
		p.names[name] = true
		p.hosts = append(p.hosts, host)
	}
	return nil
}

func (p *platformReader) understood(text *hostText) (Host, error) {
	name := text.attributes["id"]
	states, older := text.states()
	cores, err := strconv.Atoi(strings.TrimSpace(cmp.Or(text.attributes["core"], "1")))
	if err != nil || cores < 1 || cores > mostCores {
		return Host{},
			p.problem("host %q has %q cores", "write core as a whole number, at least 1", name, text.attributes["core"])
	}
	host := Host{Name: name, Cores: cores}
	if err := p.addStates(&host, cmp.Or(text.attributes["speed"], text.attributes["power"]), states,
		older); err != nil {
		return Host{}, err
	}
	host.Initial, err = strconv.Atoi(strings.TrimSpace(cmp.Or(text.attributes["pstate"], "0")))
	if err != nil || host.Initial < 0 || host.Initial >= len(host.States) {
		return Host{}, p.problem("host %q begins in state %q of %d",
			"write pstate as the number of a state; the first is 0", name, text.attributes["pstate"], len(host.States))
	}
	if off := cmp.Or(text.properties[offProperty], text.properties["watt_off"],
		text.properties["watt-off"]); off != "" {
		if host.Off, err = wattsOf(off); err != nil {
			return Host{}, p.problem("host %q draws %q when turned off", "write "+offProperty+" in watts", name, off)
		}
	}
	return host, nil
}

// addStates adds the states of a host. One speed stands for all of them, as in Heinrich et al., figure 6.
func (p *platformReader) addStates(host *Host, speed, states string, older bool) error {
	speeds, parts := strings.Split(speed, ","), strings.Split(states, ",")
	if len(speeds) == 1 && len(parts) > 1 {
		host.OneSpeed, speeds = true, slices.Repeat(speeds, min(len(parts), mostHostStates+1))
	}
	if len(parts) != len(speeds) || len(parts) > mostHostStates {
		return p.problem("host %q has %d speeds and %d states of power",
			"give each speed its state, with commas between them", host.Name, len(speeds), len(parts))
	}
	for i, part := range parts {
		speed, known := speedOf(speeds[i])
		state, fine := stateOf(part, host.Cores, older)
		if !known || !fine {
			return p.problem("host %q has speed %q and power %q",
				"write a speed such as 2.3Gf, and the power as idle:epsilon:all in watts", host.Name, speeds[i], part)
		}
		host.States = append(host.States, HostState{speed, state})
	}
	return nil
}

func radical(text string) (numbers []int, ok bool) {
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		from, err := strconv.Atoi(first)
		to := from
		if err == nil && isRange {
			to, err = strconv.Atoi(last)
		}
		if err != nil || from < 0 || to < from || to-from >= mostPlatformHosts-len(numbers) {
			return nil, false
		}
		for n := from; n <= to; n++ {
			numbers = append(numbers, n)
		}
	}
	return numbers, true
}

func (t *hostText) states() (states string, older bool) {
	if states = t.properties[stateProperty]; states != "" {
		return states, false
	}
	return cmp.Or(t.properties["watt_per_state"], t.properties["watt-per-state"], t.properties["power_per_state"]), true
}

func stateOf(text string, cores int, older bool) (state PowerState, ok bool) {
	fields := strings.Split(text, ":")
	if len(fields) != 2 && len(fields) != 3 {
		return PowerState{}, false
	}
	var values []power.Watts
	for _, field := range fields {
		value, err := wattsOf(field)
		if err != nil {
			return PowerState{}, false
		}
		values = append(values, value)
	}
	if len(values) == 2 {
		values, older = slices.Insert(values, 1, values[0]), false
	}
	if older {
		return PowerState{values[0], values[1], values[2]}, true
	}
	return fromEpsilon(values[0], values[1], values[2], cores), true
}

// brokenNumber is a number that a line break tore apart at its point, as in print: 113 .25.
var brokenNumber = regexp.MustCompile(`\s+\.|\.\s+`)

func wattsOf(text string) (power.Watts, error) {
	value, err := strconv.ParseFloat(brokenNumber.ReplaceAllString(strings.TrimSpace(text), "."), 64)
	return power.Watts(value), err
}

// speedOf understands flop/s with SimGrid's units. A state that stands for booting or shutting down has 0.
func speedOf(text string) (speed power.GFlops, ok bool) {
	text = strings.TrimSpace(text)
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzEGMPT")
	steps, known := map[string]float64{
		"": 1e-9, "f": 1e-9, "kf": 1e-6, "Mf": 1e-3, "Gf": 1, "Tf": 1e3, "Pf": 1e6, "Ef": 1e9, "flops": 1e-9,
		"kiloflops": 1e-6,
		"megaflops": 1e-3, "gigaflops": 1, "teraflops": 1e3, "petaflops": 1e6, "exaflops": 1e9,
	}[text[len(digits):]]
	value, err := strconv.ParseFloat(digits, 64)
	return power.GFlops(value * steps), err == nil && known && value >= 0
}
