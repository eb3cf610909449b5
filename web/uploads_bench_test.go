package web_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"green500/handlers"
	"green500/store"
	"green500/store/storetest"
	"green500/validation/methodology"
	"green500/validation/sample"
)

// What is sent at once, and who reads pages meanwhile.
const (
	sendersThere   = 100
	onlookersThere = 20
	sentReadings   = 3_125_000 // of each log
	sentBytes      = len("time,compute\n") + sentReadings*len("2026-11-05T09:15:49.100Z,897.47\n")
)

// BenchmarkHundredUploads lets 100 people send a meter log of 100 MB each at once, by the protocol of resumable uploads and over
// connections that break once, until the server has read each and given its receipt, while 20 people read pages. Every file is
// downloaded again afterwards. Server and people share the machine.
func BenchmarkHundredUploads(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, database string) {
		made := install(b, database)
		storetest.Lists{Editions: 30, Entries: 500, Systems: 2000}.Fill(b, database)
		scene := made.scene(b, cast{readers: onlookersThere, typists: sendersThere})
		server := made.serve(b)
		people := signIn(b, server.address, scene.people)
		there := newCrowd(server.address, len(people))
		sent := make([]*sentLog, sendersThere)
		for b.Loop() {
			before := server.spent(b)
			begun := time.Now()
			arrived := there.send(b, scene, people, sent)
			took := time.Since(begun).Seconds()
			after := server.spent(b)
			there.report(b, took)
			const all = sendersThere * float64(sentBytes) / 1e6
			b.ReportMetric(all/took, "kept-MB/s")
			b.ReportMetric(all/arrived.Seconds(), "arrived-MB/s")
			b.ReportMetric((after.worked-before.worked).Seconds()/all*1000, "cpu-s/GB")
			b.ReportMetric(after.most, "MiB")
			there.compare(b, people[onlookersThere:], sent)
			b.ReportMetric(server.spent(b).most, "MiB-after-downloads")
			b.ReportMetric(float64(size(b, made.blobs))/sendersThere/1e6, "MB-on-disk/upload")
		}
	})
}

// sentLog is a log that was sent.
type sentLog struct {
	name, at string // its name in the submission, and the address of the upload
	digest   string
}

// send has everybody send a log, and the others read, until all are kept. It returns when the last byte had arrived.
func (c *crowd) send(b *testing.B, scene *scene, people []*visitor, sent []*sentLog) (arrived time.Duration) {
	reading, stop := context.WithCancel(b.Context())
	var readers, senders sync.WaitGroup
	for _, one := range people[:onlookersThere] {
		readers.Go(func() { read(reading, c, scene, one) })
	}
	begun := time.Now()
	for i := range sent {
		one := people[onlookersThere+i]
		senders.Go(func() {
			var err error
			if sent[i], err = c.sendLog(b.Context(), one, uint64(i)); err != nil {
				b.Errorf("upload %d: %v", i, err)
			}
		})
	}
	senders.Wait()
	arrived = time.Since(begun)
	for i, one := range people[onlookersThere:] {
		if sent[i] != nil {
			senders.Go(func() {
				if err := c.awaitKept(b.Context(), one, sent[i]); err != nil {
					b.Errorf("upload %d: %v", i, err)
				}
			})
		}
	}
	senders.Wait()
	stop()
	readers.Wait()
	if b.Failed() {
		b.FailNow()
	}
	return arrived
}

// sendLog makes a log while it sends it, loses the connection on the way, and goes on where that broke off.
func (c *crowd) sendLog(ctx context.Context, one *visitor, seed uint64) (*sentLog, error) {
	l := &sentLog{name: sample.Clean(1, string(methodology.InForce)).Entry.Series[0].File}
	encoded := base64.StdEncoding.EncodeToString
	begun, err := c.tus(ctx, one, http.MethodPost, "/uploads", nil, map[string]string{
		"Upload-Length":   strconv.Itoa(sentBytes),
		"Upload-Metadata": "filename " + encoded([]byte(l.name)) + ",entry " + encoded([]byte(number(one.entry))),
	})
	if err != nil {
		return nil, err
	}
	l.at = begun.Get("Location")
	breaksAt := int64(sentBytes/4 + one.dice.IntN(sentBytes/2))
	breaking := io.MultiReader(io.LimitReader(storetest.NewLog(sentReadings, seed), breaksAt), failing{})
	if _, err := c.tus(ctx, one, http.MethodPatch, l.at, breaking, partFrom(0)); err == nil {
		return nil, errors.New("half of a file was taken for the whole")
	}
	arrived, err := c.arrivedOf(ctx, one, l)
	if err != nil || arrived > breaksAt {
		return nil, fmt.Errorf("%d bytes of it have arrived, of which %d were sent: %w", arrived, breaksAt, err)
	}
	sum := sha256.New()
	log := io.TeeReader(storetest.NewLog(sentReadings, seed), sum)
	if _, err := io.CopyN(io.Discard, log, arrived); err != nil {
		return nil, err
	}
	_, err = c.tus(ctx, one, http.MethodPatch, l.at, log, partFrom(arrived))
	l.digest = digestOf(sum)
	return l, err
}

