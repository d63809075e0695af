package commandstest

import (
	"context"
	"sync"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/platform/idempotency"
)

// Ledger stores named commands in memory.
type Ledger struct {
	mu     sync.Mutex
	hashes map[string]string
}

// NewLedger creates an empty ledger.
func NewLedger() *Ledger { return &Ledger{hashes: map[string]string{}} }

// Check returns an error if another request has the name.
func (l *Ledger) Check(_ context.Context, command, hash string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if held, taken := l.hashes[command]; taken && held != hash {
		return idempotency.ErrReused()
	}
	return nil
}

// Record is Check, and stores the command.
func (l *Ledger) Record(ctx context.Context, command, hash string) error {
	if err := l.Check(ctx, command, hash); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, taken := l.hashes[command]; !taken {
		l.hashes[command] = hash
	}
	return nil
}

// Remembers is true if a command was recorded.
func (l *Ledger) Remembers(command string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, taken := l.hashes[command]
	return taken
}

// Forget deletes every command, as happens after seven days.
func (l *Ledger) Forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	clear(l.hashes)
}

// Snapshots stores snapshots in memory.
type Snapshots struct {
	mu      sync.Mutex
	kept    map[string]commands.Snapshot
	covered map[string]map[string]commands.Covered
	Found   int // snapshots that Find returned
}

// NewSnapshots creates an empty store.
func NewSnapshots() *Snapshots {
	return &Snapshots{kept: map[string]commands.Snapshot{}, covered: map[string]map[string]commands.Covered{}}
}

// Find returns a stream's snapshot, without its state if it is the known one.
func (s *Snapshots) Find(_ context.Context, stream, command string, known commands.SnapshotID) (*commands.Snapshot, *commands.Covered, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.kept[stream]
	if !ok {
		return nil, nil, nil
	}
	s.Found++
	if kept.SnapshotID == known {
		kept.State = nil
	}
	if c, ok := s.covered[stream][command]; ok {
		return &kept, &c, nil
	}
	return &kept, nil, nil
}

// Keep replaces a stream's snapshot.
func (s *Snapshots) Keep(_ context.Context, kept commands.Snapshot, covers []commands.Covered, extends bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !extends || s.covered[kept.Stream] == nil {
		s.covered[kept.Stream] = map[string]commands.Covered{}
	}
	for _, c := range covers {
		s.covered[kept.Stream][c.Command] = c
	}
	s.kept[kept.Stream] = kept
	return nil
}

// Delete deletes a stream's snapshot.
func (s *Snapshots) Delete(_ context.Context, stream string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.kept, stream)
	delete(s.covered, stream)
	return nil
}

// Of returns a stream's stored snapshot.
func (s *Snapshots) Of(stream string) (commands.Snapshot, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.kept[stream]
	return kept, ok
}

// Spoil changes a stored snapshot.
func (s *Snapshots) Spoil(stream string, change func(*commands.Snapshot)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept := s.kept[stream]
	change(&kept)
	s.kept[stream] = kept
}
