package wiki

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/wiki"
)

type wikiPageInput struct {
	Title     string `json:"title" doc:"最多 64 个字符"`
	Slug      string `json:"slug" doc:"最多 64 个字符，只能包含英文字母、数字和连字符"`
	Parent    string `json:"parent,omitempty" doc:"上级页面的 ID；一级页面不填"`
	SortOrder int    `json:"sort_order,omitempty" doc:"0 到 1000，默认 0"`
}

type addIn struct {
	OfDraft
	Body wikiPageInput
}

// addPage is POST wiki/drafts/{draft}/pages.
func (s *Service) addPage(ctx context.Context, tx *commands.Tx, in *addIn) (contract.WikiDraftPage, error) {
	d, e, err := s.find(ctx, tx, in.OfDraft)
	if err != nil {
		return contract.WikiDraftPage{}, err
	}
	id, err := d.add(ctx, e, in.Body, "parent")
	if err != nil {
		return contract.WikiDraftPage{}, err
	}
	return d.shown(ctx, e, id)
}

// add adds a page with a new id to a draft.
func (d *desk) add(ctx context.Context, e *draftEntity, in wikiPageInput, field string) (string, error) {
	id, err := d.tx.NewID(ctx, "wikipage")
	if err != nil || d.tx.Repeated() {
		return id, err
	}
	return id, d.addAs(ctx, e, id, in, field)
}

// addAs is add with the id of the page.
func (d *desk) addAs(ctx context.Context, e *draftEntity, id string, in wikiPageInput, field string) error {
	if p, err := pages().Open(ctx, d.tx, id); err != nil {
		return err
	} else if p.State().Begun {
		return fault.Conflict("该页面已存在。")
	}
	return e.Do(wiki.AddPage{
		Writer: d.writer(), Page: id, Title: in.Title, Slug: in.Slug, Parent: in.Parent, Weight: in.SortOrder, Field: field,
	})
}

// shown is a page as the draft shows it now.
func (d *desk) shown(ctx context.Context, e *draftEntity, page string) (contract.WikiDraftPage, error) {
	merged, err := d.look(ctx, e.State(), page)
	if err != nil {
		return contract.WikiDraftPage{}, err
	}
	if p, live := merged.Tree.Live(page); live {
		return showing(merged).page(p, false), nil
	}
	if p, live := d.wiki.State().Live(page); live {
		return showing(merged).page(p, true), nil
	}
	return contract.WikiDraftPage{}, fault.NotFound("页面不存在。")
}

// OfPage names a page of a draft in the path, as a part of a command's input.
type OfPage struct {
	OfDraft
	Page string `path:"page" doc:"页面 ID"`
}

// text is GET wiki/drafts/{draft}/pages/{page}.
func (s *Service) text(ctx context.Context, req commands.Request, in *OfPage) (out contract.WikiDraftText, err error) {
	if err := checkPage(in.Page); err != nil {
		return out, err
	}
	err = s.look(ctx, req, in.OfDraft, func(ctx context.Context, d *desk, e *draftEntity) error {
		if out.Page, err = d.shown(ctx, e, in.Page); err != nil {
			return err
		}
		w, published := e.State(), d.wiki.State().Pages[in.Page]
		if published.ID != "" && published.Gone == "" {
			body, err := d.published(ctx, in.Page)
			if err != nil {
				return err
			}
			out.Body, out.Edition, out.Published = body, published.Edition, &body
		}
		if edit := w.Edits[in.Page]; edit.Text != nil {
			out.Body, out.Edition = edit.Text.Body, edit.Text.Edition
		}
		if w.Account != d.by.Account {
			return nil
		}
		saves, err := s.Saves.of(ctx, w.ID)
		if save, ok := saves[in.Page]; ok {
			if save.At.After(w.WrittenAt[in.Page]) && save.Body != out.Body {
				out.Page.Saved = true
			} else {
				save.Body = out.Body // it is part of the draft; the version is still needed for the next save
			}
			out.Save = &save.WikiSave
		}
		return err
	})
	return out, err
}

