package columnname

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Unnumbered is what the names of logs of one row have in common.
func Unnumbered(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name)
}

// Says reports whether a name has one of the words.
func Says(name string, words map[string]bool) bool {
	return slices.ContainsFunc(WordsOf(name), func(w string) bool { return words[strings.ToLower(w)] })
}

// What host names and headings are recognised by.
const (
	MaxHostName = 64 // bytes
	Decoration  = "=-#*~_<>[](){}:;,| \t"
)

// noHosts are rounds of scripts, times that can't be read, numbers of another base.
var noHosts = regexp.MustCompile(
	`(?i)^((samples?|runs?|iter|iteration|capture|measurement|loop|step|reading|probe|poll|round|test|try|attempt)[-_]?\d*$|\d\d|0x)`)

// IsHost reports whether a word alone may be the name of a machine: letters and digits, or an address.
func IsHost(word string) bool {
	if len(word) < 2 || len(word) > MaxHostName {
		return false
	}
	if _, err := netip.ParseAddr(word); err == nil {
		return true
	}
	if noHosts.MatchString(word) {
		return false
	}
	letter, digit := false, false
	for i := range len(word) {
		switch c := word[i]; {
		case celltext.IsDigit(c):
			digit = true
		case celltext.IsLetter(c):
			letter = true
		case c != '.' && c != '-' && c != '_':
			return false
		}
	}
	return letter && digit
}

// ElapsedWords are of columns that count time from a start.
var ElapsedWords = WordSet("elapsed interval uptime offset")

// begins what Tasmota answers to Status 8 or 10; the telemetry that it sends has the same members without it
const tasmotaAnswer = "StatusSNS."

// PathSign stands between what a figure is of and its name.
const PathSign = "/"

// MetricName is the label that holds the name of what is measured.
const MetricName = "__name__"

// TimeWords are those by which a column of times is called.
var TimeWords = WordSet("time timestamp date datetime zeit zeitstempel datum uhrzeit stamp epoch ts")

// RowWords are of columns that number rows, and unnamed is what pandas calls an index that it wrote without a name.
var (
	RowWords = WordSet("row rows rownum rowid rowno line lines lineno record records entry sample samples seq seqno " +
		"sequence sno nr no num number index idx id")
	Unnamed = regexp.MustCompile(`^Unnamed: \d+$`)
)

// UnitColumnWords are names of columns that hold units.
var UnitColumnWords = WordSet("unit units uom einheit unité unidad")

// IDWords are of columns that identify meters; of those that count them, numbers too.
var (
	IDWords = WordSet("host hostname node nodename nodeid server machine device deviceid producername uuid serial " +
		"busid pci bdf instrument meter outlet inlet pdu rack " +
		"chassis blade componentid index idx id num nr gpu card")
	CountWords = WordSet("index idx id num nr no number gpu device deviceid socket package slot card tile outlet " +
		"channel componentid component node nodeid rack chassis psu cpu")
)

// OfPower reports whether a text names power or energy.
func OfPower(text string) bool {
	h, foreign := HintOf(text)
	return !foreign && h.Quantity != ""
}

// What a log holds beside power and energy, by the names of its columns and of what stands in them.

// otherUnits are what the last word of a name may be if no word of it says power or energy. busyWords are of a share of
// the time or of what there is, if they are said of one of the shared things.
var (
	otherUnits = WordSet("ms msec us µs usec sec secs second seconds minute minutes mv uv µv kv ma ua µa mah byte " +
		"bytes kb mb gb kib mib gib bit bits bps kbps mbps gbps packets")
	busyWords   = WordSet("usage used use load busy activity active")
	sharedWords = WordSet("cpu gpu core cores mem memory ram vram disk swap")
)

func namesOther(name string) bool {
	words := WordsOf(strings.ToLower(name))
	return len(words) > 0 && otherUnits[words[len(words)-1]] || Says(name, busyWords) && Says(name, sharedWords)
}

var fromWords = WordSet("from via aus")

// lastQuantity is the quantity that a name ends with, before it says from what, as power_from_energy; not of
// power/energy-pkg/.
func lastQuantity(name string) (said power.Quantity) {
	for _, w := range WordsOf(strings.ToLower(name)) {
		switch {
		case strings.Trim(w, "0123456789") == "":
		case said != "" && fromWords[w]:
			return said
		default:
			said = QuantityWords[BareWord(w)]
		}
	}
	return said
}

// KindWords are of columns that name what the numbers beside them are, and otherKinds what these may be that is neither
// power nor energy. Names of sensors hold other words that are foreign to readings, such as their number.
var (
	KindWords  = WordSet("metric metrics sensor field quantity measurement parameter variable entity")
	OtherKinds = WordSet("volt volts voltage voltmeter amp amps ampere amperes ammeter amperemeter current " +
		"temperature temp thermometer temperatur spannung " +
		"strom freq frequency humidity hygrometer barometer count util utilization utilisation percent rpm")
)

