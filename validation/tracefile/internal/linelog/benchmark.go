package linelog

import (
	"green500/validation/hpl"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
)

// IsBenchmark recognises what HPL prints, or a benchmark beside it.
func IsBenchmark(head []byte) bool { return hpl.Recognise(head) != "" }

// RefuseBenchmark says what the file is for. An archive leaves it out.
func RefuseBenchmark(in *input.File) (table.Sheet, error) {
	program := hpl.Recognise(in.Head)
	remedy := "give the log of a meter here, and this file as the output of HPL: green500 trace LOG --hpl FILE"
	if program == "HPL-MxP" || program == "HPCG" {
		remedy = "give the log of a meter during a run of HPL; a result of " + program + " does not count for the Green500"
	}
	return nil, &input.NoLog{Err: in.Refuse(0, "", "is the output of "+program+", not the log of a meter", remedy)}
}
