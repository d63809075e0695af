package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/payout/sandbox"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/subprocess"
)

// envPayouts is the number of withdrawals in the test below; the default keeps the suite fast.
const envPayouts = "MODYARD_TEST_PAYOUTS"

// TestEachWithdrawalIsPaidOnceThroughKills sends withdrawals through two processes that are killed at any moment, by a provider
// that delays, loses, doubles and reorders its answers. At the end the provider has paid each withdrawal at most once, and the
// ledger agrees with its books.
func TestEachWithdrawalIsPaidOnceThroughKills(t *testing.T) {
	long(t, "kills programs")
	count := numberOf(envPayouts, 60)
	kills := numberOf(envKills, 6)
	ctx, stop := context.WithTimeout(context.Background(), hangs)
	defer stop()
	provider := startSandbox(t)
	methods := filepath.Join(t.TempDir(), "methods.json")
	file := fmt.Sprintf(`[{"id":"bank","type":"bank","name":"银行","provider":"sandbox","url":%q,"settle_seconds":2,"min":1,"max":1000,
		"fee":{"percentage":0.01,"min":0.1},"fields":[{"name":"account","label":"账号","shown":true}]}]`, provider)
	if err := os.WriteFile(methods, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	owner := pgtest.Migrated(t)
	logins := pgtest.Logins(t, owner)
	keys := filepath.Join(t.TempDir(), "keys.json")
	shared := []string{
		"--database-url", logins.App, "--database-owner-url", logins.Owner, "--keys-file", keys, "--payout-methods", methods, "--rate-limit", "0",
	}
	dirs := []string{t.TempDir(), t.TempDir()}
	running := []*served{serve(t, dirs[0], shared...), serve(t, dirs[1], shared...)}
	c := config.Config{DataDir: t.TempDir(), DatabaseURL: logins.App, DatabaseOwnerURL: logins.Owner, KeysFile: keys, PayoutMethods: methods, Game: "Minecraft", Brand: "Modyard"}
	core, err := app.Open(ctx, c, slog.New(slog.NewTextHandler(io.Discard, nil)), app.Share)
	if err != nil {
		t.Fatal(err)
	}
	defer core.Close()
	site, err := app.NewSite(ctx, core, app.SiteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if err := site.Revenue.OpenLedger(ctx); err != nil {
		t.Fatal(err)
	}
	for n := range count {
		if err := withdraw(ctx, site, n); err != nil {
			t.Fatal(err)
		}
	}
	for range kills {
		pause.For(ctx, time.Duration(500+rand.IntN(2500))*time.Millisecond) // a kill comes at any moment of a step
		i := rand.IntN(len(running))
		if err := running[i].Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = running[i].Wait()
		running[i] = serve(t, dirs[i], shared...)
	}
	for ctx.Err() == nil {
		var open int
		if err := core.DB.Pool.QueryRow(ctx, `select count(*) from revenue.payouts where ended is null and state <> 'unclear'`).Scan(&open); err != nil {
			t.Fatal(err)
		}
		var all int
		if err := core.DB.Pool.QueryRow(ctx, `select count(*) from revenue.payouts`).Scan(&all); err != nil {
			t.Fatal(err)
		}
		if all == count && open == 0 {
			break
		}
		pause.For(ctx, 500*time.Millisecond)
	}
	agreesWithBooks(ctx, t, core, provider, count)
	report, err := core.VerifyLedger(ctx)
	if err != nil || len(report.Findings) > 0 || report.Payouts != count {
		t.Errorf("%+v %v", report, err)
	}
	for _, s := range running {
		s.stop(t)
	}
}

func numberOf(env string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(env)); err == nil {
		return n
	}
	return otherwise
}

// startSandbox runs a provider that spoils its answers, and returns its address.
func startSandbox(t *testing.T) string {
	t.Helper()
	c := program("payout-sandbox", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--behaviour", "lossy")
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := subprocess.Start(c); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if _, address, found := strings.Cut(lines.Text(), "Serving on "); found {
			return strings.TrimSpace(address)
		}
	}
	t.Fatal("the sandbox does not serve")
	return ""
}

// withdraw gives an account an amount, and requests and approves a withdrawal of it.
func withdraw(ctx context.Context, site *app.Site, n int) error {
	name := func(kind string) string { return ids.FromBytes(fmt.Appendf(nil, "%s %d", kind, n)) }
	account, destination, id := name("account"), name("destination"), name("payout")
	if err := site.Revenue.Keep(ctx, destination, account, "bank", map[string]string{"account": fmt.Sprintf("6222%08d99", n)}); err != nil {
		return err
	}
	m, _ := site.Revenue.Methods.Find("bank")
	gross := revenue.Amount(10+n%50) * revenue.Unit
	asked := revenue.PayoutRequested{
		Payout: id, Account: account, Method: "bank", Provider: m.Provider, Destination: destination, Amount: gross - m.Fee.Of(gross), Fee: m.Fee.Of(gross),
		Methods: site.Revenue.Methods.Hash,
	}
	for _, w := range []struct {
		stream string
		events []any
	}{
		{"correction-" + name("correction"), []any{
			revenue.CorrectionProposed{Correction: name("correction"), Account: account, Amount: gross, By: name("treasurer"), Evidence: "none"},
		}},
		{"payout-" + id, []any{asked, revenue.PayoutApproved{Payout: id, Account: account, By: name("treasurer"), Enough: true}}},
		{"wallet-" + account, []any{
			revenue.Corrected{Account: account, Amount: gross, Correction: name("correction")},
			revenue.PayoutReserved{Account: account, Payout: id, Amount: gross, Destination: destination},
		}},
	} {
		if err := happens(ctx, site, w.stream, w.events...); err != nil {
			return err
		}
	}
	return nil
}

// happens appends events to a stream.
func happens(ctx context.Context, site *app.Site, stream string, payloads ...any) error {
	events := make([]eventlog.Event, 0, len(payloads))
	decided, err := decision.In(role.System, payloads, nil)
	if err != nil {
		return err
	}
	for _, d := range decided {
		typ, data, err := site.Codec.Encode(d.Payload)
		if err != nil {
			return err
		}
		events = append(events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Role: string(d.Role), At: time.Now().UTC()}})
	}
	_, err = site.Log.Append(ctx, eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events})
	return err
}

