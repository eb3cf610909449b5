package storetest

import (
	"net"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/minio/minio-go/v7"

	"green500/store/blobs"
)

// Warehouse is an object store of one test, which may be killed.
type Warehouse struct {
	t       testing.TB
	program string
	folder  string
	port    int
	client  *minio.Client
	running *exec.Cmd
	end     func()
}

const warehouseBucket = "evidence"

// NewWarehouse starts an object store with an empty bucket, and stops it when the test ends. It skips the test if
// there is no object store, or fails it if that is required.
func NewWarehouse(t testing.TB) *Warehouse {
	t.Helper()
	needServer(t, objectsName)
	program, err := objectsProgram()
	switch {
	case err != nil && required(objectsName):
		t.Fatalf("an object store is required: %v", err)
	case err != nil:
		t.Skipf("no object store here: %v", err)
	}
	w := &Warehouse{t: t, program: program, folder: t.TempDir()}
	if w.port, err = freePort(); err == nil {
		w.client, err = objectsClient(w.Address())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if w.end != nil {
			w.end()
		}
	})
	w.Start()
	if err := w.client.MakeBucket(t.Context(), warehouseBucket, minio.MakeBucketOptions{}); err != nil {
		t.Fatal(err)
	}
	return w
}

// Start starts the object store, and waits until it answers. It ends the test if it does not.
func (w *Warehouse) Start() {
	w.t.Helper()
	var err error
	w.running, w.end, _, err = launchObjects(w.program, w.Address(), w.folder)
	if err == nil {
		err = awaitObjects(w.client)
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// Kill ends the object store as a power cut would, but that the disk stays what it is.
func (w *Warehouse) Kill() {
	w.t.Helper()
	if err := killAll(w.running.Process); err != nil {
		w.t.Fatal(err)
	}
	w.end()
	w.end = nil
}

// Address is where the object store listens.
func (w *Warehouse) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(w.port)) }

// Location is the bucket as it is reached at an address.
func (w *Warehouse) Location(address string) blobs.Location {
	return blobs.Location{
		At:        "s3://" + warehouseBucket + "?endpoint=http://" + address,
		AccessKey: ObjectAccessKey, SecretKey: ObjectSecretKey, Scratch: filepath.Join(w.t.TempDir(), "scratch"),
	}
}
