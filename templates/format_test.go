package templates

import (
	"testing"
	"time"

	"green500/validation"
	"green500/validation/power"
)

func TestFiguresAsPeopleReadThem(t *testing.T) {
	half, slightly, hardly, none, ample := 0.338, 0.224, -0.05, -389.0, 7199.0
	noon := time.Date(2026, 9, 27, 12, 0, 0, 0, time.FixedZone("", 2*3600))
	for got, want := range map[string]string{
		Digits(1234567.891, 2):      "1,234,567.89",
		Digits(-0.001, 1):           "0.0",
		Digits(-12, 0):              "−12",
		Significant(33.8012):        "33.80",
		Significant(154948):         "154,948",
		Significant(0.0338):         "0.03380",
		Margin(&slightly):           "+22%",
		Margin(&hardly):             "−5.0%",
		Margin(&none):               "< −999%",
		Margin(&ample):              "> 999%",
		Margin(nil):                 Missing,
		Uncertainty(&half):          "± 0.34",
		ByteSize(1_234_567):         "1.2 MB",
		Stamp(noon):                 "2026-09-27 12:00 +02:00",
		Stamp(noon.UTC()):           "2026-09-27 10:00 UTC",
		Lasting(3 * 24 * time.Hour): "3 days",
		Lasting(90 * time.Minute):   "90 min",
		SpanWords(power.NewSpan(noon, noon.Add(256e9))): "2026-09-27 12:00:00 to 12:04:16, 256 s",
		KilowattWords(38):                "0.038",
		KilowattWords(power.Watts(1900)): "1.9",
		Short("sha256:0123456789abcdef"): "0123456789ab",
		validation.Tally(mixed(), 2):     "1 failed, 1 warning, 2 passed, 1 requirement of higher levels not met",
		validation.Tally(mixed(), 0):     "2 failed, 1 warning, 2 passed",
		Whole(0):                         Missing,
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
