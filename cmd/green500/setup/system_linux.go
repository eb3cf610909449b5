package setup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	account "os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// WorkAsOwner has root go on as the owner of a data folder: its server could not use files of root.
func WorkAsOwner(folder string, said io.Writer) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("look at the data folder: %w", err)
	}
	owner, known := info.Sys().(*syscall.Stat_t)
	if !known || owner.Uid == 0 {
		return nil
	}
	name := strconv.Itoa(int(owner.Uid))
	groups := []int{int(owner.Gid)}
	if user, err := account.LookupId(name); err == nil {
		name = user.Username
		groups = append(groups, groupsOf(user)...)
	}
	if err := errors.Join(syscall.Setgroups(groups), syscall.Setgid(int(owner.Gid)),
		syscall.Setuid(int(owner.Uid))); err != nil {
		return fmt.Errorf("work as %s, the owner of %s: %w", name, folder, err)
	}
	_, err = fmt.Fprintf(said, "Working as %s, the owner of %s.\n", name, folder)
	return err
}

func groupsOf(user *account.User) (groups []int) {
	ids, err := user.GroupIds()
	if err != nil {
		return nil
	}
	for _, id := range ids {
		if number, err := strconv.Atoi(id); err == nil {
			groups = append(groups, number)
		}
	}
	return groups
}

// hideTyping has a terminal not show what is typed, until the returned function is called. terminal is false for other
// files.
func hideTyping(file *os.File) (restore func(), terminal bool) {
	at := int(file.Fd())
	before, err := unix.IoctlGetTermios(at, unix.TCGETS)
	if err != nil {
		return nil, false
	}
	hidden := *before
	hidden.Lflag &^= unix.ECHO
	if err := unix.IoctlSetTermios(at, unix.TCSETS, &hidden); err != nil {
		return nil, false
	}
	return func() { _ = unix.IoctlSetTermios(at, unix.TCSETS, before) }, true
}
