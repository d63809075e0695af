package fleet

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/keeper"
	"github.com/modyard/modyard/node/limit"
	"github.com/modyard/modyard/node/ping"
	"github.com/modyard/modyard/node/power"
)

const (
	// watched and unwatched are the times between two measurements.
	watched   = time.Second
	unwatched = 15 * time.Second
	// pingEvery is the time between two status pings of a server that is watched or starting.
	pingEvery = 5 * time.Second
	// diskEvery is the time between two walks through a folder, diskEntries the most that one looks at.
	diskEvery   = time.Minute
	diskEntries = 300_000
	// silence is how long a running server may answer no ping before it counts as unresponsive.
	silence = 3 * time.Minute
)

// Watch has a server measured each second until release is called.
func (f *Fleet) Watch(id string) (release func()) {
	s := f.server(id)
	if s == nil {
		return func() {}
	}
	s.mu.Lock()
	s.watchers++
	s.mu.Unlock()
	s.wake.raise()
	released := false
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !released {
			released = true
			s.watchers--
		}
	}
}

// meter measures one run.
type meter struct {
	s        *server
	pid      int
	lastCPU  time.Duration
	lastAt   time.Time
	disk     *int64
	diskAt   time.Time
	pingedAt time.Time
}

// measure measures a run until the context ends.
func (s *server) measure(ctx context.Context, status keeper.Status) {
	m := &meter{s: s, pid: status.PID}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		woken := s.wake.wait()
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-woken:
		}
		m.once(ctx, status.Run)
		timer.Reset(s.pause())
	}
}

// pause is the time to the next measurement.
func (s *server) pause() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.watchers > 0:
		return watched
	case s.shown.Phase == node.StateStarting:
		return pingEvery
	default:
		return unwatched
	}
}

func (m *meter) once(ctx context.Context, run string) {
	s, now := m.s, time.Now() // it measures time, and asks for none
	figures := node.Figures{}
	usage, ok := s.group().Usage()
	if !ok {
		usage, ok = limit.SessionUsage(m.pid)
	}
	if ok {
		figures.MemoryBytes = &usage.MemoryBytes
		if passed := now.Sub(m.lastAt); !m.lastAt.IsZero() && passed > 0 && usage.CPU >= m.lastCPU {
			percent := 100 * float64(usage.CPU-m.lastCPU) / float64(passed)
			figures.CPUPercent = &percent
		}
		m.lastCPU, m.lastAt = usage.CPU, now
	}
	if m.diskAt.IsZero() || now.Sub(m.diskAt) >= diskEvery {
		m.disk, m.diskAt = diskUsage(ctx, s.rootDir()), now
	}
	figures.DiskBytes = m.disk
	s.mu.Lock()
	s.figures = &figures
	s.mu.Unlock()
	if now.Sub(m.pingedAt) >= pingEvery {
		m.pingedAt = now
		m.ping(ctx, run)
	}
}

// ping asks the game for its players. An answer also says that it is ready.
func (m *meter) ping(ctx context.Context, run string) {
	ports := m.s.known().Ports
	if len(ports) == 0 {
		return
	}
	status, err := ping.Ask(ctx, net.JoinHostPort("127.0.0.1", strconv.Itoa(ports[0])))
	s := m.s
	s.mu.Lock()
	starting := s.shown.Phase == node.StateStarting
	if err != nil {
		s.players = nil
	} else {
		s.players, s.pong = &status.Players, s.now()
	}
	s.mu.Unlock()
	if err == nil && starting {
		s.post(message{input: power.Ready{Run: run}})
	}
}

// diskUsage adds up what the files of a folder occupy; nil if there are too many to look at.
func diskUsage(ctx context.Context, dir string) *int64 {
	var total int64
	entries := 0
	seen := map[uint64]bool{} // files with several names
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if entries++; entries > diskEntries || ctx.Err() != nil {
			return context.Canceled
		}
		if err != nil {
			return nil //nolint:nilerr // removed meanwhile
		}
		info, err := e.Info()
		if err != nil {
			return nil //nolint:nilerr // removed meanwhile
		}
		if stat, ok := info.Sys().(*syscall.Stat_t); ok {
			if stat.Nlink > 1 && !e.IsDir() {
				if seen[stat.Ino] {
					return nil
				}
				seen[stat.Ino] = true
			}
			total += stat.Blocks * 512
		}
		return nil
	})
	if err != nil {
		return nil
	}
	return &total
}

// observe is the present state.
func (s *server) observe() node.Observed {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := s.shown
	o := node.Observed{Server: s.id, Generation: st.Generation, State: st.Wire(), Since: st.Since, Next: st.Next(), Settings: s.written, Installed: s.installed}
	if st.Active() {
		o.Run, o.Figures, o.Players = st.Run, s.figures, s.players
		if began := s.status.Began; s.status.Run == st.Run && !began.IsZero() {
			o.Started = &began
		}
	}
	if st.Phase == node.StateCrashed {
		o.Run, o.Exit = st.Run, st.Exit
	}
	if d := s.effective(); d.Software.Kind == node.SoftwareJar {
		o.Invocation = strings.Join(invocation(d), " ")
	}
	if st.Phase == node.StateRunning && len(s.desired.Ports) > 0 {
		heard := st.Since
		if s.pong.After(heard) {
			heard = s.pong
		}
		o.Unresponsive = s.now().Sub(heard) > silence
	}
	return o
}
