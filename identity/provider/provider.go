package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"github.com/modyard/modyard/platform/outbound"
)

var (
	// ErrAway means that a provider does not answer, or answers with a fault of its own.
	ErrAway = errors.New("the provider does not answer")
	// ErrRefused means that a provider's answer is not one that may be believed, or that it refused the code.
	ErrRefused = errors.New("the provider's answer is not accepted")
)

const (
	answerTime  = 5 * time.Second // of everything that one step asks a provider
	awayFor     = time.Minute     // how long a provider that did not answer is called away
	maxAnswer   = 256 << 10
	maxProfiles = 64 // members of an answer about a person, at each level
)

// Info is what everybody may know of a provider.
type Info struct {
	Key   string `json:"key"`
	Label string `json:"label"`
	Icon  string `json:"icon"`
	Away  bool   `json:"away" doc:"刚才没有回应，过一分钟再试"`
}

// Person is an account of a provider. Issuer and Subject identify it for ever; nothing else does.
type Person struct {
	Issuer        string
	Subject       string
	Name          string // for a proposal of a user name
	Email         string
	EmailVerified bool // the provider says so and is believed
	Picture       string
}

// Attempt is one sign-in through a provider. Its secrets are used once.
type Attempt struct {
	Callback string // this site's address for the provider
	State    string
	Nonce    string
	Verifier string // of PKCE
}

// Answer is what the provider's redirect brought.
type Answer struct {
	Code   string
	Issuer string // the parameter iss of RFC 9207; empty if there was none
}

// Set is the providers of a site, in the order of the file.
type Set struct {
	list []*Provider
}

// Open prepares the configured providers. It asks none of them: one that is away does not keep the site from starting.
func Open(configs []Config, now func() time.Time) (*Set, error) {
	s := &Set{}
	for _, c := range configs {
		if err := c.check(); err != nil {
			return nil, fmt.Errorf("open provider %q: %w", c.Key, err)
		}
		secret, err := c.secret()
		if err != nil {
			return nil, fmt.Errorf("open providers: %w", err)
		}
		p := &Provider{config: c, secret: secret, now: now, client: client(c.Private, now)}
		if p.flavour = (&oauth{p}); c.Kind == KindOIDC {
			p.flavour = &openID{p: p}
		}
		s.list = append(s.list, p)
	}
	return s, nil
}

// List describes the providers.
func (s *Set) List() []Info {
	out := []Info{}
	if s == nil {
		return out
	}
	for _, p := range s.list {
		out = append(out, Info{Key: p.config.Key, Label: p.config.Label, Icon: p.config.Icon, Away: p.isAway()})
	}
	return out
}

// Get returns the provider with a key.
func (s *Set) Get(key string) (*Provider, bool) {
	if s == nil {
		return nil, false
	}
	for _, p := range s.list {
		if p.config.Key == key {
			return p, true
		}
	}
	return nil, false
}

// Provider is one provider. It may be called concurrently.
type Provider struct {
	config  Config
	secret  string
	client  *http.Client
	now     func() time.Time
	flavour interface {
		begin(ctx context.Context, a Attempt) (string, error)
		finish(ctx context.Context, a Attempt, answer Answer) (Person, error)
	}

	mu   sync.Mutex
	away time.Time // until when it is called away
}

// Label is the name of the provider for people.
func (p *Provider) Label() string { return p.config.Label }

// Begin returns the provider's address at which a person agrees.
func (p *Provider) Begin(ctx context.Context, a Attempt) (string, error) {
	return called(ctx, p, "begin", func(ctx context.Context) (string, error) { return p.flavour.begin(ctx, a) })
}

// Finish redeems the provider's answer and returns whose account it is. An error is ErrAway or ErrRefused.
func (p *Provider) Finish(ctx context.Context, a Attempt, answer Answer) (Person, error) {
	person, err := called(ctx, p, "finish", func(ctx context.Context) (Person, error) { return p.flavour.finish(ctx, a, answer) })
	if err != nil {
		return Person{}, err
	}
	if person = person.cleaned(p.config.TrustEmail); person.Subject == "" || person.Issuer == "" {
		return Person{}, fmt.Errorf("finish a sign-in with %s: %w: it names nobody", p.config.Key, ErrRefused)
	}
	return person, nil
}

// called asks a provider within its time, and remembers that it did not answer.
func called[T any](ctx context.Context, p *Provider, what string, do func(context.Context) (T, error)) (T, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	v, err := do(ctx)
	if err == nil {
		return v, nil
	}
	why := ErrRefused
	if isAway(err) {
		why = ErrAway
		p.mu.Lock()
		p.away = p.now().Add(awayFor)
		p.mu.Unlock()
	}
	return v, fmt.Errorf("%s a sign-in with %s: %w: %w", what, p.config.Key, why, outbound.Cause(err))
}

// isAway is true for an error that is not the provider's answer, or that is one of a server that fails.
func isAway(err error) bool {
	var transport *url.Error
	var answered *oauth2.RetrieveError
	switch {
	case errors.As(err, &answered):
		return answered.Response != nil && answered.Response.StatusCode >= http.StatusInternalServerError
	case errors.As(err, &transport), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return true
	}
	var status statusError
	return errors.As(err, &status) && status >= http.StatusInternalServerError
}

func (p *Provider) isAway() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now().Before(p.away)
}

// statusError is the status of an answer that is not a success.
type statusError int

func (s statusError) Error() string { return fmt.Sprintf("status %d", int(s)) }

// client sends requests to a provider. Answers are limited, and a document of keys is fetched once a minute at most: an
// unknown key id in a token must not let strangers send requests through this site.
func client(private bool, now func() time.Time) *http.Client {
	policy := outbound.Policy{}
	if private {
		policy.Private = []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	}
	c := policy.Client()
	c.Transport = &limited{next: c.Transport, now: now, kept: map[string]keptAnswer{}}
	c.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return c
}

func (p *Provider) oauth(endpoint oauth2.Endpoint, callback string) *oauth2.Config {
	return &oauth2.Config{ClientID: p.config.ClientID, ClientSecret: p.secret, Endpoint: endpoint, RedirectURL: callback, Scopes: p.config.Scopes}
}
