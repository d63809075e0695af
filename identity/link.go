package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity/provider"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/ids"
)

// maxLinks is the maximum number of outside accounts of an account.
const maxLinks = 8

// Link is an outside account with which the owner of an account can sign in.
type Link struct {
	ID       string     `json:"id"`
	Provider string     `json:"provider"`
	Label    string     `json:"label"`
	Name     string     `json:"name" doc:"在对方网站的名称，绑定时记下的"`
	Created  time.Time  `json:"created"`
	LastUsed *time.Time `json:"last_used"`
}

// Links are the outside accounts of an account, and the providers of the site.
type Links struct {
	Links     []Link          `json:"links"`
	Providers []provider.Info `json:"providers"`
	Most      int             `json:"most" doc:"每个账户最多的数量"`
	OnlyWayIn bool            `json:"only_way_in" doc:"没有密码也没有通行密钥：最后一个登录方式不能解除"`
}

// Links lists the caller's outside accounts, the oldest first.
func (s *Service) Links(ctx context.Context, caller Caller) (Links, error) {
	of, err := s.authAccount(ctx, caller)
	if err != nil {
		return Links{}, err
	}
	out := Links{Providers: s.opts.Providers.List(), Most: maxLinks, OnlyWayIn: !of.HasPassword && !of.HasPasskey}
	rows, err := s.pool.Query(ctx, "SELECT id, provider, name, created, last_used FROM identity.links WHERE account = $1 ORDER BY created, id", of.ID)
	if err != nil {
		return Links{}, fmt.Errorf("list links: %w", err)
	}
	out.Links, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (l Link, err error) {
		err = row.Scan(&l.ID, &l.Provider, &l.Name, &l.Created, &l.LastUsed)
		l.Label = l.Provider
		if p, ok := s.opts.Providers.Get(l.Provider); ok {
			l.Label = p.Label()
		}
		return l, err
	})
	if err != nil {
		return Links{}, fmt.Errorf("list links: %w", err)
	}
	return out, nil
}

// providersOf are the keys of the providers to which an account is linked.
func (s *Service) providersOf(ctx context.Context, of string) ([]string, error) {
	rows, err := s.pool.Query(ctx, "SELECT provider FROM identity.links WHERE account = $1 ORDER BY 1", of)
	if err != nil {
		return nil, fmt.Errorf("list links: %w", err)
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return nil, fmt.Errorf("list links: %w", err)
	}
	return keys, nil
}

// linkedTo reads the account of an outside account, and remembers that it was used. The error is pgx.ErrNoRows if there is none.
func (s *Service) linkedTo(ctx context.Context, key string, person provider.Person) (Account, error) {
	var of string
	err := s.pool.QueryRow(ctx, `UPDATE identity.links SET last_used = $4 WHERE provider = $1 AND issuer = $2 AND subject = $3 RETURNING account`,
		key, person.Issuer, person.Subject, s.clock()).Scan(&of)
	if err != nil {
		return Account{}, fmt.Errorf("find a link: %w", err)
	}
	return s.Account(ctx, of)
}

// mayLink returns the caller's account if it may be linked to a provider now.
func (s *Service) mayLink(ctx context.Context, caller Caller, key string) (Account, error) {
	of, err := s.authAccount(ctx, caller)
	if err != nil {
		return of, err
	}
	if caller.Session == "" {
		return of, errNotAllowed
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return of, err
	}
	held, err := s.providersOf(ctx, of.ID)
	if err != nil {
		return of, err
	}
	for _, one := range held {
		if one == key {
			return of, errLinkedThere
		}
	}
	if len(held) >= maxLinks {
		return of, errManyLinks
	}
	return of, nil
}

