package account

import (
	"cmp"

	"green500/validation/review"
)

// Landings is the one table of where a role works, which is where signing in leads unless another address was asked for.
func Landings() map[review.Role]string {
	return map[review.Role]string{
		review.Submitter: "/submissions",
		review.Reviewer:  "/review",
		review.Editor:    "/editions",
		review.Admin:     "/server",
	}
}

// landing is where somebody goes who has just signed in: to the address that was asked for, else to where their role works.
func landing(role review.Role, next string) string {
	return cmp.Or(localPath(next), Landings()[role], "/")
}
