package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/forum"
	"github.com/modyard/modyard/domain/issue"
	"github.com/modyard/modyard/domain/post"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
	projectedforum "github.com/modyard/modyard/projections/forum"
	projectedissue "github.com/modyard/modyard/projections/issue"
	projectedtalk "github.com/modyard/modyard/projections/talksearch"
)

const (
	talkPageBudget   = 50  // ms, p95: a page of a discussion, of a list or of an issue
	talkSearchBudget = 100 // ms, p95
	talkLoneBudget   = 20  // ms, p99 of a post alone
	talkPostBudget   = 100 // ms, p99 at the rate of posts
	postsPerSecond   = 200
	// talkWriters is how many accounts write.
	talkWriters = 50
	// boards is how many projects have issues.
	boards = 200
)

// talks measures the forum and the issues at the size of years: what readers ask, a post alone, many posts into one discussion, and
// the read models built again.
func talks(ctx context.Context, g *ground) (rows []Row, err error) {
	s, err := g.siteOf(ctx, g.amount(1000, 30), 1, invented)
	if err != nil {
		return nil, err
	}
	defer func() { s.client.CloseIdleConnections(); err = errors.Join(err, s.stop()) }()
	posts := g.amount(g.posts, 400)
	t := &talkBench{site: s, discussions: posts / 10, floors: posts / 10, posts: posts, issues: posts / 5, boards: min(boards, s.projects)}
	begin := time.Now()
	if err := t.fill(ctx); err != nil {
		return nil, err
	}
	g.say("   %s, appended and projected in %.0f s", t.size(), time.Since(begin).Seconds())
	if err := g.rest(ctx, s); err != nil {
		return nil, err
	}
	if rows, err = t.read(ctx, g.amount(300, 5)); err != nil {
		return nil, err
	}
	alone, err := t.alone(ctx, g.amount(200, 5))
	if err != nil {
		return nil, err
	}
	many, err := t.many(ctx, postsPerSecond*g.amount(10, 1))
	if err != nil {
		return nil, err
	}
	again, err := t.again(ctx)
	return append(append(rows, alone, many), again...), err
}

// talkBench is the site with its discussions. The discussion of the first project has many floors.
type talkBench struct {
	*site
	discussions, floors, posts, issues, boards int

	batch []eventlog.Write
	head  eventlog.Position
}

func (t *talkBench) size() string {
	return fmt.Sprintf("%d discussions with %d posts, one of %d floors, %d issues with %d comments", t.discussions, t.posts, t.floors, t.issues, t.posts)
}

func talkID(kind string, n int) string {
	return ids.FromBytes(fmt.Appendf(nil, "bench-%s-%d", kind, n))
}

func talkWriter(n int) string { return talkID("writer", n%talkWriters) }

// fill appends the discussions and the issues, then their answers by and by, and waits until they are read.
func (t *talkBench) fill(ctx context.Context) error {
	accounts := make([]identity.NewAccount, talkWriters)
	for i := range accounts {
		accounts[i] = identity.NewAccount{ID: talkWriter(i), Username: fmt.Sprintf("bench-writer-%d", i), Email: fmt.Sprintf("writer%d@example.org", i)}
	}
	if _, err := t.Identity.Ensure(ctx, accounts...); err != nil {
		return err
	}
	text := func(author, text string) erasable.Text { return erasable.Of(author, text) }
	board := projectID(0)
	if err := t.add(ctx, "board-"+board, forum.Begun{Project: board, Discussion: talkID("discussion", 0)}); err != nil {
		return err
	}
	for n := range t.discussions {
		opened := forum.Opened{Discussion: talkID("discussion", n), Section: []forum.Section{forum.Chat, forum.Article}[n%2], Author: talkWriter(n)}
		if n == 0 {
			opened.Section, opened.Project, opened.Author = forum.Project, board, t.owner()
		}
		opened.Title, opened.Body = text(opened.Author, fmt.Sprintf("第 %d 个话题：%s", n, first[n%len(first)])), text(opened.Author, talkText(n))
		payloads := []any{opened}
		if n%10 != 9 { // every tenth discussion has no answer
			payloads = append(payloads, forum.Answered{Discussion: opened.Discussion, Post: talkID("post", n)})
		}
		if err := t.add(ctx, "discussion-"+opened.Discussion, payloads...); err != nil {
			return err
		}
	}
	for n := range t.issues {
		opened := issue.Opened{Issue: talkID("issue", n), Project: projectID(n % t.boards), Author: talkWriter(n)}
		opened.Title, opened.Body = text(opened.Author, fmt.Sprintf("反馈 %d：%s 崩溃", n, first[n%len(first)])), text(opened.Author, talkText(n))
		payloads := []any{opened}
		if n%3 == 0 {
			payloads = append(payloads, issue.Closed{Issue: opened.Issue, Project: opened.Project, As: issue.Done})
		}
		if err := t.add(ctx, "issue-"+opened.Issue, payloads...); err != nil {
			return err
		}
	}
	for n := range t.posts {
		written := post.Written{Post: talkID("post", n), Kind: post.InDiscussion, Author: talkWriter(n * 7)}
		if at := n % t.discussions; n >= t.discussions && at != 0 && n < 2*t.floors { // the large one has a tenth of all posts
			written.Thing, written.Project, written.Starter = talkID("discussion", 0), board, t.owner()
		} else if at%10 == 9 || at == 0 {
			written.Thing, written.Starter = talkID("discussion", at-at%10+1), talkWriter(at-at%10+1)
		} else {
			written.Thing, written.Starter = talkID("discussion", at), talkWriter(at)
		}
		written.Body = text(written.Author, talkText(n))
		if err := t.add(ctx, "post-"+written.Post, written); err != nil {
			return err
		}
		of := n % t.issues
		comment := post.Written{
			Post: talkID("comment", n), Kind: post.InIssue, Thing: talkID("issue", of), Project: projectID(of % t.boards), Author: talkWriter(n), Starter: talkWriter(of),
		}
		comment.Body = text(comment.Author, talkText(n))
		if err := t.add(ctx, "post-"+comment.Post, comment); err != nil {
			return err
		}
	}
	if err := t.flush(ctx); err != nil {
		return err
	}
	for _, name := range []string{projectedforum.Name, projectedissue.Name, projectedtalk.Name} {
		if err := t.Board.Wait(ctx, name, uint64(t.head)); err != nil {
			return err
		}
	}
	return t.seen(ctx, t.head)
}

