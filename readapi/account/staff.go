package account

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// StaffUser is an account as the staff sees it. It has neither an address nor a network: who looks at an address asks for it.
type StaffUser struct {
	ID           string                `json:"id"`
	Username     string                `json:"username"`
	AvatarURL    *string               `json:"avatar_url"`
	Role         identity.Role         `json:"role" enum:"developer,moderator,admin"`
	Rights       []string              `json:"rights" doc:"analyst、treasurer"`
	Created      time.Time             `json:"created"`
	State        string                `json:"state" enum:"open,leaving,closed"`
	LeavingUntil *time.Time            `json:"leaving_until"`
	Suspensions  []identity.Suspension `json:"suspensions" doc:"现在有效的封禁"`
	HasEmail     bool                  `json:"has_email"`
	Verified     bool                  `json:"email_verified"`
	Factor       bool                  `json:"has_factor" doc:"有两步验证或通行密钥"`
	Bio          string                `json:"bio"`
}

// StaffUsers is a page of accounts, newest first. Next is the account to continue after, null at the end.
type StaffUsers struct {
	Users []StaffUser `json:"users"`
	Next  *string     `json:"next"`
}

type staffIn struct {
	Query string `query:"q" doc:"用户名的一部分，或账户 ID"`
	Role  string `query:"role" enum:"developer,moderator,admin,analyst,treasurer" doc:"角色或权限"`
	State string `query:"state" enum:"suspended,leaving,closed,unverified" doc:"状态；省略时为全部"`
	view.Between
	After string     `query:"after" doc:"从这个账户之后继续（较早注册的）"`
	Limit view.Count `query:"limit" default:"30" doc:"数量，默认 30，最多 100"`
}

const (
	staffColumns = `select a.id, a.username, a.avatar_url, a.role, array_remove(array[case when a.analyst then 'analyst' end, case when a.treasurer then 'treasurer' end], null),
  a.created, l.until, %s, a.email is not null, a.email_verified,
  a.totp_secret is not null or exists (select from identity.passkeys k where k.account = a.id), a.bio
from identity.accounts a left join identity.leaving l on l.account = a.id`

	staffOrder = ` order by a.created desc, a.id desc limit `

	isClosed = `a.username_key like ? and not exists (select from identity.leaving o where o.account = a.id)`
)

func staffSelect() string { return fmt.Sprintf(staffColumns, identity.SuspensionsOf("a.id", "now()")) }

// staffQuery is the statement of a page of accounts and its arguments.
func staffQuery(in *staffIn, limit int) (string, []any, error) {
	var c view.Conditions
	if text := strings.TrimSpace(in.Query); text != "" {
		key := identity.NameKey(text)
		if len([]rune(key)) < 2 {
			c.Add("a.username_key = ?", key)
		} else {
			c.Add(`(a.id = ? or identity.pairs(a.username_key) @> identity.pairs(?::text) and strpos(a.username_key, ?::text) > 0
  or a.id in (select o.account from identity.leaving o where o.username_key = ?))`, text, key, key, key)
		}
	}
	switch in.Role {
	case "":
	case "analyst":
		c.Add("a.analyst")
	case "treasurer":
		c.Add("a.treasurer")
	case "developer":
		c.Add("a.role = 'user'")
	default:
		c.Add("a.role = ?", in.Role)
	}
	switch in.State {
	case "suspended":
		c.Add("a.id in (select h.account from identity.suspensions h where h.until is null or h.until > now())")
	case "leaving":
		c.Add("l.until is not null")
	case "closed":
		c.Add(isClosed, identity.ClosedKey()+"%")
	case "unverified":
		c.Add("a.email is not null and not a.email_verified")
	}
	if err := in.Between.Add(&c, "a.created"); err != nil {
		return "", nil, err
	}
	if in.After != "" {
		c.Add("(a.created, a.id) < (select o.created, o.id from identity.accounts o where o.id = ?)", in.After)
	}
	sql := staffSelect()
	if where := c.SQL(); where != "" {
		sql += " where " + where
	}
	return sql + staffOrder + c.Arg(limit), c.Args(), nil
}

