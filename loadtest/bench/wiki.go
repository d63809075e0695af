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
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/ids"
	projectedwiki "github.com/modyard/modyard/projections/wiki"
)

const (
	wikiPageBudget    = 50  // ms, p95
	wikiListBudget    = 100 // ms, p95: history and search
	wikiPreviewBudget = 300 // ms, p95, of 100 changed pages
	wikiCommandBudget = 20  // ms, p99
	smallWiki         = 20  // pages of every other project
)

// wikis measures a large wiki among many small ones: what readers ask, a preview, and the commands of a writer.
func wikis(ctx context.Context, g *ground) (rows []Row, err error) {
	s, err := g.siteOf(ctx, g.amount(5000, 30), 1, invented)
	if err != nil {
		return nil, err
	}
	defer func() { s.client.CloseIdleConnections(); err = errors.Join(err, s.stop()) }()
	w := &wikiBench{site: s, pages: g.amount(2000, 150), changes: g.amount(20_000, 300)}
	begin := time.Now()
	if err := w.fill(ctx); err != nil {
		return nil, err
	}
	g.say("   %d changes of %d pages, and %d small wikis, in %.0f s", w.changes, w.pages, s.projects-1, time.Since(begin).Seconds())
	if err := g.rest(ctx, s); err != nil {
		return nil, err
	}
	if rows, err = w.read(ctx, g.amount(400, 10)); err != nil {
		return nil, err
	}
	preview, err := w.preview(ctx, g.amount(40, 3))
	if err != nil {
		return nil, err
	}
	commands, err := w.commands(ctx, g.amount(2000, 20))
	return append(append(rows, preview), commands...), err
}

// wikiBench is the site with its wikis; the first project has the large one.
type wikiBench struct {
	*site
	pages, changes int
}

func (w *wikiBench) path(rest string) string { return "/v3/project/" + projectID(0) + "/wiki" + rest }

func wikiPage(project, n int) string {
	return ids.FromBytes(fmt.Appendf(nil, "bench-wiki-%d-%d", project, n))
}

// fill appends the changes and waits until they are read.
func (w *wikiBench) fill(ctx context.Context) error {
	head, err := w.change(ctx, 0, 0, w.pages)
	if err != nil {
		return err
	}
	for n := 1; n < w.changes; n++ {
		if head, err = w.rewrite(ctx, n); err != nil {
			return err
		}
	}
	for project := 1; project < w.projects; project++ {
		if head, err = w.change(ctx, project, 0, smallWiki); err != nil {
			return err
		}
	}
	if err := w.Board.Wait(ctx, projectedwiki.Name, uint64(head)); err != nil {
		return err
	}
	return w.seen(ctx, head)
}

// change adds pages to a project's wiki, in appends of at most 100 pages: each ten have a page above them.
func (w *wikiBench) change(ctx context.Context, project, n, pages int) (at eventlog.Position, err error) {
	const most = 100
	for from := 0; from < pages; from += most {
		id := ids.FromBytes(fmt.Appendf(nil, "bench-change-%d-%d-%d", project, n, from))
		event := wiki.ChangePublished{Project: projectID(project), Change: id, Account: w.owner(), Msg: erasable.Of(w.owner(), "新建页面")}
		var writes []eventlog.Write
		for i := from; i < min(pages, from+most); i++ {
			page, parent := wikiPage(project, i), ""
			if i%10 != 0 {
				parent = wikiPage(project, i-i%10)
			}
			event.Done = append(event.Done,
				wiki.Done{Page: page, Op: wiki.OpAdded, Title: fmt.Sprintf("第 %d 页", i), Slug: fmt.Sprintf("page-%d", i), Parent: parent, Weight: i % 10},
				wiki.Done{Page: page, Op: wiki.OpWritten})
			write, err := w.write(ctx, "wikipage-"+page, wiki.PageBegun{Page: page, Project: projectID(project)},
				wiki.Written(projectID(project), id, w.owner(), page, wikiText(i)))
			if err != nil {
				return 0, err
			}
			writes = append(writes, write)
		}
		if at, err = w.publish(ctx, event, writes); err != nil {
			return 0, err
		}
	}
	return at, nil
}

// rewrite is a change of one page of the large wiki.
func (w *wikiBench) rewrite(ctx context.Context, n int) (eventlog.Position, error) {
	page, id := wikiPage(0, n*7919%w.pages), ids.FromBytes(fmt.Appendf(nil, "bench-change-%d", n))
	event := wiki.ChangePublished{
		Project: projectID(0), Change: id, Account: w.owner(), Msg: erasable.Of(w.owner(), fmt.Sprintf("第 %d 次修改", n)),
		Done: []wiki.Done{{Page: page, Op: wiki.OpWritten}},
	}
	write, err := w.write(ctx, "wikipage-"+page, wiki.Written(projectID(0), id, w.owner(), page, wikiText(n)))
	if err != nil {
		return 0, err
	}
	return w.publish(ctx, event, []eventlog.Write{write})
}

func (w *wikiBench) publish(ctx context.Context, event wiki.ChangePublished, pages []eventlog.Write) (eventlog.Position, error) {
	change, err := w.write(ctx, "wiki-"+event.Project, event)
	if err != nil {
		return 0, err
	}
	receipt, err := w.Log.Append(ctx, append([]eventlog.Write{change}, pages...)...)
	if err != nil {
		return 0, fmt.Errorf("append a change: %w", err)
	}
	return receipt.Position, nil
}

