package app

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	commandrevenue "github.com/modyard/modyard/commands/revenue"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog/seal"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/jobs"
	projecteddownload "github.com/modyard/modyard/projections/download"
	projectedrevenue "github.com/modyard/modyard/projections/revenue"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	readrevenue "github.com/modyard/modyard/readapi/revenue"
)

func revenueArea() area {
	return area{
		name: "revenue", events: revenue.EventTypes(), private: []string{"wallet"}, projectors: []runtime.Projector{projectedrevenue.New()},
		notifies: projectedrevenue.Notifications(), topics: live.Topics{Owned: readrevenue.Topics()}, outward: []string{commandrevenue.PayoutKind},
		pages: []pages.Kind{pages.Private(
			"/dashboard/revenue", "收益", "/dashboard/revenue/transfers", "提现记录", "/dashboard/revenue/withdraw", "提现",
			"/dashboard/revenue/destinations", "收款账户", "/moderation/revenue", "资金",
		)}, demo: demo.Step{After: "download", Load: demo.Ledger}, mount: (*Site).mountRevenue,
	}
}

func (s *Site) mountRevenue(m *mounting) error {
	methods, err := s.payoutMethods(m.options.PayoutMethods)
	if err != nil {
		return err
	}
	providers, err := s.payoutProviders(methods)
	if err != nil {
		return err
	}
	webhooks, err := webhookKeys(methods)
	if err != nil {
		return err
	}
	queue, err := jobs.NewClient(s.DB.Pool, nil)
	if err != nil {
		return err
	}
	name, err := s.payoutSite()
	if err != nil {
		return err
	}
	destinations := commandrevenue.NewDestinations(s.DB.Pool, s.Vault)
	s.revenue = commandrevenue.Options{
		Handler: s.Core.Handler, Blobs: s.Blobs, Pool: s.DB.Pool, Destinations: destinations, Methods: methods, Providers: providers, Webhooks: webhooks,
		Currency: s.Config.Money(), Sources: s.Config.Sources(), Site: name, Queue: queue,
		Standing: s.Identity.Standing, Confirmed: s.Identity.RequireConfirmed, Alone: s.Identity.AloneWithMoney, Account: s.accountNamed,
		Counted: s.paidHits, Where: checkWhere, People: s.paidPeople, Unshared: s.list(selectUnshared), Unsettled: s.list(selectUnsettled),
		Waiting: s.list(selectWaiting), Batchable: s.batchable, Ended: s.endedPayouts, Shared: s.sharedOf, Projects: s.ledgerProjects,
		Restored: s.PayoutsRestored, Resume: s.resumePayouts, Logger: s.Logger,
	}
	if s.Revenue, err = commandrevenue.New(s.revenue); err != nil {
		return err
	}
	s.Revenue.Routes(s.API)
	m.kinds = append(m.kinds, readrevenue.Kinds(s.Config.Money())...)
	readrevenue.New(m.source, readrevenue.Options{
		Currency: s.Config.Money(), Sources: s.Config.Sources(), Methods: shownMethods(methods), Marks: destinations.Marks,
		Standing: s.payoutStanding, Restored: s.PayoutsRestored, Alone: s.aloneWithMoney, Proof: s.provePayout,
	}).Register(s.API)
	s.work = append(s.work, s.Revenue.Jobs())
	s.background = append(s.background, s.oncePrepared(s.Revenue.CheckLedger))
	s.forget = append(s.forget, s.Revenue.Close, destinations.Erase)
	return nil
}

// OtherRevenue makes a service of the site's money with other options, for the demonstration data.
func (s *Site) OtherRevenue(change func(*commandrevenue.Options)) (*commandrevenue.Service, error) {
	options := s.revenue
	change(&options)
	return commandrevenue.New(options)
}

// payoutMethods reads the file of methods; without one, those of the demonstration.
func (s *Site) payoutMethods(otherwise []byte) (revenue.Methods, error) {
	file := otherwise
	if path := s.Config.PayoutMethods; path != "" {
		var err error
		if file, err = os.ReadFile(path); err != nil {
			return revenue.Methods{}, fmt.Errorf("read the payout methods: %w", err)
		}
	}
	if len(file) == 0 {
		file = []byte("[]")
	}
	return revenue.ParseMethods(file)
}

func shownMethods(m revenue.Methods) map[string]readrevenue.Method {
	shown := make(map[string]readrevenue.Method, len(m.List))
	for _, method := range m.List {
		shown[method.ID] = readrevenue.Method{Type: method.Type, Name: method.Name}
	}
	return shown
}

