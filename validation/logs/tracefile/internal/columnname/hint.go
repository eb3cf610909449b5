// Package columnname finds quantity, unit and role of a column by its name, in the words of twelve languages.
package columnname

import (
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/power"
)

// NameHint is what the name of a column states.
type NameHint struct {
	Quantity power.Quantity
	Unit     power.Unit
	Either   [2]power.Unit // if case would tell, and all letters have the same
}

// Description is what the name of a column states: many candidates ask for it again and again.
type Description struct {
	Hint    NameHint
	Foreign bool
	ID      bool   // it identifies meters, and nothing of what they show
	Unit    bool   // it holds units
	Pattern string // see patternOf
}

// DescriptionsOf returns what each of the names says of its column, in their order.
func DescriptionsOf(names []string) []Description {
	all := make([]Description, len(names))
	for i, name := range names {
		all[i] = Description{ID: IsID(name), Unit: Says(name, UnitColumnWords), Pattern: PatternOf(name)}
		all[i].Hint, all[i].Foreign = HintOf(name)
	}
	applySymbols(names, all)
	return all
}

// IsID reports whether a name is that of a column of meters: it ends in a word for them.
func IsID(name string) bool {
	words := WordsOf(name)
	for i, word := range words {
		words[i] = strings.ToLower(word) // only now: a capital begins the last word of nodeId
	}
	if len(words) == 0 || slices.ContainsFunc(words[:len(words)-1], func(w string) bool { return ForeignWords[w] }) {
		return false
	}
	return IDWords[words[len(words)-1]] || IDWords[strings.Join(words, "")]
}

// programNames are what programs always call what they read, which words alone would not tell: NVIDIA's DCGM
// (https://docs.nvidia.com/datacenter/dcgm/latest/dcgm-api/dcgm-api-field-ids.html), hwmon of Linux
// (https://docs.kernel.org/hwmon/sysfs-interface.html), meters of Windows, which count energy in picowatt-hours, and
// plugs with Tasmota, whose current is amperes.
var programNames = []struct {
	name    *regexp.Regexp
	hint    NameHint
	foreign bool
}{
	{regexp.MustCompile(`^DCGM_FI_DEV_POWER_USAGE`), NameHint{Quantity: power.Power, Unit: "W"}, false},
	{regexp.MustCompile(`^DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION$`), NameHint{Quantity: power.Energy, Unit: "mJ"}, false},
	{regexp.MustCompile(`^power\d+_(input|average)$`), NameHint{Quantity: power.Power, Unit: "uW"}, false},
	{regexp.MustCompile(`^energy\d+_input$`), NameHint{Quantity: power.Energy, Unit: "uJ"}, false},
	{regexp.MustCompile(`\\(Power|Energy) Meter\([^\\]*\)\\Power$`),
		NameHint{Quantity: power.Power, Unit: "mW"}, false},
	{regexp.MustCompile(`\\Energy Meter\([^\\]*\)\\Energy$`), NameHint{}, true},
	// limits, as Intel Power Gadget calls them
	{regexp.MustCompile(`(?i)^(package|pkg|platform) (psys)?pl[1-4]([^0-9a-z]|$)`), NameHint{}, true},
	// of the on-chip controller of POWER9
	{regexp.MustCompile(`^occ_\w+\.\d+\.update_tag$`), NameHint{}, true},
	{regexp.MustCompile(`^(.+\.)?ENERGY\.(Total|Today|Yesterday)$`),
		NameHint{Quantity: power.Energy, Unit: "kWh"}, false},
	{regexp.MustCompile(`^(.+\.)?ENERGY\.Period$`), NameHint{Quantity: power.Energy, Unit: "Wh"}, false},
	{regexp.MustCompile(`^(.+\.)?ENERGY\.Power(\.\d+)?$`), NameHint{Quantity: power.Power, Unit: "W"}, false},
	{regexp.MustCompile(`^(.+\.)?ENERGY\.Current(\.\d+)?$`), NameHint{}, true},
	{regexp.MustCompile(`^(temp|in|curr|fan|humidity|freq|pwm)\d+(_\w+)?$`), NameHint{}, true},
}

