package power

import (
	"fmt"
	"strings"
)

// SpreadsheetDays is the unit of times that count days since 1899-12-30, as spreadsheets do.
const SpreadsheetDays = "spreadsheet-days"

// TimeUnits are the units that a series may state for times that are numbers.
func TimeUnits() []string { return []string{"ps", "ns", "us", "ms", "s", "min", "h", SpreadsheetDays} }

// timeLetters are the letters of strftime that a form of times may have after %, and hourLetters those without which it
// tells no time of day.
const (
	timeLetters = "YymdeHkIlMSjfLNsaAbBhpPzZTRFDrnt%"
	hourLetters = "HkIlsTRr"
)

// timeFormatRemedy shows how a form of times is written.
const timeFormatRemedy = "write it in the letters of strftime, as %d.%m.%Y %H:%M:%S.%f"

// CheckTimeFormat returns what of a form of times in the letters of strftime is not known, and what to write; empty if
// it is right.
func CheckTimeFormat(format string) (problem, remedy string) {
	hour := false
	for rest := strings.ReplaceAll(format, "%-", "%"); ; {
		_, after, found := strings.Cut(rest, "%")
		switch {
		case !found && hour:
			return "", ""
		case !found:
			return fmt.Sprintf("%q has no hour, as %%H", format), timeFormatRemedy
		case after == "":
			return fmt.Sprintf("%q ends with %%", format), timeFormatRemedy
		case strings.IndexByte(timeLetters, after[0]) < 0:
			return fmt.Sprintf("%q has %%%.1s, which is not known", format, after), timeFormatRemedy
		}
		hour = hour || strings.IndexByte(hourLetters, after[0]) >= 0
		rest = after[1:]
	}
}
