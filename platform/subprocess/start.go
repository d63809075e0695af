package subprocess

import (
	"bytes"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
)

// Start starts a command that the kernel kills when this process ends in any way, on Linux; elsewhere it starts the command
// and nothing else. The caller waits for it as after cmd.Start. The kernel ties the signal to the thread that forks, so that
// thread is locked until the command has ended.
func Start(cmd *exec.Cmd) error {
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread()
		bind(cmd)
		err := cmd.Start()
		started <- err
		if err == nil {
			awaitEnd(cmd.Process.Pid)
		}
	}()
	return <-started
}

// Output runs a command as Start does, to its end, and returns what it wrote to both streams, and its exit code.
func Output(cmd *exec.Cmd) (out []byte, code int, err error) {
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	if err := Start(cmd); err != nil {
		return nil, 0, fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return both.Bytes(), 0, fmt.Errorf("run %s: %w", cmd.Path, err)
	}
	return both.Bytes(), cmd.ProcessState.ExitCode(), nil
}
