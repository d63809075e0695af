package audit

import (
	"time"

	"github.com/modyard/modyard/domain/erasable"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/projections/runtime"
)

// wikis are the decisions of reviewers and of the staff about wikis. What an account publishes without a review, and bans
// that follow from the rules of drafts, are no decisions.
func wikis() []handler {
	return []handler{
		runtime.Try(published),
		on(WikiRejected, func(r *entry, p wiki.DraftRejected) {
			r.About, r.ItemKind, r.Item = p.Account, ItemWikiDraft, p.Draft
			r.says(&p.Msg)
		}),
		on(WikiLocked, func(*entry, wiki.Locked) {}),
		on(WikiUnlocked, func(*entry, wiki.Unlocked) {}),
		runtime.On(func(b *batch, e runtime.Event, p wiki.Banned) {
			if p.Cause != wiki.CauseReviewer {
				return
			}
			r := b.begin(e, WikiBanned)
			r.About, r.Value = p.Account, p.Until.UTC().Format(time.RFC3339)
			r.says(p.Msg)
			b.add(r)
		}),
		on(WikiBanLifted, func(r *entry, p wiki.BanLifted) {
			r.About = p.Account
			r.says(p.Msg)
		}),
	}
}

// published makes the entry of a revert, and of a draft that somebody else than its author accepted. The event of the
// change has the reason of the staff; that of the draft has none.
func published(b *batch, e runtime.Event, p wiki.ChangePublished) error {
	switch {
	case p.Reverts != "":
		r := b.begin(e, WikiReverted)
		r.About, r.ItemKind, r.Item, r.Value = p.Account, ItemWikiChange, p.Change, p.Reverts
		r.says(&p.Msg)
		b.add(r)
	case p.Account != e.Meta.Actor:
		r := b.begin(e, WikiAccepted)
		r.About, r.ItemKind, r.Item = p.Account, ItemWikiChange, p.Change
		b.add(r)
	default:
		return staffEdit(b, e)
	}
	return nil
}

// says makes a text of an account the message of an entry.
func (r *entry) says(text *erasable.Text) {
	if text != nil && text.Subject != "" {
		r.Message, r.MessageOf = text.String(), text.Subject
	}
}
