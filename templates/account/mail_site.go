package account

import (
	"fmt"
	"time"
)

// InvitationMail goes to a person who is invited to a site, who may know nothing of us. By is the address of
// the person who invites, server that of the server as people reach it.
func InvitationMail(server, link, site, by string, valid time.Duration) (subject, text string) {
	const day = 24 * time.Hour
	return "Join " + site + " at green500", fmt.Sprintf(`Hello,

%s invites you to be a member of the site
%s at %s, where power
measurements of supercomputer runs are graded and ranked. Members of a site
share what they submit.

To join, follow this link, and sign in or register with the address that this
mail was sent to:

%s

The link is good for %d days and can be used once. If you do not know what
this is about, do nothing.
`, by, site, server, link, int(valid/day))
}
