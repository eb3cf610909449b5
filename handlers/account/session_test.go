package account

import (
	"net/url"
	"strings"
	"testing"

	"green500/handlers"
)

// TestARedirectStaysHere: browsers drop tabs and line ends out of an address before they read it, and take a backslash
// for a slash.
func TestARedirectStaysHere(t *testing.T) {
	for path, want := range map[string]string{
		"/submissions/1?a=b#c": "/submissions/1?a=b#c", "/": "/",
		"": "", "//x.example": "", "/\t/x.example": "", "/\n/x.example": "", "\t//x.example": "",
		`/\x.example`: "", `\\x.example`: "", "https://x.example/": "", "javascript:alert(1)": "",
		"/%zz": "", "/a\x00b": "", "/a\r\nSet-Cookie: x=1": "", " /x": "",
	} {
		if got := localPath(path); got != want {
			t.Errorf("%q leads to %q, want %q", path, got, want)
		}
	}
}

// dropped is an address as a browser reads it.
func dropped(address string) string {
	return strings.NewReplacer("\t", "", "\n", "", "\r", "", `\`, "/").
		Replace(strings.TrimFunc(address, func(r rune) bool { return r <= ' ' }))
}

func FuzzLocalPath(f *testing.F) {
	for _, path := range []string{"/", "/submissions?x=y#z", "//x", "/\t/x", `/\x`, "/%2f/x", "x:y", ""} {
		f.Add(path)
	}
	here := &url.URL{Scheme: "https", Host: "green500.example"}
	f.Fuzz(func(t *testing.T, path string) {
		read := dropped(localPath(path))
		at, err := here.Parse(read)
		if err != nil || at.Host != here.Host || at.Scheme != here.Scheme || strings.HasPrefix(read, "//") {
			t.Errorf("%q leads to %v, %v", path, at, err)
		}
	})
}

func TestANetworkIsOnePlace(t *testing.T) {
	for address, want := range map[string]string{
		"203.0.113.7": "203.0.113.7", "::ffff:203.0.113.7": "203.0.113.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2::": "2001:db8:1:2::/64",
		"fe80::1%eth0":   "fe80::/64", "": "", "nonsense": "nonsense",
	} {
		if got := handlers.Network(address); got != want {
			t.Errorf("%s is of %s, want %s", address, got, want)
		}
	}
}
