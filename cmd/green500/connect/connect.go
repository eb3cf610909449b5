// Package connect reads addresses of servers as people write them, and explains why a server cannot be reached.
package connect

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"green500/validation/power"
)

// Server reads the address of a server; without http:// it names the one that was probably meant.
func Server(field, text, example string) (*url.URL, error) {
	text = strings.TrimSpace(text)
	if !strings.Contains(text, "://") && text != "" && !strings.HasPrefix(text, "/") {
		return nil, &power.InputError{Field: field, Problem: text + " does not begin with http:// or https://",
			Remedy: "write it as " + schemeOf(text) + text}
	}
	at, err := url.Parse(text)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return nil, &power.InputError{Field: field, Problem: fmt.Sprintf("%q is not the address of a server", text),
			Remedy: "write it as " + example}
	}
	return at, nil
}

// schemeOf is how an address most likely begins: on this machine and in its network servers rarely have a certificate.
func schemeOf(text string) string {
	host, _, _ := strings.Cut(text, "/")
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if !strings.Contains(host, ".") || net.ParseIP(strings.Trim(host, "[]")) != nil {
		return "http://"
	}
	return "https://"
}

// What sockets of Windows answer, in the numbers of Winsock. Numbers of Unix are lower.
const (
	winNoNetwork syscall.Errno = 10051
	winTimeout   syscall.Errno = 10060
	winRefused   syscall.Errno = 10061
	winNoHost    syscall.Errno = 10065
)

func isOne(err error, of ...error) bool {
	return slices.ContainsFunc(of, func(one error) bool { return errors.Is(err, one) })
}

// Why says in a part of a sentence why a server could not be reached, and what to look at.
func Why(err error) string {
	var name *net.DNSError
	var record tls.RecordHeaderError
	var certificate *tls.CertificateVerificationError
	var authority x509.UnknownAuthorityError
	var timeout net.Error
	switch {
	case isOne(err, syscall.ECONNREFUSED, winRefused):
		return "nothing listens there (connection refused); check address and port, and that the server runs"
	case errors.As(err, &name):
		return "the name " + name.Name + " is not known; check how it is written, and the network"
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"):
		return "it does not speak TLS; write the address with http://"
	case errors.As(err, &certificate), errors.As(err, &authority):
		return fmt.Sprintf(
			"its certificate is not trusted (%v); check the address, or the certificates of this machine", err)
	case isOne(err, syscall.ENETUNREACH, syscall.EHOSTUNREACH, winNoNetwork, winNoHost):
		return "there is no way to it in the network; check the address, and whether a VPN is needed"
	case isOne(err, winTimeout), errors.As(err, &timeout) && timeout.Timeout():
		return "it did not answer in time; check address and port, and whether a firewall is between"
	}
	return err.Error()
}

// Loopback reports whether a host, a name or an IP address, is this machine as it reaches itself.
func Loopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

// Repeat works on what there is, and looks for more from time to time until the context ends. one reports whether there
// may be more.
func Repeat(ctx context.Context, interval time.Duration, one func(context.Context) (more bool)) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		for more := true; more && ctx.Err() == nil; {
			more = one(ctx)
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}
