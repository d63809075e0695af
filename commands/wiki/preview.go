package wiki

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/wiki"
)

// preview is what publishing the draft would do, with the texts that its author saved automatically.
func (d *desk) preview(ctx context.Context, e *draftEntity) (contract.WikiPreview, error) {
	if err := d.flush(ctx, e); err != nil {
		return contract.WikiPreview{}, err
	}
	w, published := e.State(), d.wiki.State()
	m, err := d.merged(ctx, w)
	if err != nil {
		return contract.WikiPreview{}, err
	}
	behind, err := d.behind(ctx, w.Base)
	if err != nil {
		return contract.WikiPreview{}, err
	}
	out := contract.WikiPreview{
		Draft: w.ID, Base: w.Base, BaseNumber: int64(published.Number) - behind, Onto: published.Head, OntoNumber: int64(published.Number),
		Seen: m.Seen, Msg: w.Msg, Conflicts: []contract.WikiConflict{},
	}
	if out.Groups, err = d.groups(ctx, m); err != nil {
		return out, err
	}
	for _, c := range m.Conflicts {
		out.Conflicts = append(out.Conflicts, conflictOf(published.Tree, m.Tree, c))
	}
	if err := m.Publishable(""); err != nil {
		var f *fault.Error
		if !errors.As(err, &f) {
			return out, err
		}
		out.Problem = &contract.WikiProblem{Code: f.Code, Field: f.Field, Description: f.Text}
	}
	return out, nil
}

// groups sorts the parts of a change by kind. A page that is added or removed is in no other group, but for the home page.
func (d *desk) groups(ctx context.Context, m wiki.Merged) (contract.WikiGroups, error) {
	g := contract.WikiGroups{
		Featured: []contract.WikiPreviewPart{}, Bodies: []contract.WikiPreviewPart{}, Orders: []contract.WikiPreviewPart{},
		Added: []contract.WikiPreviewPart{}, Removed: []contract.WikiPreviewPart{}, Renamed: []contract.WikiPreviewPart{},
	}
	now := d.wiki.State().Tree
	touched, order := map[string]map[wiki.Op]bool{}, []string{}
	for _, part := range m.Done {
		if touched[part.Page] == nil {
			touched[part.Page] = map[wiki.Op]bool{}
			order = append(order, part.Page)
		}
		touched[part.Page][part.Op] = true
	}
	for _, id := range order {
		ops := touched[id]
		_, before := now.Live(id)
		_, after := m.Tree.Live(id)
		switch {
		case !before && after:
			for _, page := range appeared(now, m.Tree, id) {
				if err := d.part(ctx, &g.Added, m, page, true); err != nil {
					return g, err
				}
			}
			continue
		case before && !after:
			for _, page := range now.Branch(id) {
				if _, stays := m.Tree.Live(page); stays {
					continue
				}
				if err := d.part(ctx, &g.Removed, m, page, true); err != nil {
					return g, err
				}
			}
			continue
		}
		for _, group := range []struct {
			in   *[]contract.WikiPreviewPart
			yes  bool
			text bool
		}{
			{&g.Bodies, ops[wiki.OpWritten], true}, {&g.Orders, ops[wiki.OpReweighted], false},
			{&g.Renamed, ops[wiki.OpRetitled] || ops[wiki.OpReaddressed] || ops[wiki.OpMoved], false},
		} {
			if !group.yes {
				continue
			}
			if err := d.part(ctx, group.in, m, id, group.text); err != nil {
				return g, err
			}
		}
	}
	if was, is := now.Home(), m.Tree.Home(); was != is {
		g.Featured = append(g.Featured, homePart(now, m.Tree, was, is))
	}
	return g, nil
}

// appeared are a page that did not exist and those that came back below it.
func appeared(now, after wiki.Tree, id string) []string {
	var list []string
	for _, page := range after.Branch(id) {
		if _, was := now.Live(page); !was && (page == id || now.Pages[page].ID != "") {
			list = append(list, page)
		}
	}
	return list
}

// part adds a page before and after the change to a group.
func (d *desk) part(ctx context.Context, to *[]contract.WikiPreviewPart, m wiki.Merged, id string, text bool) error {
	now := d.wiki.State().Tree
	p := contract.WikiPreviewPart{Page: id, Was: stateOf(now, id), Now: stateOf(m.Tree, id)}
	if text {
		body := ""
		if now.Pages[id].Edition != "" {
			var err error
			if body, err = d.published(ctx, id); err != nil {
				return err
			}
		}
		if p.Was != nil {
			p.Was.Body = body
		}
		if p.Now != nil {
			p.Now.Body = body
			if changed, ok := m.Texts[id]; ok {
				p.Now.Body = changed
			}
		}
	}
	p.Title = titleOf(now, m.Tree, id)
	p.Digest = digest(p)
	*to = append(*to, p)
	return nil
}

// homePart is the change of the home page: the titles of both pages.
func homePart(now, after wiki.Tree, was, is string) contract.WikiPreviewPart {
	p := contract.WikiPreviewPart{Page: is, Was: stateOf(now, was), Now: stateOf(after, is), Title: titleOf(now, after, is)}
	p.Digest = digest(p)
	return p
}

func titleOf(now, after wiki.Tree, id string) string {
	if p, ok := after.Live(id); ok {
		return p.Title
	}
	return now.Pages[id].Title
}

func stateOf(t wiki.Tree, id string) *contract.WikiPageState {
	p, ok := t.Live(id)
	if !ok {
		return nil
	}
	return &contract.WikiPageState{Title: p.Title, Slug: p.Slug, Parent: p.Parent, SortOrder: p.Weight, Featured: t.Home() == id}
}

// digest identifies what a part shows.
func digest(p contract.WikiPreviewPart) string {
	data, err := json.Marshal(p)
	if err != nil {
		panic(fmt.Sprintf("encode a part of a preview: %v", err)) // of strings and numbers
	}
	sum := sha256.Sum256(data)
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}

func conflictOf(now, after wiki.Tree, c wiki.Conflict) contract.WikiConflict {
	k := contract.WikiConflict{
		Page: c.Page, Title: titleOf(now, after, c.Page), Field: string(c.Field), Base: c.Base, Mine: c.Mine, Theirs: c.Theirs, Change: c.Change,
		MineText: c.Mine, ThemText: c.Theirs, Sides: []string{},
	}
	for _, side := range c.Sides {
		k.Sides = append(k.Sides, string(side))
		k.ByHand = k.ByHand || side == wiki.ByHand
	}
	if k.Title == "" {
		k.Title = now.Pages[c.Page].Title
	}
	switch c.Field {
	case wiki.FieldParent, wiki.FieldFeatured:
		k.MineText, k.ThemText = nameOf(now, after, c.Mine), nameOf(now, after, c.Theirs)
	case wiki.FieldPresence:
		words := map[string]string{wiki.Present: "保留页面", wiki.Absent: "删除页面"}
		k.MineText, k.ThemText = words[c.Mine], words[c.Theirs]
	}
	return k
}

// nameOf is the title of a page that a conflict names.
func nameOf(now, after wiki.Tree, id string) string {
	if id == "" {
		return "一级页面"
	}
	if title := titleOf(now, after, id); title != "" {
		return title
	}
	return id
}
