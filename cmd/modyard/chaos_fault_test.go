package main

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/modyard/modyard/platform/pause"
)

// faults injects faults, one after the other and sometimes two at a time.
type faults struct {
	world  *chaosWorld
	seed   uint64
	random *rand.Rand
	long   bool // there is time for faults that exceed every timeout
	counts map[string]int
}

// deal injects faults until the context ends. Every fault ends by itself.
func (f *faults) deal(ctx context.Context) {
	kinds := []func(context.Context){
		f.killProcess, f.killProcess, f.stopProcess, f.stopProcess, f.endProcess,
		f.cutWire, f.cutWire, f.stopWire, f.stopWire, f.killEngine, f.stopEngine,
	}
	if f.world.next != "" {
		kinds = append(kinds, f.changeRelease, f.changeRelease)
	}
	// Every kind occurs once before one is repeated, so that a short run covers most of them.
	for {
		for _, i := range f.random.Perm(len(kinds)) {
			if !pause.For(ctx, f.between(150, 700)) {
				return
			}
			kinds[i](ctx)
		}
	}
}

// beside are durations for faults of another kind, which occur beside these.
func (f *faults) beside(n uint64) *faults {
	return &faults{world: f.world, random: rand.New(rand.NewPCG(f.seed, n)), long: f.long, counts: map[string]int{}}
}

// heal ends all faults.
func (f *faults) heal(ctx context.Context) {
	for _, h := range f.world.hosts {
		for _, wire := range h.wires {
			wire.set(false, false)
		}
		h.signal(syscall.SIGCONT)
		if h.runs(os.Args[0]) { // at the end all processes run the release under test
			h.kill()
		}
		if h.over() {
			h.again()
		}
	}
	for _, h := range f.world.hosts {
		h.wait(ctx)
	}
}

func (f *faults) between(low, high int) time.Duration {
	return time.Duration(low+f.random.IntN(high-low)) * time.Millisecond
}

// lasting is the duration of a fault: mostly short, in a long run sometimes longer than leases and requests.
func (f *faults) lasting() time.Duration {
	if f.long && f.random.IntN(8) == 0 {
		return f.between(5_000, 40_000)
	}
	return f.between(100, 1500)
}

func (f *faults) host() *host {
	h := f.world.hosts[f.random.IntN(len(f.world.hosts))]
	if h.over() { // it ended by itself, and its supervisor starts it again
		f.counts["processes that ended by themselves"]++
		f.world.t.Logf("%s ended by itself: %.300s", h.name, lastLine(h.said()))
		h.again()
	}
	return h
}

func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return text[strings.LastIndexByte(text, '\n')+1:]
}

func (f *faults) killProcess(context.Context) {
	f.counts["processes killed"]++
	f.host().kill()
}

func (f *faults) stopProcess(ctx context.Context) {
	f.counts["processes stopped"]++
	h := f.host()
	h.signal(syscall.SIGSTOP)
	pause.For(ctx, f.lasting())
	h.signal(syscall.SIGCONT)
}

// endProcess stops one process gracefully while requests are in progress.
func (f *faults) endProcess(context.Context) {
	f.counts["processes ended in order"]++
	f.end(f.host())
}

// end stops a process gracefully and starts it again.
func (f *faults) end(h *host) {
	h.signal(syscall.SIGTERM)
	endsInTime(h)
	h.start()
}

// changeRelease restarts a process with the other release: the next one has a read model of a higher version.
func (f *faults) changeRelease(ctx context.Context) {
	f.counts["releases changed"]++
	h := f.host()
	other := f.world.next
	if h.release() == other {
		other = os.Args[0]
	}
	h.runs(other)
	if f.random.IntN(2) == 0 {
		h.kill()
		return
	}
	f.end(h)
}

// wire returns the wire of a random process.
func (f *faults) wire() *wire {
	wires := f.host().wires
	return wires[f.random.IntN(len(wires))]
}

func (f *faults) cutWire(ctx context.Context) {
	f.counts["wires cut"]++
	wire := f.wire()
	wire.set(true, false)
	if f.random.IntN(2) == 0 {
		pause.For(ctx, f.lasting())
	}
	wire.set(false, false)
}

// stopWire blocks all data for a while; in half of the cases the blocked data is lost.
func (f *faults) stopWire(ctx context.Context) {
	f.counts["wires stopped"]++
	wire := f.wire()
	wire.set(false, true)
	pause.For(ctx, f.lasting())
	if f.random.IntN(2) == 0 {
		wire.set(true, true)
	}
	wire.set(false, false)
}

func (f *faults) killEngine(ctx context.Context) {
	if node := f.world.node; node != nil && f.random.IntN(2) == 0 {
		f.counts["nodes of the log killed"]++
		node.Down()
		pause.For(ctx, f.lasting())
		if err := node.Up(); err != nil {
			f.world.t.Error(err)
		}
		return
	}
	f.counts["engines killed"]++
	if pid := f.world.server.PID(); pid > 0 {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func (f *faults) stopEngine(ctx context.Context) {
	f.counts["engines stopped"]++
	pids := family(f.world.server.PID())
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGSTOP)
	}
	pause.For(ctx, f.lasting())
	for _, pid := range slices.Backward(pids) {
		_ = syscall.Kill(pid, syscall.SIGCONT)
	}
}

// family is a process and its children.
func family(pid int) []int {
	if pid <= 0 {
		return nil
	}
	all := []int{pid}
	entries, _ := filepath.Glob("/proc/[0-9]*/stat") // a constant pattern
	for _, entry := range entries {
		raw, err := os.ReadFile(entry)
		if err != nil {
			continue
		}
		// The name in brackets may contain anything; the parent is the second field after it.
		_, rest, _ := strings.Cut(string(raw), ") ")
		fields := strings.Fields(rest)
		child, err := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
		if err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(pid) {
			all = append(all, child)
		}
	}
	return all
}
