package demo

import (
	"bytes"
	"context"
	_ "embed" // the file of methods
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"github.com/modyard/modyard/commands"
	commandaccount "github.com/modyard/modyard/commands/account"
	commandrevenue "github.com/modyard/modyard/commands/revenue"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/ids"
)

//go:embed payout-methods.json
var payoutMethods []byte

// PayoutMethods is the file of the ways in which the demonstration pays: a sandbox, and people.
func PayoutMethods() []byte { return bytes.Clone(payoutMethods) }

const (
	// incomeMonths is how many months before the present one have income; those whose settlement is due are settled.
	incomeMonths = 6
	// incomeHour is the hour of the next day at which income is entered.
	incomeHour = 9
)

// Ledger creates income of the last months, its sharing and settlement, and withdrawals of the creator. Other than the
// rest of the set, it belongs to the present months, as the recorded downloads do.
func Ledger(ctx context.Context, d Deps, c Catalogue) error {
	if d.Revenue == nil || d.Recorded.Now.IsZero() {
		return nil
	}
	if there, err := exists(ctx, d.Log, "payout-"+payoutID(1)); err != nil || there {
		return err
	}
	now := d.Recorded.Now.UTC()
	at := now
	b := newBook(c)
	service, err := d.Revenue(func(o *commandrevenue.Options) {
		o.Handler = &commands.Handler{Log: d.Log, Codec: d.Codec, Texts: d.Texts, Now: func() time.Time { return at }, Keys: o.Handler.Keys}
		o.Queue = nil
		o.Counted = func(_ context.Context, day, _ string) (map[string]revenue.Hits, bool, error) {
			return ledgerHits(c, day), true, nil
		}
		o.People = func(_ context.Context, _ string, ids []string) (map[string][]revenue.Person, error) {
			return ledgerPeople(b, c, ids), nil
		}
		o.Shared = func(context.Context, string) (map[string]contract.Money, error) { return nil, nil }
	})
	if err != nil {
		return err
	}
	if err := service.OpenLedger(ctx); err != nil {
		return err
	}
	if _, err := commandaccount.ChangeRight(ctx, service.Handler, account.ChangeRight{
		Account: accountID(moderatorName), Right: account.Treasurer, Give: true, By: accountID(AdminName),
		Reason: &reason.Reason{Code: reason.Housekeeping},
	}); err != nil {
		return fmt.Errorf("make a treasurer: %w", err)
	}
	admin, moderator := actor.Actor{Account: accountID(AdminName), Rank: actor.Admin}, actor.Actor{Account: accountID(moderatorName), Rank: actor.Moderator}
	p := commandrevenue.Planned{Service: service, By: revenue.Caller{Actor: moderator, Treasurer: true}, Second: revenue.Caller{Actor: admin}}
	story := &ledgerStory{plan: p, deps: d, at: &at, now: now}
	if story.evidence, err = story.store(ctx, service); err != nil {
		return err
	}
	return story.tell(ctx)
}

// ledgerStory tells the money of the last months in its order.
type ledgerStory struct {
	plan     commandrevenue.Planned
	deps     Deps
	at       *time.Time
	now      time.Time
	evidence string
}

func (s *ledgerStory) store(ctx context.Context, service *commandrevenue.Service) (string, error) {
	return service.KeepEvidence(ctx, []byte("演示数据的收入凭证\n"))
}

// tell goes through the days in order: income of the day before, and on their days settlements and withdrawals.
func (s *ledgerStory) tell(ctx context.Context) error {
	first := time.Date(s.now.Year(), s.now.Month()-incomeMonths, 1, 0, 0, 0, 0, time.UTC)
	creator := revenue.Caller{Actor: actor.Actor{Account: accountID(CreatorName)}}
	events := s.happenings(creator)
	for day := first; ; day = day.AddDate(0, 0, 1) {
		entered := day.AddDate(0, 0, 1).Add(incomeHour * time.Hour)
		if !entered.Before(s.now) {
			return nil
		}
		*s.at = entered
		name := day.Format(time.DateOnly)
		for _, source := range s.plan.Sources {
			amount := dayIncome(source, day)
			if amount == 0 {
				continue
			}
			if err := s.plan.Income(ctx, name, source, amount, s.evidence); err != nil {
				return err
			}
		}
		if err := s.plan.ShareDay(ctx, name); err != nil {
			return err
		}
		if today := entered; today.Day() == 12 && today.AddDate(0, -1, 0).After(first) {
			if err := s.plan.Settle(ctx, today.AddDate(0, -1, 0).Format("2006-01")); err != nil {
				return err
			}
		}
		if happens := events[int(s.now.Sub(entered).Hours())/24]; happens != nil {
			if err := happens(ctx); err != nil {
				return err
			}
		}
	}
}

