package provider

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/oauth2"
)

// oauth is a provider without OpenID Connect: its profile addresses say whose the token is.
type oauth struct{ p *Provider }

func (o *oauth) config(callback string) *oauth2.Config {
	return o.p.oauth(oauth2.Endpoint{AuthURL: o.p.config.AuthURL, TokenURL: o.p.config.TokenURL}, callback)
}

func (o *oauth) begin(_ context.Context, a Attempt) (string, error) {
	return o.config(a.Callback).AuthCodeURL(a.State, oauth2.S256ChallengeOption(a.Verifier)), nil
}

func (o *oauth) finish(ctx context.Context, a Attempt, answer Answer) (Person, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, o.p.client)
	token, err := o.config(a.Callback).Exchange(ctx, answer.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Person{}, err
	}
	known := map[string]any{}
	for _, address := range o.p.config.Profiles {
		members, err := o.profile(ctx, address, token, known)
		if err != nil {
			return Person{}, err
		}
		maps.Copy(known, members)
	}
	m := o.p.config.Mapping
	return Person{
		// A service without an issuer is known by the key of the operator's file.
		Issuer: o.p.config.Key, Subject: text(known, m.Subject), Name: text(known, m.Name), Email: text(known, m.Email),
		EmailVerified: at(known, m.EmailVerified) == true, Picture: text(known, m.Picture),
	}, nil
}

// profile asks an address about the owner of a token.
func (o *oauth) profile(ctx context.Context, address string, token *oauth2.Token, known map[string]any) (map[string]any, error) {
	u, err := url.Parse(o.filled(address, known))
	if err != nil {
		return nil, errors.New("the address of the profile cannot be filled in")
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return nil, errors.New("the address of the profile cannot be filled in")
	}
	if o.p.config.QueryToken {
		q := r.URL.Query()
		q.Set("access_token", token.AccessToken)
		r.URL.RawQuery = q.Encode()
	} else {
		r.Header.Set("Authorization", "Bearer "+token.AccessToken)
	}
	r.Header.Set("Accept", "application/json")
	res, err := o.p.client.Do(r)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(res.Body)
	if err := errors.Join(err, res.Body.Close()); err != nil {
		return nil, err
	}
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the profile answers: %w", statusError(res.StatusCode))
	}
	return decodeProfile(body)
}

// decodeProfile reads a JSON object. Numbers keep their digits: ids may be longer than a float can tell apart.
func decodeProfile(body []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var members map[string]any
	if err := d.Decode(&members); err != nil || members == nil || len(members) > maxProfiles*maxProfiles {
		return nil, errors.New("the profile is not a JSON object")
	}
	return members, nil
}

var placeholder = regexp.MustCompile(`\{([a-z0-9_.]+)\}`)

// filled replaces the names in braces by members of earlier answers.
func (o *oauth) filled(address string, known map[string]any) string {
	return placeholder.ReplaceAllStringFunc(address, func(name string) string {
		path := strings.Trim(name, "{}")
		if path == "client_id" {
			return url.QueryEscape(o.p.config.ClientID)
		}
		return url.QueryEscape(text(known, path))
	})
}

// at returns the member at a path; nil if there is none.
func at(members map[string]any, path string) any {
	if path == "" {
		return nil
	}
	first, rest, more := strings.Cut(path, ".")
	v := members[first]
	if !more {
		return v
	}
	inner, _ := v.(map[string]any)
	return at(inner, rest)
}

// text is the member at a path as text: a string or a whole number.
func text(members map[string]any, path string) string {
	switch v := at(members, path).(type) {
	case string:
		return v
	case json.Number:
		if _, err := strconv.ParseUint(v.String(), 10, 64); err == nil {
			return v.String()
		}
	}
	return ""
}
