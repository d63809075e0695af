package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
)

const (
	deedKeys     = 40 // of the account with many deeds
	deedThings   = 200
	benchReturns = "https://app.example/cb"
	benchProof   = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk" // the verifier of each code
)

// accessBench is a site with many accounts, and with applications that act for them, served by two processes' worth of site.
type accessBench struct {
	*site
	other                                                      *site // a second one on the same database
	ground                                                     *ground
	accounts, applications, authorizations, tokens, codes, did int
	programs                                                   []benchProgram // registered ones
}

// benchProgram is an application that is in the log.
type benchProgram struct{ id, secret string }

// benchSecret is the n-th secret of a kind, in the form of those that the site makes. SQL makes the same ones (numbered).
func benchSecret(prefix string, n int) string { return fmt.Sprintf("%s%060d", prefix, n) }

// numbered is benchSecret in SQL, as it is stored.
func numbered(prefix, n string) string {
	return "sha256(convert_to('" + prefix + "' || lpad((" + n + ")::text, 60, '0'), 'UTF8'))"
}

// seeded are the rows that a site of years has. Applications without events in the log have rows only: a token is checked by these.
func (a *accessBench) seeded() []struct {
	sql  string
	args []any
} {
	const account, application = "'a' || lpad((%s)::text, 7, '0')", "'p' || lpad((%s)::text, 7, '0')"
	of := func(form, n string) string { return fmt.Sprintf(form, n) }
	// The n-th authorization is of the account n modulo their number: no account allows an application twice.
	granted := func(n string) (string, string) {
		return of(account, n+" % $2"), of(application, "("+n+" * 7 + "+n+" / $2 * 13) % $3")
	}
	grantAccount, grantApplication := granted("n")
	tokenAccount, tokenApplication := granted("(n % $5)")
	return []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO identity.accounts (id, username, username_key, username_skeleton)
			SELECT ` + of(account, "n") + `, 'bench' || n, 'bench' || n, 'bench' || n FROM generate_series(0, $1::int - 1) n`, []any{a.accounts}},
		{`INSERT INTO identity.sessions (id, account, token_hash, created, last_used, expires, refresh_expires)
			SELECT 's' || lpad(n::text, 7, '0'), ` + of(account, "n") + `, ` + numbered("mra_", "n") + `, now(), now(), now() + interval '14 days', now() + interval '60 days'
			FROM generate_series(0, $1::int - 1) n`, []any{a.accounts}},
		{`INSERT INTO identity.oauth_clients (id, max_scopes, usable, verified, skeleton, events)
			SELECT ` + of(application, "n") + `, $2, true, false, '', 1 FROM generate_series(0, $1::int - 1) n`, []any{a.applications, int64(identity.ScopeUserRead)}},
		{`INSERT INTO identity.oauth_grants (account, application, live, scopes, openid, number, events, last_used)
			SELECT ` + grantAccount + `, ` + grantApplication + `, true, $4, '{}', 1, 1, now() FROM generate_series(0, $1::int - 1) n`,
			[]any{a.authorizations, a.accounts, a.applications, int64(identity.ScopeUserRead)}},
		{`INSERT INTO identity.oauth_tokens (hash, refresh, family, account, application, number, scopes, openid, auth_time, created, expires)
			SELECT ` + numbered("mro_", "n") + `, false, 't' || n, ` + tokenAccount + `, ` + tokenApplication + `, 1, $4, '{}', now(), now(), now() + interval '14 days'
			FROM generate_series(0, $1::int - 1) n`, []any{a.tokens, a.accounts, a.applications, int64(identity.ScopeUserRead), a.authorizations}},
	}
}

// prepare fills the tables, registers applications, and begins the second site.
func (a *accessBench) prepare(ctx context.Context) error {
	begin := time.Now()
	for _, step := range a.seeded() {
		if _, err := a.DB.Pool.Exec(ctx, step.sql, step.args...); err != nil {
			return fmt.Errorf("fill the tables of accounts: %w", err)
		}
	}
	a.ground.say("   %d accounts, %d authorizations, %d tokens in %.0f s", a.accounts, a.authorizations, a.tokens, time.Since(begin).Seconds())
	if _, err := a.DB.Pool.Exec(ctx, "UPDATE identity.accounts SET email_verified = true WHERE username = $1", ownerName); err != nil {
		return fmt.Errorf("confirm the owner's address: %w", err)
	}
	for n := range 8 {
		body, _, err := a.send(ctx, http.MethodPost, "/v3/oauth/app", map[string]any{
			"name": fmt.Sprintf("Pack Sync %d", n), "type": "confidential", "max_scopes": identity.ScopeUserRead, "redirect_uris": []string{benchReturns},
		})
		if err != nil {
			return err
		}
		var made contract.ApplicationCreated
		if err := json.Unmarshal(body, &made); err != nil {
			return fmt.Errorf("register an application: %w", err)
		}
		a.programs = append(a.programs, benchProgram{made.Client.ID, made.ClientSecret})
	}
	if err := a.allow(ctx); err != nil {
		return err
	}
	if err := a.act(ctx); err != nil {
		return err
	}
	for _, table := range []string{"accounts", "sessions", "oauth_clients", "oauth_grants", "oauth_tokens", "oauth_codes"} {
		if _, err := a.DB.Pool.Exec(ctx, "ANALYZE identity."+table); err != nil {
			return fmt.Errorf("analyse a table: %w", err)
		}
	}
	return a.double(ctx)
}

// allow gives the registered applications codes of the accounts, each of which is exchanged once.
func (a *accessBench) allow(ctx context.Context) error {
	sum := sha256.Sum256([]byte(benchProof))
	request, err := json.Marshal(map[string]any{
		"redirect": benchReturns, "named": true, "scopes": identity.ScopeUserRead, "openid": []string{"openid", "offline_access"}, "auth_time": time.Now().UTC(),
		"challenge": base64.RawURLEncoding.EncodeToString(sum[:]),
	})
	if err != nil {
		return fmt.Errorf("make a code: %w", err)
	}
	var programs []string
	for _, p := range a.programs {
		programs = append(programs, p.id)
	}
	const of = "'a' || lpad((n % $2)::text, 7, '0'), ($3::text[])[n % cardinality($3::text[]) + 1]"
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO identity.oauth_grants (account, application, live, scopes, openid, number, events, last_used)
			SELECT ` + of + `, true, $4, '{openid,offline_access}', 1, 1, now() FROM generate_series(0, $1::int - 1) n ON CONFLICT DO NOTHING`,
			[]any{a.codes, a.accounts, programs, int64(identity.ScopeUserRead)}},
		{`INSERT INTO identity.oauth_codes (hash, family, account, session, application, number, request, expires)
			SELECT ` + numbered("mrc_", "n") + `, 'c' || n, a, 's0000000', p, 1, $4::jsonb, now() + interval '3 hours'
			FROM generate_series(0, $1::int - 1) n, LATERAL (SELECT ` + of + `) who (a, p)`, []any{a.codes, a.accounts, programs, string(request)}},
	} {
		if _, err := a.DB.Pool.Exec(ctx, step.sql, step.args...); err != nil {
			return fmt.Errorf("allow the applications: %w", err)
		}
	}
	return nil
}

