package calling

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"syscall"
)

var errNotPublic = errors.New("the address is not a public one")

// special are networks that a public address is not in, besides those that netip knows: shared, for protocols, for documentation,
// for benchmarks, reserved, and those that contain an address of version 4 which may be any (RFC 6890, RFC 8215).
func special() []netip.Prefix {
	var networks []netip.Prefix
	for _, one := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "fec0::/10",
	} {
		networks = append(networks, netip.MustParsePrefix(one))
	}
	return networks
}

func public(address netip.Addr) bool {
	address = address.Unmap()
	in := func(network netip.Prefix) bool { return network.Contains(address) }
	return address.Zone() == "" && address.IsGlobalUnicast() && !address.IsPrivate() && !slices.ContainsFunc(special(), in)
}

// refuseOthers returns what keeps a connection from addresses that are neither public nor in some networks. It sees the address that
// is connected to, after its name was looked up.
func refuseOthers(networks []netip.Prefix) func(network, address string, connection syscall.RawConn) error {
	return func(_, address string, _ syscall.RawConn) error {
		at, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("connect to %s: %w", address, err)
		}
		in := func(network netip.Prefix) bool { return network.Contains(at.Addr().Unmap()) }
		if !public(at.Addr()) && !slices.ContainsFunc(networks, in) {
			return fmt.Errorf("%s: %w", at.Addr(), errNotPublic)
		}
		return nil
	}
}
