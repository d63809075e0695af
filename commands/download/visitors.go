package download

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"hash"
	"net/netip"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/domain/download"
)

const (
	makeKey = `insert into visitors.keys (day, key) values ($1, $2) on conflict do nothing`
	readKey = `select key from visitors.keys where day = $1`
	endKeys = `delete from visitors.keys where day < $1`
)

// visitors turns networks into visitors, with the key of the day, which all processes share. No process keeps the key of
// a day that is over, and neither does a backup.
type visitors struct {
	pool *pgxpool.Pool

	mu  sync.Mutex
	day time.Time
	key []byte
	mac hash.Hash // by the key
}

func dayOf(now time.Time) time.Time { return now.UTC().Truncate(24 * time.Hour) }

// of is the visitor of a network at a time. The first call of a day reads the key.
func (v *visitors) of(ctx context.Context, network netip.Addr, at time.Time) (download.Visitor, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if day := dayOf(at); !v.day.Equal(day) {
		v.forget()
		key, err := v.read(ctx, day)
		if err != nil {
			return download.Visitor{}, err
		}
		v.day, v.key = day, key
	}
	if v.mac == nil {
		v.mac = hmac.New(sha256.New, v.key)
	}
	v.mac.Reset()
	bytes := network.As16()
	v.mac.Write(bytes[:])
	var sum [sha256.Size]byte
	return download.Visitor(v.mac.Sum(sum[:0])), nil
}

func (v *visitors) read(ctx context.Context, day time.Time) ([]byte, error) {
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // crypto/rand never fails
	if _, err := v.pool.Exec(ctx, makeKey, day, fresh); err != nil {
		return nil, fmt.Errorf("make the key of a day: %w", err)
	}
	var key []byte
	if err := v.pool.QueryRow(ctx, readKey, day).Scan(&key); err != nil {
		return nil, fmt.Errorf("read the key of a day: %w", err)
	}
	return key, nil
}

// forget ends the day. The caller holds the lock.
func (v *visitors) forget() {
	clear(v.key)
	v.key, v.day, v.mac = nil, time.Time{}, nil
}

// endOf ends the days before a time, here and in the database.
func (v *visitors) endOf(ctx context.Context, now time.Time) error {
	today := dayOf(now)
	v.mu.Lock()
	if v.day.Before(today) {
		v.forget()
	}
	v.mu.Unlock()
	if _, err := v.pool.Exec(ctx, endKeys, today); err != nil {
		return fmt.Errorf("delete the keys of past days: %w", err)
	}
	return nil
}
