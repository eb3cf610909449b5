package account

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestAProviderIsFollowedTenTimesAndNeverToHTTP: requests to it hold our secret.
func TestAProviderIsFollowedTenTimesAndNeverToHTTP(t *testing.T) {
	asked := 0
	plain := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("it was asked without encryption")
	}))
	t.Cleanup(plain.Close)
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		to := r.URL.Path
		if to == "/down" {
			to = plain.URL
		}
		http.Redirect(w, r, to, http.StatusTemporaryRedirect)
	}))
	t.Cleanup(server.Close)
	client := server.Client()
	client.CheckRedirect = NewProvider("Mock", server.URL, "us", "secret").client.CheckRedirect
	for path, want := range map[string]string{"/down": "from https to http", "/loop": "more than 10 times"} {
		asked = 0
		answer, err := client.Post(server.URL+path, "text/plain", strings.NewReader("secret"))
		if err == nil {
			_ = answer.Body.Close()
		}
		if err == nil || !strings.Contains(err.Error(), want) || asked > 11 {
			t.Errorf("%s, asked %d times: got %v, want %q", path, asked, err, want)
		}
	}
}
