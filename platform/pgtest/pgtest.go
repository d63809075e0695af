// Package pgtest gives every test its own Postgres database on one server that all tests share.
package pgtest

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/database"
)

// EnvURL and EnvAppURL name a server that tests use instead of starting one: the address of any database on it, as a
// superuser and as the login modyard_app.
const (
	EnvURL    = "MODYARD_TEST_DATABASE_URL"
	EnvAppURL = "MODYARD_TEST_DATABASE_APP_URL"
)

// Database creates a database with every migration applied. It is dropped when the test ends.
func Database(t testing.TB) *database.DB {
	t.Helper()
	return Open(t, Migrated(t))
}

// Open connects to a database of this package by its owner's address, until the test ends.
func Open(t testing.TB, owner string) *database.DB {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	db, err := database.Connect(ctx, Logins(t, owner))
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(db.Close)
	return db
}

// Migrated gives the owner's address of a fresh database with every migration applied. It is dropped when the test ends.
func Migrated(t testing.TB) string {
	t.Helper()
	return Prepared(t, "", nil)
}

// Prepared is Migrated with what prepare writes, which is done once for each key and server: the database is a copy. The key
// must differ where prepare writes something else.
func Prepared(t testing.TB, key string, prepare func(ctx context.Context, db *database.DB) error) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	s := server(t)
	template, err := migratedTemplate(ctx, s.Owner)
	if err == nil && prepare != nil {
		template, err = preparedTemplate(ctx, s, template, key, prepare)
	}
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	own := clone(ctx, t, s.Owner, template)
	if err := grant(ctx, own); err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return own
}

func grant(ctx context.Context, owner string) error {
	conn, err := pgx.Connect(ctx, owner)
	if err != nil {
		return fmt.Errorf("connect to the new database: %w", err)
	}
	return errors.Join(database.Grant(ctx, conn), conn.Close(ctx))
}

// Empty gives the owner's address of a fresh database without migrations. It is dropped when the test ends.
func Empty(t testing.TB) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return clone(ctx, t, server(t).Owner, "template0")
}

// Logins returns both logins of a database from the owner's address.
func Logins(t testing.TB, owner string) database.Logins {
	t.Helper()
	u, err := url.Parse(owner)
	if err != nil {
		t.Fatal("pgtest: not an address of a database")
	}
	app, err := withDatabase(server(t).App, strings.TrimPrefix(u.Path, "/"))
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return database.Logins{App: app, Owner: owner}
}

func clone(ctx context.Context, t testing.TB, admin, template string) string {
	t.Helper()
	name := "t_" + strings.ToLower(rand.Text()[:16])
	if err := onServer(ctx, admin, func(c *pgx.Conn) error {
		_, err := c.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE "+template)
		return err
	}); err != nil {
		t.Fatalf("pgtest: create a database: %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
		defer cancel()
		if err := onServer(ctx, admin, func(c *pgx.Conn) error {
			_, err := c.Exec(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
			return err
		}); err != nil {
			t.Logf("pgtest: drop %s: %v", name, err)
		}
	})
	own, err := withDatabase(admin, name)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return own
}

// migratedTemplate returns the database with every migration of this state of the migrations.
func migratedTemplate(ctx context.Context, admin string) (string, error) {
	name, err := templateName()
	if err != nil {
		return "", err
	}
	return name, ensureTemplate(ctx, admin, name, "template0", func(own string) error { return database.Migrate(ctx, own, migrations.FS) })
}

// preparedTemplate returns a copy of a template with what prepare wrote.
func preparedTemplate(ctx context.Context, s database.Logins, from, key string, prepare func(ctx context.Context, db *database.DB) error) (string, error) {
	sum := sha256.Sum256([]byte(from + "\x00" + key))
	name := from + "_" + hex.EncodeToString(sum[:8])
	return name, ensureTemplate(ctx, s.Owner, name, from, func(own string) error {
		if err := grant(ctx, own); err != nil {
			return err
		}
		u, err := url.Parse(own)
		if err != nil {
			return fmt.Errorf("read the address of the template: %w", err)
		}
		app, err := withDatabase(s.App, strings.TrimPrefix(u.Path, "/"))
		if err != nil {
			return err
		}
		db, err := database.Connect(ctx, database.Logins{App: app, Owner: own})
		if err != nil {
			return fmt.Errorf("connect to the template: %w", err)
		}
		defer db.Close()
		return prepare(ctx, db)
	})
}

// ensureTemplate creates, once for each server and name, a database that is copied for tests: a copy of another one that
// build has filled.
func ensureTemplate(ctx context.Context, admin, name, from string, build func(own string) error) error {
	return onServer(ctx, admin, func(c *pgx.Conn) error {
		// Released with the connection.
		if _, err := c.Exec(ctx, "SELECT pg_advisory_lock(hashtext($1))", name); err != nil {
			return fmt.Errorf("wait for the template: %w", err)
		}
		var there bool
		if err := c.QueryRow(ctx, "SELECT EXISTS (SELECT FROM pg_database WHERE datname = $1)", name).Scan(&there); err != nil || there {
			return err
		}
		building := name + "_new"
		for _, sql := range []string{"DROP DATABASE IF EXISTS " + building + " WITH (FORCE)", "CREATE DATABASE " + building + " TEMPLATE " + from} {
			if _, err := c.Exec(ctx, sql); err != nil {
				return fmt.Errorf("create the template: %w", err)
			}
		}
		own, err := withDatabase(admin, building)
		if err != nil {
			return err
		}
		if err := build(own); err != nil {
			return err
		}
		return retryBusy(ctx, func() error {
			_, err := c.Exec(ctx, "ALTER DATABASE "+building+" RENAME TO "+name)
			return err
		})
	})
}

// retryBusy waits until the sessions of a database have ended, which takes a moment after they are closed.
func retryBusy(ctx context.Context, f func() error) error {
	for {
		err := f()
		var pgErr *pgconn.PgError
		if err == nil || !errors.As(err, &pgErr) || pgErr.Code != "55006" {
			return err
		}
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func templateName() (string, error) {
	h := sha256.New()
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		return "", err
	}
	for _, f := range files {
		b, err := fs.ReadFile(migrations.FS, f)
		if err != nil {
			return "", fmt.Errorf("read migration: %w", err)
		}
		fmt.Fprintf(h, "%s %d\n%s", f, len(b), b)
	}
	return "modyard_template_" + hex.EncodeToString(h.Sum(nil)[:8]), nil
}

func onServer(ctx context.Context, admin string, f func(*pgx.Conn) error) error {
	c, err := pgx.Connect(ctx, admin)
	if err != nil {
		return fmt.Errorf("connect to the test server: %w", err)
	}
	defer c.Close(context.WithoutCancel(ctx)) //nolint:errcheck // nothing is in flight
	return f(c)
}

func withDatabase(raw, name string) (string, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme == "" {
		return "", errors.New(EnvURL + " is not a postgres:// URL")
	}
	u.Path = "/" + name
	return u.String(), nil
}

// The server runs as long as the test process, so the package owns it, not a test.
var shared = sync.OnceValues(StartServer)

func server(t testing.TB) database.Logins {
	t.Helper()
	if owner, app := os.Getenv(EnvURL), os.Getenv(EnvAppURL); owner != "" {
		if app == "" {
			t.Fatalf("pgtest: %s requires %s too", EnvURL, EnvAppURL)
		}
		return database.Logins{App: app, Owner: owner}
	}
	s, err := shared()
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	return s.Logins()
}
