package provider

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// algorithms are the signatures that are accepted of an id token: asymmetric ones. With HS256 the published key would be the
// secret.
func algorithms() []string {
	return []string{oidc.RS256, oidc.RS384, oidc.RS512, oidc.ES256, oidc.ES384, oidc.ES512, oidc.PS256, oidc.PS384, oidc.PS512, oidc.EdDSA}
}

// openID is a provider that speaks OpenID Connect.
type openID struct {
	p *Provider

	mu       sync.Mutex
	issuer   *oidc.Provider // nil until its discovery document was read
	verifier *oidc.IDTokenVerifier
	isIssued bool // its redirects name the issuer (RFC 9207)
}

// discover reads the issuer's document once. A failure is tried again by the next call.
func (o *openID) discover(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.issuer != nil {
		return nil
	}
	// The keys are fetched later with the client of this context, whose cancellation does not matter then.
	issuer, err := oidc.NewProvider(oidc.ClientContext(ctx, o.p.client), o.p.config.Issuer)
	if err != nil {
		return discoveryError(err)
	}
	var document struct {
		Keys   string `json:"jwks_uri"`
		Issued bool   `json:"authorization_response_iss_parameter_supported"`
	}
	if err := issuer.Claims(&document); err != nil {
		return fmt.Errorf("read the discovery document: %w", err)
	}
	if kept, ok := o.p.client.Transport.(*limited); ok {
		kept.keepKeys(document.Keys)
	}
	o.isIssued = document.Issued
	o.verifier = issuer.VerifierContext(oidc.ClientContext(context.WithoutCancel(ctx), o.p.client),
		&oidc.Config{ClientID: o.p.config.ClientID, SupportedSigningAlgs: algorithms(), Now: o.p.now})
	o.issuer = issuer
	return nil
}

// discoveryError is the error of a discovery: everything but a document that does not fit means that the provider is away.
func discoveryError(err error) error {
	var mismatch *oidc.IssuerMismatchError
	if errors.As(err, &mismatch) {
		return err
	}
	return fmt.Errorf("%w: %w", statusError(http.StatusBadGateway), err)
}

func (o *openID) config(callback string) *oauth2.Config {
	c := o.p.oauth(o.issuer.Endpoint(), callback)
	c.Scopes = append([]string{oidc.ScopeOpenID}, without(c.Scopes, oidc.ScopeOpenID)...)
	return c
}

func without(list []string, one string) []string {
	var out []string
	for _, s := range list {
		if s != one {
			out = append(out, s)
		}
	}
	return out
}

func (o *openID) begin(ctx context.Context, a Attempt) (string, error) {
	if err := o.discover(ctx); err != nil {
		return "", err
	}
	return o.config(a.Callback).AuthCodeURL(a.State, oidc.Nonce(a.Nonce), oauth2.S256ChallengeOption(a.Verifier)), nil
}

// claims are those of an id token or of userinfo. Whether the address is verified is any: some providers send "true", which is
// no statement.
type claims struct {
	Subject  string `json:"sub"`
	Party    string `json:"azp"`
	Name     string `json:"preferred_username"`
	FullName string `json:"name"`
	Nickname string `json:"nickname"`
	Email    string `json:"email"`
	Verified any    `json:"email_verified"`
	Picture  string `json:"picture"`
}

func (o *openID) finish(ctx context.Context, a Attempt, answer Answer) (Person, error) {
	if err := o.discover(ctx); err != nil {
		return Person{}, err
	}
	if answer.Issuer != o.p.config.Issuer && (answer.Issuer != "" || o.isIssued) {
		return Person{}, fmt.Errorf("the answer is of the issuer %.100q", answer.Issuer)
	}
	ctx = oidc.ClientContext(ctx, o.p.client)
	token, err := o.config(a.Callback).Exchange(ctx, answer.Code, oauth2.VerifierOption(a.Verifier))
	if err != nil {
		return Person{}, err
	}
	raw, _ := token.Extra("id_token").(string)
	if raw == "" {
		return Person{}, errors.New("there is no id token")
	}
	verified, err := o.verifier.Verify(ctx, raw)
	if err != nil {
		return Person{}, err
	}
	var c claims
	if err := verified.Claims(&c); err != nil {
		return Person{}, err
	}
	if verified.Nonce != a.Nonce {
		return Person{}, errors.New("the id token is of another attempt")
	}
	if c.Party != "" && c.Party != o.p.config.ClientID || len(verified.Audience) > 1 && c.Party == "" {
		return Person{}, errors.New("the id token is for another client")
	}
	person := c.person(verified.Issuer)
	if o.issuer.UserInfoEndpoint() == "" || person.Name != "" && person.Email != "" {
		return person, nil
	}
	return o.more(ctx, token, person)
}

// more asks userinfo for what the id token left out. Without its answer the person is who the token names.
func (o *openID) more(ctx context.Context, token *oauth2.Token, person Person) (Person, error) {
	info, err := o.issuer.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return person, nil //nolint:nilerr // a name and an address are only proposals
	}
	var c claims
	if err := info.Claims(&c); err != nil || c.Subject != person.Subject {
		return Person{}, errors.New("userinfo is about another account")
	}
	full := c.person(person.Issuer)
	if full.Name == "" {
		full.Name = person.Name
	}
	return full, nil
}

func (c claims) person(issuer string) Person {
	p := Person{Issuer: issuer, Subject: c.Subject, Name: c.Name, Email: c.Email, EmailVerified: c.Verified == true, Picture: c.Picture}
	for _, name := range []string{c.Nickname, c.FullName} {
		if p.Name == "" {
			p.Name = name
		}
	}
	return p
}
