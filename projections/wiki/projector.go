// Package wiki projects the wikis of projects: the published pages, every change with its texts, drafts without their
// contents, editors and bans. Rows depend on events only.
package wiki

import (
	_ "embed" // the tables

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/projections/rows"
	"github.com/modyard/modyard/projections/runtime"
)

// Name is the name of the projector, its watermark and the readers' schema.
const Name = "wiki"

const version = 1

//go:embed schema.sql
var schema string

// New makes the projector. The lists of open drafts repeat the drafts' own events.
func New() runtime.Projector {
	return runtime.Projector{
		Name: Name, Version: version, DDL: schema,
		Views: []string{
			"settings", "wikis", "pages", "slugs", "bodies", "changes", "parts", "editions", "drafts", "messages", "moves", "editors", "bans",
		},
		Needs:      []string{"pages_project", "changes_account", "drafts_account", "messages_author", "bans_account"},
		Categories: []string{"account", "wiki", "wikidraft", "wikieditor", "wikipage"},
		Handlers: runtime.Handle(newBatch,
			runtime.On((*batch).editingSet), runtime.On((*batch).editorNamed), runtime.On((*batch).editorUnnamed),
			runtime.On((*batch).locked), runtime.On((*batch).unlocked), runtime.On((*batch).banned), runtime.On((*batch).banLifted),
			runtime.On((*batch).published), runtime.On((*batch).written),

			runtime.On((*batch).opened), runtime.On((*batch).pageAdded), runtime.On((*batch).pageRetitled),
			runtime.On((*batch).pageReaddressed), runtime.On((*batch).pageMoved), runtime.On((*batch).pageReweighted),
			runtime.On((*batch).pageFeatured), runtime.On((*batch).pageRemoved), runtime.On((*batch).pageRestored),
			runtime.On((*batch).pageWritten), runtime.On((*batch).resolved), runtime.On((*batch).rebased),
			runtime.On((*batch).submitted), runtime.On((*batch).takenBack), runtime.On((*batch).reopened),
			runtime.On((*batch).rejected), runtime.On((*batch).accepted), runtime.On((*batch).givenUp), runtime.On((*batch).timedOut),

			runtime.On((*batch).erased),
		),
	}
}

const (
	eraseChanges = `update changes set msg = $2 where account = $1`
	eraseDrafts  = `
update drafts set msg = case msg when '' then '' else $2 end, rejection = case rejection when '' then '' else $2 end, position = $3
where account = $1`
	eraseMessages = `update messages set body = $2 where author = $1`
	eraseBans     = `update bans set msg = $2 where account = $1 and msg <> ''`
)

// erased blanks the texts by and to an account; published texts are not its own. A rebuild gives the same rows: texts
// without a key are shown as erased.
func (b *batch) erased(e runtime.Event, p account.Erased) {
	for _, statement := range []string{eraseChanges, eraseMessages, eraseBans} {
		b.rows.Exec(statement, p.Account, erasable.Erased)
	}
	b.rows.Exec(eraseDrafts, p.Account, erasable.Erased, int64(e.Position))
}

func newBatch(s *rows.Set) *batch { return &batch{rows: s, trees: map[string]*tree{}} }
