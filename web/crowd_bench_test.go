package web_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// visitor is somebody who is signed in.
type visitor struct {
	cookie string
	entry  int64  // theirs, for those who have one
	typed  string // into the name of its machine, last
	dice   *rand.Rand
}

// draft is where their entry is.
func (v *visitor) draft() string { return "/submissions/" + number(v.entry) }

// crowd is people at a server, and how long each of their requests took until the last byte of its answer.
type crowd struct {
	server string
	client *http.Client

	begun time.Time

	mutex sync.Mutex
	took  map[string][]time.Duration // by kind of request
	later []time.Duration            // of those that were asked once everybody had come
	wrong []string
}

func newCrowd(server string, people int) *crowd {
	return &crowd{
		server: server, begun: time.Now(), took: map[string][]time.Duration{},
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: people},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }},
	}
}

// ask makes a request and notes how long it took; whatever is not 200, and no answer at all, is wrong. It waits for the
// answer even if the context ends first.
func (c *crowd) ask(ctx context.Context, kind string, who *visitor, address string, form url.Values) {
	method := http.MethodGet
	if form != nil {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(context.WithoutCancel(ctx), method, c.server+address,
		strings.NewReader(form.Encode()))
	if err != nil {
		c.note(kind, 0, err.Error())
		return
	}
	request.Header.Set("Cookie", who.cookie)
	request.Header.Set("Accept-Encoding", "gzip")
	if form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		request.Header.Set("Hx-Request", "true")
	}
	begun := time.Now()
	answer, err := c.client.Do(request)
	if err == nil {
		_, err = io.Copy(io.Discard, answer.Body)
		_ = answer.Body.Close()
	}
	switch took := time.Since(begun); {
	case err != nil:
		c.note(kind, took, err.Error())
	case answer.StatusCode != http.StatusOK:
		c.note(kind, took, fmt.Sprintf("%s: %s", address, answer.Status))
	default:
		c.note(kind, took, "")
	}
}

// settled is how long after the first of a crowd the last of it has come, and has what it came for.
const settled = 15 * time.Second

func (c *crowd) note(kind string, took time.Duration, wrong string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.took[kind] = append(c.took[kind], took)
	if time.Since(c.begun)-took > settled {
		c.later = append(c.later, took)
	}
	if wrong != "" {
		c.wrong = append(c.wrong, wrong)
	}
}

// think waits as people do: any time between the two is as likely. It reports whether they are still there afterwards:
// who leaves asks for nothing more. (Else all of them would ask for what they had not come to, at once and without a
// pause.)
func (v *visitor) think(ctx context.Context, least, most time.Duration) bool {
	pause := time.NewTimer(least + time.Duration(v.dice.Int64N(int64(most-least))))
	defer pause.Stop()
	select {
	case <-pause.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

// requests is how many were made.
func (c *crowd) requests() (count int) {
	for _, took := range c.took {
		count += len(took)
	}
	return count
}

// report tells the middle and the 99th percentile of each kind of request and of all, and ends the benchmark if
// one went wrong.
func (c *crowd) report(b *testing.B, seconds float64) {
	b.Helper()
	if len(c.wrong) > 0 {
		b.Fatalf("%d of %d requests went wrong: %.2000v", len(c.wrong), c.requests(), c.wrong)
	}
	all := slices.Concat(slices.Collect(maps.Values(c.took))...)
	for kind, took := range c.took {
		reportTimes(b, kind, took)
	}
	reportTimes(b, "all", all)
	if len(c.later) > 0 {
		reportTimes(b, "settled", c.later)
	}
	b.ReportMetric(float64(len(all))/seconds, "requests/s")
	b.ReportMetric(float64(len(c.wrong)), "wrong")
	b.ReportMetric(0, "ns/op")
}

func reportTimes(b *testing.B, kind string, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	for name, part := range map[string]int{"p50": 500, "p99": 990} {
		b.ReportMetric(float64(took[len(took)*part/1000].Microseconds())/1000, kind+"-"+name+"-ms")
	}
}
