package postgres

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// process is a postgres that this process has started. done is closed when it has ended.
type process struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error // valid once done is closed
}

// command prepares a program of Postgres that works on dir. It runs as the server's account. When that account cannot
// enter a folder above dir (a checkout below /root, a private temporary folder), the folder is passed as an open
// file, whose name needs no access to its parents.
func (s *Server) command(name, dir string, args func(dir string) []string) (*exec.Cmd, func(), error) {
	exe := filepath.Join(s.bin, name)
	cmd := exec.Command(exe)
	cleanup := func() {}
	if !s.account.reaches(dir) {
		if runtime.GOOS != "linux" {
			return nil, nil, fmt.Errorf("the server would run as user id %d, who cannot enter a folder above %s: choose another data directory, or run as an ordinary user", s.account.uid, dir)
		}
		f, err := os.Open(dir)
		if err != nil {
			return nil, nil, fmt.Errorf("open data directory: %w", err)
		}
		cmd.ExtraFiles = []*os.File{f} // file descriptor 3 of the child
		cleanup = func() { _ = f.Close() }
		dir = "/proc/self/fd/3"
	}
	cmd.Args = append(cmd.Args, args(dir)...)
	cmd.Dir = "/"
	cmd.Env = environment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // the program handles Ctrl-C and stops the server in order
	if s.account != nil {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(s.account.uid), Gid: uint32(s.account.gid)}
	}
	return cmd, cleanup, nil
}

// environment keeps the few variables that Postgres needs, without PGDATA, PGPORT and the like.
func environment() []string {
	env := []string{"LC_ALL=C", "TZ=UTC"}
	for _, key := range []string{"PATH", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"} {
		if v, ok := os.LookupEnv(key); ok {
			env = append(env, key+"="+v)
		}
	}
	return env
}

// run starts a prepared server. The thread that forks is locked until the child ends, because the kernel ties the
// parent-death signal to that thread.
func run(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		started <- nil
		p.err = cmd.Wait()
		close(p.done)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

func (p *process) pid() int { return p.cmd.Process.Pid }

// cause says how the process ended. Call it only after done is closed.
func (p *process) cause() string {
	if p.err != nil {
		return p.err.Error()
	}
	return "exit status 0"
}

func (p *process) running() bool {
	select {
	case <-p.done:
		return false
	default:
		return true
	}
}

// stop requests a fast shutdown (sessions are ended, a checkpoint is written) and kills the process only after
// patience.
func (p *process) stop(patience time.Duration) error {
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{syscall.SIGINT, patience}, {syscall.SIGQUIT, 10 * time.Second}, {syscall.SIGKILL, 10 * time.Second}} {
		if !p.running() {
			return nil
		}
		_ = p.cmd.Process.Signal(step.signal) // it may have ended already
		select {
		case <-p.done:
			if step.signal != syscall.SIGINT {
				return fmt.Errorf("stop Postgres: it did not shut down within %s and was ended with %s", patience, step.signal)
			}
			return nil
		case <-time.After(step.wait):
		}
	}
	return fmt.Errorf("stop Postgres: process %d does not end", p.pid())
}
