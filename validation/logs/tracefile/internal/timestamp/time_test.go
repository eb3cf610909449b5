package timestamp

import (
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/tracetest"
)

func newTestClock(zone *time.Location) *Clock {
	return (&Clocks{}).Of(0, Timing{Zone: zone, Counted: true})
}

func TestTimes(t *testing.T) {
	zone := tracetest.Berlin(t)
	for text, want := range map[string]string{
		"2024-09-27T11:16:15+02:00":                                 "2024-09-27T09:16:15Z",
		"2024-09-27T08:15:00.000000000+0200":                        "2024-09-27T06:15:00Z",
		"2021-05-27 14:31:15.331379+00:00":                          "2021-05-27T14:31:15.331379Z",
		"2021-05-27t14:31:15.123456789Z":                            "2021-05-27T14:31:15.123456789Z",
		"14:31:15.25 27-May-2021 +02:00":                            "2021-05-27T12:31:15.25Z",
		"2021-05-27 14:31:15 -03":                                   "2021-05-27T17:31:15Z",
		"2021-05-27 14:31:15 UTC":                                   "2021-05-27T14:31:15Z",
		"2021-05-27 14:31:15.25 CEST":                               "2021-05-27T12:31:15.25Z",
		"27.05.2021 02:31:15 PM CEST":                               "2021-05-27T12:31:15Z",
		"2021-05-27 14:31:15 UTC+1":                                 "2021-05-27T13:31:15Z",
		"2021-05-27 14:31:15 UTC-03:30":                             "2021-05-27T18:01:15Z",
		"Thu May 27 2021 14:31:15 GMT-0700 (Pacific Daylight Time)": "2021-05-27T21:31:15Z",
		"20210527T143115 CEST":                                      "2021-05-27T12:31:15Z",
		"2023-04-28 22:02:36":                                       "2023-04-28T20:02:36Z",
		"2023-04-28T22:02":                                          "2023-04-28T20:02:00Z",
		"2023-12-28 22:02:36,5":                                     "2023-12-28T21:02:36.5Z",
		"2023/05/06 18:50:41.000":                                   "2023-05-06T16:50:41Z",
		"02.01.2006 15:04:05":                                       "2006-01-02T14:04:05Z",
		"2024-02-29 00:00:00":                                       "2024-02-28T23:00:00Z",
		"2024-11-2 19:17:6.623":                                     "2024-11-02T18:17:06.623Z",
		"2024-11-2 9:5:6.123456Z":                                   "2024-11-02T09:05:06.123456Z",
		"2024- 11- 2  19: 17: 6. 0":                                 "2024-11-02T18:17:06Z",
		"2024-11-2 19:17:6":                                         "2024-11-02T18:17:06Z",
		"02.11.2024 19.17.06":                                       "2024-11-02T18:17:06Z",
		"2024-11-02-19.17.06.250000":                                "2024-11-02T18:17:06.25Z",
		"13/11/2024 19:17:06 25msec":                                "2024-11-13T18:17:06.025Z",
		"20241102-191706":                                           "2024-11-02T18:17:06Z",
		"20241102_191706.5":                                         "2024-11-02T18:17:06.5Z",
		"20241102 191706+0200":                                      "2024-11-02T17:17:06Z",
		"5.19739 ms":                                                "1970-01-01T00:00:00.00519739Z",
		"90min":                                                     "1970-01-01T01:30:00Z",
		"1622125875331379 µs":                                       "2021-05-27T14:31:15.331379Z",
		"0":                                                         "1970-01-01T00:00:00Z",
		"1622125875":                                                "2021-05-27T14:31:15Z",
		"1622125875.331379":                                         "2021-05-27T14:31:15.331379Z",
		"1622125875.3313791239":                                     "2021-05-27T14:31:15.331379123Z",
		"1622125875331":                                             "2021-05-27T14:31:15.331Z",
		"1622125875331.379":                                         "2021-05-27T14:31:15.331379Z",
		"1622125875331379":                                          "2021-05-27T14:31:15.331379Z",
		"1622125875331379123":                                       "2021-05-27T14:31:15.331379123Z",
		"2023-10-29 01:59:59":                                       "2023-10-28T23:59:59Z",
		"2023-10-29 03:00:00":                                       "2023-10-29T02:00:00Z",
		"2023-10-29 02:30:00+02:00":                                 "2023-10-29T00:30:00Z",
		"2023-03-26 01:59:59.999999999":                             "2023-03-26T00:59:59.999999999Z",
		"2023-03-26 03:00:00":                                       "2023-03-26T01:00:00Z",
		"2199-12-31 23:59:59.999999999+00:00":                       "2199-12-31T23:59:59.999999999Z",
	} {
		c := newTestClock(zone)
		at, f := c.Read([]byte(text))
		if f != nil {
			t.Errorf("%s: %s", text, f.Problem)
		} else if got := time.Unix(0, at).UTC().Format(time.RFC3339Nano); got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
}

func TestNoTimes(t *testing.T) {
	zone := tracetest.Berlin(t)
	for text, want := range map[string]string{
		"":                               "has no time",
		"2023-02-29 00:00:00":            `"2023-02-29 00:00:00" is not a time that can be read`,
		"2023-01-01":                     `"2023-01-01" is a date without a time of day`,
		"2023-01-01 24:00:01":            `"2023-01-01 24:00:01" is not a time that can be read`,
		"2023-01-01 24:30":               `"2023-01-01 24:30" is not a time that can be read`,
		"2023-01-01 24:00 AM":            `"2023-01-01 24:00 AM" is not a time that can be read`,
		"2023-01-01 00:00:00 MW":         `"2023-01-01 00:00:00 MW" is not a time that can be read`,
		"2023-01-01 00:00:00 UTC+":       `"2023-01-01 00:00:00 UTC+" is not a time that can be read`,
		"2023-01-01 00:00:00 UTC2":       `"2023-01-01 00:00:00 UTC2" is not a time that can be read`,
		"2023-01-01 00:00:00 +2":         `"2023-01-01 00:00:00 +2" is not a time that can be read`,
		"2023-01-01 00:00:00 UTC+x":      `"2023-01-01 00:00:00 UTC+x" is not a time that can be read`,
		"2023-01-01 00:00:00 (idle)":     `"2023-01-01 00:00:00 (idle)" is not a time that can be read`,
		"2023-01-01 00:00:00 CET (idle)": `"2023-01-01 00:00:00 CET (idle)" is not a time that can be read`,
		"2023-01-01 00:00:00 idle":       `"2023-01-01 00:00:00 idle" is not a time that can be read`,
		"2023-10-29 02:30:00 EDT": "is 2023-10-29 02:30:00, which happens twice in Europe/Berlin, " +
			"because the clocks changed",
		"2023-01-01 00:00:00.":           `"2023-01-01 00:00:00." is not a time that can be read`,
		"2023-01-01 00:00:00.1234567890": `"2023-01-01 00:00:00.1234567890" is not a time that can be read`,
		"2024-11-2 19:17:7.99": `"2024-11-2 19:17:7.99" is written without the zeros that pad numbers, ` +
			`so that what stands behind its seconds may be decimals or a count of milliseconds`,
		"20241102-19170":    `"20241102-19170" is not a time that can be read`,
		"2024-11-2 19:60:7": `"2024-11-2 19:60:7" is not a time that can be read`,
		"2-11-2024 19:17:7": `"2-11-2024 19:17:7" may begin with the day or with the month`,
		"5.19739 MS":        `"5.19739 MS" is not a time that can be read`,
		"-5 ms":             "is outside the years 1970 to 2200",
		"-1":                "is outside the years 1970 to 2200",
		"1.6e9":             `"1.6e9" is not a time that can be read`,
		"9000000000000000000": "the unit of the times is not stated: taken for seconds, " +
			"or for the unit that their size suggests, they are outside the years 1970 to 2200",
		"1969-12-31T23:59:59Z": "is outside the years 1970 to 2200",
		"2023-10-29 02:30:00": "is 2023-10-29 02:30:00, which happens twice in Europe/Berlin, " +
			"because the clocks changed",
		"2023-03-26 02:30:00": "is 2023-03-26 02:30:00, which does not exist in Europe/Berlin, " +
			"because the clocks changed",
	} {
		c := newTestClock(zone)
		if _, f := c.Read([]byte(text)); f == nil || f.Problem != want {
			t.Errorf("%q: got %v, want %s", text, f, want)
		}
	}
}
