package wiki

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/wiki"
	"github.com/modyard/modyard/platform/httpkit"
)

// family mounts the routes that programs of the family use. They name no draft: each is about the caller's own open one,
// and those of reviewers are about their own or the oldest in review.
func (s *Service) family(api *httpkit.API) {
	h := s.Handler
	commands.MountAnswer(api, h, write("POST wiki_edit_start", "开始编辑百科"), s.editStart)
	commands.MountAnswer(api, h, write("POST wiki_create", "在自己的草稿中新建页面"), s.create)
	commands.MountAnswer(api, h, large(write("POST wiki_edit", "在自己的草稿中修改正文和权重")), s.edit)
	commands.MountAnswer(api, h, write("POST wiki_edit_star", "在自己的草稿中设置首页"), s.star)
	commands.MountAnswer(api, h, write("DELETE wiki_delete", "在自己的草稿中删除页面"), s.delete)
	commands.MountAnswer(api, h, write("POST wiki_submit", "提交自己的草稿"), s.submitOwn)
	commands.MountAnswer(api, h, write("POST wiki_accept", "通过等待最久的草稿"), s.acceptOldest)
	commands.MountAnswer(api, h, write("POST wiki_reject", "拒绝等待最久的草稿"), s.rejectOldest)
	commands.MountAnswer(api, h, write("POST wiki_submit_again/{cacheId}", "重新编辑已提交或被拒绝的草稿"), s.submitAgain)
	commands.MountAnswer(api, h, write("POST wiki_given_up/{cacheId}", "放弃草稿"), s.givenUp)
}

// wikiDone is the answer of a command that has nothing to say: the family expects 200.
type wikiDone struct{}

// editStart is POST wiki_edit_start: a draft that is being edited is answered again.
func (s *Service) editStart(ctx context.Context, tx *commands.Tx, in *commands.Named) (contract.WikiCache, error) {
	d, err := s.desk(ctx, tx, in.ID)
	if err != nil {
		return contract.WikiCache{}, err
	}
	var e *draftEntity
	if by := d.by.Account; by != "" {
		place, err := d.place(ctx, by)
		if err != nil {
			return contract.WikiCache{}, err
		}
		if id := place.State().Draft; id != "" {
			if e, err = d.draft(ctx, id); err != nil {
				return contract.WikiCache{}, err
			}
			if e.State().Status != wiki.Editable {
				return contract.WikiCache{}, &fault.Error{Kind: fault.KindInvalid, Code: wiki.CodeConflict, Text: "你的草稿正在审核或已被拒绝，请先撤回、重新编辑或放弃它。"}
			}
		}
	}
	if e == nil {
		if e, err = d.open(ctx, wiki.Draft{}, ""); err != nil {
			return contract.WikiCache{}, err
		}
	}
	doc, err := d.cache(ctx, e, true)
	if err != nil {
		return contract.WikiCache{}, err
	}
	return *doc, nil
}

// mine loads the caller's open draft of a project.
func (s *Service) mine(ctx context.Context, tx *commands.Tx, idOrSlug string) (*desk, *draftEntity, error) {
	d, err := s.desk(ctx, tx, idOrSlug)
	if err != nil {
		return nil, nil, err
	}
	e, err := d.own(ctx)
	return d, e, err
}

type wikiCreateInput struct {
	Title     string `json:"title" doc:"最多 64 个字符"`
	Slug      string `json:"slug" doc:"最多 64 个字符，只能包含英文字母、数字和连字符"`
	SortOrder int    `json:"sort_order,omitempty" doc:"0 到 1000，默认 0"`
	FatherID  string `json:"father_id,omitempty" doc:"上级页面的 ID；一级页面不填"`
}

type createIn struct {
	commands.Named
	Body wikiCreateInput
}

// WikiCreated is the answer to a new page: the page, and the wiki beside it.
type WikiCreated struct {
	contract.WikiPage
	contract.Wiki
}

// create is POST wiki_create.
func (s *Service) create(ctx context.Context, tx *commands.Tx, in *createIn) (WikiCreated, error) {
	d, e, err := s.mine(ctx, tx, in.ID)
	if err != nil {
		return WikiCreated{}, err
	}
	b := in.Body
	id, err := d.add(ctx, e, wikiPageInput{Title: b.Title, Slug: b.Slug, Parent: b.FatherID, SortOrder: b.SortOrder}, "father_id")
	if err != nil {
		return WikiCreated{}, err
	}
	cache, err := d.cache(ctx, e, true)
	if err != nil {
		return WikiCreated{}, err
	}
	out := WikiCreated{Wiki: contract.Wiki{Wikis: cache.Old, IsEditor: true, Cache: cache, IsEditorUser: true}}
	out.Standing, err = d.standing(ctx)
	if page := findPage(cache.Cache, id); page != nil {
		out.WikiPage = *page
	}
	return out, err
}

func findPage(list []contract.WikiPage, id string) *contract.WikiPage {
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
		if p := findPage(list[i].Child, id); p != nil {
			return p
		}
	}
	return nil
}

type wikiFamilyEdit struct {
	ID        string  `json:"id" doc:"页面 ID"`
	Body      *string `json:"body,omitempty" doc:"最多 65536 个字符"`
	SortOrder *int    `json:"sort_order,omitempty" doc:"0 到 1000"`
}

type familyEditIn struct {
	commands.Named
	Body wikiFamilyEdit
}

