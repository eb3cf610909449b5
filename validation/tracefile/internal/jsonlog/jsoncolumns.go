package jsonlog

import (
	"green500/validation/tracefile/internal/timestamp"
)

// AJSONRecord is what records in JSON are like.
const AJSONRecord = `{"time": "` + timestamp.TimeExample + `", "watts": 1234.5}`