// UnitWords are words of a name that tell its unit.
var UnitWords = map[string]power.Unit{
	"w": "W", "watt": "W", "watts": "W", "kw": "kW", "kilowatt": "kW", "kilowatts": "kW",
	"milliwatt": "mW", "milliwatts": "mW",
	"microwatt": "uW", "microwatts": "uW", "uw": "uW", "megawatt": "MW", "megawatts": "MW", "gw": "GW",
	"wh": "Wh", "kwh": "kWh", "gwh": "GWh", "j": "J", "joule": "J", "joules": "J", "kj": "kJ",
	"kilojoule": "kJ", "kilojoules": "kJ",
	"megajoule": "MJ", "megajoules": "MJ", "millijoule": "mJ", "millijoules": "mJ", "microjoule": "uJ",
	"microjoules": "uJ", "uj": "uJ",
	"µw": "uW", "μw": "uW", "µj": "uJ", "μj": "uJ", // with the sign of micro, and with the Greek letter
	"nanojoule": "nJ", "nanojoules": "nJ", "nj": "nJ", "kwatt": "kW", "kwatts": "kW", "kjoule": "kJ", "kjoules": "kJ",
	"whs": "Wh", "kwhs": "kWh", "wattsecond": "J", "wattseconds": "J", "wattsekunde": "J", "wattsekunden": "J",
}

var exactWords = map[string]power.Unit{
	"mW": "mW", "MW": "MW", "mJ": "mJ", "MJ": "MJ", "mWh": "mWh", "MWh": "MWh", "Ws": "J",
	"mWatt": "mW", "mWatts": "mW", "MWatt": "MW", "MWatts": "MW",
}

// EitherWords are the same in letters of one case, which no longer distinguish milli from mega.
var EitherWords = map[string][2]power.Unit{"mw": {"mW", "MW"}, "mj": {"mJ", "MJ"}, "mwh": {"mWh", "MWh"},
	"mwatt": {"mW", "MW"}, "mwatts": {"mW", "MW"}}

// hourWords make energy of the unit of power before them, scaleWords tell that a unit is some other times what it says.
var (
	hourWords  = WordSet("h hr hrs hour hours ч")
	inHours    = map[power.Unit]power.Unit{"mW": "mWh", "W": "Wh", "kW": "kWh", "MW": "MWh", "GW": "GWh"}
	inSeconds  = map[power.Unit]power.Unit{"uJ": "uW", "mJ": "mW", "J": "W", "kJ": "kW", "MJ": "MW"}
	scaleWords = WordSet("da deci deca hecto centi milli")
)

// QuantityWords tell what is read, but not its unit.
var QuantityWords = map[string]power.Quantity{
	"power": power.Power, "leistung": power.Power, "wirkleistung": power.Power, "puissance": power.Power,
	"potencia": power.Power, "pwr": power.Power, "pow": power.Power, "wattage": power.Power,
	"výkon": power.Power, "potência": power.Power, "potenza": power.Power, "vermogen": power.Power,
	"effekt": power.Power, "moc": power.Power, "energy": power.Energy, "energie": power.Energy,
	"energia": power.Energy,
	"énergie": power.Energy, "energía": power.Energy, "energi": power.Energy, "arbeit": power.Energy,
	"teho": power.Power, "güç": power.Power, "teljesítmény": power.Power, "enerji": power.Energy,
}

var wattWords = WordSet("wattage") // mean power, and watts if no other word states a unit

