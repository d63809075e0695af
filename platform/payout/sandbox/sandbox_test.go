package sandbox_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/payout/httpprovider"
	"github.com/modyard/modyard/platform/payout/sandbox"
	"github.com/modyard/modyard/platform/until"
)

func TestTheEndOfTheAccountNumberDecidesWhatHappens(t *testing.T) {
	s := open(t, sandbox.Options{})
	p := connect(t, s, "")
	for end, want := range map[string]string{ // a send and four questions
		"01": "paid paid paid paid paid", "02": "pending pending pending paid paid", "03": "refused refused refused refused refused",
		"04": "paid returned returned returned returned", "05": "unclear paid paid paid paid", "06": "paid paid paid paid paid",
		"07": "pending pending pending pending pending", "08": "paid paid paid paid paid", "77": "pending paid paid paid paid",
	} {
		o := order("site-"+end, end)
		got, err := p.Send(t.Context(), o)
		if err != nil {
			got.State = "unclear"
		}
		states := []string{got.State}
		for range 4 {
			if got, err = p.Find(t.Context(), o.Key); err != nil {
				t.Fatal(err)
			}
			states = append(states, got.State)
		}
		if text := strings.Join(states, " "); text != want {
			t.Errorf("…%s: %s, want %s", end, text, want)
		}
		if differs := got.Paid != o.Amount || got.Currency != "USD"; got.State == payout.Paid && differs != (end == "06" || end == "08") {
			t.Errorf("…%s: %+v", end, got)
		}
	}
}

