// Package provider signs people in with accounts of other sites: OpenID Connect issuers, and OAuth 2 services whose answers
// about a person a mapping describes.
package provider

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The kinds of providers.
const (
	KindOIDC   = "oidc"   // an OpenID Connect issuer, whose endpoints its discovery document names
	KindOAuth2 = "oauth2" // a service with addresses and a mapping of its own
)

// Config is one provider in the file of the operator.
type Config struct {
	Key        string   `json:"key"`   // permanent: the links of accounts name it
	Label      string   `json:"label"` // the name on the button
	Icon       string   `json:"icon"`  // an icon of the application: github, gitee, qq, bilibili, discord; another: the first letter
	Kind       string   `json:"kind"`  // KindOIDC (also if empty) or KindOAuth2
	ClientID   string   `json:"client_id"`
	SecretFile string   `json:"secret_file"` // the file with the client's secret; empty for a public client
	Scopes     []string `json:"scopes"`
	// TrustEmail accepts the addresses that the provider calls verified as verified here.
	TrustEmail bool `json:"trust_email"`
	// Private allows addresses of private networks, also without TLS.
	Private bool `json:"private"`

	Issuer string `json:"issuer"` // of KindOIDC

	// Of KindOAuth2. Each profile address is asked with the token in turn; a name in braces in an address is a member of the
	// answers before it, or client_id.
	AuthURL    string   `json:"auth_url"`
	TokenURL   string   `json:"token_url"`
	Profiles   []string `json:"profile_urls"`
	QueryToken bool     `json:"token_in_query"` // the profile addresses take the token as access_token in the query
	Mapping    Mapping  `json:"mapping"`
}

// Mapping says where the answers of the profile addresses name a person: paths of members, such as data.mid. Members of later
// answers replace those of earlier ones.
type Mapping struct {
	Subject       string `json:"subject"`
	Name          string `json:"name"`
	Email         string `json:"email"`
	EmailVerified string `json:"email_verified"` // of a JSON true
	Picture       string `json:"picture"`
}

const (
	maxFile      = 64 << 10
	maxProviders = 12
	maxSecret    = 4 << 10
)

var keyForm = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

// ReadFile reads the operator's file: a JSON list of Config. An empty path is a file without providers.
func ReadFile(path string) ([]Config, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read providers: %w", err)
	}
	defer func() { _ = f.Close() }()
	raw, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("read providers: %w", err)
	}
	if len(raw) > maxFile {
		return nil, fmt.Errorf("read providers: %s is longer than %d bytes", path, maxFile)
	}
	list, err := Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("read providers: %s: %w", path, err)
	}
	return list, nil
}

// Parse reads a JSON list of providers and checks each of them. Unknown members are errors, because they are misspelled ones.
func Parse(raw []byte) ([]Config, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	var list []Config
	if err := d.Decode(&list); err != nil {
		return nil, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is something after the list")
	}
	if len(list) > maxProviders {
		return nil, fmt.Errorf("%d providers are more than %d", len(list), maxProviders)
	}
	seen := map[string]bool{}
	for i := range list {
		if err := list[i].check(); err != nil {
			return nil, fmt.Errorf("provider %q: %w", list[i].Key, err)
		}
		if seen[list[i].Key] {
			return nil, fmt.Errorf("two providers have the key %q", list[i].Key)
		}
		seen[list[i].Key] = true
	}
	return list, nil
}

func (c *Config) check() error {
	if c.Kind == "" {
		c.Kind = KindOIDC
	}
	switch n := utf8.RuneCountInString(c.Label); {
	case !keyForm.MatchString(c.Key):
		return errors.New("the key must be 1 to 32 small letters, digits and hyphens")
	case n < 1 || n > 32:
		return errors.New("the label must be 1 to 32 characters")
	case c.ClientID == "" || len(c.ClientID) > 512:
		return errors.New("client_id is missing")
	}
	switch c.Kind {
	case KindOIDC:
		if c.AuthURL != "" || c.TokenURL != "" || len(c.Profiles) > 0 || c.Mapping != (Mapping{}) {
			return errors.New("an OpenID Connect provider names its addresses itself")
		}
		return c.address("issuer", c.Issuer)
	case KindOAuth2:
		if c.Issuer != "" {
			return errors.New("only an OpenID Connect provider has an issuer")
		}
		if c.Mapping.Subject == "" || len(c.Profiles) == 0 || len(c.Profiles) > 4 {
			return errors.New("profile_urls (1 to 4) and mapping.subject are needed")
		}
		if err := errors.Join(c.address("auth_url", c.AuthURL), c.address("token_url", c.TokenURL)); err != nil {
			return err
		}
		for _, p := range c.Profiles {
			if err := c.address("profile_urls", p); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("the kind %q is neither %s nor %s", c.Kind, KindOIDC, KindOAuth2)
}

func (c *Config) address(name, raw string) error {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" || u.User != nil || u.Fragment != "" || u.Scheme != "https" && (u.Scheme != "http" || !c.Private) {
		return fmt.Errorf("%s is not an https address", name)
	}
	return nil
}

// secret reads the client's secret; "" for a public client.
func (c *Config) secret() (string, error) {
	if c.SecretFile == "" {
		return "", nil
	}
	raw, err := os.ReadFile(c.SecretFile)
	if err != nil {
		return "", fmt.Errorf("read the secret of %s: %w", c.Key, err)
	}
	secret := strings.TrimRight(string(raw), "\r\n")
	if secret == "" || len(secret) > maxSecret || strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", fmt.Errorf("the secret of %s is not one line of visible ASCII characters", c.Key)
	}
	return secret, nil
}
