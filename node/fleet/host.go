package fleet

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/limit"
)

// Host describes the machine and what is enforced on it. What cannot be read is 0.
func (f *Fleet) Host() node.Host {
	h := node.Host{Cgroup: f.cgroups.Version, CPUs: runtime.NumCPU(), Java: f.runtimes()}
	h.Tier, h.Unlimited = limit.Facts(f.cgroups, f.options.Plain)
	h.MemoryBytes, _ = memory("MemTotal")
	var disk syscall.Statfs_t
	if syscall.Statfs(f.dir, &disk) == nil {
		h.DiskBytes = int64(disk.Blocks) * int64(disk.Bsize)
		h.DiskFree = int64(disk.Bavail) * int64(disk.Bsize)
	}
	return h
}

// memory reads a figure of /proc/meminfo, in bytes.
func memory(name string) (int64, bool) {
	b, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			n, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return n << 10, err == nil
		}
	}
	return 0, false
}

// hasRoom says whether the host has memory for a server. A host that does not say has.
func hasRoom(bytes int64) bool {
	available, known := memory("MemAvailable")
	return !known || available >= bytes
}
