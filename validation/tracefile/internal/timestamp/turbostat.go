package timestamp

// What turbostat calls its columns, and the command that logs it with times.
const (
	TurbostatTime  = "Time_Of_Day_Seconds"
	TurbostatWhole = "-"
	TurbostatLog   = "turbostat --quiet --enable Time_Of_Day_Seconds --interval 1"
)
