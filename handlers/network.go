package handlers

import (
	"net/netip"
)

// networkBits is what of an IPv6 address is of the network: everybody has the rest of it to themselves.
const networkBits = 64

// Network is what counts as one place of the network: an IPv4 address, and of an IPv6 address its network, since a person who
// has one address there has as many as they like. What is no address is returned as it is.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	if ip = ip.Unmap(); ip.Is4() {
		return ip.String()
	}
	network, err := ip.Prefix(networkBits)
	if err != nil {
		return address
	}
	return network.String()
}
