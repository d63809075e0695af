// Package database opens the site's Postgres: it migrates the schema as the owner and provides a pool of the
// program's own login, which acts as the role modyard_app.
package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx", which goose works through

	"github.com/modyard/modyard/migrations"
)

const (
	// appRole owns the tables that the program creates; see migrations/00001_roles.sql.
	appRole = "modyard_app"

	defaultMaxConns = 16
)

// Logins are the addresses of one database for its two users. They contain passwords: never print them.
type Logins struct {
	// App is the program's own login: modyard_app, or a member of it. It cannot become the owner.
	App string
	// Owner owns the schema and is used only for migrations and backups. Empty: migrations run elsewhere.
	Owner string
}

// DB is an open database.
type DB struct {
	// Pool's connections act as modyard_app.
	Pool *pgxpool.Pool
	// OwnerURL connects as the owner of the schema; empty where this process does not have that login. It contains a
	// password: never print it.
	OwnerURL string
}

// Open connects to a database with the newest schema. With the owner's login it migrates first, which concurrent
// processes may do; without it the schema must be up to date.
func Open(ctx context.Context, logins Logins) (*DB, error) {
	return OpenWith(ctx, logins, migrations.FS)
}

// OpenWith is Open with a part of the migrations, for a database that contains a part of the site.
func OpenWith(ctx context.Context, logins Logins, fsys fs.FS) (*DB, error) {
	if logins.Owner != "" {
		if err := Migrate(ctx, logins.Owner, fsys); err != nil {
			return nil, err
		}
		return Connect(ctx, logins)
	}
	db, err := Connect(ctx, logins)
	if err != nil {
		return nil, err
	}
	if err := db.Current(ctx, fsys); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// Connect opens a database whose schema is up to date. The pool's size is pool_max_conns of the address, by default
// 16. It rejects a login that could change the log without its functions.
func Connect(ctx context.Context, logins Logins) (*DB, error) {
	cfg, err := pgxpool.ParseConfig(logins.App)
	if err != nil {
		return nil, errors.New("open database: the address is not a Postgres URL") // pgx's error may repeat the password
	}
	if !strings.Contains(logins.App, "pool_max_conns") {
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
	// Locks of a vanished machine are released within half a minute. Unix sockets ignore these settings.
	params["tcp_keepalives_idle"], params["tcp_keepalives_interval"], params["tcp_keepalives_count"] = "10", "5", "3"
	// A forgotten open transaction would block vacuum of every table.
	params["idle_in_transaction_session_timeout"] = "300000"
	cfg.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, "SET ROLE "+appRole); err != nil {
			return fmt.Errorf("act as %s: %w", appRole, err)
		}
		// Moments are read in UTC, as documents show them, and not in the zone of the machine.
		utc := &pgtype.TimestamptzCodec{ScanLocation: time.UTC}
		conn.TypeMap().RegisterType(&pgtype.Type{Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: utc})
		return nil
	}
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db := &DB{Pool: pool, OwnerURL: logins.Owner}
	if err := errors.Join(db.Health(ctx), db.checkLogin(ctx)); err != nil {
		pool.Close()
		return nil, fmt.Errorf("open database: %w", err)
	}
	return db, nil
}

// closing is the time limit for closing the connections.
const closing = 5 * time.Second

// Close closes every connection. It waits at most five seconds for those in use: a cancelled query waits for the
// server, which may be shutting down too.
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

// Health returns nil when the database answers a query as the application's role within five seconds.
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

// withoutPoolSettings removes the pool's own parameters, which the server would reject.
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
