package postgres

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

// stopOrphan stops a server that is still running after the program that started it has ended. This process has the
// directory's lock, so no other program owns such a server. A process id of another program (ids are reused,
// especially in containers) only means that the file is stale.
func stopOrphan(ctx context.Context, l layout, logger *slog.Logger) error {
	file := filepath.Join(l.data, "postmaster.pid")
	pid := readPID(file)
	if pid == 0 || errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return nil // Postgres itself removes the file of an ended process
	}
	if !servesDirectory(pid, l.data) {
		if err := os.Remove(file); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("remove a stale %s: %w", file, err)
		}
		return nil
	}
	logger.Warn("stopping the Postgres that an earlier run left behind", "pid", pid, "dir", l.root)
	began := time.Now()
	for signal := syscall.SIGINT; servesDirectory(pid, l.data); {
		if waited := time.Since(began); waited > 2*time.Minute {
			return fmt.Errorf("process %d still serves %s and does not stop", pid, l.data)
		} else if waited > time.Minute {
			signal = syscall.SIGQUIT
		}
		if err := syscall.Kill(pid, signal); errors.Is(err, syscall.EPERM) {
			return fmt.Errorf("process %d serves %s and belongs to another user: stop it first", pid, l.data)
		}
		if !pause.For(ctx, 100*time.Millisecond) {
			return ctx.Err()
		}
	}
	return nil
}

func readPID(file string) int {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	line, _, _ := bytes.Cut(b, []byte("\n"))
	pid, err := strconv.Atoi(strings.TrimSpace(string(line)))
	if err != nil || pid <= 1 {
		return 0
	}
	return pid
}

// servesDirectory says whether the process is a postgres with this working directory.
func servesDirectory(pid int, data string) bool {
	if err := syscall.Kill(pid, 0); errors.Is(err, syscall.ESRCH) {
		return false
	}
	if _, err := os.Stat("/proc/self"); err == nil {
		cwd, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid))
		if !errors.Is(err, os.ErrPermission) {
			return err == nil && cwd == data // a zombie process has no working directory
		}
		comm, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
		return err == nil && strings.TrimSpace(string(comm)) == "postgres"
	}
	out, err := exec.Command("ps", "-p", strconv.Itoa(pid), "-o", "command=").Output()
	return err == nil && strings.Contains(string(out), "postgres")
}
