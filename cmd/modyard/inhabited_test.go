package main

import (
	"context"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
)

// people are an administrator and an author of a site that is restarted, perhaps at another address.
type people struct {
	t             *testing.T
	base          atomic.Pointer[string] // address of the site
	seen          atomic.Uint64
	staff, author *client
	all           []*kept
}

// inhabited starts a site in an empty data directory, with additional flags, and signs its people in.
func inhabited(ctx context.Context, t *testing.T, dir string, more ...string) (*served, *people) {
	t.Helper()
	running := serve(t, dir, append([]string{"--rate-limit", "0", "--proof-bits", "0", "--max-drafts", "0", "--max-organizations", "0"}, more...)...)
	p := &people{t: t}
	p.base.Store(&running.url)
	if out, code := tool(t, password+"\n", append([]string{"admin", "create", "keeper", "keeper@example.org", "--data-dir", dir}, more...)...); code != 0 {
		t.Fatalf("no administrator: %s", out)
	}
	p.staff = p.signIn(ctx, "/v2/auth/login", map[string]string{"username": "keeper", "password": password})
	p.author = p.join(ctx, "author")
	return running, p
}

// join creates an account.
func (p *people) join(ctx context.Context, name string) *client {
	p.t.Helper()
	return p.signIn(ctx, "/v2/auth/create", map[string]string{
		"username": name, "email": name + "@example.org", "password": password + "-author"})
}

// signIn returns the client of a route that begins a session.
func (p *people) signIn(ctx context.Context, path string, body map[string]string) *client {
	p.t.Helper()
	c := &client{t: p.t, base: &p.base, seen: &p.seen}
	var session struct{ Session string }
	if err := c.json(ctx, http.MethodPost, path, body, &session); err != nil {
		p.t.Fatal(err)
	}
	c.session = session.Session
	return c
}

// journey runs one more journey of the author.
func (p *people) journey(ctx context.Context) {
	p.t.Helper()
	k := &kept{}
	if err := p.author.journey(ctx, p.staff, fmt.Sprintf("journey-%d", len(p.all)), k); err != nil {
		p.t.Fatal(err)
	}
	p.all = append(p.all, k)
}

// findAll checks the result of every journey.
func (p *people) findAll(ctx context.Context) {
	p.t.Helper()
	for _, k := range p.all {
		p.staff.finds(ctx, k)
	}
}