func TestTheBooksAreTheSameAfterAnotherStart(t *testing.T) {
	dir := t.TempDir()
	s := open(t, sandbox.Options{Dir: dir})
	p := connect(t, s, "")
	for _, end := range []string{"01", "02", "03", "04", "07"} {
		for range 2 {
			_, _ = p.Send(t.Context(), order("site-"+end, end))
			_, _ = p.Find(t.Context(), "site-"+end)
		}
	}
	_, _ = p.Send(t.Context(), order("site-01", "02")) // another content
	_, _ = p.Cancel(t.Context(), "site-07")
	before := s.Books()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "books.jsonl")
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"what":"paid","key":"site-07"`); err != nil || f.Close() != nil { // the power failed
		t.Fatal(err)
	}
	again := open(t, sandbox.Options{Dir: dir})
	if after := again.Books(); len(before) != 5 || !reflect.DeepEqual(before, after) {
		t.Errorf("%+v\n%+v", before, after)
	}
	if e := before[0]; e.Payments != 1 || e.Sends != 2 || e.Conflicts != 1 || e.Asks != 2 || e.Amount != 12_340_000 {
		t.Errorf("%+v", e)
	}
	if got, err := connect(t, again, "").Send(t.Context(), order("site-02", "02")); err != nil || got.State != payout.Pending {
		t.Errorf("%+v %v", got, err)
	}
	raw, err := os.ReadFile(path)
	if err != nil || strings.Contains(string(raw), "张三丰") || strings.Contains(string(raw), "62284804") {
		t.Errorf("the file has the details of a destination: %v", err)
	}
}

func TestABrokenLineIsNotSkipped(t *testing.T) {
	for name, content := range map[string]string{
		"not JSON": "x\n", "an unknown kind": `{"what":"given","key":"k"}` + "\n", "a payment of nothing": `{"what":"paid","key":"k"}` + "\n",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "books.jsonl"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := sandbox.Open(sandbox.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: %v %v", name, s, err)
		}
	}
}

func TestNothingIsAnsweredOfWhatIsNotWritten(t *testing.T) {
	s := open(t, sandbox.Options{})
	p := connect(t, s, "")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := p.Send(t.Context(), order("site-1", "01")); err == nil {
		t.Errorf("%+v", got)
	}
	if len(s.Books()) != 0 {
		t.Errorf("%+v", s.Books())
	}
}

func TestAQuoteEndsAfterFiveMinutes(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	s := open(t, sandbox.Options{Now: func() time.Time { return now }})
	for currency, minor := range map[string]int64{"CNY": 8790, "JPY": 1875, "KWD": 3790} {
		p := connect(t, s, currency)
		o := order("site-"+currency, "01")
		q, err := p.Quote(t.Context(), o)
		if err != nil || q.Minor != minor || !q.Until.Equal(now.Add(5*time.Minute)) {
			t.Fatalf("%s: %+v %v", currency, q, err)
		}
		o.Quote = q.ID
		if got, err := p.Send(t.Context(), o); err != nil || got.State != payout.Paid || got.Currency != currency {
			t.Errorf("%+v %v", got, err)
		}
		late := order("late-"+currency, "01")
		late.Quote, now = q.ID, q.Until
		if got, err := p.Send(t.Context(), late); err != nil || got.State != payout.Refused || got.Code != "quote-expired" {
			t.Errorf("%+v %v", got, err)
		}
		if got, err := p.Send(t.Context(), o); err != nil || got.State != payout.Paid {
			t.Errorf("a repeated send looks at the quote again: %+v %v", got, err)
		}
		other := order("other-"+currency, "01")
		other.Quote, other.Amount, now = q.ID, 1_000_000, q.Until.Add(-5*time.Minute)
		if got, err := p.Send(t.Context(), other); err != nil || got.State != payout.Refused || got.Code != "quote-unknown" {
			t.Errorf("%+v %v", got, err)
		}
	}
	if q, err := connect(t, s, "XAU").Quote(t.Context(), order("", "01")); err == nil {
		t.Errorf("%+v", q)
	}
}

func TestBadRequestsChangeNothing(t *testing.T) {
	s := open(t, sandbox.Options{Key: "a-key"})
	for name, c := range map[string]struct{ bearer, header, body string }{
		"no bearer key":      {"", "k", `{"key":"k","amount":"1.00","currency":"USD","method":"m"}`},
		"another bearer key": {"Bearer x", "k", `{"key":"k","amount":"1.00","currency":"USD","method":"m"}`},
		"no header":          {"Bearer a-key", "", `{"key":"k","amount":"1.00","currency":"USD","method":"m"}`},
		"another header":     {"Bearer a-key", "x", `{"key":"k","amount":"1.00","currency":"USD","method":"m"}`},
		"no amount":          {"Bearer a-key", "k", `{"key":"k","currency":"USD","method":"m"}`},
		"a number":           {"Bearer a-key", "k", `{"key":"k","amount":1.00,"currency":"USD","method":"m"}`},
		"a debt":             {"Bearer a-key", "k", `{"key":"k","amount":"-1.00","currency":"USD","method":"m"}`},
		"parts of a cent":    {"Bearer a-key", "k", `{"key":"k","amount":"1.001","currency":"USD","method":"m"}`},
		"not JSON":           {"Bearer a-key", "k", `amount=1`},
		"a large body":       {"Bearer a-key", "k", `{"key":"` + strings.Repeat("k", 70_000) + `"}`},
	} {
		r := httptest.NewRequest(http.MethodPost, "/payouts", strings.NewReader(c.body))
		r.Header.Set("Authorization", c.bearer)
		r.Header.Set("Idempotency-Key", c.header)
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != http.StatusBadRequest && w.Code != http.StatusUnauthorized {
			t.Errorf("%s: %d %s", name, w.Code, w.Body)
		}
	}
	if len(s.Books()) != 0 {
		t.Errorf("%+v", s.Books())
	}
}

func TestTheBooksAreServed(t *testing.T) {
	s := open(t, sandbox.Options{})
	p := connect(t, s, "")
	if _, err := p.Send(t.Context(), order("site-1", "01")); err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/books", nil))
	var got []sandbox.Entry
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || !reflect.DeepEqual(got, s.Books()) || len(got) != 1 {
		t.Errorf("%s %v", w.Body, err)
	}
}

func TestAChangeIsToldByAWebhookThatTheProviderAccepts(t *testing.T) {
	secret, now := []byte("a-secret"), time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	keys := make(chan string, 10)
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		key, err := httpprovider.VerifyWebhook(secret, r.Header, body, now)
		if err != nil {
			t.Error(err)
		}
		keys <- key
	}))
	t.Cleanup(site.Close)
	s := open(t, sandbox.Options{Webhook: sandbox.Webhook{URL: site.URL, Secret: secret}, Now: func() time.Time { return now }})
	p := connect(t, s, "")
	if _, err := p.Send(t.Context(), order("site-1", "04")); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"it is paid", "it came back"} {
		if key, _ := until.Receive(t, what, keys); key != "site-1" {
			t.Error(key)
		}
		_, _ = p.Find(t.Context(), "site-1")
	}
}
