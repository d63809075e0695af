package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5"

	commandrevenue "github.com/modyard/modyard/commands/revenue"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/domain/team"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

const (
	walletPayouts = 200 // of the wallet with many lines
	payoutsEach   = 5   // requested by an account
	benchMethods  = `[{"id":"people","type":"bank","name":"人工","provider":"manual","min":1,"max":500,"fee":{"percentage":0.01},
 "fields":[{"name":"account","label":"账号","shown":true}]}]`
)

// payoutMethods writes the file of the ways in which the site pays.
func (g *ground) payoutMethods() (string, error) {
	path := filepath.Join(g.dir, "methods.json")
	if err := os.WriteFile(path, []byte(benchMethods), 0o600); err != nil {
		return "", fmt.Errorf("write the payout methods: %w", err)
	}
	return path, nil
}

// revenueBench is a site whose creators earn.
type revenueBench struct {
	*site
	ground   *ground
	plan     commandrevenue.Planned
	first    time.Time // day
	creators int
	days     int
	lines    int // of the owner's wallet
}

// projects is the number of projects: every third has a team of three, each other one has one creator.
func (r *revenueBench) projects() int { return r.creators * 3 / 5 }

func (r *revenueBench) project(n int) string {
	return ids.FromBytes(fmt.Appendf(nil, "bench-earning-%d", n))
}

func (r *revenueBench) creator(n int) string {
	return ids.FromBytes(fmt.Appendf(nil, "bench-creator-%d", n))
}

func (r *revenueBench) day(n int) string { return r.first.AddDate(0, 0, n).Format(time.DateOnly) }

// prepare makes the projects with their people, as of before the first day, and the plan of the income.
func (r *revenueBench) prepare(ctx context.Context) error {
	now := time.Now().UTC()
	r.first = time.Date(now.Year()-1, now.Month()-1, 1, 0, 0, 0, 0, time.UTC)
	begin, writes, who := time.Now(), []eventlog.Write(nil), 0
	for n := range r.projects() {
		id := r.project(n)
		events := []any{project.Created{Project: id, Slug: fmt.Sprintf("earning-%d", n), Type: project.TypeMod, Title: fmt.Sprintf("Earning %d", n), Owner: r.creator(who)}}
		if who++; n%3 == 0 {
			events = append(events, project.PayoutWeightSet{Account: r.creator(who - 1), Weight: 300, Effective: r.day(0)})
			for m := 1; m < 3; m++ {
				events = append(events, project.MemberInvited{Account: r.creator(who), Role: "member", Weight: team.Weight(m * 100)}, project.MemberJoined{Account: r.creator(who)})
				who++
			}
		}
		write, err := r.written("project-"+id, r.first.Add(-time.Hour), events...)
		if err != nil {
			return err
		}
		if writes = append(writes, write); len(writes) == 500 || n+1 == r.projects() {
			if _, err := r.Log.Append(ctx, writes...); err != nil {
				return fmt.Errorf("append projects: %w", err)
			}
			writes = nil
		}
	}
	r.creators = who
	if err := r.count(ctx); err != nil {
		return err
	}
	if err := r.Revenue.OpenLedger(ctx); err != nil {
		return err
	}
	keeps := func(id string) revenue.Caller {
		return revenue.Caller{Actor: actor.Actor{Account: id}, Treasurer: true}
	}
	r.plan = commandrevenue.Planned{Service: r.Revenue, By: keeps("Treasur1"), Second: keeps("Treasur2")}
	if err := r.followed(ctx); err != nil {
		return err
	}
	r.ground.say("   %d projects of %d creators in %.0f s", r.projects(), r.creators, time.Since(begin).Seconds())
	return nil
}

// countedHits are the rows that the read model of downloads would have: on each day the n-th project has about n times fewer
// hits than the first.
const countedHits = `
insert into %s (day, project, downloads, views, seconds, paid_views, paid_signed, paid_anonymous)
select $2::date + d, p.id, v.views / 9, v.views, 0, v.views, v.views / 9, 0
from unnest($1::text[]) with ordinality p (id, n), generate_series(0, $3::int - 1) d,
    lateral (select 200000 / (p.n + 3) + 1 + (p.n * 31 + d * 17) %% 40 as views) v`

// count writes the counted hits of all days, as if they had been read before.
func (r *revenueBench) count(ctx context.Context) error {
	var schema string
	err := r.DB.Pool.QueryRow(ctx, `select table_schema from information_schema.view_table_usage where view_schema = 'download' and view_name = 'days'`).Scan(&schema)
	if err != nil {
		return fmt.Errorf("find the table of counted hits: %w", err)
	}
	projects := make([]string, r.projects())
	for n := range projects {
		projects[n] = r.project(n)
	}
	if _, err := r.DB.Pool.Exec(ctx, fmt.Sprintf(countedHits, pgx.Identifier{schema, "days"}.Sanitize()), projects, r.first, r.days); err != nil {
		return fmt.Errorf("write counted hits: %w", err)
	}
	return nil
}

// written encodes events of a stream that were decided at a moment.
func (r *revenueBench) written(stream string, at time.Time, payloads ...any) (eventlog.Write, error) {
	w := eventlog.Write{Stream: stream, Expected: eventlog.Any}
	for _, p := range payloads {
		typ, data, err := r.Codec.Encode(p)
		if err != nil {
			return w, fmt.Errorf("encode an event: %w", err)
		}
		w.Events = append(w.Events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Role: "system", At: at}})
	}
	return w, nil
}

