package infer

import (
	"regexp"
)

// domainNames are those by which the kernel of Linux calls what RAPL counts, always in microjoules
// (https://docs.kernel.org/power/powercap/powercap.html). Programs that write down how far the counters went in an interval take the
// names from it, and tell neither unit nor quantity beside them.
var domainNames = regexp.MustCompile(`(?i)^(package|pkg|core|uncore|dram|psys|pp0|pp1)[-_]?\d*$`)

// fewestOfDomains is how many microjoules a second the largest of them counts at least: no processor idles with less.
const fewestOfDomains = 1e5