// payoutSite begins the key of every withdrawal. It follows from the keys file, so that a copy of the site, which has the same
// keys file, has the same keys: a provider pays none of them twice.
func (s *Site) payoutSite() (string, error) {
	key, err := hkdf.Key(sha256.New, s.Keys.Wrapping[:], nil, "modyard: site of payouts", 8)
	if err != nil {
		return "", fmt.Errorf("derive the site's name: %w", err)
	}
	return hex.EncodeToString(key), nil
}

// accountNamed is the id of an open account that is named by id or name; empty if there is none.
func (s *Site) accountNamed(ctx context.Context, name string) (string, error) {
	a, err := s.Identity.Account(ctx, name)
	var f httpkit.Faulty
	if errors.As(err, &f) && f.FaultKind() == httpkit.KindNotFound {
		return "", nil
	}
	return a.ID, err
}

const (
	selectUnshared = `
select to_char(d.day, 'YYYY-MM-DD') from revenue.days d
where (d.due or d.run <> '' and d.finished is null) and d.day < current_date and not exists (select from revenue.months m where m.month = to_char(d.day, 'YYYY-MM') and m.state in ('begun', 'settled'))
order by d.day limit 100`

	selectUnsettled = `select month from revenue.months where state = 'begun' order by month`

	selectWaiting = `
select id from revenue.payouts
where ended is null and enough and not held and state <> 'unclear' and provider <> 'manual' order by created limit 1000`

	selectEnded = `
select id from revenue.payouts
where ended > $1 and attempts > 0 and provider <> 'manual' and state in ('success', 'failed', 'cancelled') order by ended limit 1000`

	selectShared = `
select s.project, sum(s.amount)::bigint from revenue.shares s join revenue.days d on d.day = s.day and d.run = s.run
where s.day = $1::date group by s.project`

	selectLedgerProjects = `select id, title, slug, url_type from catalog.projects where id = any($1)`

	selectRestored = `select since is not null from payouts.restored`

	resumeRestored = `update payouts.restored set since = null, reason = ''`
)

// list reads a list of texts.
func (s *Site) list(query string, args ...any) func(context.Context) ([]string, error) {
	return func(ctx context.Context) ([]string, error) {
		rows, err := s.DB.Pool.Query(ctx, query, args...)
		if err != nil {
			return nil, fmt.Errorf("find work of the ledger: %w", err)
		}
		list, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return nil, fmt.Errorf("find work of the ledger: %w", err)
		}
		return list, nil
	}
}

// batchable are the oldest withdrawals of a method that wait for people to pay them. The read model has seen everything that
// was decided by now.
func (s *Site) batchable(ctx context.Context, method string, most int) ([]string, error) {
	if err := s.atEnd(ctx, projectedrevenue.Name); err != nil {
		return nil, fmt.Errorf("find withdrawals for a batch: %w", err)
	}
	return readrevenue.Batchable(ctx, s.DB.Pool, method, most)
}

func (s *Site) endedPayouts(ctx context.Context, within time.Duration) ([]string, error) {
	return s.list(selectEnded, time.Now().Add(-within))(ctx)
}

// paidHits are the counted hits of a day by project; where a condition chooses among them, they are read again from the log of hits.
// They are ready once all are counted.
func (s *Site) paidHits(ctx context.Context, day, where string) (map[string]revenue.Hits, bool, error) {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil, false, fmt.Errorf("read a day: %w", err)
	}
	ready, err := s.hitsCounted(ctx, at.AddDate(0, 0, 1))
	if err != nil || !ready {
		return nil, false, err
	}
	var list []projecteddownload.Paid
	if where == "" {
		list, err = projecteddownload.PaidOf(ctx, s.DB.Pool, at)
	} else {
		list, err = s.paidWhere(ctx, at, where)
	}
	if err != nil {
		return nil, false, err
	}
	hits := make(map[string]revenue.Hits, len(list))
	for _, p := range list {
		hits[p.Project] = revenue.Hits{Views: uint64(p.Views), Downloads: uint64(p.Signed), Anonymous: uint64(p.Anonymous)} //nolint:gosec // counts
	}
	return hits, true, nil
}

func (s *Site) paidWhere(ctx context.Context, at time.Time, where string) ([]projecteddownload.Paid, error) {
	condition, err := projecteddownload.ParseWhere(where)
	if err != nil {
		return nil, fmt.Errorf("read the condition of a rule: %w", err)
	}
	payer := projecteddownload.NewPayer(download.DefaultRules(), at, condition)
	from, to := payer.Span()
	if err := s.Core.Hits.Between(ctx, from, to, []string{download.Download.Category(), download.View.Category()}, payer.Add); err != nil {
		return nil, err
	}
	return payer.Paid(), nil
}

// checkWhere returns an error for a condition that cannot be read.
func checkWhere(where string) error {
	_, err := projecteddownload.ParseWhere(where)
	return err
}