// ForeignWords are of columns that hold something else, whatever other words they have.
var ForeignWords = WordSet("volt volts voltage v amp amps ampere amperes temperature temp freq frequency mhz ghz " +
	"hz util " + "percent percentage pf factor cap limit reactive apparent var va kva mva kvar mvar vah kvah varh " +
	"kvarh fan fans rpm clock clocks count status index " +
	"efficiency utilisation utilization requested cos phi thd humidity version id port default enforced spannung " +
	"strom temperatur interval duration jobid " +
	"appid job step pid uid time elapsed khz capacity rated rating budget tdp target setpoint nameplate threshold " +
	"price cost " + "scheinleistung blindleistung leistungsfaktor spanning tension courant itemid nodeid hostid " +
	"deviceid sensorid metricid seriesid " +
	"napätie napětí prúd proud frekvencia frekvence jalový zdanlivý zdánlivý napięcie prąd częstotliwość bierna " +
	"pozorna współczynnik " + "voltaje tensión tensao tensão tensione corriente corrente frecuencia fréquence " +
	"freqüência frequência frequenza frekvens température temperatura " +
	"réactive reactiva reativa reattiva apparente aparente facteur fattore fator stroom spänning spænding spenning " +
	"ström strøm " + "channelid millisecond milliseconds dbm hp btu irradiance angle winkel ns loss losses verlust " +
	"verluste error timestamp " +
	"jännite gerilim akım feszültség stdev stddev qos retain payloadlen linkquality lqi rssi " +
	"horsepower voltmeter ammeter amperemeter thermometer hygrometer barometer " +
	"limits ppt powerlimit plimit allowed ceiling maxlimit tgp ctdp leistungsgrenze leistungslimit grenzwert " +
	"sollwert limite límite limiet gräns grense raja лимит предел")

// ForeignMarks are in the names of such columns if no word states it: the sign of degrees alone, last or before their
// letter, which is no number of a meter, as in N°1.
var ForeignMarks = regexp.MustCompile(`[%‰]|(^|[\s_\[(,;/])°|[^nN]°([CFcf]\b|$)`)

// UnlessWords are of columns that hold something else, unless another word says power or energy, as of the current
// power: amperes, numbers, frequencies and angles, what a machine was asked and how fast it did it, the temperature of
// a logger's panel.
var UnlessWords = WordSet("current curr stat num fac delta vdc vac adc aac vrms urms irms epoch epochs " +
	"requests queries iops qps rps throughput latency bandwidth mflops gflops tflops pflops ptemp")

// SumWords, mainsWords and wholeWords are of columns that see more of a machine, supplyWords of one of its supplies.
// partWords are of those that see a part of it, or what nobody measured or asks for, by how far within.
var (
	SumWords = WordSet("total sum gesamt summe machine hall site tot sig sigma σ σp pσ 3ph p123 pt overall aggregate " +
		"combined inlet " + "psum ptot ptotal suma somme totale totaal totalt celkom celkem razem")
	mainsWords = WordSet("ac wall mains input in pin")
	wholeWords = WordSet("system sys chassis node server dc wattmetre wattmeter outlet pdu rack all meter usage " +
		"load consumption consumed platform psys import bezug")
	supplyWords = WordSet("psu ps supply")
	PartWords   = map[string]int{
		"gpu": 1, "cpu": 1, "accel": 1, "processor": 1, "proc": 1, "pkg": 1, "package": 1, "socket": 1, "soc": 1,
		"module": 1, "disk": 1, "hdd": 1, "ssd": 1, "storage": 1, "nic": 1, "fan": 1,
		"output": 1, "out": 1, "pout": 1, "channel": 1, "ch": 1, "rail": 1, "element": 1, "phase": 1, "l1": 1, "l2": 1,
		"l3": 1, "cooling": 1,
		"estimated": 1, "est": 1, "min": 1, "max": 1, "minimum": 1, "maximum": 1, "peak": 1, "instant": 1,
		"pmax": 1, "pmin": 1,
		"export": 1, "lieferung": 1, "einspeisung": 1, "solar": 1, "pv": 1, "wind": 1, "battery": 1, "batt": 1,
		"delivered": 1, "ane": 1, "ppt": 1,
		"dram": 2, "ram": 2, "mem": 2, "memory": 2, "ddr": 2, "core": 2, "cores": 2, "cor": 2, "uncore": 2, "gfx": 2,
		"agent": 2, "a7": 2, "a15": 2, "ia": 2, "gt": 2, "pp0": 2, "pp1": 2,
	}
)

