package wiki

import (
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/runtime"
)

func (b *batch) set(e runtime.Event, project string, how func(*settingsRow)) {
	moves.Put(b.rows, moveRow{project, uint64(e.Position)})
	settings.Upsert(b.rows, settingsRow{Project: project, Editing: wiki.Members}, func(r *settingsRow) {
		how(r)
		r.Position = uint64(e.Position)
	})
}

func (b *batch) editingSet(e runtime.Event, p wiki.EditingSet) {
	b.set(e, p.Project, func(r *settingsRow) { r.Editing = p.Editing })
}

func (b *batch) locked(e runtime.Event, p wiki.Locked) {
	b.set(e, p.Project, func(r *settingsRow) { r.Locked = true })
}

func (b *batch) unlocked(e runtime.Event, p wiki.Unlocked) {
	b.set(e, p.Project, func(r *settingsRow) { r.Locked = false })
}

func (b *batch) editorNamed(e runtime.Event, p wiki.EditorNamed) {
	editors.Put(b.rows, editorRow{Project: p.Project, Account: p.Account, Named: e.At()})
}

func (b *batch) editorUnnamed(_ runtime.Event, p wiki.EditorUnnamed) {
	editors.Delete(b.rows, editorRow{Project: p.Project, Account: p.Account})
}

func (b *batch) banned(e runtime.Event, p wiki.Banned) {
	r := banRow{Project: p.Project, Account: p.Account, Until: p.Until, Cause: p.Cause, At: e.At()}
	if p.Cause == wiki.CauseReviewer {
		r.By = e.Meta.Actor
	}
	if p.Msg != nil {
		r.Msg = p.Msg.String()
	}
	bans.Put(b.rows, r)
}

func (b *batch) banLifted(_ runtime.Event, p wiki.BanLifted) {
	bans.Delete(b.rows, banRow{Project: p.Project, Account: p.Account})
}
