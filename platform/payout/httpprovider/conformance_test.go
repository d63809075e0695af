package httpprovider_test

import (
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/payout/httpprovider"
	"github.com/modyard/modyard/platform/payout/payouttest"
	"github.com/modyard/modyard/platform/payout/sandbox"
)

const bearer = "a-key-of-tests"

func keyFile(t *testing.T, key string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// connect makes a provider for a server of the test.
func connect(t *testing.T, o httpprovider.Options) *httpprovider.Provider {
	t.Helper()
	p, err := httpprovider.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// serve starts a sandbox over HTTP.
func serve(t *testing.T, o sandbox.Options) (*sandbox.Sandbox, string) {
	t.Helper()
	o.Dir = t.TempDir()
	s, err := sandbox.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, server.URL
}

func entryOf(s *sandbox.Sandbox, key string) sandbox.Entry {
	for _, e := range s.Books() {
		if e.Key == key {
			return e
		}
	}
	return sandbox.Entry{}
}

func TestTheProviderWithTheSandboxDoesWhatProvidersMust(t *testing.T) {
	payouttest.Run(t, func(t *testing.T) payouttest.Case {
		s, url := serve(t, sandbox.Options{Key: bearer})
		account := func(end string) map[string]string {
			return map[string]string{"account": "62284804" + end, "name": "张三"}
		}
		return payouttest.Case{
			Provider: connect(t, httpprovider.Options{URL: url, KeyFile: keyFile(t, bearer+"\n")}),
			Foreign:  connect(t, httpprovider.Options{URL: url, KeyFile: keyFile(t, bearer), Pays: "CNY"}),
			Pays:     "CNY",
			Payments: func(key string) int { return entryOf(s, key).Payments },
			Accounts: map[payouttest.Outcome]map[string]string{
				payouttest.AtOnce: account("01"), payouttest.Soon: account("99"), payouttest.Refused: account("03"), payouttest.Returned: account("04"),
				payouttest.Lost: account("05"), payouttest.OtherAmount: account("06"), payouttest.Never: account("07"),
			},
		}
	})
}

// drive sends an order and asks until its state is final: what a site does after any unclear answer.
func drive(t *testing.T, p payout.Provider, o payout.Order) payout.Status {
	t.Helper()
	const tries = 200
	sent := false
	for range tries {
		got, err := p.Find(t.Context(), o.Key)
		if !sent || err == nil && got.State == payout.Unknown {
			got, err = p.Send(t.Context(), o)
			sent = true
		}
		if err == nil && got.State != payout.Pending && got.State != payout.Unknown {
			return got
		}
	}
	t.Fatalf("%s has no end", o.Key)
	return payout.Status{}
}

func TestWhateverIsLostDoubledAndReorderedAKeyIsPaidOnce(t *testing.T) {
	lossy, err := sandbox.Named(sandbox.Lossy)
	if err != nil {
		t.Fatal(err)
	}
	lossy.Delay = 0
	for seed := range uint64(3) {
		s, url := serve(t, sandbox.Options{Behaviour: lossy, Seed: seed})
		p := connect(t, httpprovider.Options{URL: url})
		ends := map[string]int{}
		for i := range 60 {
			o := payout.Order{Key: fmt.Sprintf("site-%d", i), Account: "a", Amount: 10_000 * int64(i+1), Currency: "USD", Method: "bank"}
			got := drive(t, p, o)
			ends[got.State]++
			e := entryOf(s, o.Key)
			want := 1
			if got.State == payout.Refused {
				want = 0
			}
			if e.Payments != want || got.State != payout.Refused && (got.Paid != o.Amount || got.Currency != "USD") {
				t.Errorf("%+v is answered of %+v", got, e)
			}
		}
		if ends[payout.Paid] == 0 || ends[payout.Refused] == 0 {
			t.Errorf("seed %d: %v", seed, ends)
		}
	}
}

func TestALyingProviderStillPaysAKeyOnce(t *testing.T) {
	lying, err := sandbox.Named(sandbox.Lying)
	if err != nil {
		t.Fatal(err)
	}
	lying.Delay = 0
	s, url := serve(t, sandbox.Options{Behaviour: lying, Seed: 7})
	p := connect(t, httpprovider.Options{URL: url})
	paidLater, differs := 0, 0
	for i := range 60 {
		o := payout.Order{Key: fmt.Sprintf("site-%d", i), Account: "a", Amount: 5_000_000, Currency: "USD", Method: "bank"}
		first := drive(t, p, o)
		for range 20 { // it is asked further, as after a webhook
			if again, err := p.Find(t.Context(), o.Key); err == nil && first.State == payout.Refused && again.State == payout.Paid {
				paidLater++
				break
			}
		}
		if first.State == payout.Paid && (first.Paid != o.Amount || first.Currency != "USD") {
			differs++
		}
		if e := entryOf(s, o.Key); e.Payments > 1 {
			t.Errorf("%+v", e)
		}
	}
	if paidLater == 0 || differs == 0 {
		t.Errorf("it lied about %d refusals and %d amounts", paidLater, differs)
	}
}
