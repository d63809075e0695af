package identity

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

const (
	signInsKept = 180 * 24 * time.Hour
	maxSignIns  = 500 // of an account; the oldest go

	maxTold = 5 // letters about new devices to an account in a day
)

// SignIn is an attempt to sign in, as the owner of the account sees it.
type SignIn struct {
	ID        int64     `json:"id"`
	Time      time.Time `json:"time"`
	Failed    bool      `json:"failed"`
	Method    string    `json:"method" enum:"password,code,passkey,provider" doc:"最后一步使用的方式"`
	Session   *string   `json:"session" doc:"由此开始的会话；null 表示没有成功"`
	Known     bool      `json:"known" doc:"这个浏览器以前登录过这个账户"`
	OS        *string   `json:"os"`
	Platform  *string   `json:"platform"`
	UserAgent string    `json:"user_agent"`
	IP        string    `json:"ip"`
}

// SignIns is a page of attempts, the newest first.
type SignIns struct {
	Entries []SignIn `json:"entries"`
	Next    *int64   `json:"next" doc:"下一页的 before；null 表示没有更早的"`
}

const insertSignIn = `WITH made AS (
		INSERT INTO identity.sign_ins (account, at, method, session, known, user_agent, ip, told) VALUES ($1, $2, $3, $4, $5, $6, $7, $9))
	DELETE FROM identity.sign_ins WHERE account = $1 AND id <= (
		SELECT id FROM identity.sign_ins WHERE account = $1 ORDER BY id DESC OFFSET $8 LIMIT 1)`

// recordSignIn records an attempt: session is the one that began, or empty where it failed. Of one that was told there is a letter.
func (s *Service) recordSignIn(ctx context.Context, db execer, account string, from Origin, method, session string, told bool) error {
	agent, address := from.described()
	if account == "" {
		agent, address = "", ""
	}
	known := s.known(from.Devices, account) != ""
	if _, err := db.Exec(ctx, insertSignIn, account, s.clock(), method, session, known, agent, address, maxSignIns-1, told); err != nil {
		return fmt.Errorf("record a sign-in: %w", err)
	}
	return nil
}

// failedSignIn records an attempt that failed. A failure to record it does not change the answer.
func (s *Service) failedSignIn(ctx context.Context, account string, from Origin, method string) {
	if err := s.recordSignIn(ctx, s.pool, account, from, method, "", false); err != nil {
		s.log.WarnContext(ctx, "cannot record a failed sign-in", "error", err)
	}
}

// isStrange is true of a session that begins where the account has not signed in before, if its owner can be told: not of the
// first one. A program has no cookie of a known browser, so that its name and address count as well.
const isStrange = `SELECT EXISTS (SELECT FROM identity.accounts WHERE id = $1 AND email_verified)
	AND (EXISTS (SELECT FROM identity.sign_ins WHERE account = $1 AND session <> '') OR EXISTS (SELECT FROM identity.sessions WHERE account = $1 AND id <> $2))
	AND NOT EXISTS (SELECT FROM identity.sign_ins WHERE account = $1 AND session <> '' AND user_agent = $3 AND ip = $4)
	AND (SELECT count(*) FROM identity.sign_ins WHERE account = $1 AND told AND at > $5) < $6`

// tellStrange queues a letter about a session that begins on a new device, in its transaction.
func (s *Service) tellStrange(ctx context.Context, tx pgx.Tx, account string, from Origin, session string) (told bool, err error) {
	if s.known(from.Devices, account) != "" {
		return false, nil
	}
	agent, address := from.described()
	if err := tx.QueryRow(ctx, isStrange, account, session, agent, address, s.clock().Add(-24*time.Hour), maxTold).Scan(&told); err != nil {
		return false, fmt.Errorf("compare a sign-in with earlier ones: %w", err)
	}
	if !told {
		return false, nil
	}
	return true, s.post(ctx, tx, postcard{Letter: letterNewDevice, Account: account, Session: session})
}

const selectSignIns = `SELECT id, at, method, nullif(session, ''), known, user_agent, ip FROM identity.sign_ins
	WHERE account = $1 AND ($2 = 0 OR id < $2) ORDER BY id DESC LIMIT $3`

// SignIns lists the attempts to sign in to the caller's account before the one with an id; zero: the newest.
func (s *Service) SignIns(ctx context.Context, caller Caller, before int64, limit int) (SignIns, error) {
	if err := caller.Require(ScopeSessionRead); err != nil {
		return SignIns{}, err
	}
	rows, err := s.pool.Query(ctx, selectSignIns, caller.Account, before, limit+1)
	if err != nil {
		return SignIns{}, fmt.Errorf("list sign-ins: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (v SignIn, err error) {
		err = row.Scan(&v.ID, &v.Time, &v.Method, &v.Session, &v.Known, &v.UserAgent, &v.IP)
		v.Time, v.Failed = v.Time.UTC(), v.Session == nil
		v.OS, v.Platform = DescribeAgent(v.UserAgent)
		return v, err
	})
	if err != nil {
		return SignIns{}, fmt.Errorf("list sign-ins: %w", err)
	}
	out := SignIns{Entries: list}
	if len(list) > limit {
		out.Entries = list[:limit]
		out.Next = &out.Entries[limit-1].ID
	}
	return out, nil
}

type signInsInput struct {
	Limit  int   `query:"limit" default:"20" minimum:"1" maximum:"100" doc:"数量，默认 20，最多 100"`
	Before int64 `query:"before" minimum:"0" doc:"只要更早的：上一页的 next"`
}

func (s *Service) routeSignIns(ctx context.Context, in *signInsInput) (SignIns, error) {
	switch {
	case in.Limit < 1 || in.Limit > 100:
		return SignIns{}, httpkit.Invalid("limit", "数量应为 1 到 100")
	case in.Before < 0:
		return SignIns{}, httpkit.Invalid("before", "没有这一页")
	}
	return s.SignIns(ctx, FromContext(ctx), in.Before, in.Limit)
}
