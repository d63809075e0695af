package revenue_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/identity/erasure"
	"github.com/modyard/modyard/identity/identitytest"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/catalog/catalogtest"
	"github.com/modyard/modyard/projections/notification/notificationtest"
	projected "github.com/modyard/modyard/projections/revenue"
	"github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/revenue"
	"github.com/modyard/modyard/readapi/view"
)

const (
	maker  = "UserMak1" // owns quay
	helper = "UserHel2" // a member of quay
	keeper = "UserTre3" // a treasurer
	second = "UserTre4" // another one
	staff  = "UserMod5"
	boss   = "UserAdm6"
	token  = "token" // maker's token
	nobody = ""

	quay = "ProjOne1"
	dark = "ProjTwo2" // private, of maker
)

const unit = domain.Unit

// world is a site with an income. Its present is the noon of the 15th of April 2026.
type world struct {
	*catalogtest.World
	t        *testing.T
	api      http.Handler
	standing revenue.Standing
	restored bool
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: catalogtest.New(t), t: t}
	w.Texts = erasure.NewMemory()
	w.Also(projected.New(), notificationtest.New(projected.Notifications()))
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	accounts, err := identity.New(t.Context(), identity.Options{Pool: w.DB.Pool, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	api := httpkit.New(httpkit.Options{Logger: quiet})
	api.Use(identitytest.Middleware(caller))
	source := &view.Source{Pool: w.DB.Pool, Board: w.Board}
	revenue.New(source, revenue.Options{
		Currency: "USD", Sources: []string{"ads", "sponsor"}, Methods: map[string]revenue.Method{"bank": {Type: "wire", Name: "银行转账"}, "pay": {Type: "wallet", Name: "在线支付"}},
		Marks: func(_ context.Context, account string) (map[string]string, error) {
			return map[string]string{"DestAAA1": "····" + account[4:]}, nil
		},
		Standing: func(context.Context, string) (revenue.Standing, error) { return w.standing, nil },
		Restored: func(context.Context) (bool, error) { return w.restored, nil },
		Alone:    func(context.Context) (bool, error) { return false, nil },
		Now:      func() time.Time { return on(4, 15) },
		Proof: func(_ context.Context, id string) (contract.LogProof, error) {
			if id == "PayoNew1" {
				return contract.LogProof{}, revenue.ErrUnsealed
			}
			return contract.LogProof{Key: "the key", Checkpoint: "of " + id, Leaf: []byte("{}"), Hashes: []string{}}, nil
		},
	}).Register(api)
	notification.New(source, accounts, nil, revenue.Kinds("USD")...).Register(api)
	w.api = api.Handler()
	for id, name := range map[string]string{maker: "舟大工", helper: "帮手", keeper: "账房", second: "出纳", staff: "石榴", boss: "站长"} {
		w.Account(id, name, "user")
	}
	w.Project(quay, maker, project.Created{Project: quay, Slug: "quay", Type: project.TypeMod, Title: "Lanternquay", Owner: maker},
		project.ListedByImport{Status: project.Listed}, project.MemberInvited{Account: helper, Role: "a"}, project.MemberJoined{Account: helper})
	w.Project(dark, maker, project.Created{Project: dark, Slug: "dark", Type: project.TypeMod, Title: "Dark", Owner: maker},
		project.ListedByImport{Status: project.Private})
	return w
}

// caller is the account of the header, with its rights.
func caller(r *http.Request) identity.Caller {
	as := r.Header.Get("As")
	if as == token {
		c := identitytest.Session(maker, identity.RoleUser)
		c.Kind, c.Scopes = identity.KindPAT, identity.ScopeProjectRead
		return c
	}
	c := identitytest.Session(as, identity.RoleUser)
	switch as {
	case keeper, second:
		c.Treasurer = true
	case staff:
		c.Role = identity.RoleModerator
	case boss:
		c.Role = identity.RoleAdmin
	}
	return c
}

// on is the noon of a day of 2026.
func on(month time.Month, day int) time.Time {
	return time.Date(2026, month, day, 12, 0, 0, 0, time.UTC)
}

// at appends events to a stream, decided at a moment.
func (w *world) at(when time.Time, stream, actor string, payloads ...any) {
	w.t.Helper()
	var events []eventlog.Event
	for _, p := range payloads {
		id := eventlog.NewEventID()
		sealed, err := w.Texts.Seal(context.Background(), stream, id, p)
		if err != nil {
			w.t.Fatal(err)
		}
		typ, data, err := w.Codec.Encode(sealed)
		if err != nil {
			w.t.Fatal(err)
		}
		events = append(events, eventlog.Event{ID: id, Type: typ, Data: data, Meta: eventlog.Metadata{Actor: actor, At: when}})
	}
	if _, err := w.Log.Append(context.Background(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events}); err != nil {
		w.t.Fatal(err)
	}
}

// income enters and confirms income of a day.
func (w *world) income(day, entry, source string, amount domain.Amount) {
	w.t.Helper()
	w.at(on(4, 1), "revenueday-"+day, keeper, domain.IncomeEntered{Day: day, Entry: entry, Source: source, Amount: amount, Account: keeper, Evidence: "hash"})
	w.at(on(4, 1), "revenueday-"+day, second, domain.IncomeConfirmed{Day: day, Entry: entry, Source: source, Amount: amount})
}

// share shares a day: the creators' part is that of the shares, the platform gets a third of it.
func (w *world) share(day, run, source string, shares ...domain.Share) {
	w.t.Helper()
	var creators domain.Amount
	for _, s := range shares {
		creators += s.Amount
	}
	w.at(on(4, 2), "revenueday-"+day, "",
		domain.SharingBegun{Day: day, Run: run, Rule: "net-75", Version: 1, Hash: "rulehash", Inputs: "inputs-" + day},
		domain.SharesNoted{Day: day, Run: run, Source: source, Shares: shares},
		domain.SharingFinished{Day: day, Run: run, Parts: 1, Sums: []domain.Sum{{Source: source, Creators: creators, Platform: creators / 3}}})
}

// january is a settled month, and april begins with a day that is not.
func (w *world) january() {
	w.t.Helper()
	for _, day := range []string{"2026-01-03", "2026-01-04"} {
		w.income(day, "Entry"+day[8:], "ads", 40*unit)
		w.share(day, "Run"+day[8:], "ads", domain.Share{Project: quay, Account: maker, Amount: 24 * unit}, domain.Share{Project: quay, Account: helper, Amount: 6 * unit})
	}
	w.income("2026-04-03", "EntryApr", "ads", 4*unit)
	w.share("2026-04-03", "RunApr1", "ads", domain.Share{Project: quay, Account: maker, Amount: 2 * unit}, domain.Share{Project: dark, Account: maker, Amount: unit})
	w.at(on(2, 11), "revenuemonth-2026-01", keeper, domain.SettlementAsked{Month: "2026-01", Account: keeper})
	w.at(on(2, 12), "revenuemonth-2026-01", second, domain.SettlementBegun{Month: "2026-01", ValueDate: "2026-03-31"})
	for account, amount := range map[string]domain.Amount{maker: 48 * unit, helper: 12 * unit} {
		w.at(on(2, 12), "wallet-"+account, "", domain.Earned{Account: account, Month: "2026-01", ValueDate: "2026-03-31", Lines: []domain.Line{{Project: quay, Source: "ads", Amount: amount}}})
	}
	w.at(on(2, 12), "revenuemonth-2026-01", "", domain.SettlementFinished{Month: "2026-01", Wallets: 2, Amount: 60 * unit})
}

// withdraw requests a withdrawal of an account, whose fee is a fifth of a unit.
func (w *world) withdraw(when time.Time, id, account, method, provider string, amount domain.Amount) {
	w.t.Helper()
	fee := unit / 5
	w.at(when, "payout-"+id, account, domain.PayoutRequested{
		Payout: id, Account: account, Method: method, Provider: provider, Destination: "DestAAA1", Amount: amount - fee, Fee: fee,
	})
	w.at(when, "wallet-"+account, account, domain.PayoutReserved{Account: account, Payout: id, Amount: amount, Destination: "DestAAA1"})
}

// pay sends a withdrawal and ends it.
func (w *world) pay(when time.Time, id, account, method, provider string, amount domain.Amount) {
	w.t.Helper()
	fee := unit / 5
	w.at(when, "payout-"+id, keeper, domain.PayoutApproved{Payout: id, Account: account, By: keeper, Enough: true})
	w.at(when, "payout-"+id, "", domain.PayoutDispatched{Payout: id, Account: account, Attempt: 1}, domain.PayoutTaken{Payout: id, Account: account, Reference: "ref-" + id},
		domain.PayoutSucceeded{Payout: id, Account: account, Method: method, Provider: provider, Amount: amount - fee, Fee: fee})
	w.at(when, "wallet-"+account, "", domain.PayoutSettled{Account: account, Payout: id, Amount: amount})
}

func (w *world) get(as, path string) *httptest.ResponseRecorder {
	w.t.Helper()
	w.Settle()
	head, err := w.Log.Head(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.Header.Set("As", as)
	r.Header.Set("Min-Position", strconv.FormatUint(uint64(head), 10))
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	return rec
}

// wants fails the test unless the answer has all of some texts. They are compared without white space.
func (w *world) wants(as, path string, texts ...string) {
	w.t.Helper()
	rec := w.get(as, path)
	if rec.Code != http.StatusOK || !json.Valid(rec.Body.Bytes()) {
		w.t.Errorf("%s as %q: %d %s", path, as, rec.Code, rec.Body)
		return
	}
	body := strings.Join(strings.Fields(rec.Body.String()), "")
	for _, text := range texts {
		if !strings.Contains(body, strings.Join(strings.Fields(text), "")) {
			w.t.Errorf("%s as %q: %s\nwant %s", path, as, body, text)
		}
	}
}

// refuses fails the test unless the status is that of an error.
func (w *world) refuses(status int, as string, paths ...string) {
	w.t.Helper()
	for _, path := range paths {
		if rec := w.get(as, path); rec.Code != status {
			w.t.Errorf("%s as %q: %d %s, want %d", path, as, rec.Code, rec.Body, status)
		}
	}
}

func organized(id, owner string, repost bool) organization.Created {
	return organization.Created{Organization: id, Slug: strings.ToLower(id), Name: id, Owner: owner, Repost: repost}
}
