package storetest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// identity is whom the server runs as: PostgreSQL refuses to run as root.
type identity struct{ credential *syscall.Credential }

func serverIdentity(folder string) (*identity, error) {
	if os.Geteuid() != 0 {
		return &identity{}, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		return nil, fmt.Errorf("PostgreSQL does not run as root: %w", err)
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(folder, int(uid), int(gid)); err != nil {
		return nil, err
	}
	return &identity{&syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}, nil
}

func (i *identity) apply(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Credential: i.credential}
}

// startWithParent starts a process that ends with the test binary, even if that is killed. The
// kernel ties it to the thread that started it, so the thread is kept until it has ended.
func startWithParent(command *exec.Cmd) (end func(), err error) {
	command.SysProcAttr.Pdeathsig = syscall.SIGQUIT
	started, ended := make(chan error), make(chan struct{})
	go func() {
		runtime.LockOSThread()
		defer close(ended)
		err := command.Start()
		started <- err
		if err == nil {
			_ = command.Wait()
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return func() {
		_ = command.Process.Signal(os.Interrupt)
		<-ended
	}, nil
}

func killAll(process *os.Process) error {
	all := append([]int{process.Pid}, children(process.Pid)...)
	for _, pid := range all {
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	for _, pid := range all[1:] {
		for parent, alive := parentOf(pid); alive && parent != 0; parent, alive = parentOf(pid) {
			time.Sleep(time.Millisecond)
		}
	}
	return nil
}

func children(of int) []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var found []int
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		if parent, alive := parentOf(pid); alive && parent == of {
			found = append(found, pid)
		}
	}
	return found
}

// parentOf reads who started a process; alive is false once it has ended, even if nobody has noticed yet.
func parentOf(pid int) (parent int, alive bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(text), ") ") // behind the name, which may hold anything but this
	var state string
	if _, err := fmt.Sscan(rest, &state, &parent); err != nil {
		return 0, false
	}
	return parent, state != "Z" && state != "X"
}
