package identity

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/platform/httpkit"
)

// Limit is a maximum number of attempts in any period of the window's length.
type Limit struct {
	Most   int
	Window time.Duration
}

// Limits limits guessing. They apply to all processes together, because attempts are counted in the database.
type Limits struct {
	LoginByAccount Limit // failures only, by account and network or known browser
	LoginByAddress Limit // failures only
	SignUp         Limit // by address, including successes
	SignUpCheck    Limit // by address, including successes: checks of a name or password before a sign-up
	Reset          Limit // by address, including successes: password resets
	Letters        Limit // by account: requested letters
	SecondFactor   Limit // by account, failures only
	Passkeys       Limit // by address, including successes: questions for a passkey to sign in with
	Outside        Limit // by address, including successes: sign-ins that go to a provider
	Notices        Limit // by account: changes of credentials, of which a letter is sent
}

func defaultLimits() Limits {
	return Limits{
		LoginByAccount: Limit{20, 15 * time.Minute},
		LoginByAddress: Limit{60, 15 * time.Minute},
		SignUp:         Limit{30, time.Hour},
		SignUpCheck:    Limit{120, time.Hour},
		Reset:          Limit{20, time.Hour},
		Letters:        Limit{5, time.Hour},
		SecondFactor:   Limit{10, 15 * time.Minute},
		Passkeys:       Limit{300, 15 * time.Minute}, // a page of signing in asks whenever it is opened
		Outside:        Limit{60, 15 * time.Minute},
		Notices:        Limit{60, time.Hour},
	}
}

// attemptsKept is longer than every window.
const attemptsKept = 24 * time.Hour

// counted is one limited key. The database contains only its hash.
type counted struct {
	key   []byte
	limit Limit
}

func count(limit Limit, kind, value string) counted {
	sum := sha256.Sum256([]byte(kind + "\x00" + value))
	return counted{sum[:], limit}
}

// addressKey counts the IPv6 addresses of a household as one.
func addressKey(a netip.Addr) string { return httpkit.Network(a).String() }

// unlimited is a count without a maximum.
func unlimited(window time.Duration) Limit { return Limit{math.MaxInt32, window} }

// reserve records an attempt for every limit before it is made, so that concurrent attempts cannot exceed a limit, or
// rejects it. forgive deletes the record.
func reserve(ctx context.Context, pool *pgxpool.Pool, now time.Time, limits ...counted) (booked []int64, err error) {
	err = pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) (err error) {
		booked, err = reserveIn(ctx, tx, now, limits...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return booked, nil
}

// reserveIn is reserve for what the same transaction makes: nothing is counted where it is rolled back, as for a repeated request.
func reserveIn(ctx context.Context, tx pgx.Tx, now time.Time, limits ...counted) (booked []int64, err error) {
	slices.SortFunc(limits, func(a, b counted) int { return bytes.Compare(a.key, b.key) }) // the same order of locks everywhere
	for _, c := range limits {
		id, err := reserveOne(ctx, tx, now, c)
		if err != nil {
			return nil, fmt.Errorf("count attempts: %w", err)
		}
		booked = append(booked, id)
	}
	return booked, nil
}

func reserveOne(ctx context.Context, tx pgx.Tx, now time.Time, c counted) (id int64, err error) {
	if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(binary.BigEndian.Uint64(c.key))); err != nil {
		return 0, err
	}
	var made int
	var oldest *time.Time
	// The attempt can be repeated when the oldest of the newest `Most` attempts leaves the window.
	if err := tx.QueryRow(ctx, `SELECT count(*), min(at) FROM (
		SELECT at FROM identity.attempts WHERE key = $1 AND at > $2 ORDER BY at DESC LIMIT $3) newest`,
		c.key, now.Add(-c.limit.Window), c.limit.Most).Scan(&made, &oldest); err != nil {
		return 0, err
	}
	if made >= c.limit.Most {
		wait := c.limit.Window
		if oldest != nil {
			wait = oldest.Add(c.limit.Window).Sub(now)
		}
		return 0, tooMany(wait)
	}
	err = tx.QueryRow(ctx, "INSERT INTO identity.attempts (key, at) VALUES ($1, $2) RETURNING id", c.key, now).Scan(&id)
	return id, err
}

// forgive deletes recorded attempts, and all attempts of some keys.
func forgive(ctx context.Context, pool *pgxpool.Pool, booked []int64, all ...counted) error {
	keys := make([][]byte, len(all))
	for i, c := range all {
		keys[i] = c.key
	}
	if _, err := pool.Exec(ctx, "DELETE FROM identity.attempts WHERE id = ANY($1) OR key = ANY($2)", booked, keys); err != nil {
		return fmt.Errorf("delete attempts: %w", err)
	}
	return nil
}
