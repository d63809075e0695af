package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/httpkit"
)

// CodeBanned is the code of the answer 403 to a request that a suspension refuses.
const CodeBanned = "user_banned"

// Suspension is what the staff took from an account, as its owner sees it.
type Suspension struct {
	Act   account.Act `json:"kind" enum:"sign_in,publishing,talk"`
	Since time.Time   `json:"since"`
	Until *time.Time  `json:"until" doc:"结束时间；null 表示没有期限"`
	Code  string      `json:"reason_code"`
	Text  string      `json:"reason" doc:"原因的说明，可以为空"`
}

// SuspensionsOf is the SQL of an account's suspensions that last, as JSON or null; now is the placeholder of the time.
func SuspensionsOf(account, now string) string {
	return `(SELECT json_agg(json_build_object('kind', h.act, 'since', h.since, 'until', h.until, 'reason_code', h.code, 'reason', h.text) ORDER BY h.act)
		FROM identity.suspensions h WHERE h.account = ` + account + ` AND (h.until IS NULL OR h.until > ` + now + `))`
}

// ReadSuspensions reads the value of SuspensionsOf.
func ReadSuspensions(stored []byte) ([]Suspension, error) {
	if stored == nil {
		return nil, nil
	}
	var list []Suspension
	if err := json.Unmarshal(stored, &list); err != nil {
		return nil, fmt.Errorf("read suspensions: %w", err)
	}
	for i := range list {
		list[i].Since = list[i].Since.UTC()
		if list[i].Until != nil {
			until := list[i].Until.UTC()
			list[i].Until = &until
		}
	}
	return list, nil
}

// Suspensions are those of an account that last.
func (s *Service) Suspensions(ctx context.Context, id string) ([]Suspension, error) {
	var stored []byte
	if err := s.pool.QueryRow(ctx, "SELECT "+SuspensionsOf("$1", "$2::timestamptz"), id, s.clock()).Scan(&stored); err != nil {
		return nil, fmt.Errorf("read the suspensions of %s: %w", id, err)
	}
	return ReadSuspensions(stored)
}

// suspended are the scopes whose requests a suspension refuses. To delete what one owns stays possible: nobody can leave
// otherwise.
func suspended(a account.Act) Scopes {
	switch a {
	case account.Publishing:
		return ScopeProjectCreate | ScopeProjectWrite | ScopeVersionCreate | ScopeVersionWrite | ScopeVersionDelete |
			ScopeOrganizationCreate | ScopeOrganizationWrite | ScopeCollectionCreate | ScopeCollectionWrite | ScopeWikiWrite
	case account.Talk:
		return ScopeThreadWrite
	case account.SignIn:
		return AllScopes
	}
	return 0
}

// Refused returns a fault if a suspension of the caller refuses requests that need a scope. Require includes it.
func (c Caller) Refused(scope Scopes) error {
	for _, one := range c.Suspended {
		if scope&suspended(one.Act) != 0 {
			return one.fault()
		}
	}
	return nil
}

// beijing is the time in which answers and letters name an end.
func beijing() *time.Location { return time.FixedZone("UTC+8", 8*60*60) }

// What is the Chinese name of what is suspended.
func (h Suspension) What() string {
	switch h.Act {
	case account.Publishing:
		return "发布与编辑"
	case account.Talk:
		return "发言"
	case account.SignIn:
		return "登录"
	}
	return string(h.Act)
}

// Why is the reason in Chinese.
func (h Suspension) Why() string {
	why := "原因：" + reason.Code(h.Code).Name()
	if h.Text != "" {
		why += "（" + h.Text + "）"
	}
	return why
}

// Words say in Chinese what is suspended, until when and why.
func (h Suspension) Words() string {
	until := "，没有期限"
	if h.Until != nil {
		until = "，到 " + h.Until.In(beijing()).Format("2006-01-02 15:04") + "（UTC+8）为止"
	}
	return "你的账户已被暂停" + h.What() + until + "。" + h.Why()
}

// ParseSuspended reads the act and the end from the message of a notification: the act, and after a space the end as RFC 3339. It
// accepts every text.
func ParseSuspended(message string) (account.Act, *time.Time) {
	act, end, _ := strings.Cut(message, " ")
	at, err := time.Parse(time.RFC3339, end)
	if err != nil {
		return account.Act(act), nil
	}
	return account.Act(act), &at
}

