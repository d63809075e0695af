package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/pgtest"
)

// publishedPages is how many pages each publication of the test below writes.
const publishedPages = 12

// TestAPublicationIsWholeAndMadeOnceThroughKills publishes all pages of a wiki again and again, and kills the process that does it
// at any moment. The author repeats the command at the other process: each change is published once, with every page of it.
func TestAPublicationIsWholeAndMadeOnceThroughKills(t *testing.T) {
	long(t, "kills programs")
	kills := numberOf(envKills, 4)
	ctx, stop := context.WithTimeout(context.Background(), hangs)
	defer stop()
	logins := pgtest.Logins(t, pgtest.Migrated(t))
	dirs := []string{t.TempDir(), t.TempDir()}
	shared := []string{
		"--database-url", logins.App, "--database-owner-url", logins.Owner, "--keys-file", filepath.Join(t.TempDir(), "keys.json"),
		"--blob-url", "file://" + t.TempDir(),
	}
	unlimited := append([]string{"--rate-limit", "0"}, shared...)
	first, people := inhabited(ctx, t, dirs[0], shared...)
	running := []*served{first, serve(t, dirs[1], unlimited...)}
	people.journey(ctx)
	w := &killedWiki{t: t, author: people.author, path: "/v3/project/" + people.all[0].id + "/wiki"}
	draft := w.begin(ctx)
	for i := range publishedPages {
		var page contract.WikiDraftPage
		w.do(ctx, http.MethodPost, draft+"/pages", map[string]any{"title": fmt.Sprintf("第 %d 页", i), "slug": fmt.Sprintf("page-%d", i)}, &page)
		w.pages = append(w.pages, page.ID)
	}
	w.write(ctx, draft, 0)
	w.do(ctx, http.MethodPost, draft+"/submit", map[string]any{"msg": "新建"}, nil)
	w.is(ctx, 0)

	met := 0 // kills during a publication
	for round := 1; round <= kills || met == 0; round++ {
		if round > 10*kills {
			t.Fatal("no kill has met a publication")
		}
		i := rand.IntN(len(running))
		people.base.Store(&running[i].url)
		draft := w.begin(ctx)
		w.write(ctx, draft, round)
		var out contract.WikiSubmitted
		answered := make(chan error, 1)
		go func() {
			answered <- w.author.json(ctx, http.MethodPost, draft+"/submit", map[string]any{"msg": fmt.Sprintf("第 %d 次", round)}, &out)
		}()
		pause.For(ctx, time.Duration(rand.IntN(40_000))*time.Microsecond) // a kill comes at any moment of a publication
		people.base.Store(&running[1-i].url)
		if len(answered) == 0 {
			met++
		}
		if err := running[i].Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = running[i].Wait()
		if err := <-answered; err != nil || out.Status != "success" {
			t.Fatalf("round %d: %+v, %v", round, out, err)
		}
		running[i] = serve(t, dirs[i], unlimited...)
		w.is(ctx, round)
	}
	for _, s := range running {
		s.stop(t)
	}
	if out, code := tool(t, "", append([]string{"verify", "wiki", "--data-dir", dirs[0]}, shared...)...); code != 0 {
		t.Errorf("the pages differ from the log: %s", out)
	}
	t.Logf("%d kills during a publication", met)
}

// killedWiki is a wiki and its author.
type killedWiki struct {
	t      *testing.T
	author *client
	path   string
	pages  []string
}

func (w *killedWiki) do(ctx context.Context, method, path string, in, out any) {
	w.t.Helper()
	if err := w.author.json(ctx, method, path, in, out); err != nil {
		w.t.Fatal(err)
	}
}

func (w *killedWiki) begin(ctx context.Context) string {
	w.t.Helper()
	var d contract.WikiDraft
	w.do(ctx, http.MethodPost, w.path+"/drafts", map[string]any{}, &d)
	return w.path + "/drafts/" + d.ID
}

func textOf(page, round int) string { return fmt.Sprintf("# 第 %d 页\n\n第 %d 次。", page, round) }

// write gives each page its text of a round.
func (w *killedWiki) write(ctx context.Context, draft string, round int) {
	w.t.Helper()
	for i, page := range w.pages {
		w.do(ctx, http.MethodPatch, draft+"/pages/"+page, map[string]any{"body": textOf(i, round)}, nil)
	}
}

// is checks that a round was published once, and that every page has its text.
func (w *killedWiki) is(ctx context.Context, round int) {
	w.t.Helper()
	var list contract.WikiChangeList
	w.do(ctx, http.MethodGet, w.path+"/changes", nil, &list)
	if int(list.Total) != round+1 || len(list.Changes) == 0 || list.Changes[0].PageCount != publishedPages {
		w.t.Errorf("after round %d there are %d changes: %+v", round, list.Total, list.Changes)
	}
	for i := range w.pages {
		var a contract.WikiArticle
		w.do(ctx, http.MethodGet, fmt.Sprintf("%s/pages/page-%d", w.path, i), nil, &a)
		if a.Body != textOf(i, round) || a.Editions != int64(round)+1 {
			w.t.Errorf("after round %d page %d has %d editions and says %q", round, i, a.Editions, a.Body)
		}
	}
}
