package sandbox

import (
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/modyard/modyard/platform/payout"
)

const maxBody = 64 << 10

// ServeHTTP implements http.Handler.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	want := "Bearer " + s.options.Key
	if s.options.Key != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte(want)) != 1 {
		reply(w, http.StatusUnauthorized, problem{"the bearer key is wrong"}, 1)
		return
	}
	s.mux.ServeHTTP(w, r)
}

func (s *Sandbox) routes() *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /payouts", s.postPayout)
	mux.HandleFunc("GET /payouts/{key}", s.getPayout)
	mux.HandleFunc("POST /payouts/{key}/cancel", s.cancelPayout)
	mux.HandleFunc("POST /quotes", s.postQuote)
	mux.HandleFunc("GET /books", func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, s.Books(), 1) })
	return mux
}

// problem is the body of an error.
type problem struct {
	Error string `json:"error"`
}

// orderBody is the body of POST /payouts and of POST /quotes.
type orderBody struct {
	Key      string            `json:"key"`
	Account  string            `json:"account"`
	Amount   Amount            `json:"amount"`
	Currency string            `json:"currency"`
	Method   string            `json:"method"`
	Pays     string            `json:"pays"`
	Quote    string            `json:"quote"`
	Details  map[string]string `json:"details"`
}

func (s *Sandbox) postPayout(w http.ResponseWriter, r *http.Request) {
	var b orderBody
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&b); err != nil {
		reply(w, http.StatusBadRequest, problem{"the body is not an order"}, 1)
		return
	}
	o := payout.Order{
		Key: b.Key, Account: b.Account, Amount: int64(b.Amount), Currency: b.Currency, Method: b.Method, Quote: b.Quote, Details: b.Details,
	}
	if err := o.Check(); err != nil || r.Header.Get("Idempotency-Key") != o.Key {
		reply(w, http.StatusBadRequest, problem{"the order is not complete, or has another key than the header"}, 1)
		return
	}
	a := s.begin(w, r, o.Key)
	known, err := s.send(o)
	switch {
	case errors.Is(err, errKeyUsed):
		a.answer(http.StatusConflict, known)
	case err != nil:
		reply(w, http.StatusServiceUnavailable, problem{"the books cannot be written"}, 1)
	case known.plan == lost:
		panic(http.ErrAbortHandler)
	case known.State == payout.Refused:
		a.answer(http.StatusUnprocessableEntity, known)
	default:
		a.answer(http.StatusOK, known)
	}
}

func (s *Sandbox) getPayout(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	a := s.begin(w, r, key)
	known, there, err := s.find(key)
	a.found(known, there, err, http.StatusOK)
}

func (s *Sandbox) cancelPayout(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("key")
	a := s.begin(w, r, key)
	known, there, err := s.cancel(key)
	status := http.StatusOK
	if there && known.State != payout.Cancelled {
		status = http.StatusConflict
	}
	a.found(known, there, err, status)
}

func (s *Sandbox) postQuote(w http.ResponseWriter, r *http.Request) {
	var b orderBody
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&b); err != nil || b.Amount <= 0 || !payout.GoodCurrency(b.Currency) {
		reply(w, http.StatusBadRequest, problem{"the body is not an order"}, 1)
		return
	}
	if b.Pays == b.Currency || b.Pays == "" {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	q, paid, err := s.quote(int64(b.Amount), b.Currency, b.Pays)
	if err != nil {
		reply(w, http.StatusServiceUnavailable, problem{"the books cannot be written"}, 1)
		return
	}
	if !paid {
		reply(w, http.StatusUnprocessableEntity, problem{"the currency is not paid"}, 1)
		return
	}
	a := s.begin(w, r, q.ID)
	a.spoil()
	reply(w, http.StatusOK, q, a.times)
}
