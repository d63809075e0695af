package revenue_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/payout"
)

// approve lets a withdrawal be sent.
func (w *world) approve(id string) {
	w.Helper()
	w.Want(204, admin, "POST", "/_internal/revenue/payouts/"+id+"/approve", "")
}

func TestAWithdrawalIsPaidOnceAndTheLedgerAgrees(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	p := w.withdraw(maker, w.destination(maker, "bank"), "50")
	if p.State != "waiting" {
		t.Errorf("a first withdrawal is %s", p.State)
	}
	w.drive(p.ID) // nothing is sent before somebody approves
	w.approve(p.ID)
	w.drive(p.ID)
	if e := w.last("payout-" + p.ID).(revenue.PayoutSucceeded); e.Amount != 49*revenue.Unit || e.Fee != revenue.Unit {
		t.Errorf("%+v", e)
	}
	if !slices.Equal(w.provider.sends, []string{"site-" + p.ID}) {
		t.Errorf("sent %v", w.provider.sends)
	}
	again := w.withdraw(maker, w.Events("wallet-" + maker)[1].(revenue.DestinationAdded).Destination, "10")
	if again.State != "approved" {
		t.Errorf("a small withdrawal to a known account is %s", again.State)
	}
}

func TestALostAnswerIsAskedForAndALostRequestIsSentAgainUnderTheSameKey(t *testing.T) {
	for name, c := range map[string]struct{ lose, drop, sends int }{"the answer is lost": {1, 0, 1}, "the request is lost": {0, 1, 2}, "both": {1, 2, 3}} {
		w := newWorld(t)
		w.earns(maker, 100)
		w.provider.lose, w.provider.drop = c.lose, c.drop
		p := w.withdraw(maker, w.destination(maker, "bank"), "50")
		w.approve(p.ID)
		w.drive(p.ID)
		if _, paid := w.last("payout-" + p.ID).(revenue.PayoutSucceeded); !paid || len(w.provider.sends) != c.sends || len(w.provider.paid) != 1 {
			t.Errorf("%s: %T after %v", name, w.last("payout-"+p.ID), w.provider.sends)
		}
	}
}

func TestOfManyWorkersOneSends(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	p := w.withdraw(maker, w.destination(maker, "bank"), "50")
	w.approve(p.ID)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() { _, _ = w.service.Drive(t.Context(), p.ID) })
	}
	all.Wait()
	if len(w.provider.sends) != 1 {
		t.Errorf("sent %d times", len(w.provider.sends))
	}
}

func TestWhatFailsOrIsCancelledIsThereAgain(t *testing.T) {
	for state, want := range map[string]revenue.End{payout.Refused: revenue.Failed, payout.Pending: revenue.Cancelled} {
		w := newWorld(t)
		w.earns(maker, 100)
		w.provider.state = state
		p := w.withdraw(maker, w.destination(maker, "bank"), "50")
		w.approve(p.ID)
		if _, err := w.service.Drive(t.Context(), p.ID); err != nil {
			t.Fatal(err)
		}
		if state == payout.Pending {
			w.Want(204, maker, "DELETE", "/v3/payout/"+p.ID, "")
		}
		w.drive(p.ID)
		restored, is := w.last("wallet-" + maker).(revenue.PayoutRestored)
		if !is || restored.Amount != 50*revenue.Unit {
			t.Errorf("%s: %+v", want, w.last("wallet-"+maker))
		}
		if w.Ask(maker, "DELETE", "/v3/payout/"+p.ID, "").Status != 400 {
			t.Errorf("%s: an ended one was cancelled", want)
		}
	}
}

func TestAReturnIsCreditedAndAnotherAmountIsNeverASuccess(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	p := w.withdraw(maker, w.destination(maker, "bank"), "50")
	w.approve(p.ID)
	w.drive(p.ID)
	w.provider.state = payout.Returned
	w.drive(p.ID) // somebody has told that something happened
	if back, is := w.last("wallet-" + maker).(revenue.PayoutReturned); !is || back.Amount != 49*revenue.Unit {
		t.Errorf("%+v", w.last("wallet-"+maker))
	}
	lying := newWorld(t)
	lying.earns(maker, 100)
	lying.provider.lose = 1
	q := lying.withdraw(maker, lying.destination(maker, "bank"), "50")
	lying.approve(q.ID)
	if _, err := lying.service.Drive(t.Context(), q.ID); err != nil {
		t.Fatal(err)
	}
	lying.provider.paid["site-"+q.ID] = 1
	lying.drive(q.ID)
	if _, unclear := lying.last("payout-" + q.ID).(revenue.PayoutUnclear); !unclear {
		t.Errorf("%T", lying.last("payout-"+q.ID))
	}
}

func TestARestoredSiteAndAPausedOnePayNobody(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	p := w.withdraw(maker, w.destination(maker, "bank"), "50")
	w.approve(p.ID)
	w.restored = true
	if wait, err := w.service.Drive(t.Context(), p.ID); err != nil || wait == 0 || len(w.provider.sends) > 0 {
		t.Errorf("%v %v, sent %v", wait, err, w.provider.sends)
	}
	w.Want(204, admin, "POST", "/_internal/revenue/resume", "{}")
	w.drive(p.ID)
	if len(w.provider.sends) != 1 {
		t.Errorf("sent %v", w.provider.sends)
	}
	w.Want(204, admin, "POST", "/_internal/revenue/pause", `{"reason":{"code":"security"}}`)
	body := `{"amount":10,"method_id":"bank","method_details":{"destination":"x"}}`
	if a := w.Ask(maker, "POST", "/v3/payout", body); a.Status != 409 || !strings.Contains(string(a.Body), "payouts_paused") {
		t.Error(a)
	}
}

