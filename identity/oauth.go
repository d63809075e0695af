package identity

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/platform/confusable"
	"github.com/modyard/modyard/platform/positions"
)

// The lives of what the provider gives out.
const (
	oauthFlowLife    = 30 * time.Minute
	oauthCodeLife    = 10 * time.Minute
	oauthPushedLife  = 90 * time.Second
	oauthLongLife    = 14 * 24 * time.Hour // access tokens of confidential applications without offline_access
	oauthShortLife   = time.Hour           // all other access tokens, and id tokens
	oauthRefreshLife = 60 * 24 * time.Hour
	prefixOAuth      = "mro_"
	prefixRefresh    = "mrr_"
	prefixCode       = "mrc_"
	prefixFlow       = "mrf_"
	prefixSecret     = "mrs_"
)

// Applications are the applications and authorizations of the log (commands/application).
type Applications interface {
	// Application reads an application as it is now; the zero State for one that never was.
	Application(ctx context.Context, id string) (application.State, error)
	// Grant records that the caller of a request allows an application what it accepted, and copies the authorization
	// (MirrorAuthorization).
	Grant(ctx context.Context, r *http.Request, caller Caller, client string, scopes Scopes, openid []string) error
	// End ends an authorization because a refresh token was used twice.
	End(ctx context.Context, account, client string) error
	// Document is an application as the consent page shows it.
	Document(ctx context.Context, id string) (contract.Application, error)
}

// OAuth is the site as a provider of OAuth 2 and OpenID Connect. It is safe for concurrent use.
type OAuth struct {
	*Service
	apps Applications
	keys oauthKeys
}

// NewOAuth makes the provider; mount it with Routes.
func NewOAuth(s *Service, apps Applications) (*OAuth, error) {
	if s == nil || apps == nil {
		return nil, errors.New("make the OAuth provider: accounts and applications are needed")
	}
	return &OAuth{Service: s, apps: apps}, nil
}

const resolveOAuth = `SELECT t.account || '-' || t.application, t.account, t.scopes & g.scopes & c.max_scopes, 'user', false, false,
	coalesce(g.last_used, to_timestamp(0)), t.expires, t.expires, %s, %s
FROM identity.oauth_tokens t
JOIN identity.oauth_grants g ON g.account = t.account AND g.application = t.application AND g.live AND g.number = t.number
JOIN identity.oauth_clients c ON c.id = t.application AND c.usable
JOIN identity.accounts a ON a.id = t.account
WHERE t.hash = $1 AND t.expires > $2 AND NOT t.refresh`

// oauthQuery finds the caller of an access token: what the token, the authorization and the application allow now, in no
// role of the staff. The credential is the authorization, because tokens change.
func oauthQuery() string {
	return fmt.Sprintf(resolveOAuth, positions.Of("a.id"), SuspensionsOf("a.id", "$2"))
}

// touchOAuth records the use of an authorization.
func (s *Service) touchOAuth(ctx context.Context, authorization string, now time.Time) error {
	account, client, _ := strings.Cut(authorization, "-")
	_, err := s.pool.Exec(ctx, "UPDATE identity.oauth_grants SET last_used = $3 WHERE account = $1 AND application = $2", account, client, now)
	return err
}

const mirrorClient = `
INSERT INTO identity.oauth_clients (id, max_scopes, usable, verified, skeleton, hand_overs, events) VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET max_scopes = excluded.max_scopes, usable = excluded.usable, verified = excluded.verified, skeleton = excluded.skeleton,
	hand_overs = excluded.hand_overs, events = excluded.events
WHERE oauth_clients.events < excluded.events`

