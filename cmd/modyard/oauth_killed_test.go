package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/platform/config"
	"github.com/modyard/modyard/platform/pause"
)

// exchangeKilled is an exchange that is sent to a process that is killed.
type exchangeKilled struct {
	form   url.Values
	answer oauthTokens // the zero value where the process was killed before it answered
}

// atDoomed sends an exchange to a process that may end before it answers.
func (e *exchangeKilled) atDoomed(ctx context.Context, address string) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/v3/oauth/token", strings.NewReader(e.form.Encode()))
	if err != nil {
		return
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return
	}
	defer res.Body.Close() //nolint:errcheck // only read
	var answer oauthTokens
	if err := json.NewDecoder(res.Body).Decode(&answer); err == nil && res.StatusCode < http.StatusInternalServerError {
		answer.Status = res.StatusCode
		e.answer = answer
	}
}

// TestACodeGivesTokensOnceThroughKills kills the process that exchanges codes and refresh tokens at any moment, and sends each of them
// again to another process: what was not answered gives tokens once or is used up, and never leaves a token that its account cannot end.
func TestACodeGivesTokensOnceThroughKills(t *testing.T) {
	long(t, "kills programs")
	kills := numberOf(envKills, 5)
	ctx, stop := context.WithTimeout(context.Background(), hangs)
	defer stop()
	keys := filepath.Join(t.TempDir(), "keys.json")
	w := newOAuthWorldOn(newTestSiteWith(t, app.SiteOptions{}, func(c *config.Config) { c.KeysFile = keys }))
	shared, dir := w.Core.Config, t.TempDir()
	doom := func() *served {
		return serve(t, dir, "--database-url", shared.DatabaseURL, "--database-owner-url", shared.DatabaseOwnerURL, "--keys-file", keys, "--rate-limit", "0")
	}
	a, b := w.app("confidential", oauthScopes), w.app("confidential", oauthScopes)
	stored := func(of oauthApp) int {
		t.Helper()
		var n int
		if err := w.Core.DB.Pool.QueryRow(ctx, "SELECT count(*) FROM identity.oauth_tokens WHERE application = $1", of.id).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	met, unused := 0, 0 // exchanges that a kill has met, and those of them that had not happened
	for round := 1; round <= kills || met == 0; round++ {
		if round > 10*kills {
			t.Fatal("no kill has met an exchange")
		}
		doomed := doom()
		sent := make([]*exchangeKilled, 6)
		for i := range sent {
			sent[i] = &exchangeKilled{form: a.exchange(w.code(a.request()))}
		}
		first := w.tokens(b, "scope", "USER_READ offline_access")
		refresh := &exchangeKilled{form: with(b.exchange(""), "grant_type", "refresh_token", "refresh_token", first.RefreshToken, "code", "", "redirect_uri", "", "code_verifier", "")}
		var all sync.WaitGroup
		for _, e := range append(sent, refresh) {
			all.Go(func() { e.atDoomed(ctx, doomed.url) })
		}
		pause.For(ctx, time.Duration(rand.IntN(30_000))*time.Microsecond) // a kill comes at any moment of an exchange
		if err := doomed.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = doomed.Wait()
		all.Wait()

		for _, e := range sent {
			again := w.post("token", "", e.form)
			switch {
			case e.answer.Status == http.StatusOK:
				w.wants("a code that was answered, again", again.Error, "invalid_grant")
				w.wants("what it gave", w.reads(e.answer.AccessToken), http.StatusUnauthorized)
				continue
			case again.Status == http.StatusOK:
				unused++
				w.wants("a code that was not used", w.reads(again.AccessToken), http.StatusOK)
				w.wants("and then again", w.post("token", "", e.form).Error, "invalid_grant")
				w.wants("what it gave", w.reads(again.AccessToken), http.StatusUnauthorized)
			default:
				w.wants("a code that was used by the killed process", again.Error, "invalid_grant")
			}
			met++
		}
		w.wants("the tokens of all codes, each of which was sent once more", stored(a), 0)

		next := w.post("token", "", refresh.form)
		switch {
		case refresh.answer.Status == http.StatusOK, next.Status != http.StatusOK:
			w.wants("a refresh token that was used", next.Error, "invalid_grant")
		default:
			w.wants("one that was not used", w.reads(next.AccessToken), http.StatusOK)
			w.json(w.user, http.MethodDelete, "/v3/oauth/authorizations?client_id="+b.id, nil, nil)
			w.wants("after the account has ended the authorization", w.reads(next.AccessToken), http.StatusUnauthorized)
		}
		w.wants("the tokens of an authorization that has ended", stored(b), 0)
	}
	t.Logf("%d exchanges were met by kills; %d of them had not happened", met, unused)
}