// arrivedOf asks how much of a log has arrived, again while the server waits for the connection that broke.
func (c *crowd) arrivedOf(ctx context.Context, one *visitor, l *sentLog) (int64, error) {
	for {
		held, err := c.tus(ctx, one, http.MethodHead, l.at, nil, nil)
		if err == nil {
			return strconv.ParseInt(held.Get("Upload-Offset"), 10, 64)
		}
		if !errors.Is(err, errLocked) {
			return 0, err
		}
		one.think(ctx, time.Second, 2*time.Second)
	}
}

// errLocked says that somebody else sends a file at the moment.
var errLocked = errors.New(http.StatusText(http.StatusLocked))

func digestOf(sum hash.Hash) string { return hex.EncodeToString(sum.Sum(nil)) }

func partFrom(offset int64) map[string]string {
	return map[string]string{"Content-Type": "application/offset+octet-stream", "Upload-Offset": strconv.FormatInt(offset, 10)}
}

// failing is a connection that is gone.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the connection is gone") }

// tus makes a request of the protocol, and returns the headers of what is no refusal.
func (c *crowd) tus(ctx context.Context, one *visitor, method, address string, body io.Reader, headers map[string]string) (http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.server+address, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Cookie", one.cookie)
	request.Header.Set("Tus-Resumable", "1.0.0")
	if body == nil {
		request.Header["Idempotency-Key"] = nil // is not sent: on a connection that was closed meanwhile it is asked again
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	answer, err := c.client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode == http.StatusLocked {
		return nil, errLocked
	}
	if answer.StatusCode >= http.StatusBadRequest {
		said, _ := io.ReadAll(io.LimitReader(answer.Body, 1<<10)) // the status tells as well
		return nil, fmt.Errorf("%s %s: %s %s", method, address, answer.Status, said)
	}
	return answer.Header, nil
}

// awaitKept asks as the page does until an upload was read, and holds what was kept against what was sent.
func (c *crowd) awaitKept(ctx context.Context, one *visitor, l *sentLog) error {
	for ; ; one.think(ctx, time.Second, 2*time.Second) {
		answer, err := c.get(ctx, one, l.at)
		if err != nil {
			return err
		}
		var told handlers.APIUpload
		err = json.NewDecoder(answer.Body).Decode(&told)
		_ = answer.Body.Close()
		switch {
		case err != nil:
			return err
		case told.State == store.Refused:
			return errors.New(told.Remark)
		case told.State == store.Kept && (told.Digest != l.digest || told.Receipt == ""):
			return fmt.Errorf("%s was sent, and %s is kept with the receipt %q", l.digest, told.Digest, told.Receipt)
		case told.State == store.Kept:
			return nil
		}
	}
}

func (c *crowd) get(ctx context.Context, one *visitor, address string) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, c.server+address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Cookie", one.cookie)
	request.Header.Set("Accept", "application/json")
	answer, err := c.client.Do(request)
	if err == nil && answer.StatusCode != http.StatusOK {
		_ = answer.Body.Close()
		err = fmt.Errorf("%s: %s", address, answer.Status)
	}
	return answer, err
}

// compare downloads every log, a few at a time, and ends the benchmark where one is not what was sent.
func (c *crowd) compare(b *testing.B, people []*visitor, sent []*sentLog) {
	b.Helper()
	atOnce, group := make(chan struct{}, 4), sync.WaitGroup{}
	for i, one := range people {
		group.Go(func() {
			atOnce <- struct{}{}
			defer func() { <-atOnce }()
			answer, err := c.get(b.Context(), one, "/submissions/"+number(one.entry)+"/files/"+sent[i].name)
			if err != nil {
				b.Error(err)
				return
			}
			defer func() { _ = answer.Body.Close() }()
			sum := sha256.New()
			if _, err := io.Copy(sum, answer.Body); err != nil || digestOf(sum) != sent[i].digest {
				b.Errorf("upload %d: %s was sent, and %s came back: %v", i, sent[i].digest, digestOf(sum), err)
			}
		})
	}
	group.Wait()
	if b.Failed() {
		b.FailNow()
	}
}
