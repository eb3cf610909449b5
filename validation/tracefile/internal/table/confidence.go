package table

// Sure is how sure a guess is.
type Sure string

// How sure a guess is.
const (
	Certain Sure = "certain" // the file or the person says so
	Likely  Sure = "likely"
	Guess   Sure = "guess"
	Open    Sure = "open" // a person has to say
)
