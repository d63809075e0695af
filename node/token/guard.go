package token

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
)

// Guard is what the site has told the node about its visitors: keys, origins and revocations. It is kept in a file, so that tokens hold while
// the site is away, also after a restart of the node.
type Guard struct {
	node string
	path string
	now  func() time.Time

	mu      sync.RWMutex
	keys    map[string]ed25519.PublicKey
	told    []node.Key
	origins []string
	revoked map[holder]revocation
}

type holder struct{ server, account string }

type revocation struct {
	epoch uint64
	at    time.Time
}

// Open opens a guard of a node with what the file at path says; a missing file says nothing. An empty path keeps nothing. A nil now is
// the machine's clock.
func Open(path, nodeID string, now func() time.Time) (*Guard, error) {
	if now == nil {
		now = time.Now
	}
	g := &Guard{node: nodeID, path: path, now: now, revoked: map[holder]revocation{}}
	if path == "" {
		return g, nil
	}
	if err := g.read(); err != nil {
		return nil, fmt.Errorf("read what the site said last: %w", err)
	}
	return g, nil
}

// Welcome replaces the keys and the origins. On an error the former ones stay.
func (g *Guard) Welcome(keys []node.Key, origins []string) error {
	parsed, err := parseKeys(keys)
	if err != nil {
		return err
	}
	normal := make([]string, 0, len(origins))
	for _, o := range origins {
		n, err := Origin(o)
		if err != nil {
			return fmt.Errorf("origins of the site: %w", err)
		}
		normal = append(normal, n)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.keys, g.told, g.origins = parsed, keys, normal
	return g.write()
}

func parseKeys(keys []node.Key) (map[string]ed25519.PublicKey, error) {
	if len(keys) > MaxKeys {
		return nil, fmt.Errorf("the site names %d keys; at most %d count", len(keys), MaxKeys)
	}
	parsed := map[string]ed25519.PublicKey{}
	for _, k := range keys {
		b, err := base64.RawURLEncoding.DecodeString(k.Public)
		if err != nil || len(b) != ed25519.PublicKeySize || k.ID == "" {
			return nil, errors.New("a key of the site is not an Ed25519 key in base64url with an id")
		}
		parsed[k.ID] = b
	}
	return parsed, nil
}

// Revoke notes a revocation. A lower epoch than the known one changes nothing.
func (g *Guard) Revoke(r node.Revoked) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	for h, old := range g.revoked {
		// A token of a lower epoch was signed before the revocation and has ended by now.
		if now.Sub(old.at) > MaxLife+2*Leeway {
			delete(g.revoked, h)
		}
	}
	h := holder{r.Server, r.Account}
	if old, ok := g.revoked[h]; ok && old.epoch >= r.Epoch {
		return nil
	}
	g.revoked[h] = revocation{epoch: r.Epoch, at: now}
	return g.write()
}

// Holds says whether no revocation concerns a valid token.
func (g *Guard) Holds(grant Grant) bool {
	g.mu.RLock()
	defer g.mu.RUnlock()
	return grant.Epoch >= g.revoked[holder{grant.Server, grant.Claims.Subject}].epoch
}

// Admits says whether pages of an origin may use the node. The text is the header of a request.
func (g *Guard) Admits(origin string) bool {
	n, err := Origin(origin)
	if err != nil {
		return false
	}
	g.mu.RLock()
	defer g.mu.RUnlock()
	for _, o := range g.origins {
		if o == n {
			return true
		}
	}
	return false
}

// Origin writes an origin as browsers do: lower case, without the port that the scheme implies.
func Origin(s string) (string, error) {
	u, err := url.Parse(s)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Hostname() == "" || u.User != nil || strings.Trim(u.Path, "/") != "" ||
		u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.Opaque != "" {
		return "", fmt.Errorf("%.100q is not an origin such as https://example.org", s)
	}
	host := strings.ToLower(u.Host)
	if port := u.Port(); u.Scheme == "http" && port == "80" || u.Scheme == "https" && port == "443" || port == "" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return u.Scheme + "://" + host, nil
}