// add appends events of a new stream, many streams at a time.
func (t *talkBench) add(ctx context.Context, stream string, payloads ...any) error {
	write, err := t.write(ctx, stream, payloads...)
	if err != nil {
		return err
	}
	if t.batch = append(t.batch, write); len(t.batch) < 500 {
		return nil
	}
	return t.flush(ctx)
}

func (t *talkBench) flush(ctx context.Context) error {
	if len(t.batch) == 0 {
		return nil
	}
	receipt, err := t.Log.Append(ctx, t.batch...)
	if err != nil {
		return fmt.Errorf("append talk: %w", err)
	}
	t.head, t.batch = receipt.Position, nil
	return nil
}

// talkText is a text of about 200 characters.
func talkText(n int) string {
	return fmt.Sprintf("在 %s 的第 %d 天，我把灯塔搬到了港口 %d 号码头，船只会在夜里自动靠岸。\n\n> 其他模组的船也可以停靠，但不会计入航线统计。\n\n有人遇到过同样的情况吗？配置是默认的，日志里没有错误，编号 %d。",
		first[n%len(first)], n%366, n%97, n)
}

// read measures what readers ask.
func (t *talkBench) read(ctx context.Context, n int) ([]Row, error) {
	large := "/v3/forum/" + talkID("discussion", 0) + "/posts?page="
	last := (t.floors + 19) / 20
	var rows []Row
	for _, m := range []struct {
		what   string
		budget float64
		path   func(rng *rand.Rand) string
	}{
		{"a discussion", talkPageBudget, func(rng *rand.Rand) string {
			id := "/v3/forum/" + talkID("discussion", 1+rng.IntN(t.discussions-1))
			if rng.IntN(2) == 0 {
				return id
			}
			return id + "/posts"
		}},
		{"the first pages of the large discussion", talkPageBudget, func(rng *rand.Rand) string { return large + strconv.Itoa(1+rng.IntN(3)) }},
		{"its last pages", talkPageBudget, func(rng *rand.Rand) string { return large + strconv.Itoa(max(1, last-3-rng.IntN(3))) }},
		{"a list of discussions", talkPageBudget, func(rng *rand.Rand) string {
			query := url.Values{"page": {strconv.Itoa(1 + rng.IntN(min(500, t.discussions/40)))}, "sort": {[]string{"last", "newest"}[rng.IntN(2)]}}
			if filter := rng.IntN(4); filter < 2 {
				query.Set("filter", []string{"unanswered", "mine"}[filter])
				query.Set("page", "1")
			}
			return "/v3/forum/" + []string{"all", "chat", "article"}[rng.IntN(3)] + "/lists?" + query.Encode()
		}},
		{"a list of issues", talkPageBudget, func(rng *rand.Rand) string {
			query := url.Values{"state": {[]string{"open", "closed", "all"}[rng.IntN(3)]}, "sort": {[]string{"created", "updated", "comments"}[rng.IntN(3)]}}
			switch rng.IntN(4) {
			case 0:
				query.Set("author", talkWriter(rng.IntN(talkWriters)))
			case 1:
				query.Set("query", first[rng.IntN(len(first))])
			case 2:
				query.Set("page", strconv.Itoa(1+rng.IntN(max(1, t.issues/t.boards/60))))
			}
			return "/v3/project/" + projectID(rng.IntN(t.boards)) + "/issues?" + query.Encode()
		}},
		{"an issue", talkPageBudget, func(rng *rand.Rand) string {
			return "/v3/project/" + projectID(rng.IntN(t.boards)) + "/issues/" + strconv.Itoa(1+rng.IntN(t.issues/t.boards))
		}},
		{"a person's texts", talkPageBudget, func(rng *rand.Rand) string { return "/v3/user/" + talkWriter(rng.IntN(talkWriters)) + "/forum" }},
		{"a search over talk", talkSearchBudget, func(rng *rand.Rand) string {
			query := []string{first[rng.IntN(len(first))], "编号 " + strconv.Itoa(rng.IntN(t.posts)), "港口 " + strconv.Itoa(rng.IntN(97)), "没有这样的词语"}
			return "/v3/search/talk?query=" + url.QueryEscape(query[rng.IntN(len(query))])
		}},
	} {
		row, err := t.reads(ctx, m.what, n, m.path)
		if err != nil {
			return nil, err
		}
		row.Budget = below(m.budget)
		rows = append(rows, row)
	}
	rows[0].Note += "; " + t.size()
	return rows, nil
}

