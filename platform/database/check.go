package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/pressly/goose/v3"
)

// Current returns nil when every migration of fsys was applied, otherwise an error with the remedy. A schema with
// later migrations is current: a newer program made them.
func (db *DB) Current(ctx context.Context, fsys fs.FS) error {
	rows, _ := db.Pool.Query(ctx, `SELECT version_id FROM goose_db_version WHERE is_applied`) // CollectRows returns its error
	applied, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	var refused *pgconn.PgError
	if errors.As(err, &refused) && (refused.Code == "42P01" || refused.Code == "42501") { // no such table, or no permission
		return errors.New("the database was never migrated: " + howToMigrate)
	}
	if err != nil {
		return fmt.Errorf("read the schema's version: %w", err)
	}
	names, err := fs.Glob(fsys, "*.sql")
	if err != nil {
		return fmt.Errorf("read migrations: %w", err)
	}
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return fmt.Errorf("read migrations: %w", err)
		}
		if !slices.Contains(applied, version) {
			return fmt.Errorf("the database lacks migration %s: %s", name, howToMigrate)
		}
	}
	return nil
}

const howToMigrate = "run `modyard migrate` with MODYARD_DATABASE_OWNER_URL, or set that here too"

// loginRights reads the rights of the login without modyard_app. CREATEROLE counts, because the login could grant
// itself other roles.
const loginRights = `SELECT r.rolname::text, r.rolsuper, r.rolcreaterole,
	pg_has_role(r.oid, (SELECT datdba FROM pg_database WHERE datname = current_database()), 'MEMBER')
		OR EXISTS (SELECT FROM pg_namespace WHERE nspname IN ('log', 'hits') AND pg_has_role(r.oid, nspowner, 'MEMBER'))
		OR EXISTS (SELECT FROM pg_class WHERE oid IN (to_regclass('log.events'), to_regclass('hits.events')) AND pg_has_role(r.oid, relowner, 'MEMBER')),
	EXISTS (SELECT FROM unnest(ARRAY['log.events', 'log.log_head', 'hits.events', 'hits.log_head', 'hits.kept']) AS t (name)
		WHERE has_table_privilege(r.oid, to_regclass(name), 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER'))
FROM pg_roles r WHERE r.rolname = session_user`

// checkLogin rejects a login that could write into a log without its functions.
func (db *DB) checkLogin(ctx context.Context) error {
	var name string
	var super, creator, owner, writer bool
	if err := db.Pool.QueryRow(ctx, loginRights).Scan(&name, &super, &creator, &owner, &writer); err != nil {
		return fmt.Errorf("read the login's rights: %w", err)
	}
	what := ""
	switch {
	case super:
		what = "is a superuser"
	case owner:
		what = "owns the event log"
	case creator:
		what = "may make roles"
	case writer:
		what = "may write into the event log directly"
	default:
		return nil
	}
	return fmt.Errorf("the login %s %s: MODYARD_DATABASE_URL takes the program's own login, a member of %s without other rights; "+
		"the owner's belongs into MODYARD_DATABASE_OWNER_URL", name, what, appRole)
}
