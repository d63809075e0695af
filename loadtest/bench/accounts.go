package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

const (
	checkBudget    = 1   // ms, p99 of a request with a token above that with a session
	endpointBudget = 500 // a second
	endpointLate   = 50  // ms, p99
	deedsBudget    = 50  // ms, p95
	checked        = 500 // tokens and sessions in turns
)

// accessing measures the keys of a site with many accounts: what the check of a token costs, how many tokens the endpoint gives out, how soon a
// revocation holds at another process, and the page of what an account did.
func accessing(ctx context.Context, g *ground) (rows []Row, err error) {
	s, err := g.siteOf(ctx, deedThings, 1, invented)
	if err != nil {
		return nil, err
	}
	a := &accessBench{
		site: s, ground: g, accounts: g.amount(1_000_000, 600), applications: g.amount(10_000, 50), authorizations: g.amount(2_000_000, 1200),
		tokens: g.amount(5_000_000, 3000), codes: g.amount(120_000, 4000), did: g.amount(1_000_000, 3000),
	}
	defer func() {
		s.client.CloseIdleConnections()
		if a.other != nil {
			err = errors.Join(err, a.other.stop())
		}
		err = errors.Join(err, s.stop())
	}()
	if err := a.prepare(ctx); err != nil {
		return nil, err
	}
	for _, measure := range []func(context.Context) ([]Row, error){a.check, a.exchange, a.revoke, a.page} {
		more, err := measure(ctx)
		rows = append(rows, more...)
		if err != nil {
			return rows, err
		}
	}
	return rows, nil
}

// status asks a site for the account of a key and returns the status.
func (s *site) status(ctx context.Context, key string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/v2/user", nil)
	if err != nil {
		return 0, err
	}
	req.Header.Set("Authorization", "Bearer "+key)
	res, err := s.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	_, err = io.Copy(io.Discard, res.Body)
	return res.StatusCode, err
}

// posted sends a form, whose answer must be a success.
func (s *site) posted(ctx context.Context, path string, q url.Values) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+path, strings.NewReader(q.Encode()))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := s.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("POST %s: %d %s", path, res.StatusCode, body)
	}
	return body, err
}

// check compares requests with tokens of applications with requests with sessions, in turns.
func (a *accessBench) check(ctx context.Context) ([]Row, error) {
	kinds := []string{"mra_", "mro_"}
	took := [2][]time.Duration{}
	ask := func(n int, counts bool) error {
		for turn := range kinds {
			i := (n + turn) % len(kinds)
			key := benchSecret(kinds[i], n%checked*(a.accounts/checked))
			begin := time.Now()
			status, err := a.status(ctx, key)
			if err == nil && status != http.StatusOK {
				err = fmt.Errorf("GET /v2/user with %s answers %d", key, status)
			}
			if err != nil {
				return err
			}
			if counts {
				took[i] = append(took[i], time.Since(begin))
			}
		}
		return nil
	}
	n := a.ground.amount(6000, 60)
	for i := range checked { // the first use in five minutes is written down
		if err := ask(i, false); err != nil {
			return nil, err
		}
	}
	for i := range n {
		if err := ask(i, true); err != nil {
			return nil, err
		}
	}
	session, token := ms(percentile(took[0], 0.99)), ms(percentile(took[1], 0.99))
	return []Row{{
		What: "a request with a token of an application, beyond one with a session: p99", Figure: token - session, Unit: "ms", Budget: atMost(checkBudget),
		Note: fmt.Sprintf("GET /v2/user %d times each, in turns: p99 %.2f and %.2f ms, p50 %.2f and %.2f; %d accounts, %d authorizations, %d tokens",
			n, token, session, ms(median(took[1])), ms(median(took[0])), a.accounts, a.authorizations, a.tokens),
	}}, nil
}

const endpointCallers = 8

// code is the exchange of the n-th code.
func (a *accessBench) code(ctx context.Context, n int) (access, refresh string, err error) {
	given, err := a.form(ctx, a.programs[n%len(a.programs)], "token", url.Values{
		"grant_type": {"authorization_code"}, "code": {benchSecret("mrc_", n)}, "redirect_uri": {benchReturns}, "code_verifier": {benchProof},
	})
	return given.Access, given.Refresh, err
}

