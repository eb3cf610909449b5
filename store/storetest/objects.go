package storetest

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"green500/store/blobs"
)

// The keys of the object store of a test binary.
const (
	ObjectAccessKey = "green500"
	ObjectSecretKey = "a-secret-of-the-tests"
)

const objectsName = "objectstore"

var objects struct {
	once    sync.Once
	client  *minio.Client
	address string // host and port
	folder  string
	stop    func()
	err     error
}

// ObjectLocation returns a bucket of an object store for this test alone, with nothing in it. It skips the test if
// there is no object store, or fails it if that is required.
func ObjectLocation(t testing.TB) blobs.Location {
	t.Helper()
	needServer(t, objectsName)
	objects.once.Do(func() { objects.err = startObjects() })
	if objects.err != nil {
		if required(objectsName) {
			t.Fatalf("an object store is required: %v", objects.err)
		}
		t.Skipf("no object store here: %v", objects.err)
	}
	bucket := "test-" + strings.ToLower(rand.Text())
	if err := objects.client.MakeBucket(t.Context(), bucket, minio.MakeBucketOptions{}); err != nil {
		t.Fatal(err)
	}
	return blobs.Location{
		At:        "s3://" + bucket + "/evidence?endpoint=http://" + objects.address,
		AccessKey: ObjectAccessKey, SecretKey: ObjectSecretKey, Scratch: filepath.Join(t.TempDir(), "scratch"),
	}
}

// Objects returns blobs in a bucket for this test alone, as ObjectLocation does.
func Objects(t testing.TB) *blobs.Bucket {
	t.Helper()
	return OpenObjects(t, ObjectLocation(t))
}

// OpenObjects opens a bucket, or ends the test.
func OpenObjects(t testing.TB, at blobs.Location) *blobs.Bucket {
	t.Helper()
	opened, err := blobs.OpenBucket(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	return opened
}

func startObjects() error {
	program, err := objectsProgram()
	if err != nil {
		return err
	}
	if objects.folder, err = os.MkdirTemp("", "green500-objects-"); err != nil {
		return err
	}
	remove := func() { _ = os.RemoveAll(objects.folder) }
	port, err := freePort()
	if err != nil {
		remove()
		return err
	}
	objects.address = "127.0.0.1:" + strconv.Itoa(port)
	_, end, said, err := launchObjects(program, objects.address, objects.folder)
	if err != nil {
		remove()
		return err
	}
	objects.stop = func() { end(); remove() }
	if objects.client, err = objectsClient(objects.address); err == nil {
		err = awaitObjects(objects.client)
	}
	if err != nil {
		objects.stop()
		objects.stop = nil
		return fmt.Errorf("%w: %s", err, said)
	}
	return nil
}

func inTools(name string) (string, error) {
	at, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; filepath.Dir(at) != at; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return exec.LookPath(filepath.Join(at, ".ci", "tools", name))
		}
	}
	return "", errors.New(name + " is not installed")
}

func objectsProgram() (string, error) {
	if program, err := exec.LookPath("versitygw"); err == nil {
		return program, nil
	}
	return inTools("versitygw")
}

func objectsClient(address string) (*minio.Client, error) {
	return minio.New(address, &minio.Options{
		Creds: credentials.NewStaticV4(ObjectAccessKey, ObjectSecretKey, ""), BucketLookup: minio.BucketLookupPath,
		Region: "us-east-1", MaxRetries: 1,
	})
}

func launchObjects(program, address, folder string) (server *exec.Cmd, end func(), said *bytes.Buffer, err error) {
	server = exec.Command(program, "--port", address, "--quiet", "posix", "--file-perms", "0600", "--dir-perms",
		"0700", folder)
	server.Env = []string{"ROOT_ACCESS_KEY=" + ObjectAccessKey, "ROOT_SECRET_KEY=" + ObjectSecretKey}
	said = &bytes.Buffer{}
	server.Stdout, server.Stderr = said, said
	(&identity{}).apply(server)
	end, err = startWithParent(server)
	return server, end, said, err
}

func awaitObjects(client *minio.Client) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTimeout)
	defer cancel()
	for {
		_, err := client.ListBuckets(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
		time.Sleep(startPause)
	}
}
