package sample

import (
	"fmt"
	"strings"
)

// eachWords fills a sentence with the value of a change, or with the point of time that it is.
func eachWords(format, kind string) func(value string) string {
	return func(value string) string {
		value, only, some := strings.Cut(value, " in ")
		if kind == "point" {
			value = pointWords(value)
		}
		return fmt.Sprintf(format, value) + onlyWords(only, some)
	}
}

// pairWords fills a sentence with a point of time and what follows it.
func pairWords(separator, format string) func(value string) string {
	return func(value string) string {
		value, only, some := strings.Cut(value, " in ")
		at, what, _ := strings.Cut(value, separator)
		return fmt.Sprintf(format, pointWords(at), what) + onlyWords(only, some)
	}
}

func onlyWords(only string, some bool) string {
	if some {
		return ", in " + only + " alone"
	}
	return ""
}

func holdWords(value string) string {
	value, only, some := strings.Cut(value, " in ")
	return "the readings from " + reachWords(value) + " all repeat the first of them" + onlyWords(only, some)
}

func lowerWords(value string) string {
	value, only, some := strings.Cut(value, " in ")
	between, by, _ := strings.Cut(value, " by ")
	return "the readings from " + reachWords(between) + " are " + by + " times what they were" + onlyWords(only, some)
}

func replayWords(value string) string {
	value, only, some := strings.Cut(value, " in ")
	between, by, _ := strings.Cut(value, " by ")
	return "the readings from " + reachWords(between) + " stand there once more " + by + " later" + onlyWords(only, some)
}

func copyWords(value string) string {
	from, rest, _ := strings.Cut(value, " to ")
	to, by, _ := strings.Cut(rest, " by ")
	if by == "0s" {
		return to + " holds the readings of " + from
	}
	return to + " holds the readings of " + from + ", " + by + " later"
}
