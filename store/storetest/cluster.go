package storetest

import (
	"errors"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"testing"
)

// Cluster is a PostgreSQL server of one test, which may be killed. Unlike the shared one it keeps what it has
// acknowledged: a process that is killed loses nothing that it gave to the kernel.
type Cluster struct {
	t        testing.TB
	bin      string
	folder   string
	port     int
	identity *identity
	running  *exec.Cmd
	end      func()
}

// NewCluster starts a server with nothing in it, and stops it when the test ends. It skips the test if there is no
// PostgreSQL, or fails it if that is required.
func NewCluster(t testing.TB) *Cluster {
	t.Helper()
	needServer(t, postgresName)
	bin, err := newestPrograms()
	switch {
	case err != nil && required(postgresName):
		t.Fatalf("PostgreSQL is required: %v", err)
	case err != nil:
		t.Skipf("no PostgreSQL here: %v", err)
	}
	folder, err := os.MkdirTemp("", "green500-postgres-") //nolint:usetesting // its account cannot open t.TempDir
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	c := &Cluster{t: t, bin: bin, folder: folder}
	if c.identity, err = serverIdentity(folder); err == nil {
		err = initialise(bin, folder, c.identity)
	}
	if err == nil {
		c.port, err = freePort()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if c.end != nil {
			c.end()
		}
	})
	c.Start()
	return c
}

// Start starts the server, and waits until it answers. It ends the test if it does not.
func (c *Cluster) Start() {
	c.t.Helper()
	var err error
	c.running, c.end, err = launch(c.bin, c.folder, c.port, c.identity,
		[]string{"fsync=off", "shared_buffers=16MB", "timezone=Pacific/Auckland"})
	if err == nil {
		err = await(c.URL(c.Address()))
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// Kill ends the server and all that it started as a power cut would, but that the disk stays what it is.
func (c *Cluster) Kill() {
	c.t.Helper()
	if err := killAll(c.running.Process); err != nil && !errors.Is(err, os.ErrProcessDone) {
		c.t.Fatal(err)
	}
	c.end()
	c.end = nil
}

// Address is where the server listens.
func (c *Cluster) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(c.port)) }

// URL is the database of the server as it is reached at an address.
func (c *Cluster) URL(address string) string {
	return (&url.URL{Scheme: "postgres", User: url.User("postgres"), Host: address, Path: "/postgres",
		RawQuery: "sslmode=disable"}).String()
}
