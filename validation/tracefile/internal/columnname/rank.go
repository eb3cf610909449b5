package columnname

// What ranks a candidate: what the person or the format names comes first, then what has a unit, then
// what sees more of the machine.
const (
	RankNamed    = 1000
	RankUnit     = 100
	RankQuantity = 50
	RankEmpty    = -500
	RankReach    = 10
)
