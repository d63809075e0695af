package identity

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/pgtest"
)

// Every request with a key runs one of these.
func TestTheCallerOfAKeyIsFoundByIndex(t *testing.T) {
	db := pgtest.Database(t)
	for _, sql := range []string{
		`INSERT INTO identity.accounts (id, username, username_key, username_skeleton) SELECT 'a' || lpad(n::text, 7, '0'), n, n, n FROM generate_series(1, 20000) n`,
		`INSERT INTO identity.sessions (id, account, token_hash, created, last_used, expires, refresh_expires)
		 SELECT n, 'a' || lpad(n::text, 7, '0'), sha256(convert_to('s' || n, 'UTF8')), now(), now(), now() + interval '1 day', now() + interval '1 day' FROM generate_series(1, 20000) n`,
		`INSERT INTO identity.tokens (id, account, name, scopes, token_hash, created, expires)
		 SELECT n, 'a' || lpad(n::text, 7, '0'), 'n', 1, sha256(convert_to('t' || n, 'UTF8')), now(), now() + interval '1 day' FROM generate_series(1, 20000) n`,
		`INSERT INTO identity.oauth_clients (id, max_scopes, usable, verified, skeleton, events) SELECT 'p' || lpad(n::text, 7, '0'), 1, true, false, '', 1 FROM generate_series(0, 999) n`,
		`INSERT INTO identity.oauth_grants (account, application, live, scopes, openid, number, events)
		 SELECT 'a' || lpad(n::text, 7, '0'), 'p' || lpad((n % 1000)::text, 7, '0'), true, 1, '{}', 1, 1 FROM generate_series(1, 20000) n`,
		`INSERT INTO identity.oauth_tokens (hash, refresh, family, account, application, number, scopes, openid, auth_time, created, expires)
		 SELECT sha256(convert_to('o' || n, 'UTF8')), false, n, 'a' || lpad(n::text, 7, '0'), 'p' || lpad((n % 1000)::text, 7, '0'), 1, 1, '{}', now(), now(), now() + interval '1 day'
		 FROM generate_series(1, 20000) n`,
		`ANALYZE`,
	} {
		if _, err := db.Pool.Exec(t.Context(), sql); err != nil {
			t.Fatal(sql, err)
		}
	}
	for name, sql := range map[string]string{"session": sessionQuery(), "access token": tokenQuery(), "token of an application": oauthQuery()} {
		rows, err := db.Pool.Query(t.Context(), "EXPLAIN "+sql, hashSecret("o7"), time.Now())
		if err != nil {
			t.Fatal(name, err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(name, err)
		}
		plan := strings.Join(lines, "\n")
		for _, table := range []string{"accounts", "sessions", "tokens", "oauth_clients", "oauth_grants", "oauth_tokens"} {
			if strings.Contains(plan, "Seq Scan on "+table+" ") {
				t.Errorf("%s reads every row of %s:\n%s", name, table, plan)
			}
		}
	}
}