// link links the caller's account to an outside account.
func (s *Service) link(ctx context.Context, caller Caller, key string, person provider.Person) error {
	if _, err := s.mayLink(ctx, caller, key); err != nil {
		return err
	}
	if err := s.limitNotices(ctx, caller.Account); err != nil {
		return err
	}
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.insertLink(ctx, tx, caller, key, person); err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterLinked, Account: caller.Account})
	})
	switch unique(err) {
	case "links_subject_unique":
		return errLinkedElsewhere
	case "links_provider_unique":
		return errLinkedThere
	}
	if err != nil {
		return fmt.Errorf("link an account: %w", err)
	}
	s.wake()
	return nil
}

// insertLink stores a link and announces it. The lock of the account's row serializes requests, so that they cannot exceed the
// limit together.
func (s *Service) insertLink(ctx context.Context, tx pgx.Tx, caller Caller, key string, person provider.Person) error {
	var held int
	if _, err := tx.Exec(ctx, "SELECT FROM identity.accounts WHERE id = $1 FOR UPDATE", caller.Account); err != nil {
		return err
	}
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM identity.links WHERE account = $1", caller.Account).Scan(&held); err != nil {
		return err
	}
	if held >= maxLinks {
		return errManyLinks
	}
	id := ids.New()
	if _, err := tx.Exec(ctx, `INSERT INTO identity.links (id, account, provider, issuer, subject, name, created) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		id, caller.Account, key, person.Issuer, person.Subject, storable(person.Name), s.clock()); err != nil {
		return err
	}
	return s.announce(ctx, tx, announcement{account: caller.Account, payload: account.ProviderLinked{Account: caller.Account, Provider: key, Link: id},
		meta: s.metadata(ctx, caller, role.Self)})
}

// Unlink ends the link of the caller's account to a provider. The last way in stays.
func (s *Service) Unlink(ctx context.Context, caller Caller, key string) error {
	of, err := s.authAccount(ctx, caller)
	if err != nil {
		return err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return err
	}
	if err := s.limitNotices(ctx, of.ID); err != nil {
		return err
	}
	err = idempotency.Change(ctx, s.pool, key, func(tx pgx.Tx) error {
		var ways int
		if err := tx.QueryRow(ctx, `SELECT (password_hash IS NOT NULL)::int
			+ (SELECT count(*)::int FROM identity.passkeys p WHERE p.account = a.id AND p.suspect IS NULL)
			FROM identity.accounts a WHERE id = $1 FOR UPDATE`, of.ID).Scan(&ways); err != nil {
			return err
		}
		var id string
		err := tx.QueryRow(ctx, "DELETE FROM identity.links WHERE provider = $1 AND account = $2 RETURNING id", key, of.ID).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return errNoLink
		}
		if err != nil {
			return err
		}
		var left int
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM identity.links WHERE account = $1", of.ID).Scan(&left); err != nil {
			return err
		}
		if ways+left == 0 {
			return errLastWayIn
		}
		if err := s.announce(ctx, tx, announcement{account: of.ID, payload: account.ProviderUnlinked{Account: of.ID, Provider: key, Link: id},
			meta: s.metadata(ctx, caller, role.Self)}); err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterUnlinked, Account: of.ID})
	})
	if err != nil {
		return fmt.Errorf("unlink an account: %w", err)
	}
	s.wake()
	return nil
}

var (
	errLinkedElsewhere = httpkit.Fault(httpkit.KindConflict, "provider_linked_elsewhere", "对方网站的这个账号已经绑定了本站的另一个账户")
	errLinkedThere     = httpkit.Fault(httpkit.KindConflict, "provider_linked", "你已经绑定了这个登录方式")
	errManyLinks       = httpkit.Fault(httpkit.KindInvalid, "limit_reached", fmt.Sprintf("每个账户最多可以绑定 %d 个登录方式", maxLinks))
	errNoLink          = httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "没有这个绑定")
	errLastWayIn       = httpkit.Fault(httpkit.KindConflict, "last_way_in", "这是你登录的唯一方式。请先设置密码或添加通行密钥，再解除绑定")
)
