package httpprovider

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/modyard/modyard/platform/payout"
)

// FuzzAnAnswerIsCompleteOrUnclear reads anything as every kind of answer.
func FuzzAnAnswerIsCompleteOrUnclear(f *testing.F) {
	for _, body := range []string{
		``, `{}`, `null`, `{"key":"k","state":"pending","reference":"r"}`, `{"key":"k","state":"refused","code":"closed"}`,
		`{"key":"k","state":"paid","amount":"12.34","currency":"USD","fee":"0.10"}`, `{"key":"k","state":"unknown"}`,
		`{"key":"k","state":"returned","amount":"12.34","currency":"USD","back":"12.34"}`,
		`{"id":"q","currency":"CNY","rate":"7.1","amount":"7.10","digits":2,"until":"2026-05-04T12:00:00Z"}`,
	} {
		for _, status := range []int{200, 404, 409, 422} {
			f.Add(status, []byte(body))
		}
	}
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		a := answer{status, body}
		for _, read := range []func(string, string) (payout.Status, error){a.sent, a.found} {
			s, err := read("test", "k")
			if err != nil {
				if !errors.Is(err, payout.ErrUnclear) || s != (payout.Status{}) {
					t.Fatalf("%+v %v", s, err)
				}
				continue
			}
			if !json.Valid(body) {
				t.Fatalf("%q is an answer: %+v", body, s)
			}
			if s.Paid < 0 || s.Fee < 0 || s.Back < 0 || len(s.Reference) > maxText || complete(s) != nil {
				t.Fatalf("%+v", s)
			}
		}
		o := payout.Order{Amount: 1_000_000, Currency: "USD"}
		q, err := a.quote("test", o, "CNY")
		switch {
		case err != nil && (q != nil || !errors.Is(err, payout.ErrUnclear)):
			t.Fatalf("%+v %v", q, err)
		case q != nil && (q.Minor <= 0 || q.Rate <= 0 || q.ID == "" || q.Currency != "CNY"):
			t.Fatalf("%+v", q)
		}
	})
}
