package webhooks

import (
	"fmt"
	"net/url"
	"strings"
)

// addressProblem says why an address cannot be a webhook; it is empty if it can.
func addressProblem(address string) string {
	at, err := url.Parse(address)
	switch {
	case address == "":
		return "there is no address"
	case len(address) > longestURL:
		return fmt.Sprintf("the address is longer than %d bytes", longestURL)
	case err != nil || at.Host == "" || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }):
		return "this is not an address of a program"
	case at.Scheme != "https":
		return "the address does not begin with https://, and others could read and change what is sent there"
	case at.User != nil:
		return "the address contains a name or a password, which would be kept readable"
	case at.Fragment != "":
		return "the address contains #, and what follows is never sent"
	}
	return ""
}

func hostOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return at.Host
}
