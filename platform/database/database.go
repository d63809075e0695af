// Package database opens the site's Postgres: it brings the schema up to date as the owner and hands
// out a pool that works with the rights of the role modyard_app.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx", which goose works through
	"github.com/modyard/modyard/migrations"
	"github.com/pressly/goose/v3"
)

const (
	// appRole owns the tables that the program makes; see migrations/00001_roles.sql.
	appRole = "modyard_app"

	defaultMaxConns = 16

	// migrationLock is the advisory lock that keeps two processes from migrating at once.
	migrationLock = 0x6d6f6479617264 // "modyard"
)

// DB is an open database.
type DB struct {
	// Pool's connections act as modyard_app.
	Pool *pgxpool.Pool
	// OwnerURL connects as the owner of the schema. It holds a password: never print it.
	OwnerURL string
}

// Open migrates the database at ownerURL to the newest schema and connects to it. Any number of
// processes may open one database at the same moment.
func Open(ctx context.Context, ownerURL string) (*DB, error) {
	if err := Migrate(ctx, ownerURL, migrations.FS); err != nil {
		return nil, err
	}
	return Connect(ctx, ownerURL)
}

// Connect opens a database whose schema is up to date. The pool's size follows pool_max_conns in the
// address; without it, it is 16.
func Connect(ctx context.Context, ownerURL string) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(ownerURL)
	if err != nil {
		return nil, errors.New("open database: the address is not a Postgres URL") // pgx's error may repeat the password
	}
	if !strings.Contains(ownerURL, "pool_max_conns") {
		cfg.MaxConns = defaultMaxConns
	}
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.MaxConnLifetime = time.Hour
	cfg.MaxConnLifetimeJitter = 5 * time.Minute
	params := cfg.ConnConfig.RuntimeParams
	if params["application_name"] == "" {
		params["application_name"] = "modyard"
	}
	params["timezone"] = "UTC"
	cfg.ConnConfig.DialFunc = dial
	// What a vanished machine held is free again within half a minute. A Unix socket passes these over.
	params["tcp_keepalives_idle"], params["tcp_keepalives_interval"], params["tcp_keepalives_count"] = "10", "5", "3"
	// A transaction that its program forgot would hold back the cleaning of every table.
	params["idle_in_transaction_session_timeout"] = "300000"
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, "SET ROLE "+appRole); err != nil {
			return fmt.Errorf("act as %s: %w", appRole, err)
		}
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db := &DB{Pool: pool, OwnerURL: ownerURL}
	if err := db.Health(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("open database: %w", err)
	}
	return db, nil
}

// closing is how long the end of the connections is waited for.
const closing = 5 * time.Second

// Close gives back every connection. It waits for those in use, but no longer than five seconds: one whose work was
// broken off half-way waits for the server, which may be about to end as well.
func (db *DB) Close() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		db.Pool.Close()
	}()
	select {
	case <-closed:
	case <-time.After(closing):
	}
}

// Health answers nil when the database answers a query in the application's role within five seconds.
func (db *DB) Health(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var role string
	if err := db.Pool.QueryRow(ctx, "SELECT current_user::text").Scan(&role); err != nil {
		return fmt.Errorf("ask database: %w", err)
	}
	if role != appRole {
		return fmt.Errorf("the database acts as %s, not as %s", role, appRole)
	}
	return nil
}

// ConnectOwner opens one connection as the owner of the schema.
func ConnectOwner(ctx context.Context, ownerURL string) (*pgx.Conn, error) {
	cfg, err := pgx.ParseConfig(withoutPoolSettings(ownerURL))
	if err != nil {
		return nil, errors.New("open database: the address is not a Postgres URL") // pgx's error may repeat the password
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	return conn, nil
}

// Newest is the version of the newest migration in fsys.
func Newest(fsys fs.FS) (int64, error) {
	var newest int64
	names, err := fs.Glob(fsys, "*.sql")
	if err != nil {
		return 0, fmt.Errorf("read migrations: %w", err)
	}
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return 0, fmt.Errorf("read migrations: %w", err)
		}
		newest = max(newest, version)
	}
	return newest, nil
}

// Migrate applies the files of fsys that the database has not seen, as its owner, one transaction a file.
func Migrate(ctx context.Context, ownerURL string, fsys fs.FS) error {
	return MigrateTo(ctx, ownerURL, fsys, math.MaxInt64)
}

// MigrateTo is Migrate with the files up to a version.
func MigrateTo(ctx context.Context, ownerURL string, fsys fs.FS, version int64) error {
	guard, err := pgx.Connect(ctx, withoutPoolSettings(ownerURL))
	if err != nil {
		return fmt.Errorf("migrate: connect: %w", err)
	}
	// The lock is the session's: it goes with the connection, whatever happens to us.
	defer guard.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	if _, err := guard.Exec(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
		return fmt.Errorf("migrate: wait for other processes: %w", err)
	}
	db, err := sql.Open("pgx", withoutPoolSettings(ownerURL))
	if err != nil {
		return fmt.Errorf("migrate: connect: %w", err)
	}
	defer db.Close() //nolint:errcheck // nothing is in flight
	db.SetMaxOpenConns(2)
	provider, err := goose.NewProvider(goose.DialectPostgres, db, fsys)
	if err != nil {
		return fmt.Errorf("migrate: read files: %w", err)
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		var partial *goose.PartialError
		if errors.As(err, &partial) && partial.Failed != nil {
			return fmt.Errorf("migrate: %s: %w", partial.Failed.Source.Path, err)
		}
		return fmt.Errorf("migrate: %w", err)
	}
	return Grant(ctx, guard)
}

// Grant gives the application's role its rights on the database itself. They are not part of a dump or
// of a cloned database, so they are given again at every start.
func Grant(ctx context.Context, owner *pgx.Conn) error {
	_, err := owner.Exec(ctx, `DO $$ BEGIN
		IF NOT (has_database_privilege('modyard_app', current_database(), 'CREATE')
			AND has_database_privilege('modyard_app', current_database(), 'TEMPORARY')) THEN
			EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO modyard_app', current_database());
		END IF;
	END $$`)
	if err != nil {
		return fmt.Errorf("grant database rights to %s: %w", appRole, err)
	}
	return nil
}

// withoutPoolSettings removes the parameters that only the pool understands; elsewhere they would be
// sent to the server, which refuses them.
func withoutPoolSettings(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme == "" {
		return raw
	}
	q := u.Query()
	for key := range q {
		if strings.HasPrefix(key, "pool_") {
			q.Del(key)
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}
