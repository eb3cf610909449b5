package table

// Confidence is how sure a guess is.
type Confidence string

// How sure a guess is.
const (
	Certain Confidence = "certain" // the file or the person says so
	Likely  Confidence = "likely"
	Guess   Confidence = "guess"
	Open    Confidence = "open" // a person has to say
)