// paidPeople are the people of projects at the end of a day. The read model has seen everything that was decided by now.
func (s *Site) paidPeople(ctx context.Context, day string, projects []string) (map[string][]revenue.Person, error) {
	if err := s.atEnd(ctx, projectedrevenue.Name); err != nil {
		return nil, fmt.Errorf("read the people of projects: %w", err)
	}
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return nil, fmt.Errorf("read a day: %w", err)
	}
	found, err := readrevenue.People(ctx, s.DB.Pool, at, projects)
	if err != nil {
		return nil, err
	}
	people := make(map[string][]revenue.Person, len(found))
	for id, list := range found {
		for _, p := range list {
			people[id] = append(people[id], revenue.Person{Account: p.Account, Weight: p.Weight})
		}
	}
	return people, nil
}

func (s *Site) sharedOf(ctx context.Context, day string) (map[string]contract.Money, error) {
	rows, err := s.DB.Pool.Query(ctx, selectShared, day)
	if err != nil {
		return nil, fmt.Errorf("read the shares of a day: %w", err)
	}
	sums, id, sum := map[string]contract.Money{}, "", int64(0)
	if _, err := pgx.ForEachRow(rows, []any{&id, &sum}, func() error { sums[id] = contract.Money(sum); return nil }); err != nil {
		return nil, fmt.Errorf("read the shares of a day: %w", err)
	}
	return sums, nil
}

func (s *Site) ledgerProjects(ctx context.Context, ids []string) (map[string]contract.LedgerProject, error) {
	rows, err := s.DB.Pool.Query(ctx, selectLedgerProjects, ids)
	if err != nil {
		return nil, fmt.Errorf("name projects: %w", err)
	}
	named := map[string]contract.LedgerProject{}
	var id, title, slug, kind string
	if _, err := pgx.ForEachRow(rows, []any{&id, &title, &slug, &kind}, func() error {
		t, sl, k := strings.Clone(title), strings.Clone(slug), strings.Clone(kind)
		named[id] = contract.LedgerProject{ID: id, Title: &t, Slug: &sl, Type: &k}
		return nil
	}); err != nil {
		return nil, fmt.Errorf("name projects: %w", err)
	}
	return named, nil
}

// PayoutsRestored is true while nothing is paid because the site was restored from a backup: the log may have forgotten
// withdrawals that were paid. A treasurer who has compared it with the providers' statements resumes.
func (c *Core) PayoutsRestored(ctx context.Context) (restored bool, err error) {
	if err := c.DB.Pool.QueryRow(ctx, selectRestored).Scan(&restored); err != nil {
		return false, fmt.Errorf("read whether withdrawals wait after a restore: %w", err)
	}
	return restored, nil
}

func (s *Site) resumePayouts(ctx context.Context) error {
	if _, err := s.DB.Pool.Exec(ctx, resumeRestored); err != nil {
		return fmt.Errorf("resume withdrawals: %w", err)
	}
	return nil
}

// leaving is what an account would give up by leaving.
func (s *Site) leaving(ctx context.Context, account string, h *identity.Holdings) (err error) {
	h.Balance, h.Payouts, err = s.Revenue.Leaving(ctx, account)
	return err
}

// payoutStanding is what of an account keeps the caller from withdrawing.
func (s *Site) payoutStanding(ctx context.Context, account string) (readrevenue.Standing, error) {
	st, err := s.Identity.Standing(ctx, account)
	if err != nil {
		return readrevenue.Standing{}, err
	}
	err = s.Identity.RequireConfirmed(ctx, identity.FromContext(ctx))
	var f httpkit.Faulty
	if err != nil && !errors.As(err, &f) {
		return readrevenue.Standing{}, err
	}
	return readrevenue.Standing{Verified: st.Verified, Factor: st.Factor, Confirmed: err == nil}, nil
}

func (s *Site) aloneWithMoney(ctx context.Context) (bool, error) {
	return s.Identity.AloneWithMoney(ctx, identity.FromContext(ctx).Account)
}

// provePayout makes the proof of the request of a withdrawal, the first event of its stream.
func (s *Site) provePayout(ctx context.Context, payout string) (contract.LogProof, error) {
	for e, err := range s.Core.Log.Stream(ctx, "payout-"+payout, 0) {
		if err != nil {
			return contract.LogProof{}, fmt.Errorf("prove the withdrawal %s: %w", payout, err)
		}
		proof, err := s.proveEvent(ctx, e.ID.String())
		if errors.Is(err, seal.ErrUnsealed) {
			return contract.LogProof{}, fmt.Errorf("%w: %w", readrevenue.ErrUnsealed, err)
		}
		return proof, err
	}
	return contract.LogProof{}, fmt.Errorf("prove the withdrawal %s: it has no event", payout)
}
