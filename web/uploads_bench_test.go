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
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"green500/handlers/upload"
	"green500/store/storetest"
	"green500/store/uploads"
	"green500/validation/document/sample"
	"green500/validation/methodology"
)

// What is sent at once, and who reads pages at the same time.
const (
	sendersThere   = 100
	onlookersThere = 20
	sentReadings   = 3_125_000 // of each log
	sentBytes      = len("time,compute\n") + sentReadings*len("2026-11-05T09:15:49.100Z,897.47\n")
)

// BenchmarkHundredUploads lets 100 people send a meter log of 100 MB each at once, by the protocol of resumable uploads
// and over connections that break once, until the server has read each and given its receipt, while 20 people read
// pages. Every file is downloaded again afterwards. Server and people share the machine; those who send are a process
// of their own at the lowest priority, since the pages shall wait for what the server does and not for what makes the
// logs.
func BenchmarkHundredUploads(b *testing.B) {
	onEachDatabase(b, func(b *testing.B, database string) {
		made := install(b, database)
		storetest.Lists{Editions: 30, Entries: 500, Systems: 2000}.Fill(b, database)
		scene := made.scene(b, cast{readers: onlookersThere, typists: sendersThere})
		server := made.serve(b)
		people := signIn(b, server.address, scene.people)
		there := newCrowd(server.address, len(people))
		for b.Loop() {
			before := server.spent(b)
			begun := time.Now()
			sent, arrived := there.send(b, scene, people)
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

// sentLog is a log that was sent: its name in the submission, the address of the upload, and its SHA-256.
type sentLog struct{ Name, At, Digest string }

// sender is somebody who sends a log.
type sender struct {
	Cookie string
	Entry  int64
}

// sending is what the process of the senders is told, by sendersAsked, and sendersSent is where it reports what they
// sent.
type sending struct {
	Server  string
	Senders []sender
}

const (
	sendersVariable = "GREEN500_BENCH_SENDERS" // the folder of both
	sendersAsked    = "asked.json"
	sendersSent     = "sent.json"
)

// send has everybody send a log, and the others read, until all are kept. It returns when the last byte had arrived.
func (c *crowd) send(b *testing.B, scene *scene, people []*visitor) (sent []sentLog, arrived time.Duration) {
	reading, stop := context.WithCancel(b.Context())
	var readers, senders sync.WaitGroup
	for _, one := range people[:onlookersThere] {
		readers.Go(func() { read(reading, c, scene, one) })
	}
	begun := time.Now()
	sent = c.sendElsewhere(b, people[onlookersThere:])
	arrived = time.Since(begun)
	for i, one := range people[onlookersThere:] {
		senders.Go(func() {
			if err := c.awaitKept(b.Context(), one, sent[i]); err != nil {
				b.Errorf("upload %d: %v", i, err)
			}
		})
	}
	senders.Wait()
	stop()
	readers.Wait()
	if b.Failed() {
		b.FailNow()
	}
	return sent, arrived
}

// sendElsewhere has logs sent by another process of this test.
func (c *crowd) sendElsewhere(b *testing.B, people []*visitor) (sent []sentLog) {
	b.Helper()
	folder, asked := b.TempDir(), sending{Server: c.server}
	for _, one := range people {
		asked.Senders = append(asked.Senders, sender{one.cookie, one.entry})
	}
	text, err := json.Marshal(asked)
	must(b, err)
	must(b, os.WriteFile(filepath.Join(folder, sendersAsked), text, 0o600))
	process := exec.CommandContext(b.Context(), "nice", "-n", "19", os.Args[0], "-test.run=^TestSendersOfLogs$")
	process.Env = append(os.Environ(), sendersVariable+"="+folder)
	if said, err := process.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, said)
	}
	text, err = os.ReadFile(filepath.Join(folder, sendersSent))
	must(b, err)
	must(b, json.Unmarshal(text, &sent))
	return sent
}

// TestSendersOfLogs are those who send in BenchmarkHundredUploads.
func TestSendersOfLogs(t *testing.T) {
	folder := os.Getenv(sendersVariable)
	if folder == "" {
		t.Skip("it is the other process of BenchmarkHundredUploads")
	}
	text, err := os.ReadFile(filepath.Join(folder, sendersAsked))
	must(t, err)
	var asked sending
	must(t, json.Unmarshal(text, &asked))
	there, sent, group := newCrowd(asked.Server, len(asked.Senders)), make([]sentLog, len(asked.Senders)),
		sync.WaitGroup{}
	for i, one := range asked.Senders {
		group.Go(func() {
			var err error
			who := &visitor{cookie: one.Cookie, entry: one.Entry, dice: rand.New(rand.NewPCG(uint64(i), 1))}
			if sent[i], err = there.sendLog(t.Context(), who, uint64(i)); err != nil {
				t.Errorf("upload %d: %v", i, err)
			}
		})
	}
	group.Wait()
	text, err = json.Marshal(sent)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(folder, sendersSent), text, 0o600))
}

