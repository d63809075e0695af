package program

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Memory is the resident memory of a process, in MB of a million bytes.
type Memory struct{ Now, Peak float64 }

// MemoryOf reads the memory of a process. It needs a system with /proc.
func MemoryOf(pid int) (Memory, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return Memory{}, fmt.Errorf("read the memory of process %d: %w", pid, err)
	}
	return parseStatus(string(data))
}

// parseStatus reads the lines VmRSS and VmHWM, which are in KiB.
func parseStatus(status string) (m Memory, err error) {
	for line := range strings.Lines(status) {
		name, value, _ := strings.Cut(line, ":")
		var into *float64
		switch name {
		case "VmRSS":
			into = &m.Now
		case "VmHWM":
			into = &m.Peak
		default:
			continue
		}
		kib, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
		if err != nil {
			return m, fmt.Errorf("read %s of a process: %w", name, err)
		}
		*into = kib * 1024 / 1e6
	}
	if m.Now == 0 || m.Peak == 0 {
		return m, errors.New("the status of the process has no memory")
	}
	return m, nil
}
