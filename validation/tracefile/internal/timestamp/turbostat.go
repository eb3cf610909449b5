package timestamp

const (
	TurbostatTime  = "Time_Of_Day_Seconds"
	TurbostatWhole = "-"
	TurbostatLog   = "turbostat --quiet --enable Time_Of_Day_Seconds --interval 1"
)
