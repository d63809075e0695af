package subprocess

import (
	"errors"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

func bind(cmd *exec.Cmd) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
}

// awaitEnd returns when a child has ended, and leaves its state for the caller of Wait.
func awaitEnd(pid int) {
	for {
		if err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil); !errors.Is(err, unix.EINTR) {
			return // ended, or its state was taken already
		}
	}
}
