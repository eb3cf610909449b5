package sample

import (
	"fmt"
	"maps"
	"strings"

	"green500/validation/document"
	"green500/validation/power"
)

// Change is one thing that is done to a clean measurement: a line "key: value" of a test case or of
// a rule's example. Changes of the document come first, whatever their place; all others follow in
// the order of their lines.
//
//	set: meters[0].id = pdu               a field of the document, by its path
//	drop: meters[1]                       a field, a group or an item of a list is taken away; with a series go its readings
//
// A point of time is start or end (of the core phase), launch or finish (of the full run), first or
// last (of all readings), with an offset as in start+30s. Ranges have both ends.
//
//	every: 60s                            of the readings only those on the step, counted from the start of the core phase; also 60s+2s
//	cut: start to end-30s                 readings are lost; "in series[1]" after it spares the others
//	move: start+10s by 200ms              the readings at that instant come later
//	power: 500 W                          all power readings read this; energy totals rise by it
//	renew: 10s                            every value is repeated so long, counted from full minutes and hours
//	share: 0.5 in series[1]               the readings of a series times a factor
//	beside: n9, n10 in series[0]          the file of a series holds these instruments too, which it does not read
//	fall: start+300s by 1e7 J             energy totals fall back by so much
//
// What makes readings look broken, copied or misread; values are in the unit of the file, and "in
// series[1]" at the end spares the others:
//
//	repeat: 5                             every fifth value is held for the readings up to the next
//	hold: start+60s to start+120s         the first value in that time is held to its end
//	replay: start to start+120s by 130s   the readings of that time stand there once more, in the place of those so much later; totals rise so
//	value: start+60s = -2                 the reading at that instant is this
//	spike: start+60s by 3                 the reading at that instant is so many times what it was
//	scale: 0.001                          readings are so many times what they were
//	round: 1000                           readings are whole numbers of this
//	double: start+60s                     the reading at that instant has the timestamp of the one before
//	swap: start+60s                       the reading at that instant stands after the next in the file
//	shift: 30s                            readings are stamped so much later
//	again: 2h                             the whole recording is there once more, so much later; with "by 1.2" it draws so many times the power
//	reset: start+300s                     energy totals begin again at 0 there
//	overflow: start+300s at 65536         energy totals reach that number there and begin again at 0
//	even: 100                             energy totals rise by this with every reading
//	copy: series[0] to series[1] by 300ms the second series holds the readings of the first, so much later
//
// What was read of the output:
//
//	core: start to start+60s              the output shows this core phase
//	output: time 601s                     the output prints this time; also rate 1000 GFlops, which order and time give,
//	                                      order 1000, block 192, grid 4 x 8, each 10 GFlops, date Mon Apr 14 10:00:00 2026, results 3, fastest 1000 GFlops, residual 20, residual failed, residual none
//	stated: core                          the core phase is stated, not proven; also rmax
//	idle: start+60s to start+120s         the document names this idle span alone
type Change struct{ Key, Value string }

// change is what a key stands for.
type change[On any] struct {
	apply func(on On, value string) error
	words func(value string) string // for people, as part of a sentence
}

// documentChanges are the keys that change the document.
func documentChanges() map[string]change[*paper] {
	return map[string]change[*paper]{
		"set":  {(*paper).set, setWords},
		"drop": {(*paper).drop, dropWords},
	}
}

// readingChanges are the keys that change what was read of the files.
func readingChanges() map[string]change[*power.Measurement] {
	all := spoilingChanges()
	maps.Copy(all, map[string]change[*power.Measurement]{
		"every":  {every, everyWords},
		"cut":    {cut, cutWords},
		"move":   {move, moveWords},
		"power":  {constant, powerWords},
		"renew":  {renew, renewWords},
		"share":  {share, shareWords},
		"beside": {beside, besideWords},
		"fall":   {fall, fallWords},
		"core":   {showCore, coreWords},
		"output": {printOutput, outputWords},
		"idle":   {nameIdle, idleWords},
		"stated": {stateOnly, statedWords},
	})
	return all
}

// ParseChange reads a line "key: value".
func ParseChange(line string) (Change, error) {
	key, value, found := strings.Cut(line, ": ")
	if !found {
		return Change{}, fmt.Errorf("%q is no \"key: value\"", line)
	}
	_, ofDocument := documentChanges()[key]
	_, ofReadings := readingChanges()[key]
	if !ofDocument && !ofReadings {
		return Change{}, fmt.Errorf("no change is called %q", key)
	}
	return Change{key, value}, nil
}

// Words says for people what the change does, as part of a sentence: "meters[0].make is left out".
func (c Change) Words() string {
	if of, ok := documentChanges()[c.Key]; ok {
		return of.words(c.Value)
	}
	return readingChanges()[c.Key].words(c.Value)
}

// Apply returns the measurement that a base becomes by the changes; the base stays as it is.
func Apply(base *power.Measurement, changes []Change) (*power.Measurement, error) {
	p := &paper{fields: document.Fields(base.Entry), parts: base.Parts}
	for _, c := range changes {
		if of, ok := documentChanges()[c.Key]; ok {
			if err := of.apply(p, c.Value); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", c.Key, c.Value, err)
			}
		}
	}
	m, err := p.measurement(*base)
	if err != nil {
		return nil, err
	}
	for _, c := range changes {
		if of, ok := readingChanges()[c.Key]; ok {
			if err := of.apply(m, c.Value); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", c.Key, c.Value, err)
			}
		}
	}
	return m, nil
}
