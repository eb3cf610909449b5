package templates

import (
	"testing"
	"time"

	"green500/validation/power"
)

func TestFiguresAsPeopleReadThem(t *testing.T) {
	half, slightly, hardly, none, ample := 0.338, 0.224, -0.05, -389.0, 7199.0
	noon := time.Date(2026, 9, 27, 12, 0, 0, 0, time.FixedZone("", 2*3600))
	for got, want := range map[string]string{
		digits(1234567.891, 2):      "1,234,567.89",
		digits(-0.001, 1):           "0.0",
		digits(-12, 0):              "−12",
		significant(33.8012):        "33.80",
		significant(154948):         "154,948",
		significant(0.0338):         "0.03380",
		slack(&slightly):            "+22 %",
		slack(&hardly):              "−5.0 %",
		slack(&none):                "< −999 %",
		slack(&ample):               "> 999 %",
		slack(nil):                  missing,
		uncertainty(&half):          "±0.34",
		bytesize(1_234_567):         "1.2 MB",
		stamp(noon):                 "2026-09-27 12:00 +02:00",
		stamp(noon.UTC()):           "2026-09-27 10:00 UTC",
		lasting(3 * 24 * time.Hour): "3 days",
		lasting(90 * time.Minute):   "90 min",
		spanWords(power.NewSpan(noon, noon.Add(256e9))): "2026-09-27 12:00:00 to 12:04:16, 256 s",
		kilowattWords(38):                "0.038",
		kilowattWords(power.Watts(1900)): "1.9",
		short("sha256:0123456789abcdef"): "0123456789ab",
		tally(mixed(), 2):                "1 failed, 1 remark, 2 passed, 1 not met above the claim",
		tally(mixed(), 0):                "2 failed, 1 remark, 2 passed",
		whole(0):                         missing,
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
