// Package join makes a machine a node of a site, with a code that the site's staff made.
package join

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/identity"
	"github.com/modyard/modyard/node/token"
)

// Errors of Join.
var (
	ErrAlready     = errors.New("this machine has already joined a site")
	ErrUnknown     = errors.New("the site does not know this code")
	ErrUsed        = errors.New("this code was used; ask the site's staff for a new one")
	ErrExpired     = errors.New("this code has expired; ask the site's staff for a new one")
	ErrUnreachable = errors.New("the site cannot be reached")
	ErrAnswer      = errors.New("the answer is not that of a site")
)

// limits of the request.
const (
	patience  = 30 * time.Second
	maxAnswer = 64 << 10
)

// Request is what a machine says.
type Request struct {
	// Site is the address of the site, such as https://example.org. Without TLS it must be this machine.
	Site string
	Code string
	// Dir is the data folder; it is made where it is missing.
	Dir string
	// Address is the URL under which browsers will reach the node.
	Address string
	Version string
	// Client sends the request; nil: one that follows no redirects.
	Client *http.Client
}

// Join makes a key, registers it with the site, and writes the node's identity into the data folder. The private key leaves the machine never.
func Join(ctx context.Context, r Request) (identity.Identity, error) {
	site, err := origin(r.Site)
	if err != nil {
		return identity.Identity{}, err
	}
	if r.Code == "" {
		return identity.Identity{}, errors.New("the code is empty")
	}
	if r.Address == "" {
		return identity.Identity{}, errors.New("the address under which browsers reach this node is not set (MODYARD_NODE_PUBLIC_URL)")
	}
	// The folder is tried first, because a code is good for one use.
	if err := ready(r.Dir); err != nil {
		return identity.Identity{}, err
	}
	public, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return identity.Identity{}, fmt.Errorf("make a key: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	joined, err := post(ctx, r.Client, site, node.Join{
		Code: r.Code, PublicKey: base64.RawURLEncoding.EncodeToString(public), Address: strings.TrimRight(r.Address, "/"), Version: r.Version,
	})
	if err != nil {
		return identity.Identity{}, fmt.Errorf("join %s: %w", site, err)
	}
	id := identity.Identity{Node: joined.Node, Name: joined.Name, Site: site, Key: private}
	if err := identity.Write(r.Dir, id); err != nil {
		return identity.Identity{}, err
	}
	return id, nil
}

// origin is the address of the site without a path.
func origin(site string) (string, error) {
	o, err := token.Origin(site)
	if err != nil {
		return "", fmt.Errorf("the site's address: %w", err)
	}
	u, err := url.Parse(o)
	if err != nil {
		return "", fmt.Errorf("the site's address: %w", err)
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return "", errors.New("the site's address must begin with https://, unless the site runs on this machine")
	}
	return o, nil
}

// ready says whether the identity can be written.
func ready(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	known, err := identity.Read(dir)
	if err == nil {
		return fmt.Errorf("%w: %s; to join another, use another data folder", ErrAlready, known)
	}
	if !errors.Is(err, identity.ErrNotJoined) {
		return err
	}
	f, err := os.CreateTemp(dir, ".node-*")
	if err != nil {
		return fmt.Errorf("write to the data folder: %w", err)
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func post(ctx context.Context, client *http.Client, site string, request node.Join) (node.Joined, error) {
	if client == nil {
		client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	}
	body, err := json.Marshal(request)
	if err != nil {
		return node.Joined{}, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, site+node.PathJoin, bytes.NewReader(body))
	if err != nil {
		return node.Joined{}, err
	}
	req.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(req)
	if err != nil {
		return node.Joined{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	defer answer.Body.Close() //nolint:errcheck // it was read
	data, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err != nil {
		return node.Joined{}, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusCreated {
		return node.Joined{}, refusal(answer.StatusCode, data)
	}
	var joined node.Joined
	if json.Unmarshal(data, &joined) != nil || joined.Node == "" || len(joined.Node) > 64 {
		return node.Joined{}, ErrAnswer
	}
	return joined, nil
}

// refusal reads an answer that is none of success.
func refusal(status int, body []byte) error {
	var document struct {
		Error       string `json:"error"`
		Description string `json:"description"`
	}
	_ = json.Unmarshal(body, &document) // a proxy answers with something else
	switch document.Error {
	case node.JoinUnknown:
		return ErrUnknown
	case node.JoinUsed:
		return ErrUsed
	case node.JoinExpired:
		return ErrExpired
	case "":
		return fmt.Errorf("%w (status %d)", ErrAnswer, status)
	}
	return fmt.Errorf("the site refused: %s (%s, status %d)", document.Description, document.Error, status)
}
