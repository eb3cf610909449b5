package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"strings"
	"testing"

	"green500/validation/power"
)

// TestWhatAUserMayNotUseIsNamed, with the user and what to do; other errors stay as they are.
func TestWhatAUserMayNotUseIsNamed(t *testing.T) {
	t.Parallel()
	user := nameOf(os.Geteuid())
	denied := func(path string) error {
		return fmt.Errorf("backup: %w", &fs.PathError{Op: "open", Path: path, Err: fs.ErrPermission})
	}
	const out = "/backups/green500"
	for name, c := range map[string]struct {
		got  error
		says []string // nothing if the error stays as it is
	}{
		"the folder": {DeniedFolder(denied(out), out),
			[]string{out + ": ", user, "chown -R " + user + " " + out}},
		"a file in it":     {DeniedFolder(denied(out+"/lock"), out), []string{out + ": ", user}},
		"the folder above": {DeniedFolder(denied("/backups"), out), []string{out + ": ", user}},
		"another folder":   {DeniedFolder(denied("/data/green500.db"), out), nil},
		"another error":    {DeniedFolder(&fs.PathError{Op: "open", Path: out, Err: fs.ErrNotExist}, out), nil},
		"no error":         {DeniedFolder(nil, out), nil},
		"a low port": {DeniedAddress(&net.OpError{Op: "listen", Err: fs.ErrPermission}, ":443"),
			[]string{"--addr: ", user, ":443", "CAP_NET_BIND_SERVICE"}},
		"a port in use":      {DeniedAddress(&net.OpError{Op: "listen", Err: errors.New("in use")}, ":443"), nil},
		"a file of a server": {DeniedAddress(denied("/data"), ":443"), nil},
	} {
		if wrong, is := errors.AsType[*power.InputError](c.got); is != (c.says != nil) {
			t.Errorf("%s: got %v", name, c.got)
		} else if is {
			for _, want := range c.says {
				if !strings.Contains(wrong.Error(), want) {
					t.Errorf("%s: %q does not say %q", name, wrong, want)
				}
			}
		}
	}
}