// exchange measures the token endpoint: codes, and refresh tokens of which each caller has a chain of its own.
func (a *accessBench) exchange(ctx context.Context) ([]Row, error) {
	span, err := a.ground.span(ctx)
	if err != nil {
		return nil, err
	}
	var used atomic.Int64
	kept := int64(a.codes / 4) // for the other measurements
	none := errors.New("all codes are used")
	begin := time.Now()
	codes, err := callFor(ctx, endpointCallers, span, func(ctx context.Context, _ int) error {
		n := used.Add(1) - 1
		if n >= int64(a.codes)-kept {
			return none
		}
		_, _, err := a.code(ctx, int(n))
		return err
	})
	if err != nil {
		return nil, err
	}
	took := time.Since(begin)
	chains := make([]string, endpointCallers)
	for i := range chains {
		if _, chains[i], err = a.code(ctx, a.codes-int(kept)+i); err != nil {
			return nil, err
		}
	}
	begin = time.Now()
	refreshed, err := callFor(ctx, endpointCallers, span, func(ctx context.Context, caller int) error {
		n := a.codes - int(kept) + caller
		given, err := a.form(ctx, a.programs[n%len(a.programs)], "token", url.Values{"grant_type": {"refresh_token"}, "refresh_token": {chains[caller]}})
		chains[caller] = given.Refresh
		return err
	})
	if err != nil {
		return nil, err
	}
	again := time.Since(begin)
	var rows []Row
	for _, m := range []struct {
		what string
		took []time.Duration
		span time.Duration
	}{{"codes exchanged", codes, took}, {"refresh tokens exchanged", refreshed, again}} {
		rows = append(rows,
			Row{What: m.what, Figure: float64(len(m.took)) / m.span.Seconds(), Unit: "/s", Budget: atLeast(endpointBudget),
				Note: fmt.Sprintf("%d callers, with an id token; p50 %.1f ms", endpointCallers, ms(median(m.took)))},
			Row{What: m.what + ": p99", Figure: ms(percentile(m.took, 0.99)), Unit: "ms", Budget: below(endpointLate)})
	}
	return rows, nil
}

// revoke ends tokens at one site and asks the other with them until it refuses.
func (a *accessBench) revoke(ctx context.Context) ([]Row, error) {
	n := a.ground.amount(200, 5)
	late, took := 0, []time.Duration(nil)
	for i := range n {
		code := a.codes - 1 - i
		token, _, err := a.code(ctx, code)
		if err != nil {
			return nil, err
		}
		if status, err := a.other.status(ctx, token); err != nil || status != http.StatusOK {
			return nil, errors.Join(err, fmt.Errorf("a new token is answered %d", status))
		}
		if _, err := a.form(ctx, a.programs[code%len(a.programs)], "revoke", url.Values{"token": {token}}); err != nil {
			return nil, err
		}
		for begin := time.Now(); ; late++ {
			status, err := a.other.status(ctx, token)
			if err != nil {
				return nil, err
			}
			if status == http.StatusUnauthorized {
				took = append(took, time.Since(begin))
				break
			}
		}
	}
	return []Row{{
		What: "requests that a second site answers after a revocation", Figure: float64(late), Budget: atMost(0),
		Note: fmt.Sprintf("%d tokens; from the answer of the revocation to the refusal p99 %.1f ms", n, ms(percentile(took, 0.99))),
	}}, nil
}

// page measures the page of what the owner did.
func (a *accessBench) page(ctx context.Context) ([]Row, error) {
	n := a.ground.amount(200, 5)
	var rows []Row
	for _, m := range []struct {
		what  string
		query func(rng *rand.Rand) string
	}{
		{"the newest", func(*rand.Rand) string { return "" }},
		{"any page", func(rng *rand.Rand) string { return fmt.Sprintf("?before=%d", 100_000_050+rng.IntN(a.did)) }},
		{"of a key", func(rng *rand.Rand) string { return fmt.Sprintf("?key=k%07d", rng.IntN(deedKeys)) }},
		{"on a thing", func(rng *rand.Rand) string {
			return "?thing=project-" + projectID(rng.IntN(min(deedThings, a.projects)))
		}},
		{"of a kind", func(*rand.Rand) string { return "?kind=project" }},
		{"of a month", func(rng *rand.Rand) string {
			to := time.Now().UTC().Add(-time.Duration(rng.IntN(a.did*20)) * time.Second)
			return "?" + url.Values{"from": {to.AddDate(0, -1, 0).Format(time.RFC3339)}, "to": {to.Format(time.RFC3339)}}.Encode()
		}},
	} {
		row, err := a.reads(ctx, "what an account did, "+m.what, n, func(rng *rand.Rand) string { return "/v3/account/activity" + m.query(rng) })
		if err != nil {
			return nil, err
		}
		row.Budget = below(deedsBudget)
		row.Note += fmt.Sprintf("; %d events by %d keys", a.did, deedKeys)
		rows = append(rows, row)
	}
	return rows, nil
}
