package identity

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// NewApplicationSecret stores the hash of a new secret, which gives no access before an event names its id. Only this
// answer contains the secret.
func (s *Service) NewApplicationSecret(ctx context.Context, client string) (id, secret string, created time.Time, err error) {
	id, secret, created = ids.New(), newSecret(prefixSecret), s.clock()
	if _, err := s.pool.Exec(ctx, "INSERT INTO identity.oauth_secrets (id, application, hash, created) VALUES ($1, $2, $3, $4)", id, client, hashSecret(secret), created); err != nil {
		return "", "", created, fmt.Errorf("store a secret: %w", err)
	}
	return id, secret, created, nil
}

// ApplicationSecrets are the secrets of an application among the given ids, the oldest first.
func (s *Service) ApplicationSecrets(ctx context.Context, live []string) ([]contract.ApplicationSecret, error) {
	rows, err := s.pool.Query(ctx, "SELECT id, created, last_used FROM identity.oauth_secrets WHERE id = ANY($1) ORDER BY created, id", live)
	if err != nil {
		return nil, fmt.Errorf("list secrets: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[contract.ApplicationSecret])
	if err != nil {
		return nil, fmt.Errorf("list secrets: %w", err)
	}
	return list, nil
}

// presentedClient is what a request says about the application that sends it.
type presentedClient struct {
	id, secret string
	header     bool // the secret is in the header Authorization
}

// presentedBy reads one authentication of a client: by basic, in the form, none, or the bare secret in the header
// Authorization, which clients of this API family send.
func presentedBy(r *http.Request, form oauthParams) (p presentedClient, f *oauthFault) {
	p.id, p.secret = form["client_id"], form["client_secret"]
	header := r.Header.Values("Authorization")
	switch {
	case len(header) == 0 || len(header) == 1 && header[0] == "":
		return p, nil
	case len(header) > 1 || p.secret != "":
		return p, invalidRequest("two_authentications", "一次请求只能用一种方式证明应用的身份", "more than one client authentication")
	}
	p.header = true
	scheme, rest, _ := strings.Cut(header[0], " ")
	if !strings.EqualFold(scheme, "Basic") {
		if strings.EqualFold(scheme, "Bearer") {
			scheme = strings.TrimSpace(rest)
		}
		p.secret = scheme
		return p, nil
	}
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(rest))
	id, secret, ok := strings.Cut(string(raw), ":")
	if err != nil || !ok {
		return p, invalidClient("malformed_basic", "Authorization 请求头的格式不正确", p)
	}
	decodedID, err := url.QueryUnescape(id)
	if err != nil {
		return p, invalidClient("malformed_basic", "Authorization 请求头的格式不正确", p)
	}
	decodedSecret, err := url.QueryUnescape(secret)
	if err != nil {
		return p, invalidClient("malformed_basic", "Authorization 请求头的格式不正确", p)
	}
	if p.id != "" && p.id != decodedID {
		return p, invalidRequest("two_clients", "请求中有两个不同的 client_id", "client_id does not match the client authentication")
	}
	p.id, p.secret = decodedID, decodedSecret
	return p, nil
}

// client authenticates the application that sends a request. Wrong secrets are counted by application and network, so that
// nobody can lock an application out; a right one is never counted.
func (o *OAuth) client(r *http.Request, form oauthParams) (application.State, *oauthFault, error) {
	ctx := r.Context()
	p, f := presentedBy(r, form)
	if f != nil {
		return application.State{}, f, nil
	}
	if p.id == "" {
		return application.State{}, invalidClient("client_id_missing", "请求中没有 client_id", p), nil
	}
	if !ids.Valid(p.id) {
		return application.State{}, invalidClient("unknown_client", "应用不存在", p), nil
	}
	a, err := o.apps.Application(ctx, p.id)
	if err != nil {
		return a, nil, err
	}
	if !a.Exists() {
		return application.State{}, invalidClient("unknown_client", "应用不存在", p), nil
	}
	if a.Type == application.Public {
		if p.secret != "" {
			return a, invalidClient("secret_of_public_client", "公开应用没有密钥，请不要发送", p), nil
		}
	} else if f, err := o.checkSecret(r, a, p); f != nil || err != nil {
		return a, f, err
	}
	if a.Suspended {
		return a, &oauthFault{code: "unauthorized_client", rule: "client_suspended", text: "应用已被工作人员停用", description: "the client is suspended", status: http.StatusBadRequest}, nil
	}
	return a, nil, nil
}

func (o *OAuth) checkSecret(r *http.Request, a application.State, p presentedClient) (*oauthFault, error) {
	ctx := r.Context()
	if p.secret == "" {
		return invalidClient("secret_missing", "请求中没有应用的密钥", p), nil
	}
	rows, err := o.pool.Query(ctx, "SELECT id FROM identity.oauth_secrets WHERE application = $1 AND hash = $2", a.ID, hashSecret(p.secret))
	if err != nil {
		return nil, fmt.Errorf("check a secret: %w", err)
	}
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("check a secret: %w", err)
	}
	if len(found) == 1 && slices.Contains(a.Secrets, found[0]) {
		_, err := o.pool.Exec(ctx, "UPDATE identity.oauth_secrets SET last_used = $2 WHERE id = $1 AND (last_used IS NULL OR last_used < $3)", found[0], o.clock(), o.clock().Add(-usedEvery))
		return nil, err
	}
	address := httpkit.ClientAddress(r, o.opts.TrustedProxies)
	if _, err := reserve(ctx, o.pool, o.clock(), count(Limit{60, 15 * time.Minute}, "oauth secret", a.ID+" "+addressKey(address))); err != nil {
		return nil, err
	}
	return invalidClient("wrong_secret", "应用的密钥不正确或已停用", p), nil
}
