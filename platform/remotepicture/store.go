// Package remotepicture fetches pictures from other sites and keeps them in small sizes, so that pages show them without
// sending visitors there. It asks only listed hosts on the public internet.
package remotepicture

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/maypok86/otter/v2"

	"github.com/modyard/modyard/platform/outbound"
	"github.com/modyard/modyard/platform/picture"
)

// Widths are the sizes that every picture is kept in, in pixels.
func Widths() []int { return []int{48, 96, 192} }

const (
	patience   = 1500 * time.Millisecond
	fetchTime  = 10 * time.Second    // from the first connection to the last byte
	maxBytes   = 4 << 20             // of a file of another site
	atATime    = 8                   // connections
	maxWaiting = 256                 // fetches that have begun or wait for their turn
	again      = time.Hour           // after a failure
	fresh      = 30 * 24 * time.Hour // after that a picture is asked for again
	failures   = 20_000              // addresses that are remembered
)

// Options are the dependencies of a Store.
type Options struct {
	Folder   string          // where the pictures are kept; they can be fetched again
	Hosts    []string        // that may be asked; ".example.org" is every name below example.org
	Policy   outbound.Policy // the zero Policy: the public internet only
	MaxBytes int64           // of the folder; 0: 512 MiB
	Patience time.Duration   // of a request for a picture that is being fetched; 0: 1.5 s
	Logger   *slog.Logger
	Now      func() time.Time // nil: time.Now
}

// Store keeps pictures of other sites. It is safe for concurrent use.
type Store struct {
	options Options
	client  *http.Client
	decoder *picture.Decoder
	places  chan struct{}
	failed  *otter.Cache[string, time.Time]

	mu      sync.Mutex
	flights map[string]chan struct{} // closed at the end of a fetch
}

// New makes a store. Nothing is written before the first picture.
func New(o Options) *Store {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 512 << 20
	}
	if o.Patience == 0 {
		o.Patience = patience
	}
	s := &Store{
		options: o, client: o.Policy.Client(), decoder: picture.NewDecoder(), places: make(chan struct{}, atATime),
		failed: otter.Must(&otter.Options[string, time.Time]{MaximumSize: failures}), flights: map[string]chan struct{}{},
	}
	follow := s.client.CheckRedirect
	s.client.CheckRedirect = func(next *http.Request, before []*http.Request) error {
		if err := follow(next, before); err != nil {
			return err
		}
		if !s.listed(next.URL) {
			return errHost
		}
		return nil
	}
	return s
}

// The reasons why there is no picture.
var (
	ErrNone    = errors.New("there is no such picture") // for the next hour
	ErrPending = errors.New("the picture is being fetched")
	errHost    = errors.New("the host is not listed")
)

// listed says whether the host of an address may be asked.
func (s *Store) listed(u *url.URL) bool {
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	return slices.ContainsFunc(s.options.Hosts, func(one string) bool {
		return host == one || strings.HasPrefix(one, ".") && strings.HasSuffix(host, one)
	})
}

// Get returns a picture of another site as WebP of at most width pixels on each side, one of Widths. It waits a moment
// for a picture that has to be fetched; the fetch goes on when the request has ended.
func (s *Store) Get(ctx context.Context, address string, width int) ([]byte, error) {
	u, err := s.options.Policy.Parse(address)
	if err != nil || !s.listed(u) {
		return nil, ErrNone
	}
	address = u.String()
	data, old := s.kept(address, width)
	if data != nil && !old {
		return data, nil
	}
	if at, ok := s.failed.GetIfPresent(address); ok && s.options.Now().Sub(at) < again {
		if data != nil {
			return data, nil // better an old picture than none
		}
		return nil, ErrNone
	}
	flight := s.begin(address)
	if data != nil {
		return data, nil
	}
	if flight == nil {
		return nil, ErrPending
	}
	wait := time.NewTimer(s.options.Patience)
	defer wait.Stop()
	select {
	case <-flight:
	case <-wait.C:
		return nil, ErrPending
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if data, _ = s.kept(address, width); data != nil {
		return data, nil
	}
	return nil, ErrNone
}

// begin fetches a picture unless that has begun. It returns nil where too many are waited for.
func (s *Store) begin(address string) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if flight, ok := s.flights[address]; ok {
		return flight
	}
	if len(s.flights) >= maxWaiting {
		return nil
	}
	flight := make(chan struct{})
	s.flights[address] = flight
	go func() {
		s.places <- struct{}{}
		err := s.fetch(address)
		<-s.places
		if err != nil {
			s.failed.Set(address, s.options.Now())
			s.options.Logger.Info("cannot fetch a picture", "host", hostOf(address), "error", outbound.Cause(err))
		} else {
			s.failed.Invalidate(address)
		}
		s.mu.Lock()
		delete(s.flights, address)
		s.mu.Unlock()
		close(flight)
	}()
	return flight
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}

// path is the file of a picture in a width.
func (s *Store) path(address string, width int) string {
	sum := sha256.Sum256([]byte(address))
	name := hex.EncodeToString(sum[:20])
	return filepath.Join(s.options.Folder, name[:2], name[2:]+"-"+strconv.Itoa(width)+".webp")
}

// kept reads a picture; nil where there is none. old means that it should be asked for again.
func (s *Store) kept(address string, width int) (data []byte, old bool) {
	path := s.path(address, width)
	info, err := os.Stat(path)
	if err != nil {
		return nil, false
	}
	if data, err = os.ReadFile(path); err != nil {
		return nil, false
	}
	return data, s.options.Now().Sub(info.ModTime()) > fresh
}

// keep writes a file at once: a reader sees the old one or the new one.
func (s *Store) keep(path string, data []byte) error {
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("keep a picture: %w", err)
	}
	f, err := os.CreateTemp(folder, "new-*")
	if err != nil {
		return fmt.Errorf("keep a picture: %w", err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return fmt.Errorf("keep a picture: %w", err)
	}
	return nil
}
