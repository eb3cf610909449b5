package storetest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"runtime"
	"strconv"
	"syscall"
)

// identity is whom the server runs as: PostgreSQL refuses to run as root.
type identity struct{ credential *syscall.Credential }

// serverIdentity finds an account for the server, and gives it the folder.
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

// startWithParent starts a process that ends with the test binary, even where that is killed. The
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
