package limit

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// Usage is what processes use.
type Usage struct {
	// CPU is the time that they have used since the first of them started.
	CPU time.Duration
	// MemoryBytes is without files that are only cached.
	MemoryBytes int64
}

// value reads a member of a file of "name value" lines; an empty name reads a file that is one number.
func (g Group) value(controller, file, name string) (int64, bool) {
	dir, ok := g.Dirs[controller]
	if !ok {
		return 0, false
	}
	b, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(b)) {
		key, text, found := strings.Cut(strings.TrimSpace(line), " ")
		if !found {
			key, text = "", key
		}
		if key == name {
			n, err := strconv.ParseInt(text, 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}

// Kills is how many processes of the group were killed since it had no memory left.
func (g Group) Kills() int64 {
	file := "memory.events"
	if g.Version == V1 {
		file = "memory.oom_control"
	}
	n, _ := g.value(memory, file, "oom_kill")
	return n
}

// Usage measures the group. ok is false if there is no group or one figure is not to be had.
func (g Group) Usage() (u Usage, ok bool) {
	micros, ok1 := g.value(whole, "cpu.stat", "usage_usec")
	current, cached := "memory.current", "inactive_file"
	if g.Version == V1 {
		current, cached = "memory.usage_in_bytes", "total_inactive_file"
	}
	used, ok2 := g.value(memory, current, "")
	inactive, ok3 := g.value(memory, "memory.stat", cached)
	return Usage{CPU: time.Duration(micros) * time.Microsecond, MemoryBytes: max(used-inactive, 0)}, ok1 && ok2 && ok3
}

// ticks is the number of clock ticks in a second in the files of /proc.
const ticks = 100

// SessionUsage measures the processes of a session, which a keeper makes for each run: for hosts without cgroups.
func SessionUsage(session int) (u Usage, ok bool) {
	for _, p := range Processlist() {
		if p.Session == session {
			u.CPU += p.CPU
			u.MemoryBytes += p.MemoryBytes
			ok = true
		}
	}
	return u, ok
}

// Process is a process of the host.
type Process struct {
	PID, Parent, Session int
	// Start is when it was started, in ticks since the start of the host; with the host's boot id it tells processes apart that had one number.
	Start       uint64
	State       byte
	CPU         time.Duration
	MemoryBytes int64
}

// Processlist lists the processes of the host. Those that end meanwhile are left out.
func Processlist() (all []Process) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if pid, err := strconv.Atoi(e.Name()); err == nil {
			if p, ok := ProcessOf(pid); ok {
				all = append(all, p)
			}
		}
	}
	return all
}

// ProcessOf finds a process that has not ended.
func ProcessOf(pid int) (Process, bool) {
	b, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return Process{}, false
	}
	end := bytes.LastIndexByte(b, ')') // the name before it may contain anything
	if end < 0 {
		return Process{}, false
	}
	f := strings.Fields(string(b[end+1:]))
	if len(f) < 22 || f[0] == "Z" || f[0] == "X" {
		return Process{}, false
	}
	n := func(i int) int64 {
		v, _ := strconv.ParseInt(f[i], 10, 64) // the kernel writes numbers
		return v
	}
	return Process{
		PID: pid, State: f[0][0], Parent: int(n(1)), Session: int(n(3)), Start: uint64(n(19)),
		CPU: time.Duration(n(11)+n(12)) * time.Second / ticks, MemoryBytes: n(21) * int64(os.Getpagesize()),
	}, true
}

// BootID distinguishes the present run of the host from others.
func BootID() string {
	b, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}