// edit is POST wiki_edit.
func (s *Service) edit(ctx context.Context, tx *commands.Tx, in *familyEditIn) (wikiDone, error) {
	d, e, err := s.mine(ctx, tx, in.Named.ID)
	if err != nil {
		return wikiDone{}, err
	}
	if err := checkPage(in.Body.ID); err != nil {
		return wikiDone{}, err
	}
	return wikiDone{}, e.Do(wiki.EditPage{Writer: d.writer(), Page: in.Body.ID, Body: in.Body.Body, Weight: in.Body.SortOrder})
}

type wikiFamilyPage struct {
	ID string `json:"id" doc:"页面 ID"`
}

type familyPageIn struct {
	commands.Named
	Body wikiFamilyPage
}

// star is POST wiki_edit_star.
func (s *Service) star(ctx context.Context, tx *commands.Tx, in *familyPageIn) (wikiDone, error) {
	d, e, err := s.mine(ctx, tx, in.Named.ID)
	if err != nil {
		return wikiDone{}, err
	}
	if err := checkPage(in.Body.ID); err != nil {
		return wikiDone{}, err
	}
	return wikiDone{}, e.Do(wiki.EditPage{Writer: d.writer(), Page: in.Body.ID, Featured: true})
}

// delete is DELETE wiki_delete.
func (s *Service) delete(ctx context.Context, tx *commands.Tx, in *familyPageIn) (wikiDone, error) {
	d, e, err := s.mine(ctx, tx, in.Named.ID)
	if err != nil {
		return wikiDone{}, err
	}
	if err := checkPage(in.Body.ID); err != nil {
		return wikiDone{}, err
	}
	return wikiDone{}, e.Do(wiki.RemovePage{Writer: d.writer(), Page: in.Body.ID})
}

type wikiFamilyMsg struct {
	Msg string `json:"msg" doc:"原因，1 到 500 个字符"`
}

type familyMsgIn struct {
	commands.Named
	Body wikiFamilyMsg
}

// submitOwn is POST wiki_submit.
func (s *Service) submitOwn(ctx context.Context, tx *commands.Tx, in *familyMsgIn) (contract.WikiSubmitted, error) {
	d, e, err := s.mine(ctx, tx, in.ID)
	if err != nil {
		return contract.WikiSubmitted{}, err
	}
	return d.submit(ctx, e, wikiSubmitInput{Msg: in.Body.Msg})
}

// oldest loads the draft that waits longest for a review by the caller.
func (s *Service) oldest(ctx context.Context, tx *commands.Tx, idOrSlug string) (*desk, *draftEntity, error) {
	d, err := s.desk(ctx, tx, idOrSlug)
	if err != nil {
		return nil, nil, err
	}
	if _, err := d.by.MayReview("", false); err != nil {
		return nil, nil, err
	}
	e, err := d.waiting(ctx)
	if err == nil && e == nil {
		err = fault.NotFound("没有等待审核的草稿。")
	}
	return d, e, err
}

// waiting is the draft of another account that waits longest for a review; nil if there is none.
func (d *desk) waiting(ctx context.Context) (*draftEntity, error) {
	open, err := openIn().Get(ctx, d.tx, d.project)
	if err != nil {
		return nil, err
	}
	var first *draftEntity
	for id, begun := range open.State() {
		if begun.Account == d.by.Account {
			continue
		}
		e, err := drafts().Open(ctx, d.tx, id)
		if err != nil {
			return nil, err
		}
		w := e.State()
		if w.Status == wiki.Review && (first == nil || w.SubmittedAt.Before(first.State().SubmittedAt)) {
			first = e
		}
	}
	return first, nil
}

// acceptOldest is POST wiki_accept. Without a preview only what nobody else changed is accepted.
func (s *Service) acceptOldest(ctx context.Context, tx *commands.Tx, in *commands.Named) (contract.WikiSubmitted, error) {
	d, e, err := s.oldest(ctx, tx, in.ID)
	if err != nil {
		return contract.WikiSubmitted{}, err
	}
	return d.accept(ctx, e, wikiAcceptInput{})
}

// rejectOldest is POST wiki_reject.
func (s *Service) rejectOldest(ctx context.Context, tx *commands.Tx, in *familyMsgIn) (wikiDone, error) {
	d, e, err := s.oldest(ctx, tx, in.ID)
	if err != nil {
		return wikiDone{}, err
	}
	return wikiDone{}, d.reject(e, wikiRejectInput{Msg: in.Body.Msg})
}

type cacheIn struct {
	commands.Named
	Cache string `path:"cacheId" doc:"草稿 ID"`
}

// submitAgain is POST wiki_submit_again/{cacheId}: it takes back a draft in review, and reopens a rejected one.
func (s *Service) submitAgain(ctx context.Context, tx *commands.Tx, in *cacheIn) (wikiDone, error) {
	d, e, err := s.find(ctx, tx, OfDraft{Named: in.Named, Draft: in.Cache})
	if err != nil {
		return wikiDone{}, err
	}
	var c wiki.DraftCommand = wiki.Reopen{Writer: d.writer()}
	if e.State().Status == wiki.Review {
		c = wiki.TakeBack{Writer: d.writer()}
	}
	return wikiDone{}, d.again(ctx, e, c)
}

// givenUp is POST wiki_given_up/{cacheId}.
func (s *Service) givenUp(ctx context.Context, tx *commands.Tx, in *cacheIn) (wikiDone, error) {
	d, e, err := s.find(ctx, tx, OfDraft{Named: in.Named, Draft: in.Cache})
	if err != nil {
		return wikiDone{}, err
	}
	return wikiDone{}, d.giveUp(ctx, e)
}
