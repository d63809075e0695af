package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"
)

// migrationLock is the advisory lock that keeps two processes from migrating at once.
const migrationLock = 0x6d6f6479617264 // "modyard"

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

// Migrate applies the migrations of fsys that the database lacks, as its owner, one transaction a file.
func Migrate(ctx context.Context, ownerURL string, fsys fs.FS) error {
	return MigrateTo(ctx, ownerURL, fsys, math.MaxInt64)
}

// MigrateTo is Migrate with the files up to a version.
func MigrateTo(ctx context.Context, ownerURL string, fsys fs.FS, version int64) error {
	guard, err := pgx.Connect(ctx, withoutPoolSettings(ownerURL))
	if err != nil {
		return fmt.Errorf("migrate: connect: %w", err)
	}
	// The lock belongs to the session: it ends with the connection, even if the process is killed.
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

// Grant gives the application's role its rights on the database and on the list of migrations. Dumps and cloned
// databases do not include them, so every start grants them again.
func Grant(ctx context.Context, owner *pgx.Conn) error {
	_, err := owner.Exec(ctx, `DO $$ BEGIN
		IF NOT (has_database_privilege('modyard_app', current_database(), 'CREATE')
			AND has_database_privilege('modyard_app', current_database(), 'TEMPORARY')) THEN
			EXECUTE format('GRANT CONNECT, CREATE, TEMPORARY ON DATABASE %I TO modyard_app', current_database());
		END IF;
		IF to_regclass('goose_db_version') IS NOT NULL THEN
			GRANT SELECT ON goose_db_version TO modyard_app;
		END IF;
	END $$`)
	if err != nil {
		return fmt.Errorf("grant database rights to %s: %w", appRole, err)
	}
	return nil
}
