package main

import (
	"net/http"
	"time"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
)

// peoplePay is a file of methods with one that people pay.
const peoplePay = `[{"id": "people", "type": "bank", "name": "人工转账", "provider": "manual", "min": 1, "max": 1000, "fee": {"percentage": 0},
	"fields": [{"name": "account", "label": "账号", "pattern": "[0-9]{8}", "shown": true}]}]`

func (authorisationParts) Revenue() part { return part{revenueObjects(), revenueRequests()} }

// revenueObjects are the things of the site's money. Their history is in the log as if treasurers had decided it.
func revenueObjects() map[string]func(w *authorised) thing {
	payout := func(more func(id, account string) []any) func(w *authorised) thing {
		return func(w *authorised) thing { return w.payout(more) }
	}
	none := func(string, string) []any { return nil }
	return map[string]func(w *authorised) thing{
		"payout": payout(none),
		"payout-held": payout(func(id, account string) []any {
			return []any{revenue.PayoutHeld{Payout: id, Account: account, By: "Treasur1"}}
		}),
		"payout-unclear": payout(func(id, account string) []any {
			return []any{
				revenue.PayoutApproved{Payout: id, Account: account, By: "Treasur1", Enough: true},
				revenue.PayoutDispatched{Payout: id, Account: account, Attempt: 1}, revenue.PayoutUnclear{Payout: id, Account: account, Code: "amount_differs"},
			}
		}),
		"payout-manual": payout(func(id, account string) []any {
			return []any{revenue.PayoutApproved{Payout: id, Account: account, By: "Treasur1", Enough: true}}
		}),
		"payout-batch": func(w *authorised) thing {
			o, batch := w.payout(func(id, account string) []any {
				return []any{
					revenue.PayoutApproved{Payout: id, Account: account, By: "Treasur1", Enough: true},
					revenue.PayoutDispatched{Payout: id, Account: account, Attempt: 1, Batch: "Batch001"},
				}
			}), ids.New()
			w.noted("payoutbatch-"+batch, revenue.BatchMade{Batch: batch, Method: "people", Payouts: []string{o["id"]}})
			return thing{"id": batch}
		},
		"no-payout":   func(*authorised) thing { return thing{"id": ids.New()} }, // when a checkpoint covers one is not known here
		"earnings":    func(w *authorised) thing { return w.earned() },
		"destination": func(w *authorised) thing { return w.earned() },
		"income":      func(w *authorised) thing { return w.income(false) },
		"shared-month": func(w *authorised) thing {
			return w.income(true)
		},
		"asked-month": func(w *authorised) thing {
			o := w.income(true)
			w.noted("revenuemonth-"+o["month"], revenue.SettlementAsked{Month: o["month"], Account: "Treasur1"})
			return o
		},
		"correction": func(w *authorised) thing {
			id := ids.New()
			w.noted("correction-"+id, revenue.CorrectionProposed{
				Correction: id, Account: w.person("stranger").id, Amount: revenue.Unit, By: "Treasur1", Evidence: "none",
			})
			return thing{"id": id}
		},
		"wallet": func(w *authorised) thing { return thing{"id": w.person("guest").id} },
		"frozen-wallet": func(w *authorised) thing {
			id := w.person("guest").id
			w.noted("wallet-"+id, revenue.WalletFrozen{Account: id, By: "Treasur1"})
			return thing{"id": id}
		},
		"evidence": func(w *authorised) thing {
			hash, err := w.Revenue.KeepEvidence(w.t.Context(), []byte("a statement"))
			if err != nil {
				w.t.Fatal(err)
			}
			return thing{"hash": hash}
		},
		"rule": func(w *authorised) thing {
			if err := w.Revenue.OpenLedger(w.t.Context()); err != nil {
				w.t.Fatal(err)
			}
			return thing{"rule": "net-75"}
		},
		"bank": func(*authorised) thing { return thing{"method": "people"} },
	}
}

// noted appends events to a stream.
func (w *authorised) noted(stream string, payloads ...any) {
	w.t.Helper()
	var events []eventlog.Event
	for _, p := range payloads {
		typ, data, err := w.Codec.Encode(p)
		if err != nil {
			w.t.Fatal(err)
		}
		events = append(events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: eventlog.Metadata{Role: "system", At: time.Now().UTC()}})
	}
	receipt, err := w.Log.Append(w.t.Context(), eventlog.Write{Stream: stream, Expected: eventlog.Any, Events: events})
	if err != nil {
		w.t.Fatal(err)
	}
	w.position = max(w.position, uint64(receipt.Position))
}

// earned gives the owner an amount and a destination.
func (w *authorised) earned() thing {
	w.t.Helper()
	account, destination := w.person("owner").id, ids.New()
	if err := w.Revenue.Keep(w.t.Context(), destination, account, "people", map[string]string{"account": "12345678"}); err != nil {
		w.t.Fatal(err)
	}
	w.noted("wallet-"+account,
		revenue.Earned{Account: account, Month: "2025-01", ValueDate: "2025-03-31", Lines: []revenue.Line{{Project: "Project1", Source: "ads", Amount: 100 * revenue.Unit}}},
		revenue.DestinationAdded{Account: account, Destination: destination, Method: "people", Rests: "2025-01-01T00:00:00Z"})
	return thing{"id": destination, "destination": destination, "shows": destination, "number": "1", "month": "2025-01"}
}

