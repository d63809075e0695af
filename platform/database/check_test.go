package database_test

import (
	"context"
	"crypto/rand"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/modyard/modyard/migrations"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

func TestALoginThatCouldWriteIntoTheLogIsRejected(t *testing.T) {
	logins := pgtest.Logins(t, pgtest.Database(t).OwnerURL)
	for what, made := range map[string]struct{ sql, want string }{
		"superuser":         {`CREATE ROLE NAME LOGIN SUPERUSER PASSWORD 'x'`, "is a superuser"},
		"maker of roles":    {`CREATE ROLE NAME LOGIN CREATEROLE IN ROLE modyard_app PASSWORD 'x'`, "may make roles"},
		"writer everywhere": {`CREATE ROLE NAME LOGIN IN ROLE modyard_app, pg_write_all_data PASSWORD 'x'`, "may write into the event log"},
		"owner's member":    {`CREATE ROLE NAME LOGIN NOINHERIT IN ROLE modyard_app, modyard PASSWORD 'x'`, "owns the event log"},
		"member":            {`CREATE ROLE NAME LOGIN IN ROLE modyard_app PASSWORD 'x'`, ""},
	} {
		t.Run(what, func(t *testing.T) {
			name := "login_" + strings.ReplaceAll(strings.ReplaceAll(what, " ", "_"), "'", "")
			asOwner(t, logins.Owner, strings.Replace(made.sql, "NAME", name, 1))
			t.Cleanup(func() { asOwner(t, logins.Owner, "DROP ROLE "+name) })
			u, err := url.Parse(logins.App)
			if err != nil {
				t.Fatal(err)
			}
			u.User = url.UserPassword(name, "x")
			db, err := database.Connect(t.Context(), database.Logins{App: u.String()})
			if err == nil {
				db.Close()
			}
			switch {
			case made.want == "" && err != nil:
				t.Errorf("a permitted login was rejected: %v", err)
			case made.want != "" && (err == nil || !strings.Contains(err.Error(), made.want) || !strings.Contains(err.Error(), "MODYARD_DATABASE_OWNER_URL")):
				t.Errorf("the error is %v, want %q", err, made.want)
			}
		})
	}
	if db, err := database.Connect(t.Context(), database.Logins{App: logins.Owner}); err == nil {
		db.Close()
		t.Error("the owner's own login was accepted")
	}
}

func TestWithoutTheOwnersLoginTheSchemaMustBeCurrent(t *testing.T) {
	empty := pgtest.Logins(t, pgtest.Empty(t))
	_, err := database.Open(t.Context(), database.Logins{App: empty.App})
	if err == nil || !strings.Contains(err.Error(), "never migrated") || !strings.Contains(err.Error(), "modyard migrate") {
		t.Errorf("an empty database: %v", err)
	}
	whole := pgtest.Logins(t, pgtest.Database(t).OwnerURL)
	db, err := database.Open(t.Context(), database.Logins{App: whole.App})
	if err != nil {
		t.Fatalf("a database that is up to date: %v", err)
	}
	defer db.Close()
	if err := db.Current(t.Context(), fstest.MapFS{"99999_later.sql": {}}); err == nil || !strings.Contains(err.Error(), "99999_later.sql") {
		t.Errorf("with a migration missing: %v", err)
	}
	if err := db.Current(t.Context(), fstest.MapFS{}); err != nil {
		t.Errorf("with migrations of a newer program: %v", err)
	}
}

func TestALogOfTheOldFormatIsNotMigrated(t *testing.T) {
	owner := pgtest.Empty(t)
	if err := database.MigrateTo(t.Context(), owner, migrations.FS, 83); err != nil {
		t.Fatal(err)
	}
	asOwner(t, owner, `SELECT log.append_one('thing-1', -1, ARRAY[gen_random_uuid()], ARRAY['thing.made.v1'], ARRAY['{}'::bytea], ARRAY['{}'::jsonb])`)
	_, err := database.Open(t.Context(), pgtest.Logins(t, owner))
	if err == nil || !strings.Contains(err.Error(), "00090_log_format.sql") || !strings.Contains(err.Error(), "start with an empty database") {
		t.Errorf("it gives %v", err)
	}
}

func TestAnOrdinaryOwnerMigratesAndTheProgramAppends(t *testing.T) {
	logins := pgtest.Logins(t, pgtest.Empty(t))
	address := func(raw, user string) string {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.UserPassword(user, "x")
		return u.String()
	}
	name := "owner_" + strings.ToLower(rand.Text()[:8])
	asOwner(t, logins.Owner, `CREATE ROLE `+name+` LOGIN PASSWORD 'x' IN ROLE modyard_app`)
	t.Cleanup(func() {
		asOwner(t, logins.Owner, `REASSIGN OWNED BY `+name+` TO modyard; DROP OWNED BY `+name+`; DROP ROLE `+name)
	})
	asOwner(t, logins.Owner, `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO `+name+`', current_database()); END $$`)
	db, err := database.Open(t.Context(), database.Logins{App: logins.App, Owner: address(logins.Owner, name)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	const call = `SELECT log.append_one('thing-1', -1, ARRAY[gen_random_uuid()], ARRAY['thing.made.v1'], ARRAY['{}'::bytea], ARRAY['{}'::bytea], ARRAY[]::text[], ARRAY[]::bigint[])`
	if _, err := db.Pool.Exec(t.Context(), call); err != nil {
		t.Errorf("append: %v", err)
	}
	if db, err := database.Connect(t.Context(), database.Logins{App: address(logins.Owner, name)}); err == nil || !strings.Contains(err.Error(), "owns the event log") {
		t.Errorf("the owner as the program's login: %v", err)
		if err == nil {
			db.Close()
		}
	}
}

func asOwner(t *testing.T, address, sql string) {
	t.Helper()
	ctx := context.Background() // also at the end of a test
	conn, err := database.ConnectOwner(ctx, address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx) //nolint:errcheck // nothing is in flight
	if _, err := conn.Exec(ctx, sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}
