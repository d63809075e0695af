// Package sitekey stores the keys that all processes of a site share: each is drawn once and stored in the database.
package sitekey

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// The names of keys.
const (
	Request = "request" // hashes of requests
	IDs     = "ids"     // public ids that commands make
	Device  = "device"  // browsers that an account was signed in to
	Hosting = "hosting" // seed of the key that signs users' tokens for nodes
)

const size = 32

// Read returns the key of a name and draws it where there is none; of concurrent processes one wins.
func Read(ctx context.Context, pool *pgxpool.Pool, name string) ([]byte, error) {
	fresh := make([]byte, size)
	_, _ = rand.Read(fresh) // crypto/rand never fails
	if _, err := pool.Exec(ctx, "INSERT INTO identity.keys (name, key) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, fresh); err != nil {
		return nil, fmt.Errorf("make the site's key %q: %w", name, err)
	}
	var key []byte
	if err := pool.QueryRow(ctx, "SELECT key FROM identity.keys WHERE name = $1", name).Scan(&key); err != nil {
		return nil, fmt.Errorf("read the site's key %q: %w", name, err)
	}
	if len(key) < size {
		return nil, fmt.Errorf("the site's key %q has %d bytes, want %d", name, len(key), size)
	}
	return key, nil
}
