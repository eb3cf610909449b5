package setup

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// folderVariable names the folder that a child of the test works in.
const folderVariable = "GREEN500_TEST_OWNED_FOLDER"

// TestMain is a child of the test if the variable is set: it writes a file as a command would.
func TestMain(m *testing.M) {
	folder := os.Getenv(folderVariable)
	if folder == "" {
		os.Exit(m.Run())
	}
	if err := WorkAsOwner(folder, io.Discard); err != nil {
		panic(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "made"), nil, 0o600); err != nil {
		panic(err)
	}
}

// TestRootWorksAsTheOwner: what a command of root makes in a folder of the service belongs to the service.
func TestRootWorksAsTheOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can become somebody else")
	}
	const service = 65532
	for _, owner := range []uint32{service, 0} {
		folder := t.TempDir()
		for _, parent := range []string{filepath.Dir(folder), folder} { // the owner has to reach it
			if err := os.Chmod(parent, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chown(folder, int(owner), int(owner)); err != nil {
			t.Fatal(err)
		}
		child := exec.CommandContext(t.Context(), os.Args[0])
		child.Env = append(os.Environ(), folderVariable+"="+folder)
		if said, err := child.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		info, err := os.Stat(filepath.Join(folder, "made"))
		if err != nil {
			t.Fatal(err)
		}
		if made, _ := info.Sys().(*syscall.Stat_t); made.Uid != owner || made.Gid != owner {
			t.Errorf("a file in a folder of %d belongs to %d:%d", owner, made.Uid, made.Gid)
		}
	}
}

// TestAPasswordIsTheFirstLine of what is not a terminal.
func TestAPasswordIsTheFirstLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"correct horse\nbattery": "correct horse",
		"correct horse\r\n": "correct horse", "": "", "\n": ""} {
		name := filepath.Join(t.TempDir(), "password")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ReadPassword(t.Context(), file, io.Discard)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