// spreadWords are of columns that state how power was spread over an interval or over machines, which is less than what
// a part of one draws.
var spreadWords = WordSet("std variance p05 p50 p75 p90 p95 p99 q05 q25 q50 q75 q95")

var averageWords = map[string]string{"avg": "average", "average": "average", "mean": "average", "mittel": "average",
	"mittelwert": "average", "moyenne": "average", "średnia": "average", "priem": "average", "instant": "instant",
	"instantaneous": "instant"}

// HintOf says what the name of a column says about its readings; foreign is one of something else.
func HintOf(name string) (h NameHint, foreign bool) {
	name = strings.TrimPrefix(name, tasmotaAnswer)
	metric, labels := metricOf(name)
	for _, one := range programNames {
		if one.name.MatchString(metric) {
			return one.hint, one.foreign
		}
	}
	if name = strings.TrimSpace(labels + " " + metric); ForeignMarks.MatchString(name) {
		return NameHint{}, true
	}
	name, either := partedUnit(withoutRealTime(name))
	before, unless, loud := "", false, shouted(name)
	for _, w := range WordsOf(name) {
		small := strings.ToLower(w)
		if ForeignWords[small] {
			return NameHint{}, true
		}
		bare := BareWord(small)
		unless = unless || UnlessWords[small] || OtherKinds[bare]
		h.addWord(w, bare, before, loud)
		before = bare
	}
	if h.Unit == "" && h.Either[0] == "" && Says(name, wattWords) {
		h.Unit = "W"
	}
	h.resolveQuantity(name, either)
	if h.Quantity == "" && (unless || namesOther(name)) {
		return NameHint{}, true
	}
	return h.inRatio(name)
}

func (h *NameHint) resolveQuantity(name string, either [2]power.Unit) {
	if h.Unit == "" && either[0] != "" {
		h.Either = either
		h.Quantity, _ = either[0].Quantity()
	}
	if quantity, known := h.Unit.Quantity(); known {
		h.Quantity = quantity
	} else if said := lastQuantity(name); h.Either[0] == "" && said != "" {
		h.Quantity = said
	}
}

var realTime = regexp.MustCompile(`(?i)real[ _-]?time`) // says of a power that it is that of now, and nothing of times

func withoutRealTime(name string) string {
	at := realTime.FindStringIndex(name)
	if at == nil {
		return name
	}
	rest := name[:at[0]] + name[at[1]:]
	if slices.ContainsFunc(WordsOf(rest), func(w string) bool { return QuantityWords[strings.ToLower(w)] != "" }) {
		return rest
	}
	return name
}

func shouted(name string) bool {
	return name == strings.ToUpper(name) && slices.ContainsFunc(WordsOf(name),
		func(w string) bool { return len(w) > len("MWh") && exactWords[w] == "" && w == strings.ToUpper(w) })
}

func (h *NameHint) addWord(word, small, before string, loud bool) {
	switch longer, hours := inHours[h.Unit]; {
	case hours && hourWords[small] && (UnitWords[before] == h.Unit || EitherWords[before][0] != ""):
		h.Unit = longer
	case scaleWords[before] && UnitWords[small] != "":
		h.Quantity, _ = UnitWords[small].Quantity()
	case exactWords[word] != "" && !loud:
		h.Unit = exactWords[word]
	case EitherWords[small][0] != "":
		h.Either = EitherWords[small]
		h.Quantity, _ = h.Either[0].Quantity()
	case UnitWords[small] != "" && h.Unit == "":
		h.Unit = UnitWords[small]
	}
	if quantity, known := QuantityWords[small]; known && h.Quantity != power.Energy { // perf calls it power/energy-pkg/
		h.Quantity = quantity
	}
}

