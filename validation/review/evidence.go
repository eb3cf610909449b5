package review

import "slices"

// Kinship is what another submission with the same evidence is to the one that is reviewed.
type Kinship string

// The kinships. A submitter may submit a system again with the same run, so only an unrelated submission is an alarm.
const (
	NoKinship     Kinship = "" // there is no other submission
	SameSystem    Kinship = "same system"
	SameSubmitter Kinship = "same submitter"
	Unrelated     Kinship = "unrelated"
)

// KinshipOf says what two submissions are to each other.
func KinshipOf(sameSystem, sameSubmitter bool) Kinship {
	switch {
	case sameSystem:
		return SameSystem
	case sameSubmitter:
		return SameSubmitter
	}
	return Unrelated
}

// Worse returns the more serious of two.
func (k Kinship) Worse(other Kinship) Kinship {
	order := []Kinship{NoKinship, SameSystem, SameSubmitter, Unrelated}
	return order[max(slices.Index(order, k), slices.Index(order, other))]
}

// MaySeeSharedEvidence reports whether a person may know that evidence of a submission is also in another: those who
// review it. Its submitter may not, whatever their role.
func MaySeeSharedEvidence(by Party) bool {
	return !by.Owner && May(by.Role, ReadQueue) && by.Conflict == NoConflict
}
