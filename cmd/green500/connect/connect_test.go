package connect

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestAddressesAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct{ text, want, says string }{
		{"https://green500.example.org", "https://green500.example.org", ""},
		{" http://localhost:8080/g500 ", "http://localhost:8080/g500", ""},
		{"green500.example.org", "", "--server: green500.example.org does not begin with http:// or https://; " +
			"write it as https://green500.example.org."},
		{"green500.example.org:8443", "", "write it as https://green500.example.org:8443."},
		{"localhost:8080", "", "write it as http://localhost:8080."},
		{"127.0.0.1:8080", "", "write it as http://127.0.0.1:8080."},
		{"[::1]:8080", "", "write it as http://[::1]:8080."},
		{"login1", "", "write it as http://login1."},
		{"ftp://green500.example.org", "",
			`"ftp://green500.example.org" is not the address of a server; write it as https://green500.example.org.`},
		{"https://", "", "is not the address of a server"},
		{"/srv/green500", "", "is not the address of a server"},
		{"", "", "is not the address of a server"},
		{"https://a b", "", "is not the address of a server"},
	} {
		at, err := Server("--server", c.text, "https://green500.example.org")
		switch {
		case c.says == "" && (err != nil || at.String() != c.want):
			t.Errorf("%q: %v, %v", c.text, at, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%q: %v", c.text, err)
		}
	}
}

func TestWhyAServerCannotBeReached(t *testing.T) {
	plain := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(plain.Close)
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	t.Cleanup(secure.Close)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := listener.Addr().String()
	_ = listener.Close()
	for address, says := range map[string]string{
		"http://" + nobody: "nothing listens there (connection refused)",
		strings.Replace(plain.URL, "http://", "https://", 1): "write the address with http://",
		secure.URL:               "its certificate is not trusted",
		"http://nowhere.invalid": "the name nowhere.invalid is not known",
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			_ = answer.Body.Close()
			t.Fatalf("%s answers", address)
		}
		if why := Why(err); !strings.Contains(why, says) {
			t.Errorf("%s: %s", address, why)
		}
	}
}

// TestWhyOnWindows: its sockets answer with other numbers.
func TestWhyOnWindows(t *testing.T) {
	t.Parallel()
	for number, says := range map[syscall.Errno]string{winTimeout: "did not answer in time",
		winRefused: "nothing listens there", winNoNetwork: "no way to it", winNoHost: "no way to it"} {
		if why := Why(&net.OpError{Op: "dial", Err: os.NewSyscallError("connectex", number)}); !strings.Contains(why,
			says) {
			t.Errorf("%d: %s", int(number), why)
		}
	}
}
