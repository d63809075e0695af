package runtime

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/modyard/modyard/eventlog"
)

// Progress is the state of one projector version, as this process sees it.
type Progress struct {
	Name     string
	Version  int
	Position eventlog.Position
	Head     eventlog.Position // of the log, at the last look
	Lag      time.Duration     // 0 when caught up, otherwise the age of the last applied event
	CaughtUp bool              // has reached the head since this process started
	Serving  bool              // the readers' views show this version
	Leads    bool              // this process runs it
	Parked   int
	MovedAt  time.Time // when this process last saw the position move
	Err      error     // the last failure; nil after the next move
	Halted   string    // why it is halted until an operator acts, whichever process leads it; otherwise empty
	Served   int       // the version of the readers' views; 0 for none
}

// progressBook is shared by the sources and the watcher.
type progressBook struct {
	mu      sync.Mutex
	entries map[string]*Progress
	order   []string
}

func (b *progressBook) change(key string, f func(*Progress)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.entries[key]
	if !ok {
		if b.entries == nil {
			b.entries = map[string]*Progress{}
		}
		p = &Progress{MovedAt: time.Now()}
		b.entries[key], b.order = p, append(b.order, key)
	}
	f(p)
}

func (b *progressBook) leads(key string, yes bool) {
	b.change(key, func(p *Progress) { p.Leads = yes })
}

func (b *progressBook) failed(key string, err error) {
	b.change(key, func(p *Progress) {
		p.Err = err
		if halting(err) {
			p.Halted = err.Error()
		}
	})
}

func (b *progressBook) applied(key string, at eventlog.Position, live bool) {
	b.change(key, func(p *Progress) {
		p.moveTo(at)
		p.CaughtUp = p.CaughtUp || live
		p.Err, p.Halted = nil, ""
	})
}

func (p *Progress) moveTo(at eventlog.Position) {
	if at != p.Position {
		p.Position, p.MovedAt = at, time.Now()
	}
}

// Progress reports on every projector of the runner, in the given order.
func (r *Runner) Progress() []Progress {
	r.progress.mu.Lock()
	defer r.progress.mu.Unlock()
	out := make([]Progress, 0, len(r.progress.order))
	for _, key := range r.progress.order {
		out = append(out, *r.progress.entries[key])
	}
	return out
}

// stuckAfter is how long a projector may be behind the head without progress before the process is not ready.
const stuckAfter = 30 * time.Second

// Ready is nil when every read model has caught up once since the start and no serving one is stuck behind the log;
// otherwise the error names the read model and the reason.
func (r *Runner) Ready() error {
	if err := r.types.refused(); err != nil {
		return err
	}
	for _, p := range r.Progress() {
		switch {
		case p.Halted != "":
			return fmt.Errorf("%s/v%d is halted at %d: %s", p.Name, p.Version, p.Position, p.Halted)
		case !p.CaughtUp:
			return fmt.Errorf("%s/v%d is catching up: at %d of %d; readers see %s", p.Name, p.Version, p.Position, p.Head, shown(p.Served))
		case !p.Serving:
			continue
		case p.Position > p.Head && p.Err != nil:
			return fmt.Errorf("%s/v%d is at %d, beyond the log's end %d: %w", p.Name, p.Version, p.Position, p.Head, p.Err)
		case p.Position < p.Head && time.Since(p.MovedAt) > stuckAfter:
			return fmt.Errorf("%s/v%d is stuck at %d of %d since %s: %v",
				p.Name, p.Version, p.Position, p.Head, p.MovedAt.UTC().Format(time.RFC3339), p.Err)
		}
	}
	if len(r.Progress()) < len(r.projectors) {
		return fmt.Errorf("the projectors have not started")
	}
	return nil
}

func shown(version int) string {
	if version == 0 {
		return "nothing"
	}
	return fmt.Sprintf("v%d", version)
}

// Serving says whether readers see a version of every read model: in a new database they see none until the first was built.
func (r *Runner) Serving() bool {
	progress := r.Progress()
	return len(progress) >= len(r.projectors) && !slices.ContainsFunc(progress, func(p Progress) bool { return p.Served == 0 })
}

// Served gives, for each read model, the version that readers see and the positions of this program's versions.
func (r *Runner) Served() []string {
	var out []string
	for _, p := range r.Progress() {
		line := fmt.Sprintf("%s: readers see %s; v%d stands at %d of %d", p.Name, shown(p.Served), p.Version, p.Position, p.Head)
		if p.Parked > 0 {
			line += fmt.Sprintf(", %d parked", p.Parked)
		}
		out = append(out, line)
	}
	return out
}