type wikiEditInput struct {
	Title     *string `json:"title,omitempty"`
	Slug      *string `json:"slug,omitempty"`
	Parent    *string `json:"parent,omitempty" doc:"上级页面的 ID；空字符串使它成为一级页面"`
	SortOrder *int    `json:"sort_order,omitempty" doc:"0 到 1000"`
	Featured  bool    `json:"featured,omitempty" doc:"true 使它成为首页"`
	Body      *string `json:"body,omitempty" doc:"最多 65536 个字符"`
	Edition   *string `json:"edition,omitempty" doc:"作者看到的正文所属的更改的 ID"`
}

type editIn struct {
	OfPage
	Body wikiEditInput
}

// editPage is PATCH wiki/drafts/{draft}/pages/{page}.
func (s *Service) editPage(ctx context.Context, tx *commands.Tx, in *editIn) (contract.WikiDraftPage, error) {
	if err := checkPage(in.Page); err != nil {
		return contract.WikiDraftPage{}, err
	}
	d, e, err := s.find(ctx, tx, in.OfDraft, pages().Want(in.Page))
	if err != nil {
		return contract.WikiDraftPage{}, err
	}
	b := in.Body
	if err := e.Do(wiki.EditPage{
		Writer: d.writer(), Page: in.Page, Title: b.Title, Slug: b.Slug, Parent: b.Parent, Weight: b.SortOrder, Featured: b.Featured, Body: b.Body,
		Edition: b.Edition,
	}); err != nil {
		return contract.WikiDraftPage{}, err
	}
	return d.shown(ctx, e, in.Page)
}

// removePage is DELETE wiki/drafts/{draft}/pages/{page}.
func (s *Service) removePage(ctx context.Context, tx *commands.Tx, in *OfPage) error {
	if err := checkPage(in.Page); err != nil {
		return err
	}
	d, e, err := s.find(ctx, tx, in.OfDraft)
	if err != nil {
		return err
	}
	return e.Do(wiki.RemovePage{Writer: d.writer(), Page: in.Page})
}

type wikiRestoreInput struct {
	Parent *string `json:"parent,omitempty" doc:"上级页面的 ID；不填则放回原处"`
}

type restoreIn struct {
	OfPage
	Body wikiRestoreInput
}

// restorePage is POST wiki/drafts/{draft}/pages/{page}/restore.
func (s *Service) restorePage(ctx context.Context, tx *commands.Tx, in *restoreIn) error {
	if err := checkPage(in.Page); err != nil {
		return err
	}
	d, e, err := s.find(ctx, tx, in.OfDraft)
	if err != nil {
		return err
	}
	return e.Do(wiki.RestorePage{Writer: d.writer(), Page: in.Page, Parent: in.Body.Parent})
}

type wikiSaveInput struct {
	Body    string  `json:"body" doc:"最多 65536 个字符"`
	Edition *string `json:"edition,omitempty" doc:"作者看到的正文所属的更改的 ID；不填时为现在发布的"`
}

type saveIn struct {
	OfPage
	Version int64 `header:"If-Match" doc:"上次保存的版本；还没有保存过时为 0"`
	Body    wikiSaveInput
}

// save is PUT wiki/drafts/{draft}/pages/{page}/autosave.
func (s *Service) save(ctx context.Context, req commands.Request, in *saveIn) (out contract.WikiSaved, err error) {
	if err := checkPage(in.Page); err != nil {
		return out, err
	}
	body, err := wiki.Body(in.Body.Body)
	if err != nil {
		return out, err
	}
	err = s.look(ctx, req, in.OfDraft, func(ctx context.Context, d *desk, e *draftEntity) error {
		if err := e.Try(wiki.EditPage{Writer: d.writer(), Page: in.Page, Body: &body}); err != nil {
			return err
		}
		edition := d.wiki.State().Pages[in.Page].Edition
		if in.Body.Edition != nil {
			edition = *in.Body.Edition
		}
		out.At = s.Handler.Clock()
		out.Version, err = s.Saves.put(ctx, e.State().ID, in.Page, e.State().Account, body, edition, in.Version, out.At)
		return err
	})
	return out, err
}
