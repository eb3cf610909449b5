package columnname

import (
	"slices"
	"strings"

	"green500/validation/methodology"
	"green500/validation/tracefile/internal/celltext"
)

// MostWattsOfPart is more than a part of a node draws, in watts.
const MostWattsOfPart = 1e4

// MostWatts is more than that draws which names say is measured, with words for it; 0 if they say nothing. It is that of names of readings, and of the columns that identify their meters.
func MostWatts(named, keys []string) (most float64, of string) {
	sum := slices.ContainsFunc(named, func(name string) bool { return Says(name, SumWords) })
	one := len(keys) > 0 || slices.ContainsFunc(named, func(name string) bool { return celltext.HasDigit([]byte(name)) })
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

// saysPart reports whether a word of a name, with or without a number behind it, is one of those.
func saysPart(name string, words map[string]bool) bool {
	return slices.ContainsFunc(WordsOf(strings.ToLower(name)), func(w string) bool { return words[strings.TrimRight(w, "0123456789")] })
}

var nodePartWords = WordSet("cpu gpu dram ram mem memory core cores uncore package pkg processor soc ane ia gt gfx pp")

// IsNodePart reports whether a name is that of a part of a node, such as its memory.
func IsNodePart(name string) bool {
	return slices.ContainsFunc(WordsOf(strings.ToLower(name)), func(w string) bool { return nodePartWords[strings.TrimRight(w, "0123456789")] })
}