// MirrorApplication copies the state of an application. Where it is suspended or deleted, everything that was given out
// for it ends at once.
func (s *Service) MirrorApplication(ctx context.Context, a application.State) error {
	skeleton := ""
	if a.Exists() {
		skeleton = confusable.Name(a.Name)
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, mirrorClient, a.ID, int64(a.Scopes), a.Usable(), a.Exists() && a.Verified, skeleton, a.HandOvers, a.Events); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM identity.oauth_secrets WHERE application = $1 AND NOT id = ANY($2) AND created < $3", a.ID, orEmpty(a.Secrets), s.clock().Add(-time.Hour)); err != nil {
			return err
		}
		if a.Usable() {
			return nil
		}
		for _, table := range []string{"flows", "codes", "tokens", "pushed"} {
			// The copy may be newer than this state: then the application may be usable again.
			if _, err := tx.Exec(ctx, "DELETE FROM identity.oauth_"+table+" WHERE application = $1 AND EXISTS (SELECT FROM identity.oauth_clients WHERE id = $1 AND NOT usable)", a.ID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("copy the application %s: %w", a.ID, err)
	}
	return nil
}

const mirrorGrant = `
INSERT INTO identity.oauth_grants (account, application, live, scopes, openid, number, hand_overs, events) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (account, application) DO UPDATE SET live = excluded.live, scopes = excluded.scopes, openid = excluded.openid, number = excluded.number,
	hand_overs = excluded.hand_overs, events = excluded.events, last_used = CASE WHEN oauth_grants.number = excluded.number THEN oauth_grants.last_used END
WHERE oauth_grants.events < excluded.events`

// MirrorAuthorization copies the state of an authorization. Where it has ended, its codes and tokens are deleted; those of an
// earlier one are refused in any case.
func (s *Service) MirrorAuthorization(ctx context.Context, a application.Authorization) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, mirrorGrant, a.Account, a.Application, a.Live, int64(a.Scopes), orEmpty(a.OpenID), a.Grants, a.HandOvers, a.Events); err != nil {
			return err
		}
		for _, table := range []string{"codes", "tokens"} {
			if _, err := tx.Exec(ctx, "DELETE FROM identity.oauth_"+table+" WHERE account = $1 AND application = $2 AND (number < $3 OR number = $3 AND NOT $4)",
				a.Account, a.Application, a.Grants, a.Live); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("copy the authorization %s: %w", application.AuthorizationID(a.Account, a.Application), err)
	}
	return nil
}

// orEmpty is a list that is never null.
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// grant is what an account allows an application now.
type grant struct {
	live    bool
	current bool // the application has the owner that it had when the account last allowed it something
	scopes  Scopes
	openid  []string
	number  int
}

func (g grant) covers(scopes Scopes, openid []string) bool {
	return g.live && g.current && g.scopes.Has(scopes) && !slices.ContainsFunc(openid, func(s string) bool { return !slices.Contains(g.openid, s) })
}

// queryer is a pool or a transaction.
type queryer interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

func readGrant(ctx context.Context, q queryer, account, client string) (g grant, err error) {
	var scopes int64
	err = q.QueryRow(ctx, `SELECT g.live AND c.usable, g.hand_overs = c.hand_overs, g.scopes & c.max_scopes, g.openid, g.number
		FROM identity.oauth_grants g JOIN identity.oauth_clients c ON c.id = g.application WHERE g.account = $1 AND g.application = $2`, account, client).
		Scan(&g.live, &g.current, &scopes, &g.openid, &g.number)
	if errors.Is(err, pgx.ErrNoRows) {
		return grant{}, nil
	}
	if err != nil {
		return g, fmt.Errorf("read an authorization: %w", err)
	}
	g.scopes = Scopes(scopes)
	return g, nil
}

// LiveGrants are the applications that an account allows something.
func (s *Service) LiveGrants(ctx context.Context, account string) ([]string, error) {
	rows, err := s.pool.Query(ctx, "SELECT application FROM identity.oauth_grants WHERE account = $1 AND live ORDER BY application", account)
	if err != nil {
		return nil, fmt.Errorf("list authorizations: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list authorizations: %w", err)
	}
	return list, nil
}

// VerifiedAlike is true if the name of another application, which the staff verified, looks like this one.
func (s *Service) VerifiedAlike(ctx context.Context, id, name string) (alike bool, err error) {
	if err := s.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM identity.oauth_clients WHERE verified AND skeleton = $1 AND id <> $2)", confusable.Name(name), id).Scan(&alike); err != nil {
		return false, fmt.Errorf("compare the names of applications: %w", err)
	}
	return alike, nil
}
