package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// ticks is the number of the system's clock ticks a second.
const ticks = 100

// cpuOf is the processor time of a process and of its children, including ended ones. On a machine shared with
// others, few other figures are comparable.
func cpuOf(pid int) (time.Duration, error) {
	var sum int64
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, err
	}
	for _, file := range stats {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		// The name, in brackets, may contain any character.
		id, _, _ := strings.Cut(string(data), " ")
		fields := strings.Fields(string(data)[strings.LastIndexByte(string(data), ')')+1:])
		own, parent := id == strconv.Itoa(pid), fields[1] == strconv.Itoa(pid)
		if !own && !parent {
			continue
		}
		times := fields[11:13] // user, system
		if own {
			times = fields[11:15] // and those of ended children
		}
		for _, f := range times {
			n, err := strconv.ParseInt(f, 10, 64)
			if err != nil {
				return 0, fmt.Errorf("read the processor time of process %d: %w", pid, err)
			}
			sum += n
		}
	}
	return time.Duration(sum) * time.Second / ticks, nil
}

// processorTime is that of this process and of its Postgres, zero where the system does not report it.
func (g *ground) processorTime() (program, server time.Duration) {
	program, _ = cpuOf(os.Getpid())
	data, err := os.ReadFile(filepath.Join(g.dir, "server", "pg", "data", "postmaster.pid"))
	if err != nil {
		return program, 0
	}
	line, _, _ := strings.Cut(string(data), "\n")
	pid, err := strconv.Atoi(line)
	if err != nil {
		return program, 0
	}
	server, _ = cpuOf(pid)
	return program, server
}

// spending starts counting processor time; the returned function gives the cost of a million events since.
func (g *ground) spending(events eventlog.Position) func() string {
	program, server := g.processorTime()
	return func() string {
		programAfter, serverAfter := g.processorTime()
		return fmt.Sprintf("processor time a million: %.1f s here and %.1f s in Postgres",
			perMillion(programAfter-program, events), perMillion(serverAfter-server, events))
	}
}
