// Package sealed keeps the contents of servers' configuration files encrypted in the blob store, within a bound for each server. The key follows
// from the site's keys file, which neither the database nor the blob store contains.
package sealed

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/keyfile"
)

const (
	// MaxContent is the largest content in bytes.
	MaxContent = 1 << 20
	// MaxOwned is how much of a server is kept, in bytes: beyond it the oldest contents go.
	MaxOwned = 256 << 20
	// overhead is what sealing adds at most.
	overhead = 64
)

var (
	// ErrMissing means that a content is not kept, or not any more.
	ErrMissing = errors.New("the content is not kept")
	// ErrForeign means that a content was changed, is of another name, or was sealed with another keys file.
	ErrForeign = errors.New("a sealed content was changed, or sealed with another key")
	// ErrTooLarge means that a content has more than MaxContent bytes.
	ErrTooLarge = errors.New("the content is too large to be kept")
)

// folder has the contents in the blob store; it is never served.
const folder = blobs.PrivatePrefix + "configurations"

// Store keeps contents by server and hash. It is safe for concurrent use.
type Store struct {
	pool  *pgxpool.Pool
	blobs *blobs.Store
	key   cipher.AEAD
	most  int64
}

// New makes a store.
func New(pool *pgxpool.Pool, b *blobs.Store, keys keyfile.Keys) (*Store, error) {
	key, err := hkdf.Key(sha256.New, keys.Wrapping[:], nil, "modyard configuration files 1", 32)
	if err != nil {
		return nil, fmt.Errorf("derive the key of configuration files: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("derive the key of configuration files: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("derive the key of configuration files: %w", err)
	}
	return &Store{pool: pool, blobs: b, key: aead, most: MaxOwned}, nil
}

// Bounded is a store that keeps at most so many bytes of a server, for tests.
func (s *Store) Bounded(most int64) *Store {
	c := *s
	c.most = most
	return &c
}

func at(server, hash string) string { return folder + "/" + server + "/" + hash }

func place(server, hash string) []byte { return []byte(server + "\n" + hash) }

const (
	insert = `
insert into hosting.configurations (server, hash, size, at) values ($1, $2, $3, now())
on conflict (server, hash) do update set at = excluded.at`

	// The oldest rows beyond the bound. The newest row is never among them.
	overdue = `
select hash from (
  select hash, at, sum(size) over (order by at desc, hash) as total, row_number() over (order by at desc, hash) as place
  from hosting.configurations where server = $1) c
where total > $2 and place > 1 order by at limit 1000`

	remove = `delete from hosting.configurations where server = $1 and hash = any($2)`

	has = `select exists (select from hosting.configurations where server = $1 and hash = $2)`

	hashes = `select hash from hosting.configurations where server = $1 order by hash limit 1000`
)

// Put keeps a content. One that is there already is not written again.
func (s *Store) Put(ctx context.Context, server, hash string, content []byte) error {
	if len(content) > MaxContent {
		return fmt.Errorf("keep a configuration file of %s: %w", server, ErrTooLarge)
	}
	known, err := s.has(ctx, server, hash)
	if err != nil {
		return err
	}
	if !known {
		nonce := make([]byte, s.key.NonceSize())
		_, _ = rand.Read(nonce) // crypto/rand never fails
		box := s.key.Seal(nonce, nonce, content, place(server, hash))
		if _, err := s.blobs.Put(ctx, at(server, hash), "", bytes.NewReader(box), blobs.MaxSize(MaxContent+overhead)); err != nil {
			return fmt.Errorf("keep a configuration file of %s: %w", server, err)
		}
	}
	if _, err := s.pool.Exec(ctx, insert, server, hash, len(content)); err != nil {
		return fmt.Errorf("note a configuration file of %s: %w", server, err)
	}
	return s.trim(ctx, server, overdue, s.most)
}

func (s *Store) has(ctx context.Context, server, hash string) (known bool, err error) {
	if err := s.pool.QueryRow(ctx, has, server, hash).Scan(&known); err != nil {
		return false, fmt.Errorf("look for a configuration file of %s: %w", server, err)
	}
	return known, nil
}

// Get is a content: ErrMissing, ErrForeign.
func (s *Store) Get(ctx context.Context, server, hash string) ([]byte, error) {
	known, err := s.has(ctx, server, hash)
	if err != nil {
		return nil, err
	}
	if !known {
		return nil, ErrMissing
	}
	r, err := s.blobs.Open(ctx, at(server, hash))
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, fmt.Errorf("read a configuration file of %s: %w", server, err)
	}
	box, err := io.ReadAll(io.LimitReader(r, MaxContent+overhead))
	if err = errors.Join(err, r.Close()); err != nil {
		return nil, fmt.Errorf("read a configuration file of %s: %w", server, err)
	}
	n := s.key.NonceSize()
	if len(box) < n {
		return nil, ErrForeign
	}
	content, err := s.key.Open([]byte{}, box[:n], box[n:], place(server, hash))
	if err != nil {
		return nil, ErrForeign
	}
	return content, nil
}

// Drop removes every content of a server.
func (s *Store) Drop(ctx context.Context, server string) error {
	for {
		n, err := s.trimmed(ctx, server, hashes)
		if err != nil || n == 0 {
			return err
		}
	}
}

func (s *Store) trim(ctx context.Context, server, query string, args ...any) error {
	_, err := s.trimmed(ctx, server, query, args...)
	return err
}

// trimmed removes the contents that a query names: first the bytes, then the rows, so that a killed process leaves no bytes that nobody knows.
func (s *Store) trimmed(ctx context.Context, server, query string, args ...any) (int, error) {
	rows, err := s.pool.Query(ctx, query, append([]any{server}, args...)...)
	if err != nil {
		return 0, fmt.Errorf("find configuration files of %s to remove: %w", server, err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return 0, fmt.Errorf("find configuration files of %s to remove: %w", server, err)
	}
	for _, hash := range list {
		if err := s.blobs.Delete(ctx, at(server, hash)); err != nil {
			return 0, fmt.Errorf("remove a configuration file of %s: %w", server, err)
		}
	}
	if len(list) > 0 {
		if _, err := s.pool.Exec(ctx, remove, server, list); err != nil {
			return 0, fmt.Errorf("forget configuration files of %s: %w", server, err)
		}
	}
	return len(list), nil
}
