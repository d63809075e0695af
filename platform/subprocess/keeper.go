package subprocess

import (
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// Keeper is a process that does something when this process ends in any way: it reads a pipe that the kernel closes then.
type Keeper struct {
	cmd  *exec.Cmd
	pipe io.Closer
}

// AtEnd starts a keeper that runs a script of sh, whose arguments are $1 and so on. The keeper has a session of its own, so
// that it outlives the process group of this process.
func AtEnd(script string, args ...string) (*Keeper, error) {
	return keep(&syscall.SysProcAttr{Setsid: true}, script, args...)
}

func keep(attr *syscall.SysProcAttr, script string, args ...string) (*Keeper, error) {
	cmd := exec.Command("/bin/sh", append([]string{"-c", "trap '' INT TERM HUP; read -r _; " + script, "sh"}, args...)...)
	cmd.Dir = "/"
	cmd.SysProcAttr = attr
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start a keeper: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a keeper: %w", err)
	}
	return &Keeper{cmd: cmd, pipe: pipe}, nil
}

// Dismiss ends the keeper without its script.
func (k *Keeper) Dismiss() {
	_ = k.cmd.Process.Kill() // it cannot have ended: its pipe is open
	_ = k.cmd.Wait()
	_ = k.pipe.Close()
}
