// Package revenue handles the site's money: the income of days, its sharing and settlement, wallets and withdrawals. It
// mounts the routes and runs the work that follows from them.
package revenue

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/payout"
)

// Options are the dependencies of the service. All must be set, apart from Providers, Webhooks and Queue.
type Options struct {
	Handler      *commands.Handler
	Blobs        *blobs.Store
	Pool         *pgxpool.Pool
	Destinations *Destinations
	Methods      domain.Methods
	Providers    map[string]payout.Provider // by method; a method that people pay has none
	Webhooks     map[string][]byte          // keys of the providers' own messages, by method
	Currency     string
	Sources      []string
	Site         string       // begins every idempotency key; the same in every copy of this site
	Queue        *jobs.Client // nil: sweeps find the work
	// Standing is what withdrawals depend on of an account.
	Standing func(ctx context.Context, account string) (identity.Standing, error)
	// Confirmed returns an error for a caller that has not proved lately to be the account's owner.
	Confirmed func(ctx context.Context, caller identity.Caller) error
	// Alone is true if no account but this one may do what treasurers do.
	Alone func(ctx context.Context, account string) (bool, error)
	// Account finds an account by id or name; empty: there is none.
	Account func(ctx context.Context, idOrName string) (string, error)
	// Counted are the hits of a day by project that meet a condition, empty for all; ready is false while not all of them are counted.
	Counted func(ctx context.Context, day, where string) (hits map[string]domain.Hits, ready bool, err error)
	// Where returns an error for a condition that cannot be read.
	Where func(where string) error
	// People are the people of projects at the end of a day with their weights. A project that nobody is paid for is missing.
	People func(ctx context.Context, day string, projects []string) (map[string][]domain.Person, error)
	// Unshared are days that may have to be shared, Unsettled months whose settlement has begun.
	Unshared  func(ctx context.Context) ([]string, error)
	Unsettled func(ctx context.Context) ([]string, error)
	// Waiting are withdrawals that are to be sent, or to be asked about. They may be ended meanwhile.
	Waiting func(ctx context.Context) ([]string, error)
	// Batchable are the oldest withdrawals of a method that people can pay now, at most a number.
	Batchable func(ctx context.Context, method string, most int) ([]string, error)
	// Ended are withdrawals that were sent and ended within a time before now.
	Ended func(ctx context.Context, within time.Duration) ([]string, error)
	// Shared is what projects got of a day, by id.
	Shared func(ctx context.Context, day string) (map[string]contract.Money, error)
	// Projects are how projects are named, by id.
	Projects func(ctx context.Context, ids []string) (map[string]contract.LedgerProject, error)
	// Restored is true while nothing is sent because the site was restored from a backup; Resume ends that.
	Restored func(ctx context.Context) (bool, error)
	Resume   func(ctx context.Context) error
	Logger   *slog.Logger
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	switch {
	case o.Handler == nil || o.Blobs == nil || o.Pool == nil || o.Destinations == nil || o.Currency == "" || o.Site == "" || o.Logger == nil,
		o.Standing == nil || o.Confirmed == nil || o.Alone == nil || o.Account == nil || o.Counted == nil || o.Where == nil || o.People == nil,
		o.Unshared == nil || o.Unsettled == nil || o.Waiting == nil || o.Batchable == nil || o.Ended == nil || o.Shared == nil || o.Projects == nil || o.Restored == nil || o.Resume == nil:
		return nil, errors.New("make revenue commands: an option is missing")
	}
	return &Service{o}, nil
}

const ledgerID = "main"

func ledgers() *commands.Aggregate[domain.Ledger, domain.LedgerCommand] {
	return &commands.Aggregate[domain.Ledger, domain.LedgerCommand]{
		Category: "ledger", Evolve: commands.Timeless(domain.Ledger.Evolve), Decide: domain.DecideLedger,
	}
}

func rules() *commands.Aggregate[domain.Published, domain.Publish] {
	return &commands.Aggregate[domain.Published, domain.Publish]{
		Category: "revenuerule", Evolve: commands.Timeless(domain.Published.Evolve), Decide: domain.DecidePublish,
	}
}

func days() *commands.Aggregate[domain.DayState, domain.DayCommand] {
	return &commands.Aggregate[domain.DayState, domain.DayCommand]{
		Category: "revenueday", Version: "revenueday/1", Evolve: domain.DayState.Evolve, Decide: domain.DecideDay,
	}
}

func months() *commands.Aggregate[domain.MonthState, domain.MonthCommand] {
	return &commands.Aggregate[domain.MonthState, domain.MonthCommand]{
		Category: "revenuemonth", Evolve: domain.MonthState.Evolve, Decide: domain.DecideMonth,
	}
}

func wallets() *commands.Aggregate[domain.Wallet, domain.WalletCommand] {
	return &commands.Aggregate[domain.Wallet, domain.WalletCommand]{
		Category: "wallet", Version: "wallet/2", Evolve: domain.Wallet.Evolve, Decide: domain.DecideWallet,
	}
}

func payouts() *commands.Aggregate[domain.Payout, domain.PayoutCommand] {
	return &commands.Aggregate[domain.Payout, domain.PayoutCommand]{
		Category: "payout", Evolve: domain.Payout.Evolve, Decide: domain.DecidePayout,
	}
}

func batches() *commands.Aggregate[domain.Batch, domain.MakeBatch] {
	return &commands.Aggregate[domain.Batch, domain.MakeBatch]{Category: "payoutbatch", Evolve: domain.Batch.Evolve}
}

func corrections() *commands.Aggregate[domain.CorrectionState, domain.CorrectionCommand] {
	return &commands.Aggregate[domain.CorrectionState, domain.CorrectionCommand]{
		Category: "correction", Evolve: domain.CorrectionState.Evolve, Decide: domain.DecideCorrection,
	}
}

// caller is who sends a command, as the rules see them.
func (s *Service) caller(ctx context.Context, tx *commands.Tx) (domain.Caller, error) {
	c := domain.Caller{Actor: tx.By(), Treasurer: identity.FromContext(ctx).Treasurer}
	if c.Keeps() != nil {
		return c, nil
	}
	var err error
	c.Alone, err = s.Alone(ctx, c.Account)
	return c, err
}

// keeper is the caller of a command of treasurers that makes something, with the id of what it makes.
func (s *Service) keeper(ctx context.Context, tx *commands.Tx, kind string) (id string, by domain.Caller, err error) {
	if id, err = tx.NewID(ctx, kind); err == nil {
		by, err = s.caller(ctx, tx)
	}
	if err == nil {
		err = by.Keeps()
	}
	return id, by, err
}
