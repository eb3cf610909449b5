package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	account "os/user"
	"path/filepath"
	"strconv"

	"green500/validation/power"
)

// DeniedFolder returns the error of work on a folder; if the user of the process may not use the folder, a *power.InputError that
// names both. Commands of root work as the owner of the data folder, so a folder that root could use before may be closed to them.
func DeniedFolder(err error, folder string) error {
	wrong, is := errors.AsType[*fs.PathError](err)
	if !is || !errors.Is(err, fs.ErrPermission) || !within(wrong.Path, folder) && !within(folder, wrong.Path) {
		return err
	}
	user := nameOf(os.Geteuid())
	return &power.InputError{
		File: folder, Problem: fmt.Sprintf("this command works as the user %s, who may not use this folder", user),
		Remedy: fmt.Sprintf("make the folder if it is missing, and give it to this user: chown -R %s %s; or name a folder of this user", user, folder),
	}
}

func within(path, folder string) bool {
	inside, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(inside)
}

// DeniedAddress returns the error of listening at an address; if the user of the process may not, a *power.InputError that names both.
func DeniedAddress(err error, address string) error {
	listening, is := errors.AsType[*net.OpError](err)
	if !is || listening.Op != "listen" || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return &power.InputError{
		Field: "--addr", Problem: fmt.Sprintf("the server works as the user %s, who may not listen at %s", nameOf(os.Geteuid()), address),
		Remedy: "use a port from 1024 on behind a proxy, or have systemd start the server with AmbientCapabilities=CAP_NET_BIND_SERVICE",
	}
}

func nameOf(id int) string {
	number := strconv.Itoa(id)
	if user, err := account.LookupId(number); err == nil {
		return user.Username
	}
	return number
}
