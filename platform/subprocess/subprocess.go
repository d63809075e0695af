// Package subprocess runs a command that needs resources of its parent program.
package subprocess

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// Run runs args with the environment env on this process's standard streams, and returns its exit code: 128 plus the
// signal's number for a command that a signal ended, 127 for one that could not be started. It forwards interrupts
// and terminations of this process and waits for the command to end, so that the caller can still clean up. The command
// and its children are a process group: the signals go to all of them, and if this process is killed, they are killed too.
func Run(env, args []string) (int, error) {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdin, os.Stdout, os.Stderr, env
	// The keeper leads the process group that the command joins, so it is there before the command is, and no end of this
	// process comes too early for it.
	keeper, err := keep(&syscall.SysProcAttr{Setpgid: true}, `kill -9 0`)
	if err != nil {
		return 1, err
	}
	defer keeper.Dismiss()
	group := keeper.cmd.Process.Pid
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pgid: group}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := cmd.Start(); err != nil {
		return 127, err
	}
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		for {
			select {
			case s := <-signals:
				_ = syscall.Kill(-group, s.(syscall.Signal)) // it may have ended
			case <-ended:
				return
			}
		}
	}()
	err = cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			return 128 + int(status.Signal()), nil
		}
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}