// payout is a withdrawal of the owner.
func (w *authorised) payout(more func(id, account string) []any) thing {
	w.t.Helper()
	o, account, id := w.earned(), w.person("owner").id, ids.New()
	w.noted("payout-"+id, append([]any{revenue.PayoutRequested{
		Payout: id, Account: account, Method: "people", Provider: revenue.Manual, Destination: o["destination"], Amount: 10 * revenue.Unit,
	}}, more(id, account)...)...)
	w.noted("wallet-"+account, revenue.PayoutReserved{Account: account, Payout: id, Amount: 10 * revenue.Unit, Destination: o["destination"]})
	return thing{"id": id, "shows": id}
}

// income is an entry of a day that nobody else has; shared, it is confirmed and has no shares.
func (w *authorised) income(shared bool) thing {
	w.t.Helper()
	w.months++ // each entry has a month of its own
	day := time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, w.part*50+w.months, 0).Format(time.DateOnly)
	entry := ids.New()
	events := []any{revenue.IncomeEntered{Day: day, Entry: entry, Source: "ads", Amount: revenue.Unit, Account: "Treasur1", Evidence: "none"}}
	if shared {
		sums := []revenue.Sum{{Source: "ads", Platform: revenue.Unit / 4, Reserve: 3 * revenue.Unit / 4}}
		events = append(events, revenue.IncomeConfirmed{Day: day, Entry: entry, Source: "ads", Amount: revenue.Unit},
			revenue.SharingBegun{Day: day, Run: day + ".1", Rule: "net-75", Version: 1, Hash: "hash", Inputs: "inputs"},
			revenue.SharingFinished{Day: day, Run: day + ".1", Sums: sums})
	}
	if err := w.Revenue.OpenLedger(w.t.Context()); err != nil { // a rule is in force
		w.t.Fatal(err)
	}
	w.noted("revenueday-"+day, events...)
	return thing{"day": day, "entry": entry, "month": day[:7]}
}

func revenueRequests() map[string]builder {
	const staff = "/_internal/revenue/"
	reasoned := sends(map[string]any{"reason": because})
	withdrawal := func(_ *authorised, o thing, _ string) request {
		return asJSON(map[string]any{"amount": 20, "method_id": "people", "method_details": map[string]any{"destination": o["destination"]}})
	}
	file := func(body string) builder {
		return func(*authorised, thing, string) request {
			return request{body: []byte(body), kind: "application/octet-stream"}
		}
	}
	evidenced := func(body map[string]any) builder {
		return func(w *authorised, _ thing, _ string) request {
			hash, err := w.Revenue.KeepEvidence(w.t.Context(), []byte("a statement"))
			if err != nil {
				w.t.Fatal(err)
			}
			body["evidence"] = hash
			return asJSON(body)
		}
	}
	all := map[string]builder{
		"POST /payout/fees": sends(map[string]any{"amount": 20, "method_id": "people"}),
		"POST /payout":      withdrawal,
		"GET /payout":       lists,
		"POST /payout/destinations": sends(map[string]any{
			"method_id": "people", "details": map[string]any{"account": "87654321"},
		}),
		"GET /payout/destinations":            lists,
		"POST /payout/webhook/{method}":       sends(map[string]any{"key": "x"}),
		"POST " + staff + "evidence":          file("a statement"),
		"POST " + staff + "days/{day}/income": evidenced(map[string]any{"source": "ads", "amount": 5}),
		"POST " + staff + "exclusions": func(w *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"project": o["id"], "from": "2001-01-01", "to": "2001-01-02", "reason": because})
		},
		"POST " + staff + "payouts/{id}/judge": evidenced(map[string]any{"end": "success", "reason": because}),
		"POST " + staff + "batches":            sends(map[string]any{"method": "people"}),
		"POST " + staff + "batches/{id}/results": func(*authorised, thing, string) request {
			return request{body: []byte("id,result\n"), kind: "text/csv"}
		},
		"POST " + staff + "corrections": func(w *authorised, o thing, who string) request {
			return evidenced(map[string]any{"user": w.person("stranger").id, "amount": 1, "reason": because})(w, o, who)
		},
		"POST " + staff + "pause":                 sends(map[string]any{}), // without a reason: the other rows withdraw
		"POST " + staff + "rules":                 sends(map[string]any{"file": revenue.DefaultRule}),
		"POST " + staff + "rules/{rule}/enforce":  sends(map[string]any{"version": 1, "from": time.Now().UTC().Format(time.DateOnly)}),
		"GET " + staff + "days":                   asks("month=2001-01"),
		"GET /payout/platform_revenue":            asks(""),
		"GET /analytics/revenue":                  analysed,
		http.MethodGet + " " + staff + "payouts":  asks("state=open"),
		"POST " + staff + "months/{month}/settle": sends(map[string]any{}),
	}
	for _, path := range []string{
		"days/{day}/income/{entry}/reverse", "payouts/{id}/hold", "payouts/{id}/release", "wallets/{id}/freeze", "wallets/{id}/thaw", "resume",
	} {
		all["POST "+staff+path] = reasoned
	}
	return all
}
