package limit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Marker is the variable of the environment that all processes of a server inherit. Its value is the name of the server's group.
const Marker = "MODYARD_SERVER"

// killPause is the time between two looks whether killed processes have ended.
const killPause = 2 * time.Millisecond

// ErrAlive: processes did not end although they were killed.
var ErrAlive = errors.New("killed processes have not ended")

// Kill kills all processes of the group at once, without waiting for their end.
func (g Group) Kill() {
	if dir, ok := g.Dirs[whole]; ok && put(dir, "cgroup.kill", "1") == nil {
		return
	}
	for _, pid := range g.members() {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
	}
}

func (g Group) members() (all []int) {
	for _, dir := range g.Dirs {
		b, err := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
		if err != nil {
			continue
		}
		for _, f := range strings.Fields(string(b)) {
			if pid, err := strconv.Atoi(f); err == nil && pid > 1 {
				all = append(all, pid)
			}
		}
	}
	return all
}

// KillAll kills all processes of a server, however they hide: those of its group, those that inherited its marker, and those of its user if
// it has one of its own. It returns when none is left, or an error when the context ends. It spares this process.
func KillAll(ctx context.Context, g Group, marker string, u User) error {
	tick := time.NewTicker(killPause)
	defer tick.Stop()
	for {
		g.Kill()
		left := alive(g.members())
		for _, pid := range append(Marked(marker), ofUser(u)...) {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
			left = true
		}
		if !left {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("kill the processes of %s: %w", marker, ErrAlive)
		case <-tick.C:
		}
	}
}

// ofUser lists the processes of a server's user. Users outside of the range of servers have none.
func ofUser(u User) (all []int) {
	if u.UID < FirstUser || u.UID > LastUser {
		return nil
	}
	want := "\nUid:\t" + strconv.Itoa(u.UID) + "\t"
	for _, p := range Processlist() {
		b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.PID), "status"))
		if err == nil && p.PID != os.Getpid() && strings.Contains(string(b), want) {
			all = append(all, p.PID)
		}
	}
	return all
}

func alive(pids []int) bool {
	for _, pid := range pids {
		if _, ok := ProcessOf(pid); ok {
			return true
		}
	}
	return false
}

// Marked lists the processes with a marker, but for this one.
func Marked(marker string) (all []int) {
	if marker == "" {
		return nil
	}
	want := []byte(Marker + "=" + marker)
	for _, p := range Processlist() {
		if p.PID == os.Getpid() || p.PID == 1 {
			continue
		}
		b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.PID), "environ"))
		if err != nil {
			continue // of another user, or it has ended
		}
		for _, v := range bytes.Split(b, []byte{0}) {
			if bytes.Equal(v, want) {
				all = append(all, p.PID)
				break
			}
		}
	}
	return all
}
