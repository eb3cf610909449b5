package backup

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"green500/validation/power"
)

// TestAVerificationSaysWhatToDo while a backup is made, and nothing is restored.
func TestAVerificationSaysWhatToDo(t *testing.T) {
	for says, spoil := range map[string]func(name string) error{
		"is missing":              os.Remove,
		"is not what was written": func(name string) error { return os.WriteFile(name, []byte("y"), 0o600) },
		"cannot be read": func(name string) error {
			return errors.Join(os.Remove(name), os.Mkdir(name, 0o700))
		},
	} {
		t.Run(says, func(t *testing.T) {
			out := t.TempDir()
			written, err := copyTo(t.Context(), strings.NewReader("x"), filepath.Join(out, "x"), nil)
			if err := errors.Join(err, spoil(filepath.Join(out, "x"))); err != nil {
				t.Fatal(err)
			}
			made := manifest{Files: map[string]backupFile{"x": written}}
			of := Installation{Database: filepath.Join(out, "green500.db")}
			done, err := of.finish(t.Context(), Making{Out: out, Verify: true}, &folder{path: out}, made,
				&backup{files: made.Files}, BackedUp{})
			wrong, is := errors.AsType[*power.InputError](err)
			if !is || done.Verified || !strings.Contains(wrong.Problem, says) ||
				!strings.Contains(wrong.Remedy, "green500 backup --verify") {
				t.Errorf("got %+v, %v", done, err)
			}
		})
	}
}
