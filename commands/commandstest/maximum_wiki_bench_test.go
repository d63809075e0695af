package commandstest_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/commandstest"
	"github.com/modyard/modyard/commands/wiki"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/erasable"
	domainwiki "github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/database"
)

// wikiChanges is the number of changes of the large wiki.
const wikiChanges = 20_000

// benchWiki measures edits of a draft of a wiki with the most pages that it may have, and the publication of twenty.
func benchWiki(b *testing.B, w *commandstest.World) {
	fillWiki(w)
	var draft struct{ ID string }
	at := func(rest string) string { return "/v3/project/" + benchProject + "/wiki/drafts" + rest }
	begin := func() { w.Want(200, benchOwner, "POST", at(""), map[string]any{}).Decode(b, &draft) }
	edit := func(n int) {
		page := wikiPage(n * 31 % domainwiki.MaxPages)
		w.Want(200, benchOwner, "PATCH", at("/"+draft.ID+"/pages/"+page), map[string]any{"body": wikiText(n) + fmt.Sprint(b.Name(), n)})
	}
	publish := func() {
		w.Want(200, benchOwner, "POST", at("/"+draft.ID+"/submit"), map[string]any{"msg": "改了二十页"})
	}
	n := 0
	fresh := func() {
		begin()
		for range 20 {
			edit(n)
			n++
		}
	}
	b.Run("edit", func(b *testing.B) {
		begin()
		measureAfter(b, func(int) {
			if n++; n%20 == 0 {
				publish()
				begin()
			}
		}, func(int) { edit(n) })
		publish()
	})
	b.Run("publication", func(b *testing.B) {
		measureAfter(b, func(int) { fresh() }, func(int) { publish() })
	})
}

// wikis creates the service of wikis, without read models.
func wikis(b *testing.B, w *commandstest.World, h *commands.Handler, db *database.DB) *wiki.Service {
	found := func(context.Context, string) (bool, error) { return true, nil }
	s, err := wiki.New(wiki.Options{
		Handler: h, Saves: wiki.NewSaves(db.Pool), Logger: w.Logger, Verified: found, AccountExists: found,
		Authors:   func(context.Context, []string) (map[string]contract.Author, error) { return nil, nil },
		Published: func(context.Context, string) ([]contract.WikiPage, error) { return nil, nil },
		Idle:      func(context.Context) ([]string, error) { return nil, nil },
	})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func wikiPage(n int) string { return benchID(1_000_000 + n) }

func wikiText(n int) string {
	return fmt.Sprintf("# 第 %d 节\n\n", n) + strings.Repeat("把灯塔放在港口，船只会在夜里自动靠岸。需要一盏提灯，配置见下表。\n\n", 60)
}

// fillWiki adds every page, each ten below one of them, and then changes one text after the other.
func fillWiki(w *commandstest.World) {
	w.Helper()
	change := func(n int) string { return benchID(2_000_000 + n) }
	var events []any
	editions := make([][]any, domainwiki.MaxPages)
	for n := range wikiChanges {
		i := n * 7919 % domainwiki.MaxPages
		e := domainwiki.ChangePublished{
			Project: benchProject, Change: change(n), Account: benchOwner, Msg: erasable.Of(benchOwner, fmt.Sprint("第几次修改：", n)),
			Done: []domainwiki.Done{{Page: wikiPage(i), Op: domainwiki.OpWritten}},
		}
		if n < domainwiki.MaxPages {
			i = n
			add := domainwiki.Done{Page: wikiPage(i), Op: domainwiki.OpAdded, Title: fmt.Sprintf("第 %d 页", i), Slug: fmt.Sprint("page-", i), Weight: i % 10}
			if i%10 != 0 {
				add.Parent = wikiPage(i - i%10)
			}
			e.Done = []domainwiki.Done{add, {Page: wikiPage(i), Op: domainwiki.OpWritten}}
			editions[i] = append(editions[i], domainwiki.PageBegun{Page: wikiPage(i), Project: benchProject})
		}
		editions[i] = append(editions[i], domainwiki.Written(benchProject, e.Change, benchOwner, wikiPage(i), wikiText(n)))
		events = append(events, e)
	}
	fill(w, "wiki-"+benchProject, events)
	for i, list := range editions {
		w.Happen("wikipage-"+wikiPage(i), list...)
	}
}
