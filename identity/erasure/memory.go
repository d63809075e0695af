package erasure

import (
	"context"
	"crypto/rand"
	"sync"

	"github.com/modyard/modyard/platform/keyfile"
)

// NewMemory creates a vault with keys in memory: for tests, and for a log in memory.
func NewMemory() *Vault {
	var keys keyfile.Keys
	_, _ = rand.Read(keys.Wrapping[:]) // crypto/rand never returns an error
	v, err := newVault(&memory{rows: map[string]held{}}, keys)
	if err != nil {
		panic(err) // a key of 32 bytes is always valid
	}
	return v
}

type memory struct {
	mu   sync.Mutex
	rows map[string]held
}

func (m *memory) hold(_ context.Context, subjects []string, fresh []held) (map[string]held, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := make(map[string]held, len(subjects))
	for i, subject := range subjects {
		if _, exists := m.rows[subject]; !exists {
			m.rows[subject] = fresh[i]
		}
		found[subject] = m.rows[subject]
	}
	return found, nil
}

func (m *memory) find(_ context.Context, subjects []string) (map[string]held, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found := map[string]held{}
	for _, s := range subjects {
		if h, exists := m.rows[s]; exists {
			found[s] = h
		}
	}
	return found, nil
}

func (m *memory) destroy(_ context.Context, subjects []string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range subjects {
		m.rows[s] = held{id: m.rows[s].id}
	}
	return nil
}
