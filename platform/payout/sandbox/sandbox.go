// Package sandbox is a payout provider that pays nobody. It speaks the interface of httpprovider, keeps books of its own
// in a file, and misbehaves on purpose: what it does is decided by the destination's account number (see triggers) or by a
// seed. Whatever is sent, a key is paid at most once.
package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/modyard/modyard/platform/payout"
)

// Options describe a sandbox.
type Options struct {
	Dir       string // of the books; one process uses it at a time
	Behaviour Behaviour
	Seed      uint64
	Key       string           // bearer key that requests need; empty: none
	Webhook   Webhook          // zero: none are sent
	Now       func() time.Time // nil: the clock
}

// Sandbox is the provider, an http.Handler.
type Sandbox struct {
	options Options
	mux     *http.ServeMux
	notify  *notifier

	mu      sync.Mutex
	books   books
	numbers map[string]int // of requests, by key
	file    *file
}

// Open opens a sandbox with the books of its folder.
func Open(o Options) (*Sandbox, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Sandbox{options: o, books: books{records: map[string]*record{}, quotes: map[string]quoteLine{}}, numbers: map[string]int{}}
	var err error
	if s.file, err = openFile(o.Dir, s.books.apply); err != nil {
		return nil, fmt.Errorf("open the books of the payout sandbox in %s: %w", o.Dir, err)
	}
	s.notify = newNotifier(o.Webhook, o.Now)
	s.mux = s.routes()
	return s, nil
}

// Close closes the books. Requests fail afterwards.
func (s *Sandbox) Close() error {
	s.notify.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.file.broken = true
	return s.file.f.Close()
}

// Books are the entries by key.
func (s *Sandbox) Books() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.books.list()
}

// write writes lines to the file, and then folds them. The caller holds the lock.
func (s *Sandbox) write(lines ...line) error {
	now := s.options.Now().UTC()
	for i := range lines {
		lines[i].At = now
	}
	if err := s.file.append(lines...); err != nil {
		return err
	}
	for _, l := range lines {
		if err := s.books.apply(l); err != nil {
			return err
		}
		switch l.What {
		case payout.Paid, payout.Refused, payout.Cancelled, payout.Returned:
			s.notify.changed(l.Key)
		}
	}
	return nil
}

// errKeyUsed means that a key came with another content than before.
var errKeyUsed = errors.New("the key was used for another order")

// fee is what the sandbox keeps of a payment, in the order's currency.
const fee Amount = 100_000

// send takes an order, or finds it.
func (s *Sandbox) send(o payout.Order) (record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	digest := digestOf(o)
	if r := s.books.records[o.Key]; r != nil {
		if r.digest != digest {
			if err := s.write(line{What: conflict, Key: o.Key}); err != nil {
				return record{}, err
			}
			return *r, errKeyUsed
		}
		err := s.write(line{What: sentLine, Key: o.Key})
		return *r, err
	}
	e := &Entry{
		Key: o.Key, Account: o.Account, Method: o.Method, Amount: Amount(o.Amount), Currency: o.Currency, State: payout.Pending,
		Reference: "sandbox-" + strconv.Itoa(len(s.books.records)+1), Paid: Amount(o.Amount), PaidCurrency: o.Currency, Fee: fee,
	}
	p := s.options.Behaviour.planned(s.options.Seed, o)
	if p == refused || p == lie {
		e.Code = "account-refused"
	}
	if o.Quote != "" {
		q, there := s.books.quotes[o.Quote]
		switch {
		case !there || q.Amount != e.Amount || q.Currency != o.Currency:
			p, e.Code = refused, "quote-unknown"
		case !s.options.Now().Before(q.Until):
			p, e.Code = refused, "quote-expired"
		default:
			e.Paid, e.PaidCurrency = q.Paid, q.Pays
		}
	}
	lines := []line{{What: ordered, Key: o.Key, Plan: p, Digest: digest, Order: e}, {What: sentLine, Key: o.Key}}
	if state := p.after(0); state != payout.Pending {
		lines = append(lines, line{What: state, Key: o.Key})
	}
	if err := s.write(lines...); err != nil {
		return record{}, err
	}
	return *s.books.records[o.Key], nil
}

// digestOf is a hash of an order: the details of a destination are personal data and are not kept.
func digestOf(o payout.Order) string {
	text, _ := json.Marshal(o) // strings and integers
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// find returns what became of a key, and lets it go on. It is false for an unknown key.
func (s *Sandbox) find(key string) (record, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.books.records[key]
	if r == nil {
		return record{}, false, nil
	}
	lines := []line{{What: asked, Key: key}}
	if next := r.plan.after(r.Asks + 1); r.State != payout.Cancelled && next != r.State {
		lines = append(lines, line{What: next, Key: key})
	}
	err := s.write(lines...)
	return *r, true, err
}

// cancel cancels what is pending. It is false for an unknown key.
func (s *Sandbox) cancel(key string) (record, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.books.records[key]
	if r == nil {
		return record{}, false, nil
	}
	if r.State != payout.Pending {
		return *r, true, nil
	}
	err := s.write(line{What: payout.Cancelled, Key: key})
	return *r, true, err
}