// sendLog makes a log while it sends it, loses the connection on the way, and goes on where that broke off.
func (c *crowd) sendLog(ctx context.Context, one *visitor, seed uint64) (sentLog, error) {
	l := sentLog{Name: sample.Clean(1, string(methodology.InForce)).Entry.Series[0].File}
	encoded := base64.StdEncoding.EncodeToString
	begun, err := c.tus(ctx, one, http.MethodPost, "/uploads", nil, map[string]string{
		"Upload-Length":   strconv.Itoa(sentBytes),
		"Upload-Metadata": "filename " + encoded([]byte(l.Name)) + ",entry " + encoded([]byte(number(one.entry))),
	})
	if err != nil {
		return l, err
	}
	l.At = begun.Get("Location")
	breaksAt := int64(sentBytes/4 + one.dice.IntN(sentBytes/2))
	breaking := io.MultiReader(io.LimitReader(storetest.NewLog(sentReadings, seed), breaksAt), failing{})
	if _, err := c.tus(ctx, one, http.MethodPatch, l.At, breaking, partFrom(0)); err == nil {
		return l, errors.New("half of a file was taken for the whole")
	}
	const tries = 3 // a server may end a connection that nobody uses just when somebody does
	for range tries {
		if l.Digest, err = c.goOn(ctx, one, l, seed); err == nil {
			break
		}
	}
	return l, err
}

// goOn sends what has not arrived of a log, and returns the digest of the whole.
func (c *crowd) goOn(ctx context.Context, one *visitor, l sentLog, seed uint64) (digest string, err error) {
	arrived, err := c.arrivedOf(ctx, one, l)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	log := io.TeeReader(storetest.NewLog(sentReadings, seed), sum)
	if _, err := io.CopyN(io.Discard, log, arrived); err != nil {
		return "", err
	}
	_, err = c.tus(ctx, one, http.MethodPatch, l.At, log, partFrom(arrived))
	return digestOf(sum), err
}

// arrivedOf asks how much of a log has arrived, again while the server waits for the connection that broke.
func (c *crowd) arrivedOf(ctx context.Context, one *visitor, l sentLog) (int64, error) {
	for {
		held, err := c.tus(ctx, one, http.MethodHead, l.At, nil, nil)
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
	return map[string]string{"Content-Type": "application/offset+octet-stream",
		"Upload-Offset": strconv.FormatInt(offset, 10)}
}

// failing is a connection that is gone.
type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, errors.New("the connection is gone") }

// tus makes a request of the protocol, and returns the headers of what is no refusal.
func (c *crowd) tus(ctx context.Context, one *visitor, method, address string, body io.Reader,
	headers map[string]string) (http.Header, error) {
	request, err := http.NewRequestWithContext(ctx, method, c.server+address, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Cookie", one.cookie)
	request.Header.Set("Tus-Resumable", "1.0.0")
	if body == nil {
		// is not sent: on a connection that was closed in between the request is sent again
		request.Header["Idempotency-Key"] = nil
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
func (c *crowd) awaitKept(ctx context.Context, one *visitor, l sentLog) error {
	for ; ; one.think(ctx, time.Second, 2*time.Second) {
		answer, err := c.get(ctx, one, l.At)
		if err != nil {
			return err
		}
		var told upload.Upload
		err = json.NewDecoder(answer.Body).Decode(&told)
		_ = answer.Body.Close()
		switch {
		case err != nil:
			return err
		case told.State == uploads.Refused:
			return errors.New(told.Message)
		case told.State == uploads.Kept && (told.Digest != l.Digest || told.Receipt == ""):
			return fmt.Errorf("%s was sent, and %s is kept with the receipt %q", l.Digest, told.Digest, told.Receipt)
		case told.State == uploads.Kept:
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

// compare downloads every log, a few at a time, and ends the benchmark if one is not what was sent.
func (c *crowd) compare(b *testing.B, people []*visitor, sent []sentLog) {
	b.Helper()
	atOnce, group := make(chan struct{}, 4), sync.WaitGroup{}
	for i, one := range people {
		group.Go(func() {
			atOnce <- struct{}{}
			defer func() { <-atOnce }()
			answer, err := c.get(b.Context(), one, "/submissions/"+number(one.entry)+"/files/"+sent[i].Name)
			if err != nil {
				b.Error(err)
				return
			}
			defer func() { _ = answer.Body.Close() }()
			sum := sha256.New()
			if _, err := io.Copy(sum, answer.Body); err != nil || digestOf(sum) != sent[i].Digest {
				b.Errorf("upload %d: %s was sent, and %s came back: %v", i, sent[i].Digest, digestOf(sum), err)
			}
		})
	}
	group.Wait()
	if b.Failed() {
		b.FailNow()
	}
}