var ratio = regexp.MustCompile(`([\p{L}€$²³\d]+) ?/ ?([\p{L}²³\d]+)`)

// overWords and perWords are what energy and power are divided by, or divide, if that is neither any more.
var (
	overWords = WordSet("m2 m² sqm cm2 kg t token tokens sample samples image images op ops inference query core km")
	perWords  = WordSet("ct cent cents eur euro € usd $ gbp chf g kg mg lb co2 gco2 kgco2 flops mflops gflops tflops " +
		"pflops flop gflop op ops gops tops samples tokens inferences queries images iops perf")
)

var scaled = regexp.MustCompile(`(?i)[\[(][^\])]*\d[^\])]*[\])]$|[x×*]\s*\d+(\.\d+)?$`)

// inRatio corrects what the words of a name tell if they are one over another, or a number stands with them.
func (h NameHint) inRatio(name string) (NameHint, bool) {
	for _, parts := range ratio.FindAllStringSubmatch(name, -1) {
		over, known := UnitNamed(parts[1])
		_, under := UnitNamed(parts[2])
		switch first, second := strings.ToLower(parts[1]), strings.ToLower(parts[2]); {
		case known && overWords[second], under && perWords[first]:
			return NameHint{}, true
		case known && second == "s" && inSeconds[over] != "":
			h.Unit = inSeconds[over]
		case known && hourWords[second]:
			for shorter, longer := range inHours {
				if longer == over {
					h.Unit = shorter
				}
			}
		default:
			continue
		}
		h.Quantity, _ = h.Unit.Quantity()
		return h, false
	}
	if h.Unit != "" && scaled.MatchString(name) && !plainUnit(name) {
		h.Unit, h.Either = "", [2]power.Unit{}
	}
	return h, false
}

func plainUnit(name string) bool {
	inside, some := Bracketed(name)
	if !some {
		return false
	}
	first, _, _ := strings.Cut(inside, ",")
	_, known := UnitNamed(strings.TrimSpace(first))
	hinted, _ := HintOf(first)
	return known || hinted.Unit == ""
}

// What a supply or a part sees less, of what reach counts: a part less than its supplies, whatever else is said of it.
const (
	lessOfSupply = 3
	lessOfPart   = 5
	ofSpread     = 3 // how far within a machine it is counted
)

// Reach says how much of a machine a name says: more is likelier what was submitted. After a part, as GPU usage,
// nothing is a whole.
func Reach(name string) int {
	sum, mains, whole, within, less := false, false, false, 0, 0
	headings := max(0, strings.LastIndex(name, " "+PathSign+" "))
	for _, part := range []string{name[:headings], name[headings:]} {
		if within > 0 {
			sum, mains, whole = false, false, false
		}
		for _, w := range WordsOf(part) {
			small := strings.ToLower(w)
			bare := strings.TrimRight(small, "0123456789")
			sum, mains, whole = sum || SumWords[bare] || SumWords[small], mains || mainsWords[bare],
				whole || wholeWords[bare]
			if supplyWords[bare] {
				less = lessOfSupply
			}
			within = max(within, PartWords[bare], PartWords[small], ofSpread*celltext.CountIf(spreadWords[small]))
		}
	}
	more := 2*celltext.CountIf(sum) + 2*celltext.CountIf(mains) + celltext.CountIf(whole)
	if within > 0 {
		return min(more, 1) - lessOfPart*within - less
	}
	return more - less
}

// StatedBy says whether a name distinguishes an average from an instant; empty if it does not.
func StatedBy(name string) string {
	for _, w := range WordsOf(name) {
		if stated := averageWords[strings.ToLower(w)]; stated != "" {
			return stated
		}
	}
	return ""
}