func (s *Routes) staffUsers(ctx context.Context, in *staffIn) (StaffUsers, error) {
	out := StaffUsers{Users: []StaffUser{}}
	if err := staff(ctx); err != nil {
		return out, err
	}
	limit := int(min(in.Limit, 100))
	sql, args, err := staffQuery(in, limit+1)
	if err != nil {
		return out, err
	}
	list, err := view.Rows(ctx, s.source, "accounts", scanStaffUser, sql, args...)
	if err != nil {
		return out, err
	}
	if out.Users = contract.List(list); len(list) > limit {
		out.Users = list[:limit]
		if limit > 0 {
			out.Next = &list[limit-1].ID
		}
	}
	return out, nil
}

func scanStaffUser(row pgx.CollectableRow) (u StaffUser, err error) {
	var held []byte
	if err := row.Scan(&u.ID, &u.Username, &u.AvatarURL, &u.Role, &u.Rights, &u.Created, &u.LeavingUntil, &held, &u.HasEmail, &u.Verified, &u.Factor, &u.Bio); err != nil {
		return u, err
	}
	u.State = "open"
	switch {
	case u.LeavingUntil != nil:
		u.State = "leaving"
	case identity.IsClosedName(u.Username):
		u.State = "closed"
	}
	list, err := identity.ReadSuspensions(held)
	u.Suspensions = contract.List(list)
	return u, err
}

func staff(ctx context.Context) error {
	if !view.Caller(ctx).Staff {
		return httpkit.Forbidden("只有管理人员可以查看账户")
	}
	return nil
}

// StaffAccount is an account with what it can be signed in with, and the numbers of reports by and about it.
type StaffAccount struct {
	StaffUser
	Sessions []StaffSession `json:"sessions"`
	Tokens   []StaffToken   `json:"tokens"`
	Reports  StaffReports   `json:"reports"`
	Mine     bool           `json:"mine" doc:"是查看者自己的账户"`
}

// StaffSession is a session without its secret and network.
type StaffSession struct {
	ID       string    `json:"id"`
	Created  time.Time `json:"created"`
	LastUsed time.Time `json:"last_used"`
	Expires  time.Time `json:"expires"`
	OS       *string   `json:"os" doc:"null：未知"`
	Platform *string   `json:"platform" doc:"浏览器或程序；null：未知"`
	Agent    string    `json:"user_agent"`
	Method   *string   `json:"method" enum:"password,passkey,provider"`
}

func scanStaffSession(row pgx.CollectableRow) (v StaffSession, err error) {
	err = row.Scan(&v.ID, &v.Created, &v.LastUsed, &v.Expires, &v.Agent, &v.Method)
	v.OS, v.Platform = identity.DescribeAgent(v.Agent)
	return v, err
}

// StaffToken is an access token without its secret.
type StaffToken struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Scopes   identity.Scopes `json:"scopes"`
	Created  time.Time       `json:"created"`
	Expires  time.Time       `json:"expires"`
	LastUsed *time.Time      `json:"last_used"`
	Revoked  *time.Time      `json:"revoked"`
}

// StaffReports are the newest reports by and about an account, and their numbers.
type StaffReports struct {
	By         []StaffReport `json:"by"`
	About      []StaffReport `json:"about"`
	ByCount    int64         `json:"by_count"`
	AboutCount int64         `json:"about_count"`
}

