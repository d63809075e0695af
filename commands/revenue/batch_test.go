package revenue_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	revenuecommands "github.com/modyard/modyard/commands/revenue"
	"github.com/modyard/modyard/domain/revenue"
)

// batched makes withdrawals of an amount that people pay, and a batch of them.
func (w *world) batched(amount string, n int) (batch string, payouts []string) {
	w.Helper()
	to := w.destination(maker, "people")
	for range n {
		p := w.withdrawBy("people", maker, to, amount)
		w.approve(p.ID)
		payouts = append(payouts, p.ID)
	}
	w.byHand = payouts
	var made struct{ ID string }
	w.Want(200, admin, "POST", "/_internal/revenue/batches", `{"method":"people"}`).Decode(w, &made)
	return made.ID, payouts
}

// results sends a file of results.
func (w *world) results(batch, file string) (out revenuecommands.Results) {
	w.Helper()
	a := w.Ask(admin, "POST", "/_internal/revenue/batches/"+batch+"/results", file, "Content-Type", "text/csv")
	if a.Status != 200 {
		w.Fatal(a)
	}
	a.Decode(w, &out)
	return out
}

func TestTheBanksFeeIsBoundAndDoesNotChange(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	batch, payouts := w.batched("20", 2)
	header := "id,result,fee\n"
	for _, c := range []struct {
		file         string
		paid, failed int
		problem      string
	}{
		{header + payouts[0] + ",paid,999999999.99", 0, 0, "银行手续费不能超过付款金额 20.00。"},
		{header + payouts[0] + ",paid,20.01", 0, 0, "银行手续费不能超过付款金额 20.00。"},
		{header + payouts[0] + ",paid,0.35", 1, 0, ""},
		{header + payouts[0] + ",paid,0.35", 0, 0, ""},
		{header + payouts[0] + ",paid,0.36", 0, 0, "这笔提现已登记为已付款，银行手续费为 0.35，不能再改。"},
		{header + payouts[0] + ",paid", 0, 0, "这笔提现已登记为已付款，银行手续费为 0.35，不能再改。"},
		{header + payouts[1] + ",failed\n" + payouts[0] + ",paid,0.350", 0, 1, "银行手续费须为最多两位小数的数字。"},
	} {
		out := w.results(batch, c.file)
		if out.Paid != c.paid || out.Failed != c.failed || c.problem == "" && len(out.Problems) > 0 ||
			c.problem != "" && (len(out.Problems) != 1 || out.Problems[0].Text != c.problem) {
			t.Errorf("%q: %+v", c.file, out)
		}
	}
	if e := w.last("payout-" + payouts[0]).(revenue.PayoutSucceeded); e.ProviderFee != 35*revenue.Cent {
		t.Errorf("%+v", e)
	}
}

func TestABatchHasTheDetailsAsTheyWereCheckedAndNoFormula(t *testing.T) {
	for given, want := range map[string]string{
		" 12345678 ": "12345678", "\n12345678\t": "12345678", "=cmd": "'=cmd", " ＝cmd": "'＝cmd", "＠12345678": "'＠12345678",
	} {
		w := newWorld(t)
		w.earns(maker, 100)
		var made struct{ ID string }
		w.Want(200, maker, "POST", "/v3/payout/destinations", map[string]any{"method_id": "people", "details": map[string]string{"account": given}}).Decode(w, &made)
		w.now = w.now.Add(25 * time.Hour)
		p := w.withdrawBy("people", maker, made.ID, "20")
		w.approve(p.ID)
		w.byHand = []string{p.ID}
		w.Want(200, admin, "POST", "/_internal/revenue/batches", `{"method":"people"}`).Decode(w, &made)
		a := w.Ask(admin, "GET", "/_internal/revenue/batches/"+made.ID, nil)
		if wanted := "\ufeffid,amount,currency,account\n" + p.ID + ",20.00,USD," + want + "\n"; string(a.Body) != wanted {
			t.Errorf("%q: %q, want %q", given, a.Body, wanted)
		}
	}
}

func TestAFileOfResultsThatIsTooLongChangesNothing(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	batch, payouts := w.batched("20", 2)
	file := payouts[0] + ",paid\n" + payouts[1] + ",paid\n" + payouts[0] + ",paid\n"
	a := w.Ask(admin, "POST", "/_internal/revenue/batches/"+batch+"/results", file, "Content-Type", "text/csv")
	if a.Status != 400 || !strings.Contains(string(a.Body), `"field":"file"`) {
		t.Error(a)
	}
	for _, id := range payouts {
		if e, is := w.last("payout-" + id).(revenue.PayoutDispatched); !is {
			t.Errorf("%T", e)
		}
	}
	if out := w.results(batch, "id,result\n"+file[:len(file)/2]); out.Paid != 1 {
		t.Errorf("%+v", out)
	}
}

func TestAProblemNamesTheLineOfTheFile(t *testing.T) {
	w := newWorld(t)
	w.earns(maker, 100)
	batch, payouts := w.batched("10", 4)
	file := "\ufeffid,result,note\r\n\r\n" + payouts[0] + ",paid,,\"two\nlines\"\n\n" + payouts[1] + ",perhaps\nElse0001,paid\n" + payouts[2] + ",pa\"id\n"
	out := w.results(batch, file)
	want := []revenuecommands.Problem{{Line: 6, Text: "结果须为 paid 或 failed。"}, {Line: 7, Text: "提现不在这个批次中。"}, {Line: 8, Text: "此行无法读取。"}}
	if out.Paid != 1 || !slices.Equal(out.Problems, want) {
		t.Errorf("%+v", out)
	}
}