// agreesWithBooks compares what the ledger says with what the provider has done.
func agreesWithBooks(ctx context.Context, t *testing.T, core *app.Core, provider string, count int) {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, provider+"/books", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var books []sandbox.Entry
	if err := json.NewDecoder(answer.Body).Decode(&books); err != nil {
		t.Fatal(err)
	}
	paid, sends := map[string]sandbox.Entry{}, 0
	for _, e := range books {
		_, id, _ := strings.Cut(e.Key, "-")
		if _, twice := paid[id]; twice || e.Payments > 1 {
			t.Errorf("%s is in the books more than once: %+v", id, e)
		}
		paid[id] = e
		sends += e.Sends
	}
	rows, err := core.DB.Pool.Query(ctx, `select id, state, amount from revenue.payouts`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	ends := map[string]int{}
	for rows.Next() {
		var id, state string
		var amount int64
		if err := rows.Scan(&id, &state, &amount); err != nil {
			t.Fatal(err)
		}
		ends[state]++
		e := paid[id]
		if was := e.Payments == 1; was != (state == "success" || state == "returned") && state != "unclear" {
			t.Errorf("%s is %s, in the provider's books %+v", id, state, e)
		}
		if int64(e.Amount) != amount {
			t.Errorf("%s has %d millionths, in the provider's books %+v", id, amount, e)
		}
	}
	t.Logf("%d withdrawals, sent %d times: %v", count, sends, ends)
}
