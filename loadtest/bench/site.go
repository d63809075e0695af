package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/projections/catalog"
)

const (
	siteProjects = 2500
	ownerName    = "bench-owner"
	password     = "hundred-silent-lanterns"

	// unlimited keeps the rate limit in the stack but is never reached.
	unlimited = 1 << 30
)

// site is the whole site over a fresh database, on a loopback address, with projects of one account.
type site struct {
	*app.Site
	url      string
	session  string
	client   *http.Client
	projects int
	log      *timedLog
	stop     func() error
}

// openSite returns the site that several measurements share.
func (g *ground) openSite(ctx context.Context) (*site, error) {
	if g.site != nil {
		return g.site, nil
	}
	s, err := g.newSite(ctx)
	if err == nil {
		g.site = s
	}
	return s, err
}

// newSite starts a site with projects, and with further settings.
func (g *ground) newSite(ctx context.Context, more ...func(*config.Config)) (*site, error) {
	return g.siteOf(ctx, g.amount(siteProjects, 300), 2, invented, more...)
}

// siteOf starts a site with so many projects of a catalogue, each with some versions.
func (g *ground) siteOf(ctx context.Context, projects, versions int, about func(n int) subject, more ...func(*config.Config)) (*site, error) {
	core, closed, err := g.core(ctx, more...)
	if err != nil {
		return nil, err
	}
	s := &site{
		projects: projects, log: &timedLog{Log: core.Log, begun: map[eventlog.Position]time.Time{}},
		client: &http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 256, DisableCompression: true}},
	}
	core.Log, core.Handler.Log = s.log, s.log
	if s.Site, err = app.NewSite(ctx, core, app.SiteOptions{RatePerMinute: unlimited}); err != nil {
		return nil, errors.Join(err, closed())
	}
	if err := s.serve(closed); err != nil {
		return nil, errors.Join(err, closed())
	}
	g.say("   a site with %d projects", s.projects)
	if err := s.settle(ctx, versions, about); err != nil {
		return nil, errors.Join(err, s.stop())
	}
	return s, nil
}

func (g *ground) closeSite() error {
	s := g.site
	if s == nil {
		return nil
	}
	g.site = nil
	s.client.CloseIdleConnections()
	return s.stop()
}

// serve starts answering; stop ends that and closes the site's resources.
func (s *site) serve(closed func() error) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	s.url = "http://" + listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go app.GovernMemory(ctx, s.Logger) // as `modyard serve` does
	go func() { done <- s.Serve(ctx, listener, func() {}) }()
	s.stop = func() error {
		cancel()
		return errors.Join(<-done, closed())
	}
	return nil
}

// settle creates the account and its projects, signs in and waits until all of it is visible.
func (s *site) settle(ctx context.Context, versions int, about func(n int) subject) error {
	owner := s.owner()
	_, err := s.Identity.Ensure(ctx, identity.NewAccount{ID: owner, Username: ownerName, Email: "owner@example.org", EmailVerified: true, Password: password})
	if err != nil {
		return err
	}
	var started struct{ Session string }
	body, _, err := s.send(ctx, http.MethodPost, "/v2/auth/login", map[string]string{"username": ownerName, "password": password})
	if err == nil {
		err = json.Unmarshal(body, &started)
	}
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	s.session = started.Session
	head, err := fill(ctx, s.Core, s.projects, versions, owner, about)
	if err != nil {
		return err
	}
	return s.seen(ctx, head)
}

// seen waits until the read model and the search index have reached a position.
func (s *site) seen(ctx context.Context, at eventlog.Position) error {
	if err := s.Board.Wait(ctx, catalog.Name, uint64(at)); err != nil {
		return err
	}
	return s.Search.Wait(ctx, uint64(at))
}

// send sends a request and returns the body of its answer, which must be a success, and its log position.
func (s *site) send(ctx context.Context, method, path string, in any) ([]byte, eventlog.Position, error) {
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return nil, 0, err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, s.url+path, body)
	if err != nil {
		return nil, 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	if s.session != "" {
		req.Header.Set("Authorization", s.session)
	}
	answer, err := s.client.Do(req)
	if err != nil {
		return nil, 0, err
	}
	defer answer.Body.Close() //nolint:errcheck // read to its end
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, 0, err
	}
	if answer.StatusCode >= 300 {
		return nil, 0, fmt.Errorf("%s %s: %d %s", method, path, answer.StatusCode, content)
	}
	at, err := strconv.ParseUint(answer.Header.Get("Log-Position"), 10, 64)
	if err != nil && method == http.MethodPatch {
		return nil, 0, fmt.Errorf("%s %s: no position: %w", method, path, err)
	}
	return content, eventlog.Position(at), nil
}

// rename is the measured command: a new title for the n-th project.
func (s *site) rename(ctx context.Context, n int, title string) (eventlog.Position, error) {
	_, at, err := s.send(ctx, http.MethodPatch, "/v2/project/"+projectID(n%s.projects), map[string]string{"title": title})
	return at, err
}

// timedLog records when each append began.
type timedLog struct {
	eventlog.Log
	mu    sync.Mutex
	begun map[eventlog.Position]time.Time
}

// Append appends to the log and records the time.
func (l *timedLog) Append(ctx context.Context, writes ...eventlog.Write) (eventlog.Receipt, error) {
	begin := time.Now()
	receipt, err := l.Log.Append(ctx, writes...)
	if err == nil {
		l.mu.Lock()
		l.begun[receipt.Position] = begin
		l.mu.Unlock()
	}
	return receipt, err
}

// take returns once when the append began whose last event is at a position.
func (l *timedLog) take(at eventlog.Position) (time.Time, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	begin, ok := l.begun[at]
	delete(l.begun, at)
	return begin, ok
}

func (s *site) owner() string { return ids.FromBytes([]byte(ownerName)) }

// write encodes events of a stream by the owner, with their texts sealed.
func (s *site) write(ctx context.Context, stream string, payloads ...any) (eventlog.Write, error) {
	out := eventlog.Write{Stream: stream, Expected: eventlog.Any}
	for _, p := range payloads {
		id := eventlog.NewEventID()
		sealed, err := s.Core.Vault.Seal(ctx, stream, id, p)
		if err != nil {
			return out, fmt.Errorf("seal a text: %w", err)
		}
		typ, data, err := s.Codec.Encode(sealed)
		if err != nil {
			return out, fmt.Errorf("encode an event: %w", err)
		}
		out.Events = append(out.Events, eventlog.Event{ID: id, Type: typ, Data: data, Meta: eventlog.Metadata{
			Actor: s.owner(), Role: string(role.Owner), At: time.Now().UTC().Truncate(time.Microsecond),
		}})
	}
	return out, nil
}