var places = regexp.MustCompile(`\d+|\bL[123]\b|_L[123]\b|\b[ABC]\b`)

// PatternOf is a name without the first of them, as a value takes all that fit it.
func PatternOf(name string) string {
	at := places.FindStringIndex(name)
	if at == nil {
		return name
	}
	return name[:at[0]] + AnyText + name[at[1]:]
}

// AnyText stands for any run of characters: the value "node*_watts" takes every column it fits, each as a meter.
const AnyText = "*"

var durationWords = []string{"elapsed", "duration", "laufzeit", "dauer", "runtime"}

// Lasts reports whether a name is that of a duration.
func Lasts(name string) bool {
	return slices.ContainsFunc(durationWords, func(w string) bool { return strings.Contains(strings.ToLower(name), w) })
}

// WordSet returns the set of the words in a text that spaces separate.
func WordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// endWords are what names that are written together end in, and wholeWord such as only look so.
var (
	endWords  = strings.Fields("power energy voltage current percentage temperature frequency")
	wholeWord = WordSet("horsepower candlepower manpower empower concurrent recurrent undercurrent")
)

const fewestNumbered = 3 // how many letters a word has that means the same with a number, as power1; not so a7

// BareWord is a word without a number after it.
func BareWord(word string) string {
	if letters := strings.TrimRight(word, "0123456789"); len(letters) >= fewestNumbered {
		return letters
	}
	return word
}

// apart splits a word that ends in another one that states what is measured, as loadpower does.
func apart(word string) []string {
	small := BareWord(strings.ToLower(word))
	for _, end := range endWords {
		if before := len(small) - len(end); before > 1 && before < len(word) && strings.HasSuffix(small, end) &&
			!wholeWord[small] {
			return []string{word[:before], word[before:]}
		}
	}
	return []string{word}
}

func joinedWords(word string) []string {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return inEnglish(word)
		}
	}
	return apart(word)
}

// WordsOf splits a name at other signs, before capitals, and if what is measured ends it.
func WordsOf(name string) []string {
	var words []string
	var word []rune
	end := func() {
		if len(word) > 0 {
			words = append(words, joinedWords(string(word))...)
			word = nil
		}
	}
	before := ' '
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end()
			before = ' '
			continue
		case unicode.IsUpper(r) && unicode.IsLower(before) && len(word) > 1: // mW is one word
			end()
		}
		word = append(word, r)
		before = r
	}
	end()
	return words
}

// MostWattsOfPart is more than a part of a node draws, in watts.
const MostWattsOfPart = 1e4

// MostWatts is more than that draws which names say is measured, with words for it; 0 if they say nothing. It is that
// of names of readings, and of the columns that identify their meters.
func MostWatts(named, keys []string) (most float64, of string) {
	sum := slices.ContainsFunc(named, func(name string) bool { return Says(name, SumWords) })
	one := len(keys) > 0 ||
		slices.ContainsFunc(named, func(name string) bool { return celltext.HasDigit([]byte(name)) })
	of1 := func(words map[string]bool) bool {
		says := func(name string) bool { return saysPart(name, words) }
		return slices.ContainsFunc(named, says) || slices.ContainsFunc(keys, says)
	}
	switch {
	case sum:
	case one && of1(acceleratorWords):
		return methodology.AcceleratorWatts, "a GPU draws"
	case one && of1(processorWords):
		return methodology.ProcessorWatts, "a processor draws"
	case IsNodePart(named[0]) || of1(acceleratorWords):
		return MostWattsOfPart, "a part of a node draws"
	case one && of1(nodeWords):
		return methodology.NodeWatts(true).High, "a node draws"
	}
	return 0, ""
}

// What the names of columns say is measured.
var (
	acceleratorWords = WordSet("gpu gpus accelerator accelerators dcu gcd xpu npu tpu")
	processorWords   = WordSet("cpu dram socket package pkg processor")
	nodeWords        = WordSet("node server blade psu")
)

func saysPart(name string, words map[string]bool) bool {
	return slices.ContainsFunc(WordsOf(strings.ToLower(name)),
		func(w string) bool { return words[strings.TrimRight(w, "0123456789")] })
}

var nodePartWords = WordSet("cpu gpu dram ram mem memory core cores uncore package pkg processor soc ane ia gt gfx pp")

// IsNodePart reports whether a name is that of a part of a node, such as its memory.
func IsNodePart(name string) bool { return saysPart(name, nodePartWords) }