// wikiText is a text of about 2 000 characters with headings and a table.
func wikiText(n int) string {
	text := fmt.Sprintf("# 第 %d 节\n\n", n)
	for i := range 12 {
		text += fmt.Sprintf("## 小节 %d\n\n把灯塔放在港口 %d 号码头，船只会在夜里自动靠岸。需要 %s 与一盏提灯，配置见下表；其他模组的船也可以停靠，但不会计入航线统计。\n\n| 项目 | 值 |\n| --- | --- |\n| 半径 | %d |\n\n",
			i, n%97+i, first[(n+i)%len(first)], n%64)
	}
	return text
}

// read measures what readers ask.
func (w *wikiBench) read(ctx context.Context, n int) ([]Row, error) {
	var rows []Row
	for _, m := range []struct {
		what   string
		budget float64
		path   func(rng *rand.Rand) string
	}{
		{"a page of a wiki", wikiPageBudget, func(rng *rand.Rand) string {
			project := rng.IntN(w.projects)
			page := rng.IntN(smallWiki)
			if rng.IntN(2) == 0 {
				project, page = 0, rng.IntN(w.pages)
			}
			return "/v3/project/" + projectID(project) + "/wiki/pages/page-" + strconv.Itoa(page)
		}},
		{"the tree of the large wiki", wikiPageBudget, func(*rand.Rand) string { return w.path("?include_bodies=false") }},
		{"the history of the large wiki", wikiListBudget, func(rng *rand.Rand) string {
			return w.path("/changes?before=" + strconv.Itoa(50+rng.IntN(w.changes)))
		}},
		{"the history of a page", wikiListBudget, func(rng *rand.Rand) string {
			return w.path("/pages/" + wikiPage(0, rng.IntN(w.pages)) + "/history")
		}},
		{"a search within the large wiki", wikiListBudget, func(rng *rand.Rand) string {
			return w.path("/search?query=" + url.QueryEscape(first[rng.IntN(len(first))]))
		}},
	} {
		row, err := w.reads(ctx, m.what, n, m.path)
		if err != nil {
			return nil, err
		}
		row.Budget = below(m.budget)
		row.Note += fmt.Sprintf("; %d pages, %d changes", w.pages, w.changes)
		rows = append(rows, row)
	}
	return rows, nil
}

// begin begins a draft of the large wiki and returns its path.
func (w *wikiBench) begin(ctx context.Context) (string, error) {
	body, _, err := w.send(ctx, http.MethodPost, w.path("/drafts"), map[string]any{})
	if err != nil {
		return "", err
	}
	var draft struct{ ID string }
	if err := json.Unmarshal(body, &draft); err != nil {
		return "", fmt.Errorf("begin a draft: %w", err)
	}
	return w.path("/drafts/" + draft.ID), nil
}

// preview measures the preview of a draft of 100 changed pages, and gives the draft up.
func (w *wikiBench) preview(ctx context.Context, n int) (Row, error) {
	draft, err := w.begin(ctx)
	if err != nil {
		return Row{}, err
	}
	pages := min(100, w.pages)
	for i := range pages {
		if _, _, err := w.send(ctx, http.MethodPatch, draft+"/pages/"+wikiPage(0, i), map[string]any{"body": wikiText(i) + "\n改过。"}); err != nil {
			return Row{}, err
		}
	}
	row, err := w.reads(ctx, "a preview of 100 changed pages", n, func(*rand.Rand) string { return draft + "/preview" })
	if err != nil {
		return Row{}, err
	}
	row.Budget = below(wikiPreviewBudget)
	_, _, err = w.send(ctx, http.MethodPost, draft+"/give-up", nil)
	return row, err
}

// commands measures one command after the other: edits of a draft, and its publication after every twenty. A hundred drafts are
// the fewest of which a 99th percentile says more than the slowest one.
func (w *wikiBench) commands(ctx context.Context, n int) ([]Row, error) {
	const each = 20
	var begins, edits, publications []time.Duration
	var nth [each][]time.Duration // the edits by their place in the draft
	draft := ""
	for i := range n {
		if draft == "" {
			begin := time.Now()
			var err error
			if draft, err = w.begin(ctx); err != nil {
				return nil, err
			}
			begins = append(begins, time.Since(begin))
			time.Sleep(breath)
		}
		begin := time.Now()
		if _, _, err := w.send(ctx, http.MethodPatch, draft+"/pages/"+wikiPage(0, i*31%w.pages), map[string]any{"body": wikiText(i) + strconv.Itoa(i)}); err != nil {
			return nil, err
		}
		edits = append(edits, time.Since(begin))
		nth[i%each] = append(nth[i%each], edits[i])
		if i%each == each-1 {
			begin := time.Now()
			if _, _, err := w.send(ctx, http.MethodPost, draft+"/submit", map[string]any{"msg": "改了二十页"}); err != nil {
				return nil, err
			}
			publications, draft = append(publications, time.Since(begin)), ""
		}
		time.Sleep(breath)
	}
	note := fmt.Sprintf("PATCH of a page of a draft, %d times; %d pages, %d changes", n, w.pages, w.changes)
	return []Row{
		{What: "a draft begun: p99", Figure: ms(percentile(begins, 0.99)), Unit: "ms", Budget: below(wikiCommandBudget), Note: fmt.Sprintf("p50 %.1f ms", ms(median(begins)))},
		{What: "a command on a draft: p99", Figure: ms(percentile(edits, 0.99)), Unit: "ms", Budget: below(wikiCommandBudget),
			Note: fmt.Sprintf("%s; p50 %.1f ms, of the first of a draft %.1f, of the last %.1f", note, ms(median(edits)), ms(median(nth[0])), ms(median(nth[each-1])))},
		{What: "a publication of 20 pages: p99", Figure: ms(percentile(publications, 0.99)), Unit: "ms", Budget: below(wikiCommandBudget),
			Note: fmt.Sprintf("p50 %.1f ms", ms(median(publications)))},
	}, nil
}