// happens appends events of streams that were decided at a moment.
func (r *revenueBench) happens(ctx context.Context, at time.Time, stream string, payloads ...any) error {
	w, err := r.written(stream, at, payloads...)
	if err != nil {
		return err
	}
	if _, err := r.Log.Append(ctx, w); err != nil {
		return fmt.Errorf("append to %s: %w", stream, err)
	}
	return nil
}

// fillWallet gives the signed-in owner a wallet with many lines of settled months, and withdrawals. The ledger does not agree
// afterwards: nobody has shared what it has.
func (r *revenueBench) fillWallet(ctx context.Context) error {
	owner, at := ids.FromBytes([]byte(ownerName)), r.first
	const each = revenue.MaxShares
	for from := 0; from < r.lines; from += each {
		month := at.AddDate(0, -from/each-1, 0)
		e := revenue.Earned{Account: owner, Month: month.Format("2006-01"), ValueDate: revenue.ValueDate(month)}
		for n := from; n < min(from+each, r.lines); n++ {
			e.Lines = append(e.Lines, revenue.Line{Project: r.project(n % r.projects()), Source: "ads", Amount: revenue.Unit + revenue.Amount(n)})
		}
		if err := r.happens(ctx, month.AddDate(0, 1, 11), "wallet-"+owner, e); err != nil {
			return err
		}
	}
	for n := range walletPayouts {
		id, when := ids.FromBytes(fmt.Appendf(nil, "bench-payout-%d", n)), at.Add(time.Duration(n)*24*time.Hour)
		if err := r.happens(ctx, when, "payout-"+id,
			revenue.PayoutRequested{Payout: id, Account: owner, Method: "people", Provider: revenue.Manual, Destination: "BenchDes", Amount: revenue.Unit},
			revenue.PayoutApproved{Payout: id, Account: owner, Enough: true}, revenue.PayoutDispatched{Payout: id, Account: owner, Attempt: 1, Batch: "BenchBat"},
			revenue.PayoutSucceeded{Payout: id, Account: owner, Method: "people", Provider: revenue.Manual, Amount: revenue.Unit}); err != nil {
			return err
		}
		if err := r.happens(ctx, when, "wallet-"+owner, revenue.PayoutReserved{Account: owner, Payout: id, Amount: revenue.Unit, Destination: "BenchDes"},
			revenue.PayoutSettled{Account: owner, Payout: id, Amount: revenue.Unit}); err != nil {
			return err
		}
	}
	return r.followed(ctx)
}

// request measures withdrawals that accounts request one after the other, each with a year of income.
func (r *revenueBench) request(ctx context.Context) ([]Row, error) {
	var took []time.Duration
	accounts := r.ground.amount(100, 3)
	for n := range accounts {
		destination, err := r.mayWithdraw(ctx, n)
		if err != nil {
			return nil, err
		}
		for range payoutsEach {
			begin := time.Now()
			if _, _, err := r.send(ctx, http.MethodPost, "/v3/payout", map[string]any{
				"amount": 5, "method": "bank", "method_id": "people", "method_details": map[string]string{"destination": destination},
			}); err != nil {
				return nil, err
			}
			if n > 0 { // connections and plans
				took = append(took, time.Since(begin))
			}
			time.Sleep(breath)
		}
	}
	return []Row{{What: "requesting a withdrawal: p99", Figure: ms(percentile(took, 0.99)), Unit: "ms", Budget: below(requestBudget),
		Note: fmt.Sprintf("POST /v3/payout, %d times by %d accounts with 12 settled months; p50 %.1f ms", len(took), accounts-1, ms(median(took)))}}, nil
}

// enableWithdrawing is what an account needs beside a verified address: a second factor, whose secret nobody uses here.
const enableWithdrawing = `update identity.accounts set totp_secret = 'none', email_verified = true where id = $1`

// mayWithdraw makes an account that has earned for a year, signs it in, and gives it a destination.
func (r *revenueBench) mayWithdraw(ctx context.Context, n int) (destination string, err error) {
	id, name := ids.FromBytes(fmt.Appendf(nil, "bench-payee-%d", n)), fmt.Sprintf("bench-payee-%d", n)
	if _, err := r.Identity.Ensure(ctx, identity.NewAccount{ID: id, Username: name, Email: name + "@example.org", Password: password}); err != nil {
		return "", err
	}
	r.session = ""
	body, _, err := r.send(ctx, http.MethodPost, "/v2/auth/login", map[string]string{"username": name, "password": password})
	if err != nil {
		return "", fmt.Errorf("sign in: %w", err)
	}
	var started struct{ Session string }
	if err := json.Unmarshal(body, &started); err != nil {
		return "", fmt.Errorf("sign in: %w", err)
	}
	r.session = started.Session
	if _, err := r.DB.Pool.Exec(ctx, enableWithdrawing, id); err != nil {
		return "", fmt.Errorf("enable withdrawing: %w", err)
	}
	destination = ids.FromBytes(fmt.Appendf(nil, "bench-destination-%d", n))
	if err := r.Revenue.Keep(ctx, destination, id, "people", map[string]string{"account": "12345678"}); err != nil {
		return "", err
	}
	earned := []any{}
	for m := range 12 {
		month := r.first.AddDate(0, -m-1, 0)
		earned = append(earned, revenue.Earned{Account: id, Month: month.Format("2006-01"), ValueDate: revenue.ValueDate(month), Lines: []revenue.Line{
			{Project: r.project(n), Source: "ads", Amount: 20 * revenue.Unit},
		}})
	}
	earned = append(earned, revenue.DestinationAdded{Account: id, Destination: destination, Method: "people", Rests: r.first.Format(time.RFC3339)})
	return destination, r.happens(ctx, r.first, "wallet-"+id, earned...)
}