// StaffReport is a line of the reports of an account.
type StaffReport struct {
	ID       string           `json:"id"`
	Type     string           `json:"report_type" enum:"spam,copyright,inappropriate,malicious,name-squatting"`
	ItemType string           `json:"item_type" enum:"project,version,user,collection,organization,discussion,post"`
	ItemID   string           `json:"item_id"`
	Created  time.Time        `json:"created"`
	Closed   *time.Time       `json:"closed"`
	Result   *string          `json:"result" enum:"acted,no-breach,unclear,seen-before,outside-ours"`
	Reporter *contract.Author `json:"reporter" doc:"仅关于该账户的举报"`
}

const (
	staffSessions = `select id, created, last_used, expires, user_agent, method from identity.sessions where account = $1 and refresh_expires > now() order by last_used desc, id limit 100`
	staffTokens   = `select id, name, scopes, created, expires, last_used, revoked from identity.tokens where account = $1 order by revoked is not null, created desc, id limit 100`

	reportColumns = `select r.id, r.type, r.item_type, r.item, r.created, r.closed, r.result, p.id, p.username, p.avatar_url from report.reports r left join identity.profiles p on p.id = r.reporter`
	reportsBy     = reportColumns + ` where r.reporter = $1 order by r.created desc, r.id limit 10`
	reportsAbout  = reportColumns + ` where r.item = $1 and r.item_type = 'user' order by r.created desc, r.id limit 10`
	countReports  = `select (select count(*) from report.reports where reporter = $1), (select count(*) from report.reports where item = $1 and item_type = 'user')`
)

func (s *Routes) staffUser(ctx context.Context, in *view.ByID) (out StaffAccount, err error) {
	if err := staff(ctx); err != nil {
		return out, err
	}
	p, err := s.profiles.ByUsername(ctx, string(in.ID))
	if err != nil {
		return out, err
	}
	list, err := view.Rows(ctx, s.source, "accounts", scanStaffUser, staffSelect()+" where a.id = $1", p.ID)
	if out.StaffUser, err = view.Only(list, err); err != nil {
		return out, err
	}
	reader := view.Caller(ctx).Account
	out.Mine = reader == p.ID
	if out.Sessions, err = view.Rows(ctx, s.source, "sessions", scanStaffSession, staffSessions, p.ID); err != nil {
		return out, err
	}
	if out.Tokens, err = view.Rows(ctx, s.source, "tokens", scanStaffToken, staffTokens, p.ID); err != nil {
		return out, err
	}
	out.Sessions, out.Tokens = contract.List(out.Sessions), contract.List(out.Tokens)
	return out, s.staffReports(ctx, p.ID, out.Mine, &out.Reports)
}

func scanStaffToken(row pgx.CollectableRow) (t StaffToken, err error) {
	var scopes int64
	err = row.Scan(&t.ID, &t.Name, &scopes, &t.Created, &t.Expires, &t.LastUsed, &t.Revoked)
	t.Scopes = identity.Scopes(scopes) //nolint:gosec // a token's scopes are limited
	return t, err
}

// staffReports reads the reports of an account. Nobody of the staff learns who reported them.
func (s *Routes) staffReports(ctx context.Context, id string, mine bool, out *StaffReports) (err error) {
	if out.By, err = view.Rows(ctx, s.source, "reports", scanReport, reportsBy, id); err != nil {
		return err
	}
	if !mine {
		if out.About, err = view.Rows(ctx, s.source, "reports", scanReport, reportsAbout, id); err != nil {
			return err
		}
	}
	out.By, out.About = contract.List(out.By), contract.List(out.About)
	if err := s.source.Pool.QueryRow(ctx, countReports, id).Scan(&out.ByCount, &out.AboutCount); err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("count reports: %w", err)
	}
	if mine {
		out.AboutCount = 0
	}
	return nil
}

func scanReport(row pgx.CollectableRow) (r StaffReport, err error) {
	var id, name, avatar *string
	err = row.Scan(&r.ID, &r.Type, &r.ItemType, &r.ItemID, &r.Created, &r.Closed, &r.Result, &id, &name, &avatar)
	r.Reporter = view.Author(id, name, avatar)
	return r, err
}
