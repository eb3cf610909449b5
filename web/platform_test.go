package web_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
)

// platform is how the seed's figure 6 would be written by an older SimGrid.
const platform = `<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id="lyon" routing="None">
    <host id="taurus-8" speed="18.4Gf,9.6Gf" core="12">
      <prop id="watt_per_state" value="92.75:114.62:174.38, 93.25:104.62:123.62"/>
      <prop id="watt_off" value="10"/>
    </host>
  </zone>
</platform>`

func (h *house) exchange(t *testing.T, file, host string) (*http.Response, string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("platform", "taurus.xml")
	must(t, err)
	_, err = part.Write([]byte(file))
	must(t, err)
	must(t, form.WriteField("host", host))
	must(t, form.Close())
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		h.server.URL+"/models/simgrid/platform", &body)
	must(t, err)
	request.Header.Set("Content-Type", form.FormDataContentType())
	answer := h.send(t, "public", request)
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer, string(text)
}

// TestANodeGoesToSimGridAndBack: what is read is shown in the fields, and what is written reads the same.
func TestANodeGoesToSimGridAndBack(t *testing.T) {
	h := open(t)
	answer, _ := h.exchange(t, platform, "")
	at := answer.Header.Get("Location")
	if answer.StatusCode != http.StatusSeeOther {
		t.Fatalf("got %d", answer.StatusCode)
	}
	for _, field := range []string{"state_idle=92.75", "one=114.62", "all=174.38", "cores=12", "off=10", "speed=18.4"} {
		if !strings.Contains(at, field) {
			t.Errorf("%s is not in %s", field, at)
		}
	}
	written := h.read(t, "public", strings.Replace(at, "/models/simgrid?", "/models/simgrid/platform.xml?", 1))
	again, _ := h.exchange(t, written, "node")
	if got := again.Header.Get("Location"); got != at {
		t.Errorf("read again it is %s, not %s", got, at)
	}
}

func TestPlatformFilesThatCannotBeRead(t *testing.T) {
	h := open(t)
	for name, c := range map[string]struct{ file, host, says string }{
		"no XML":       {"power", "", "taurus.xml"},
		"no host":      {`<platform version="4.1"></platform>`, "", "contains no host"},
		"another host": {platform, "taurus-9", "such as taurus-8"},
		"entities": {`<!DOCTYPE platform [<!ENTITY a "b">]>` + platform[strings.Index(platform, "<platform"):],
			"", "taurus.xml"},
		"a script's figure": {strings.Replace(platform, "174.38", "<script>", 1), "", "taurus.xml"},
	} {
		t.Run(name, func(t *testing.T) {
			answer, page := h.exchange(t, c.file, c.host)
			if answer.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(page, c.says) {
				t.Errorf("got %d without %q", answer.StatusCode, c.says)
			}
		})
	}
}
