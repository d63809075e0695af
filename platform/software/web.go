package software

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/outbound"
)

const (
	answerTime   = 15 * time.Second // from the first connection to the last byte
	answerBytes  = 8 << 20
	maxRedirects = 3
	atATime      = 4 // requests to one publisher
	// MaxFile is the largest size of a file in bytes that a release may announce.
	MaxFile = 4 << 30
)

// Web is what the sources of publishers need.
type Web struct {
	// Client sends the requests; nil is one that reaches the public internet only. Its redirects are limited to the publisher's hosts.
	Client    *http.Client
	UserAgent string           // empty is Modyard
	Now       func() time.Time // nil is time.Now
	Log       *slog.Logger     // nil: nothing is logged
}

// Address says where a publisher answers; the zero value is the real one.
type Address struct {
	Base  string   // of the metadata service, https, without a slash at its end
	Files []string // hosts of the files, with ports where these are not 443
}

// publisher asks one metadata service.
type publisher struct {
	base   string
	meta   []string // hosts that may answer
	files  []string // hosts of files
	client *http.Client
	agent  string
	log    *slog.Logger
	places chan struct{}
	cache  *cache
}

// newPublisher applies the defaults. The further hosts may answer beside that of the real base.
func newPublisher(w Web, a, own Address, further ...string) (*publisher, error) {
	if a.Base == "" {
		a = own
	} else {
		further = nil
	}
	u, err := url.Parse(a.Base)
	if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.HasSuffix(u.Path, "/") {
		return nil, fmt.Errorf("%q is no https address of a metadata service", a.Base)
	}
	p := &publisher{base: a.Base, meta: append([]string{u.Host}, further...), files: a.Files, agent: w.UserAgent, log: w.Log, places: make(chan struct{}, atATime)}
	if p.agent == "" {
		p.agent = "Modyard"
	}
	if p.log == nil {
		p.log = slog.New(slog.DiscardHandler)
	}
	if w.Now == nil {
		w.Now = time.Now
	}
	p.cache = &cache{now: w.Now, entries: map[string]*cached{}}
	client := outbound.Policy{}.Client()
	if w.Client != nil {
		copied := *w.Client
		client = &copied
	}
	before := client.CheckRedirect
	client.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		switch {
		case len(via) > maxRedirects:
			return outbound.ErrRedirects
		case !at(next.URL, p.meta):
			return fmt.Errorf("%w: a redirect to %s", ErrAnswer, next.URL.Host)
		case before != nil:
			return before(next, via)
		}
		return nil
	}
	p.client = client
	return p, nil
}

// at is true for a plain https address of one of the hosts.
func at(u *url.URL, hosts []string) bool {
	return u.Scheme == "https" && u.User == nil && u.Fragment == "" && u.Opaque == "" && slices.Contains(hosts, strings.ToLower(u.Host))
}

// ask returns the document at an address after check has read it. Missing is what the status 404 means: ErrUnknown, or ErrAnswer for what always exists.
func ask[T any](ctx context.Context, p *publisher, address string, missing error, check func(raw []byte) (T, error)) (T, error) {
	var answer T
	// A publisher can name one address for several things.
	key := fmt.Sprintf("%T %s", answer, address)
	return remember(ctx, p.cache, key, func(ctx context.Context) (T, error) {
		var answer T
		raw, err := p.get(ctx, address, missing)
		if err == nil {
			answer, err = check(raw)
		}
		if err != nil {
			p.log.WarnContext(ctx, "cannot learn what software there is", "address", address, "error", err)
			return answer, fmt.Errorf("ask %s: %w", p.meta[0], err)
		}
		return answer, nil
	})
}

// get sends one request.
func (p *publisher) get(ctx context.Context, address string, missing error) ([]byte, error) {
	select {
	case p.places <- struct{}{}:
		defer func() { <-p.places }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil || !at(r.URL, p.meta) {
		return nil, fmt.Errorf("%w: the address of a document is not the publisher's", ErrAnswer)
	}
	r.Header.Set("User-Agent", p.agent)
	r.Header.Set("Accept", "application/json")
	answer, err := p.client.Do(r)
	if err != nil {
		return nil, outbound.Cause(err)
	}
	defer answer.Body.Close() //nolint:errcheck // only read
	if err := status(answer, missing); err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(answer.Body, answerBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the answer: %w", outbound.Cause(err))
	case len(raw) > answerBytes:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrAnswer, answerBytes)
	}
	return raw, nil
}

// status is the error that a status means.
func status(answer *http.Response, missing error) error {
	switch code := answer.StatusCode; {
	case code == http.StatusOK:
		return nil
	case code == http.StatusNotFound || code == http.StatusGone:
		return fmt.Errorf("%w: status %d", missing, code)
	case code == http.StatusTooManyRequests || code >= 500:
		err := errors.New("the metadata service answered " + answer.Status)
		seconds, bad := strconv.Atoi(answer.Header.Get("Retry-After"))
		if bad != nil {
			seconds = 0
		}
		return &pauseError{err, time.Duration(min(max(seconds, 0), int(maxPause/time.Second))) * time.Second}
	default:
		return fmt.Errorf("%w: status %d", ErrAnswer, code)
	}
}

// read decodes a document.
func read[T any](raw []byte) (T, error) {
	var v T
	if err := json.Unmarshal(raw, &v); err != nil {
		return v, fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	return v, nil
}

// file checks what the publisher says of a file.
func (p *publisher) file(path, address string, size int64, algorithm, hash string) (File, error) {
	u, err := url.Parse(address)
	switch {
	case err != nil || len(address) > outbound.MaxURL || !at(u, p.files):
		return File{}, fmt.Errorf("%w: the address of a file is not one of the publisher's", ErrAnswer)
	case size < 0 || size > MaxFile:
		return File{}, fmt.Errorf("%w: a file of %d bytes", ErrAnswer, size)
	case algorithm != "" && !validHash(algorithm, hash):
		return File{}, fmt.Errorf("%w: a hash that is no %s", ErrAnswer, algorithm)
	}
	return File{Path: path, URL: u.String(), Size: size, Algorithm: algorithm, Hash: strings.ToLower(hash)}, nil
}

// validHash is true for a hexadecimal hash of the algorithm's length.
func validHash(algorithm, hash string) bool {
	raw, err := hex.DecodeString(hash)
	return err == nil && len(raw) == map[string]int{"sha512": 64, "sha256": 32, "sha1": 20, "md5": 16}[algorithm]
}

// hosts are those of the files, without ports.
func (p *publisher) hosts() []string {
	var out []string
	for _, h := range p.files {
		name, _, _ := strings.Cut(h, ":")
		out = append(out, name)
	}
	return sorted(out)
}
