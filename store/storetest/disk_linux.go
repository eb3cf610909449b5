package storetest

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// namespaceVariable says in a test binary that it runs in a namespace of its own, where it may mount.
const namespaceVariable = "GREEN500_TEST_NAMESPACE"

// OnSmallDisk runs a test, which is no subtest, with a folder on a file system that holds so many bytes, as
// "16m", so that it can be filled. A user who may mount none runs it again in a namespace where they may.
func OnSmallDisk(t *testing.T, size string, test func(t *testing.T, folder string)) {
	t.Helper()
	folder := t.TempDir()
	err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size="+size)
	switch {
	case err == nil:
		t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) })
		test(t, folder)
	case os.Getenv(namespaceVariable) == "":
		runInNamespace(t)
	default:
		t.Skip(noDisk, err)
	}
}

const noDisk = "No file system can be mounted here, so none is filled: "

func runInNamespace(t *testing.T) {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	again := exec.CommandContext(t.Context(), binary, "-test.v", "-test.run=^"+t.Name()+"$")
	again.Env = append(os.Environ(), namespaceVariable+"=1")
	again.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}},
	}
	said, err := again.CombinedOutput()
	switch verdict := fmt.Sprintf(": %s (", t.Name()); {
	case again.Process == nil || strings.Contains(string(said), "--- SKIP"+verdict):
		t.Skip(noDisk, err, string(said))
	case err != nil || !strings.Contains(string(said), "--- PASS"+verdict):
		t.Fatalf("%v\n%s", err, said)
	}
}