func TestARepeatedRequestMakesOneWithdrawal(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	to := w.destination(maker, "bank")
	one := w.withdraw(maker, to, "50", "Idempotency-Key", "once")
	again := w.withdraw(maker, to, "50", "Idempotency-Key", "once")
	if one.ID != again.ID {
		t.Errorf("%s, then %s", one.ID, again.ID)
	}
	var all sync.WaitGroup
	for range 4 { // of 50 that are left, two tabs cannot take 40 each
		all.Go(func() {
			w.Ask(maker, "POST", "/v3/payout", `{"amount":40,"method_id":"bank","method_details":{"destination":"`+to+`"}}`)
		})
	}
	all.Wait()
	reserved := 0
	for _, e := range w.Events("wallet-" + maker) {
		if _, is := e.(revenue.PayoutReserved); is {
			reserved++
		}
	}
	if reserved != 2 {
		t.Errorf("%d withdrawals", reserved)
	}
}

func TestBadWithdrawalsAreRefusedWithTheirFieldAndLeaveNoEvent(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	mine, theirs, fresh := w.destination(maker, "bank"), w.destination(other, "bank"), ""
	w.now = w.now.Add(-24 * time.Hour)
	fresh = w.destination(maker, "people")
	w.now = w.now.Add(-24 * time.Hour)
	before := len(w.Events("wallet-" + maker))
	request := func(amount, method, destination, more string) string {
		return fmt.Sprintf(`{"amount":%s,"method_id":%q,"method_details":{"destination":%q}%s}`, amount, method, destination, more)
	}
	for name, c := range map[string]struct {
		body        string
		status      int
		field, code string
	}{
		"a text":               {request(`"12"`, "bank", mine, ""), 400, "amount", "amount_invalid"},
		"an exponent":          {request("1e2", "bank", mine, ""), 400, "amount", "amount_invalid"},
		"a negative one":       {request("-1", "bank", mine, ""), 400, "amount", "amount_invalid"},
		"zero":                 {request("0", "bank", mine, ""), 400, "amount", "below_minimum"},
		"three decimals":       {request("12.345", "bank", mine, ""), 400, "amount", "amount_invalid"},
		"a huge exponent":      {request("1e400", "bank", mine, ""), 400, "amount", "amount_invalid"},
		"many digits":          {request(strings.Repeat("9", 10_000), "bank", mine, ""), 400, "amount", "amount_invalid"},
		"below the minimum":    {request("0.99", "bank", mine, ""), 400, "amount", "below_minimum"},
		"above the maximum":    {request("500.01", "bank", mine, ""), 400, "amount", "above_maximum"},
		"a cent too much":      {request("100.01", "bank", mine, ""), 400, "amount", "insufficient_funds"},
		"no method":            {request("10", "cheque", mine, ""), 400, "method_id", "method_invalid"},
		"another country":      {request("10", "bank", mine, `,"country":"FR"`), 400, "method_id", "method_invalid"},
		"another's account":    {request("10", "bank", theirs, ""), 400, "method_details.destination", "method_invalid"},
		"one that rests":       {request("10", "people", fresh, ""), 400, "method_details.destination", "destination_resting"},
		"another fee was seen": {request("10", "bank", mine, `,"fee":0.10`), 409, "amount", "quote_changed"},
	} {
		a := w.Ask(maker, "POST", "/v3/payout", c.body)
		if a.Status != c.status || !strings.Contains(string(a.Body), `"field":"`+c.field+`"`) || !strings.Contains(string(a.Body), `"`+c.code+`"`) {
			t.Errorf("%s: %d %.200s, want %d with %s and %s", name, a.Status, a.Body, c.status, c.field, c.code)
		}
	}
	for _, body := range []string{`{"amount":012,"method_id":"bank"}`, `{"amount":NaN,"method_id":"bank"}`, `[]`, ``} {
		if a := w.Ask(maker, "POST", "/v3/payout", body); a.Status != 400 {
			t.Errorf("%s: %d %.200s", body, a.Status, a.Body)
		}
	}
	if after := len(w.Events("wallet-" + maker)); after != before {
		t.Errorf("%d events were added", after-before)
	}
}

func TestAWithdrawalOfSomebodyElseIsNotThere(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	p := w.withdraw(maker, w.destination(maker, "bank"), "50")
	w.Want(404, other, "DELETE", "/v3/payout/"+p.ID, "")
	w.Want(401, other, "POST", "/_internal/revenue/payouts/"+p.ID+"/approve", "")
	w.Want(404, admin, "POST", "/_internal/revenue/payouts/Nothing1/approve", "")
}

func TestAForgedOrUnknownMessageOfAProviderDoesNothing(t *testing.T) {
	w := newWorld(t)
	for _, headers := range [][]string{nil, {"Payout-Timestamp", "1", "Payout-Signature", "v1=00"}} {
		w.Want(401, "", "POST", "/v3/payout/webhook/bank", `{"key":"site-Nothing1"}`, headers...)
	}
	w.Want(401, "", "POST", "/v3/payout/webhook/people", `{"key":"x"}`)
}

func TestAnUnansweredCancellationDoesNotHideWhatBecameOfTheWithdrawal(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	w.provider.state = payout.Pending
	p := w.withdraw(maker, w.destination(maker, "bank"), "50")
	w.approve(p.ID)
	if _, err := w.service.Drive(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	w.Want(204, maker, "DELETE", "/v3/payout/"+p.ID, "")
	w.provider.deaf, w.provider.state = true, payout.Paid
	w.drive(p.ID)
	if _, paid := w.last("payout-" + p.ID).(revenue.PayoutSucceeded); !paid {
		t.Errorf("%T", w.last("payout-"+p.ID))
	}
}