// fault is the answer to a refused request: its text names the kind, the end and the reason, and its details name them for
// programs.
func (h Suspension) fault() error {
	details := map[string]string{"kind": string(h.Act), "reason_code": h.Code, "reason": h.Text}
	if h.Until != nil {
		details["until"] = h.Until.UTC().Format(time.RFC3339)
	}
	return httpkit.Detailed(httpkit.Fault(httpkit.KindDenied, CodeBanned, h.Words()), details)
}

// signInRefused returns the fault of the suspension of an account's sign-in, if one lasts.
func signInRefused(list []Suspension) error {
	for _, one := range list {
		if one.Act == account.SignIn {
			return one.fault()
		}
	}
	return nil
}

// held are the newest events of an account's suspensions: nil for a restored act.
type held map[account.Act]*heldSuspension

type heldSuspension struct {
	since time.Time
	account.Suspended
}

// ended has no suspension of any act.
func ended() held {
	h := held{}
	for _, act := range account.Acts() {
		h[act] = nil
	}
	return h
}

func (s *Service) foldSuspension(ctx context.Context, h held, e eventlog.Recorded, payload any) (held, error) {
	if h == nil {
		h = held{}
	}
	if s.opts.Texts != nil {
		opened := []any{payload}
		if err := s.opts.Texts.Open(ctx, []eventlog.Recorded{e}, opened); err != nil {
			return h, fmt.Errorf("follow suspensions: %w", err)
		}
		payload = opened[0]
	}
	switch p := payload.(type) {
	case account.Suspended:
		h[p.Act] = &heldSuspension{e.Meta.At, p}
	case account.Restored:
		h[p.Act] = nil
	}
	return h, nil
}

const (
	setSuspension = `INSERT INTO identity.suspensions (account, act, since, until, code, text) SELECT a.id, $2::text, $3::timestamptz, $4::timestamptz, $5::text, $6::text FROM identity.accounts a WHERE a.id = $1
		ON CONFLICT (account, act) DO UPDATE SET since = excluded.since, until = excluded.until, code = excluded.code, text = excluded.text`
	endSuspension = `DELETE FROM identity.suspensions WHERE account = $1 AND act = $2`
	endSessions   = `DELETE FROM identity.sessions WHERE account = $1`
)

// setSuspensions writes the suspensions of an account. That of the sign-in ends its sessions in the same transaction.
func (s *Service) setSuspensions(ctx context.Context, tx pgx.Tx, who string, h held) error {
	if len(h) > 0 { // no session begins meanwhile (admit)
		if _, err := tx.Exec(ctx, lockAccount, who); err != nil {
			return fmt.Errorf("suspend %s: %w", who, err)
		}
	}
	for act, one := range h {
		if one == nil {
			if _, err := tx.Exec(ctx, endSuspension, who, string(act)); err != nil {
				return fmt.Errorf("end a suspension of %s: %w", who, err)
			}
			continue
		}
		code, text := "", ""
		if one.Reason != nil {
			code = string(one.Reason.Code)
			if one.Reason.Text != nil && !one.Reason.Text.Gone {
				text = one.Reason.Text.Text
			}
		}
		if _, err := tx.Exec(ctx, setSuspension, who, string(act), one.since, one.Until, code, text); err != nil {
			return fmt.Errorf("suspend %s: %w", who, err)
		}
		if act == account.SignIn && one.Lasts(s.clock()) {
			if _, err := tx.Exec(ctx, endSessions, who); err != nil {
				return fmt.Errorf("end the sessions of %s: %w", who, err)
			}
		}
	}
	return nil
}

// signOut ends the sessions and tokens of an account that began before a time.
func (s *Service) signOut(ctx context.Context, tx pgx.Tx, who string, before time.Time) error {
	if before.IsZero() {
		return nil
	}
	for _, sql := range []string{
		"DELETE FROM identity.sessions WHERE account = $1 AND created <= $2",
		"UPDATE identity.tokens SET revoked = $2 WHERE account = $1 AND created <= $2 AND revoked IS NULL",
	} {
		if _, err := tx.Exec(ctx, sql, who, before); err != nil {
			return fmt.Errorf("sign %s out: %w", who, err)
		}
	}
	return nil
}
