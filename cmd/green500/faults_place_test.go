package main

import (
	"context"
	"errors"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/storetest"
	"green500/validation/review"
)

// clockVariable names a file with the nanoseconds by which the clock of a server in a trial is ahead.
const clockVariable = "GREEN500_TEST_CLOCK"

// serveByFile is the program with a clock that can be set while it runs.
func serveByFile() {
	name := os.Getenv(clockVariable)
	os.Exit(Main(func() time.Time { return time.Now().Add(ahead(name)) }))
}

func ahead(name string) time.Duration {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0
	}
	nanoseconds, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return 0
	}
	return time.Duration(nanoseconds)
}

// forBackup is a server and what it keeps its things in, each a process that can be killed.
type installation struct {
	*testing.T
	data, address string
	place         storageFlags
	server        *exec.Cmd
	ended         chan struct{} // is closed once the server has ended
	said          *os.File      // what the server logged
	jump          time.Duration
	cluster       *storetest.Cluster   // nil if the database is a file
	toDatabase    *wire                // nil as well
	warehouse     *storetest.Warehouse // nil if the evidence is in a folder
	toWarehouse   *wire                // nil as well
}

// newInstallation makes an installation in a folder, with accounts and nothing else.
func newInstallation(t *testing.T, folder string) *installation {
	t.Helper()
	i := &installation{T: t, data: filepath.Join(folder, "data"), address: free(t)}
	i.place = storageFlags{Data: i.data}
	said, err := os.Create(filepath.Join(t.TempDir(), "server.log"))
	must(t, err)
	i.said = said
	t.Cleanup(i.leave)
	return i
}

// leave ends the server, and shows the last it said if the test failed.
func (i *installation) leave() {
	if i.server != nil {
		i.kill()
	}
	text, err := os.ReadFile(i.said.Name())
	_ = i.said.Close()
	if err == nil && i.Failed() {
		lines := strings.Split(string(text), "\n")
		const last = 60
		i.Logf("the server said at last:\n%s", strings.Join(lines[max(0, len(lines)-last):], "\n"))
	}
}

// people makes the accounts and returns the token of each submitter.
func (i *installation) people(ctx context.Context, people ...accounts.NewUser) map[string]string {
	i.Helper()
	opened, err := i.place.openWith(ctx, store.Config{})
	must(i.T, err)
	tokens := map[string]string{}
	for _, one := range people {
		made, err := opened.Accounts.CreateUser(ctx, one)
		must(i.T, err)
		if one.Role != review.Submitter {
			continue
		}
		tokens[one.Email], _, err = opened.SignIns.CreateToken(ctx, made,
			accounts.NewToken{Name: "trial", Scopes: review.Scopes(), Lifetime: accounts.TokenLifetimes()[2]})
		must(i.T, err)
	}
	must(i.T, opened.Close())
	return tokens
}

func (i *installation) clockFile() string { return i.said.Name() + ".clock" }

// setClock has the clock of the server show what it does now and so much more.
func (i *installation) setClock(to time.Duration) {
	i.Helper()
	i.jump = to
	const readable = 0o600
	must(i.T, os.WriteFile(i.clockFile()+".new", []byte(strconv.FormatInt(int64(to), 10)), readable))
	must(i.T, os.Rename(i.clockFile()+".new", i.clockFile()))
}

// begin starts the server and does not wait for it.
func (i *installation) begin() {
	i.Helper()
	path, err := exec.LookPath("green500-by-file") // the test itself, under that name
	must(i.T, err)
	i.server = exec.CommandContext(context.WithoutCancel(i.Context()), path, "serve", "--data", i.data, "--addr",
		i.address, "--no-registration", "--reserve", "0")
	i.server.Env = append(os.Environ(), clockVariable+"="+i.clockFile())
	i.where(i.server)
	i.server.Stdout, i.server.Stderr = i.said, i.said
	must(i.T, i.server.Start())
	server, ended := i.server, make(chan struct{})
	i.ended = ended
	go func() {
		_ = server.Wait() // it is killed, and says so
		close(ended)
	}()
}

// where tells a command where the installation keeps its things.
func (i *installation) where(command *exec.Cmd) {
	if command.Env == nil {
		command.Env = os.Environ()
	}
	command.Env = append(command.Env, "GREEN500_S3_ACCESS_KEY="+i.place.AccessKey,
		"GREEN500_S3_SECRET_KEY="+i.place.SecretKey)
	for flag, value := range map[string]string{"--secret-key": i.place.Secret, "--database": i.place.Database,
		"--blobs": i.place.Blobs} {
		if value != "" {
			command.Args = append(command.Args, flag, value)
		}
	}
}

// kill ends the server as a power cut would.
func (i *installation) kill() {
	i.Helper()
	if err := i.server.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		i.Fatal(err)
	}
	<-i.ended
	i.server = nil
}

// await waits for the server that was started; one that gave up needs a hand.
func (i *installation) await() {
	i.Helper()
	for ends := time.Now().Add(patience); !answers(i.T, i.address); time.Sleep(5 * time.Millisecond) {
		select {
		case <-i.ended:
			i.Fatal("the server ended by itself")
		default:
		}
		if time.Now().After(ends) {
			i.Fatal("the server does not answer")
		}
	}
}

// prove has the program look at everything that is kept.
func (i *installation) prove() {
	i.Helper()
	path, err := exec.LookPath("green500")
	must(i.T, err)
	command := exec.CommandContext(i.Context(), path, "verify", "--data", i.data)
	i.where(command)
	if said, err := command.CombinedOutput(); err != nil || !strings.Contains(string(said), "Nothing was altered.") {
		i.Errorf("green500 verify: %v\n%s", err, said)
	}
}

func (i *installation) url(path string) string {
	return (&url.URL{Scheme: "http", Host: i.address}).String() + path
}