// deeds are the rows that the read model would have of events that do not fold: no two are of one kind on one thing in one hour.
const deeds = `
insert into %s (actor, hour, credential, stream, type, role, times, first_at, last_at, position)
select a.id, date_trunc('hour', t.at), 'k' || lpad((n::bigint * 7919 %% $3)::text, 7, '0'), 'project-' || ($4::text[])[n %% cardinality($4::text[]) + 1],
    ($5::text[])[n %% cardinality($5::text[]) + 1], 'owner', 1, t.at, t.at, 100000000 + n
from identity.accounts a, generate_series(1, $2::int) n, lateral (select now() - ($2 - n) * interval '20 seconds') t (at)
where a.username = $1`

// act writes what the owner did, as if the read model had followed it.
func (a *accessBench) act(ctx context.Context) error {
	var schema string
	err := a.DB.Pool.QueryRow(ctx, `select table_schema from information_schema.view_table_usage where view_schema = 'account_activity' and view_name = 'deeds'`).Scan(&schema)
	if err != nil {
		return fmt.Errorf("find the table of deeds: %w", err)
	}
	things := make([]string, min(deedThings, a.projects))
	for n := range things {
		things[n] = projectID(n)
	}
	types := []string{"project.renamed.v1", "project.described.v1", "project.icon-changed.v1", "project.member-invited.v1", "version.published.v1", "project.submitted.v1"}
	table := pgx.Identifier{schema, "deeds"}.Sanitize()
	if _, err := a.DB.Pool.Exec(ctx, fmt.Sprintf(deeds, table), ownerName, a.did, deedKeys, things, types); err != nil {
		return fmt.Errorf("write deeds: %w", err)
	}
	if _, err := a.DB.Pool.Exec(ctx, "ANALYZE "+table); err != nil {
		return fmt.Errorf("analyse the deeds: %w", err)
	}
	return nil
}

// double begins a second site on the database, as a second process of the program would be.
func (a *accessBench) double(ctx context.Context) error {
	core, err := app.Open(ctx, a.Core.Config, a.ground.logger, app.Share)
	if err != nil {
		return fmt.Errorf("open a second site: %w", err)
	}
	second := &site{client: a.client, projects: a.projects}
	if second.Site, err = app.NewSite(ctx, core, app.SiteOptions{RatePerMinute: unlimited}); err != nil {
		return errors.Join(err, core.Close())
	}
	if err := second.serve(core.Close); err != nil {
		return errors.Join(err, core.Close())
	}
	a.other = second
	return nil
}

// form sends a form to an endpoint of a registered application, whose answer must be a success.
func (a *accessBench) form(ctx context.Context, p benchProgram, endpoint string, q url.Values) (out struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
}, err error) {
	q.Set("client_id", p.id)
	q.Set("client_secret", p.secret)
	body, err := a.posted(ctx, "/v3/oauth/"+endpoint, q)
	if err == nil && len(body) > 0 {
		err = json.Unmarshal(body, &out)
	}
	return out, err
}
