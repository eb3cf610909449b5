package storetest

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"
)

const (
	programs     = "/usr/lib/postgresql/*/bin"
	startTimeout = 3 * time.Minute
	startPause   = 25 * time.Millisecond
)

// startServer starts PostgreSQL on a free port of the loopback address, with its data in a folder
// that is removed by stop. It fails if PostgreSQL is not installed.
func startServer() (address string, stop func(), err error) {
	bin, err := newestPrograms()
	if err != nil {
		return "", nil, err
	}
	folder, err := os.MkdirTemp("", "green500-postgres-")
	if err != nil {
		return "", nil, err
	}
	remove := func() { _ = os.RemoveAll(folder) }
	identity, err := serverIdentity(folder)
	if err == nil {
		err = initialise(bin, folder, identity)
	}
	if err != nil {
		remove()
		return "", nil, err
	}
	port, err := freePort()
	if err != nil {
		remove()
		return "", nil, err
	}
	address = "postgres://postgres@127.0.0.1:" + strconv.Itoa(port) + "/postgres?sslmode=disable"
	_, end, err := launch(bin, folder, port, identity, hasty())
	if err != nil {
		remove()
		return "", nil, err
	}
	stop = func() { end(); remove() }
	if err := await(address); err != nil {
		stop()
		return "", nil, err
	}
	return address, stop, nil
}

func newestPrograms() (string, error) {
	found, err := filepath.Glob(filepath.Join(programs, "postgres"))
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("%s is not set and PostgreSQL is not installed in %s", urlVariable, programs)
	}
	return filepath.Dir(slices.MaxFunc(found, byVersion)), nil
}

func byVersion(a, b string) int {
	version := func(path string) int {
		number, err := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		if err != nil {
			return 0
		}
		return number
	}
	return version(a) - version(b)
}

func initialise(bin, folder string, identity *identity) error {
	command := exec.Command(filepath.Join(bin, "initdb"),
		"-D", filepath.Join(folder, "data"), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync")
	identity.apply(command)
	command.Dir = folder
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, output)
	}
	return nil
}

// hasty are settings of a server that is not asked for anything once it has ended: without what makes it safe and slow.
func hasty() []string {
	return []string{"fsync=off", "full_page_writes=off", "synchronous_commit=off", "timezone=Pacific/Auckland",
		"max_connections=300"}
}

func launch(bin, folder string, port int, identity *identity, settings []string) (
	server *exec.Cmd, end func(), err error) {
	server = exec.Command(filepath.Join(bin, "postgres"), "-D", filepath.Join(folder, "data"), "-p", strconv.Itoa(port),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=")
	for _, setting := range settings {
		server.Args = append(server.Args, "-c", setting)
	}
	identity.apply(server)
	server.Dir = folder
	var output bytes.Buffer
	server.Stdout, server.Stderr = &output, &output
	end, err = startWithParent(server)
	return server, end, err
}

func await(address string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		err := db.PingContext(ctx)
		if err == nil || ctx.Err() != nil {
			return errors.Join(err, db.Close())
		}
		time.Sleep(startPause)
	}
}

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	return port, listener.Close()
}
