package limit

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// badly is how much more readily the kernel ends a server than the node when the host has no memory left.
const badly = "300"

// Become turns this process into one of a server, before it executes the server's program in the same goroutine: in its group, with
// its limits, as its user, without a way to more rights, and killed when the thread of the process parent that started it ends.
func Become(g Group, l Limits, u User, parent int) error {
	runtime.LockOSThread() // the last settings belong to the thread that executes
	if err := g.Enter(); err != nil {
		return err
	}
	_ = os.WriteFile("/proc/self/oom_score_adj", []byte(badly), 0) // a help, no limit
	for _, r := range resources(l, u) {
		if err := restrict(r); err != nil {
			return fmt.Errorf("limit the resource %d: %w", r.what, err)
		}
	}
	if u.UID != 0 {
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(u.GID), syscall.Setuid(u.UID)); err != nil {
			return fmt.Errorf("become the user %d: %w", u.UID, err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("renounce more rights: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil { // a change of the user has reset it
		return fmt.Errorf("bind to the keeper: %w", err)
	}
	if os.Getppid() != parent {
		return errors.New("the keeper has ended")
	}
	return nil
}

type resource struct {
	what int
	most uint64
}

// resources never limit the address space: a Java runtime reserves more than it uses.
func resources(l Limits, u User) []resource {
	all := []resource{{unix.RLIMIT_CORE, 0}}
	if l.Files > 0 {
		all = append(all, resource{unix.RLIMIT_NOFILE, l.Files})
	}
	if l.FileBytes > 0 {
		all = append(all, resource{unix.RLIMIT_FSIZE, l.FileBytes})
	}
	if l.Processes > 0 && u.UID != 0 { // it counts the processes of a user
		all = append(all, resource{unix.RLIMIT_NPROC, uint64(l.Processes)})
	}
	return all
}

// restrict sets a limit, or keeps the present one where that is lower and must not be raised. The call of the package syscall, unlike
// that of unix, also keeps the runtime from setting its own limit of files again.
func restrict(r resource) error {
	err := syscall.Setrlimit(r.what, &syscall.Rlimit{Cur: r.most, Max: r.most})
	var now syscall.Rlimit
	if !errors.Is(err, syscall.EPERM) || syscall.Getrlimit(r.what, &now) != nil || now.Max >= r.most {
		return err
	}
	return syscall.Setrlimit(r.what, &syscall.Rlimit{Cur: now.Max, Max: now.Max})
}

// Adopt makes this process the parent of orphans among its descendants.
func Adopt() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopt orphans: %w", err)
	}
	return nil
}

// Reap takes the states of orphans that have ended, but not of a process that somebody else waits for.
func Reap(but int) {
	for {
		var info unix.Siginfo
		if err := unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil); err != nil {
			return
		}
		pid := int(binary.NativeEndian.Uint32((*[20]byte)(unsafe.Pointer(&info))[16:])) // si_pid, which the package does not name
		if pid == 0 || pid == but {
			return
		}
		if _, err := unix.Wait4(pid, nil, unix.WNOHANG, nil); err != nil {
			return
		}
	}
}
