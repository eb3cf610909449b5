package rules

import (
	"regexp"
	"strings"
)

// words finds any of several words, which may be regular expressions, in upper or lower case.
func words(alternatives ...string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(alternatives, "|") + `)\b`)
}

// What people write of a measurement that a reviewer has to confirm, because the words say otherwise than the text
// demands, or because no words say what it demands.
var (
	wordsOfSubtraction = words(`less (?:\d+|the|what|all|other|any|a|an|idle|standby|base\w*)`, `minus`, `net`,
		`subtract\w*`, `deduct\w*`, `exclud\w+`, `exclusive of`, `(?:reduced|lowered|corrected|adjusted) (?:by|for)`,
		`taken off`, `tared`, `zeroed`, `discount\w*`)
	wordsOfNothing = regexp.MustCompile(
		`(?i)\b(?:not?|nothing|never|none|without|neither|nor)\b[^.;,]{0,30}?\b(?:subtract|deduct|exclud|correct|adjust|discount)\w*`)
	wordsOfMaximum = words(`max\w*`, `peak`, `rated`, `ratings?`, `name ?plate`, `upper`, `highest`, `most`,
		`worst`, `limit`, `full load`, `fully loaded`, `tdp`)
	wordsOfTypical = words(`typ\w*`, `average\w*`, `avg`, `mean`, `nominal\w*`, `usual\w*`, `expected`,
		`approx\w*`, `about`, `roughly`, `idle`, `guess\w*`, `estimated?`, `assumed`, `experience`, `normal\w*`)
	wordsOfOneTime = words(`s?ntp\w*`, `ptp\w*`, `(?:ieee )?1588\w*`, `chron\w+`, `gps`, `gnss`, `irig\w*`,
		`dcf\w*`, `w32time`,
		`timesyncd`, `time ?-?servers?`, `(?:one|same|single|common|shared|central|master|reference) [\w -]{0,24}`,
		`collector\w*`, `polled`, `stamped`,
		`(?:host|server|logger|gateway|controller|pdu|bmc|dcim|telemetry|scada)\w*`,
		`triggered?`, `atomic`, `grandmaster`, `pps`)
	wordsOfOwnTime = words(`own`, `free[- ]?running`, `unsynch\w*`, `not synch\w*`, `no synch\w*`, `never synch\w*`,
		`drift\w*`, `except`, `individual\w*`, `independent\w*`, `separate\w*`)
)

// firstOf reports whether one comes before the other in a text, which need not be there.
func firstOf(text string, one, other *regexp.Regexp) bool {
	at, instead := one.FindStringIndex(text), other.FindStringIndex(text)
	return at != nil && (instead == nil || at[0] < instead[0])
}