// answer posts into the large discussion, whose project the caller owns: nobody limits how fast.
func (t *talkBench) answer(ctx context.Context, n int) error {
	said, _, err := t.send(ctx, http.MethodPost, "/v3/forum/"+talkID("discussion", 0)+"/post", map[string]string{"content": fmt.Sprintf("第 %d 次回答。", n)})
	if err != nil {
		return err
	}
	var written struct {
		PostID string `json:"post_id"`
	}
	if err := json.Unmarshal(said, &written); err != nil || written.PostID == "" {
		return fmt.Errorf("the answer to a post is %s: %w", said, err)
	}
	return nil
}

// alone measures one post after the other.
func (t *talkBench) alone(ctx context.Context, n int) (Row, error) {
	var took []time.Duration
	for i := range n {
		begin := time.Now()
		if err := t.answer(ctx, i); err != nil {
			return Row{}, err
		}
		took = append(took, time.Since(begin))
		time.Sleep(breath)
	}
	return Row{What: "a post alone, answered with its floor: p99", Figure: ms(percentile(took, 0.99)), Unit: "ms", Budget: below(talkLoneBudget),
		Note: fmt.Sprintf("p50 %.1f ms; %d posts", ms(median(took)), n)}, nil
}

// many sends posts into one discussion at a fixed rate, independent of the answers.
func (t *talkBench) many(ctx context.Context, n int) (Row, error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	var took []time.Duration
	var failed error
	begin := time.Now().Add(50 * time.Millisecond)
	for i := range n {
		due := begin.Add(time.Duration(i) * time.Second / postsPerSecond)
		time.Sleep(time.Until(due))
		all.Go(func() {
			err := t.answer(ctx, 1_000_000+i)
			mu.Lock()
			defer mu.Unlock()
			took, failed = append(took, time.Since(due)), errors.Join(failed, err)
		})
	}
	all.Wait()
	return Row{What: fmt.Sprintf("posts into one discussion at %d/s: p99", postsPerSecond), Figure: ms(percentile(took, 0.99)), Unit: "ms", Budget: below(talkPostBudget),
		Note: fmt.Sprintf("p50 %.1f ms; %d posts", ms(median(took)), n)}, failed
}

// again builds the read models of talk anew, and then the index of the search, which is most of the work: a text has about 130 terms.
func (t *talkBench) again(ctx context.Context) ([]Row, error) {
	var rows []Row
	for _, m := range []struct {
		what   string
		budget Budget
		names  []string
	}{
		{"the read models of forum and issues built again", atLeast(17_000), []string{projectedforum.Name, projectedissue.Name}},
		{"the index of the search over talk built again", Budget{}, []string{projectedtalk.Name}},
	} {
		begin := time.Now()
		if err := t.Runner.Rebuild(ctx, m.names...); err != nil {
			return nil, err
		}
		took := time.Since(begin)
		rows = append(rows, Row{What: m.what, Figure: float64(t.head) / took.Seconds(), Unit: "events/s", Budget: m.budget,
			Note: fmt.Sprintf("%d events in %.1f s", t.head, took.Seconds())})
	}
	return rows, nil
}