// dayIncome is the income of a day from a source: advertisements every day and more at weekends, servers on working days,
// sponsors at the end of a month.
func dayIncome(source string, day time.Time) revenue.Amount {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s", source, day.Format(time.DateOnly))
	chance := rand.New(rand.NewPCG(h.Sum64(), 3)) //nolint:gosec // no secret
	cents := func(least, most int64) revenue.Amount {
		return revenue.Amount(least*100+chance.Int64N((most-least)*100)) * revenue.Cent
	}
	weekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
	switch {
	case source == "ads" && weekend:
		return cents(240, 320)
	case source == "ads":
		return cents(150, 210)
	case source == "servers" && !weekend:
		return cents(20, 45)
	case source == "sponsors" && day.AddDate(0, 0, 1).Day() == 1:
		return cents(600, 900)
	}
	return 0
}

// ledgerHits are hits of a day by the rank of the projects.
func ledgerHits(c Catalogue, day string) map[string]revenue.Hits {
	hits := map[string]revenue.Hits{}
	for i, p := range c.Projects {
		h := fnv.New64a()
		fmt.Fprintf(h, "%s %s", p.Slug, day)
		chance := rand.New(rand.NewPCG(h.Sum64(), 7)) //nolint:gosec // no secret
		views := uint64(4000/(i+4)) + chance.Uint64N(40)
		hits[projectID(p.Slug)] = revenue.Hits{Views: views, Downloads: views / 9}
	}
	return hits
}

// ledgerPeople are the owners of projects.
func ledgerPeople(b *book, c Catalogue, ids []string) map[string][]revenue.Person {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	people := map[string][]revenue.Person{}
	for _, p := range c.Projects {
		if id := projectID(p.Slug); wanted[id] {
			if owner := b.owner(b.projects[p.Slug]).Account; owner != "" {
				people[id] = []revenue.Person{{Account: owner, Weight: 100}}
			}
		}
	}
	return people
}

func payoutID(n int) string { return ids.FromBytes(fmt.Appendf(nil, "demo payout %d", n)) }

const (
	bankID   = "DemoBank"
	walletID = "DemoWall"
)

// happenings are what the creator withdraws, by the days before now.
func (s *ledgerStory) happenings(creator revenue.Caller) map[int]func(context.Context) error {
	who := creator.Account
	request := func(ctx context.Context, n int, method, destination string, amount revenue.Amount) error {
		return s.plan.Request(ctx, payoutID(n), method, revenue.Request{
			By: creator, Destination: destination, Amount: amount, Since: s.now.AddDate(-2, 0, 0),
		})
	}
	paid := func(ctx context.Context, n int, amount revenue.Amount) error {
		id := payoutID(n)
		if err := s.plan.Change(ctx, id, "approve", s.plan.Second.Actor, revenue.Approve{By: s.plan.Second, Now: *s.at}); err != nil {
			return err
		}
		if err := s.plan.Change(ctx, id, "dispatch", actor.Actor{}, revenue.Dispatch{Attempt: 1}); err != nil {
			return err
		}
		return s.plan.Change(ctx, id, "learn", actor.Actor{}, revenue.Learn{Currency: s.plan.Currency, Answer: revenue.Answer{
			State: revenue.Paid, Reference: fmt.Sprintf("DEMO-%04d", n), Paid: amount, Currency: s.plan.Currency,
		}})
	}
	net := func(method string, gross revenue.Amount) revenue.Amount {
		m, _ := s.plan.Methods.Find(method)
		return gross - m.Fee.Of(gross)
	}
	return map[int]func(context.Context) error{
		60: func(ctx context.Context) error {
			if err := s.plan.Destination(ctx, who, bankID, "demo-bank", map[string]string{"name": "演示创作者", "account": "6222020200011207702"}); err != nil {
				return err
			}
			// The sandbox acts by the end of the account's number. One account less than the most: another can be added.
			for id, number := range map[string]string{"DemoRefu": "6222020200018803", "DemoBack": "6222020200018804"} {
				if err := s.plan.Destination(ctx, who, id, "demo-bank", map[string]string{"name": "演示创作者", "account": number}); err != nil {
					return err
				}
			}
			return s.plan.Destination(ctx, who, walletID, "manual-bank", map[string]string{"name": "演示创作者", "account": "6217000010023388", "bank": "演示银行"})
		},
		48: func(ctx context.Context) error {
			if err := request(ctx, 1, "demo-bank", bankID, 60*revenue.Unit); err != nil {
				return err
			}
			return paid(ctx, 1, net("demo-bank", 60*revenue.Unit))
		},
		30: func(ctx context.Context) error {
			if err := request(ctx, 2, "manual-bank", walletID, 50*revenue.Unit); err != nil {
				return err
			}
			return s.plan.Change(ctx, payoutID(2), "cancel", creator.Actor, revenue.Cancel{By: creator})
		},
	}
}

// RevenueMaker makes the service of the site's money with other options than those of the site.
type RevenueMaker func(change func(*commandrevenue.Options)) (*commandrevenue.Service, error)
