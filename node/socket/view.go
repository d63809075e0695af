package socket

import (
	"slices"
	"time"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
)

// view is the newest state of a server as frames. A number grows with each change, so that a socket sends a frame once.
type view struct {
	power, uptime, stats, backup, install []byte
	powers, statses, backups, installs    uint64
	// said are the newest announcements, the last of which has the number of saids.
	said  [][]byte
	saids uint64
}

// keptSaid is how many announcements are kept for sockets that are behind.
const keptSaid = 64

// Announce sends a document to the sockets of a server. One that opens later does not get it.
func (s *Sockets) Announce(server string, document any) {
	s.mu.Lock()
	h := s.hubs[server]
	s.mu.Unlock()
	if h == nil {
		return
	}
	frame := encode(document)
	h.mu.Lock()
	h.view.said = append(slices.Clone(h.view.said), frame) // sockets read the list before
	h.view.said = h.view.said[max(0, len(h.view.said)-keptSaid):]
	h.view.saids++
	h.mu.Unlock()
	s.each(h, (*socket).wakeUp)
}

// watchState follows the server's state until nobody looks, and ends the sockets of a server that is no more to be shown.
func (h *hub) watchState() {
	tick := time.NewTicker(statsEvery)
	defer tick.Stop()
	for due := true; ; {
		changed := h.all.servers.Changed(h.server)
		observed, desired, known := h.all.servers.State(h.server)
		if code, reason := verdict(desired, known); code != 0 {
			h.all.each(h, func(c *socket) { c.end(code, reason) })
		}
		h.show(observed, desired, due)
		select {
		case <-h.shown:
		default:
			close(h.shown)
		}
		select {
		case <-changed:
			due = false
		case <-tick.C:
			due = true
		case <-h.ctx.Done():
			return
		}
	}
}

// verdict is the code with which the sockets of a server are closed; 0 if they are not.
func verdict(desired node.Desired, known bool) (code websocket.StatusCode, reason string) {
	switch {
	case !known || desired.Deleted:
		return node.StatusGone, "the server is not on this node"
	case desired.Suspended:
		return node.StatusSuspended, "the server is suspended"
	}
	return 0, ""
}

// show makes the frames of a state. Statistics are shown each second while the server runs.
func (h *hub) show(o node.Observed, d node.Desired, due bool) {
	power, stats := encode(powerOf(o)), []byte(nil)
	if due {
		stats = encode(statsOf(o, d))
	}
	h.mu.Lock()
	h.view.uptime = encode(node.Uptime{Event: node.EventUptime, Uptime: uptimeOf(o)})
	changed := false
	if string(power) != string(h.view.power) {
		h.view.power, changed = power, true
		h.view.powers++
	}
	if o.Backup != nil {
		if backup := encode(o.Backup); string(backup) != string(h.view.backup) {
			h.view.backup, changed = backup, true
			h.view.backups++
		}
	}
	if o.Install != nil {
		if install := encode(o.Install); string(install) != string(h.view.install) {
			h.view.install, changed = install, true
			h.view.installs++
		}
	}
	if stats != nil {
		first := h.view.stats == nil
		h.view.stats = stats
		if o.Figures != nil || first {
			h.view.statses++
			changed = true
		}
	}
	h.mu.Unlock()
	if changed {
		h.all.each(h, (*socket).wakeUp)
	}
}

func (h *hub) seen() view {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.view
}

func powerOf(o node.Observed) node.PowerState {
	p := node.PowerState{Event: node.EventPowerState, State: o.State, Since: o.Since, Next: o.Next}
	if p.State == "" {
		p.State = node.StateUnknown
	}
	if o.State == node.StateCrashed && o.Exit != nil {
		p.OOMKilled, p.ExitCode = &o.Exit.OutOfMemory, &o.Exit.Code
	}
	return p
}

func statsOf(o node.Observed, d node.Desired) node.Stats {
	s := node.Stats{Event: node.EventStats, RAMTotal: int64(d.Plan.MemoryMiB) << 20, StorageTotal: int64(d.Plan.DiskMiB) << 20, Players: o.Players}
	if f := o.Figures; f != nil {
		s.CPUPercent, s.RAMUsage, s.StorageUsage = f.CPUPercent, f.MemoryBytes, f.DiskBytes
	}
	return s
}

// uptimeOf is the time since the process was started, in seconds; 0 if none runs.
func uptimeOf(o node.Observed) int64 {
	if !o.Process() {
		return 0
	}
	since := o.Since
	if o.Started != nil {
		since = *o.Started
	}
	if since.IsZero() {
		return 0
	}
	return max(0, int64(time.Since(since)/time.Second))
}
