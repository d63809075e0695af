// Package revenue answers what accounts have earned and withdrawn, with what each line was made of, and shows treasurers
// what waits for them. An account reads its own money alone; what the site has earned is public by day.
package revenue

import (
	"context"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	projected "github.com/modyard/modyard/projections/revenue"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/view"
)

// Standing is what an account must have to withdraw, apart from money.
type Standing struct {
	Verified  bool // its address
	Factor    bool // a second factor or a passkey
	Confirmed bool // its sign-in was confirmed lately
	Leaving   bool
}

// Method is what is shown of a way to be paid.
type Method struct {
	Type string // as programs know it: bank
	Name string // in Chinese
}

// Options are what the read model does not contain.
type Options struct {
	Currency string   // ISO 4217
	Sources  []string // of income
	// Methods are the methods by id; empty: there are none.
	Methods map[string]Method
	// Marks are the masked destinations of an account by id.
	Marks func(ctx context.Context, account string) (map[string]string, error)
	// Standing is that of an account; Confirmed is that of the caller's sign-in.
	Standing func(ctx context.Context, account string) (Standing, error)
	// Restored is true while nothing is sent because the site was restored from a backup.
	Restored func(ctx context.Context) (bool, error)
	// Alone is true if no account but the caller may do what treasurers do.
	Alone func(ctx context.Context) (bool, error)
	// Proof proves that the request of a withdrawal is in the sealed log. Its error is ErrUnsealed where no checkpoint covers
	// it yet.
	Proof func(ctx context.Context, payout string) (contract.LogProof, error)
	Now   func() time.Time // nil: time.Now
}

// Topics are the live topics: the account's withdrawals, and all that happens to the site's money for those who see it.
// Others may follow that topic, which never moves for them.
func Topics() []live.Owned {
	return []live.Owned{{
		Topic: "revenue", Shows: "本人的提现", Scope: identity.ScopePayoutsRead,
		Model: projected.Name, Table: "revenue.payouts", Account: "account",
	}, {
		Topic: "treasury", Shows: "资金的一切变动，仅限财务人员与管理人员", Scope: identity.ScopePayoutsRead,
		Model: projected.Name, Table: "revenue.moved", Account: "account",
		All: func(c identity.Caller) bool { return c.Treasurer || c.Staff() },
	}}
}

// Routes are the query routes of this package.
type Routes struct {
	source *view.Source
	o      Options
}

// New makes the routes over a source.
func New(s *view.Source, o Options) *Routes {
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Routes{source: s, o: o}
}

// Register mounts every route.
func (s *Routes) Register(api *httpkit.API) {
	open := func(path, summary string) view.Route {
		return view.Route{Path: path, Summary: summary, Fresh: []string{projected.Name}}
	}
	own := func(path, summary string) view.Route {
		route := open(path, summary)
		route.Scope = identity.ScopePayoutsRead
		return route
	}
	const at, staff = "GET /v3/payout", "GET /_internal/revenue"
	view.Query(api, s.source, open(at+"/platform_revenue", "站点每天的收入"), s.platform)
	view.Query(api, s.source, own(at+"/balance", "本人的余额"), s.balance)
	view.Query(api, s.source, own(at, "本人的提现，最近的在前"), s.payouts)
	view.Query(api, s.source, own(at+"/history", "本人的提现与可提现的收益，最近的在前"), s.history)
	view.Query(api, s.source, own(at+"/totals", "本人已提现与提现中的金额，按年份与收款方式"), s.totals)
	view.Query(api, s.source, own(at+"/ledger", "本人的账目，最近的在前"), s.ledger)
	view.Query(api, s.source, own(at+"/ledger/{number}", "一条账目由哪些天的份额组成"), s.making)
	csv := own(at+"/ledger.csv", "本人的账目，CSV 文件，最多 50000 行")
	csv.Responses = csvResponses()
	view.Stored[string](api, s.source, csv, s.csv)
	view.Query(api, s.source, own(at+"/months", "本人每月的收益，最近的 24 个月"), s.months)
	view.Query(api, s.source, own(at+"/months/{month}", "本人某月的收益，按资源与日期"), s.month)
	view.Query(api, s.source, own(at+"/destinations", "本人的收款账户"), s.destinations)
	view.Query(api, s.source, own(at+"/{id}", "本人的一笔提现与其经过"), s.payout)
	view.Query(api, s.source, own(at+"/proof/{id}", "本人的一笔提现在透明日志中的证明"), s.proof)

	view.Query(api, s.source, own(staff, "待办的款项与试算表"), s.treasury)
	view.Query(api, s.source, own(staff+"/payouts", "所有提现"), s.treasuryPayouts)
	view.Query(api, s.source, own(staff+"/payouts/{id}", "一笔提现"), s.treasuryPayout)
	view.Query(api, s.source, own(staff+"/days", "某月各天的收入与分配"), s.treasuryDays)
	view.Query(api, s.source, own(staff+"/days/{day}", "某天的收入与分配"), s.treasuryDay)
	view.Query(api, s.source, own(staff+"/months", "各月的收入与结算"), s.treasuryMonths)
	view.Query(api, s.source, own(staff+"/corrections", "更正"), s.treasuryCorrections)
	view.Query(api, s.source, own(staff+"/frozen", "被冻结的余额"), s.treasuryFrozen)
	view.Query(api, s.source, own(staff+"/batches", "人工付款的批次"), s.treasuryBatches)
}

// keeper is an error for a caller who does not keep the site's money in a session.
func keeper(ctx context.Context) error {
	c := identity.FromContext(ctx)
	if !c.Treasurer && c.Role != identity.RoleAdmin {
		return httpkit.Forbidden("只有财务人员可以查看")
	}
	return inSession(c)
}

func inSession(c identity.Caller) error {
	if c.Kind != identity.KindSession {
		return httpkit.Forbidden("请在网站上登录后查看")
	}
	return nil
}
