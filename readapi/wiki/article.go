package wiki

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

const (
	text = `
select coalesce(e.body, ''), coalesce(e.erased, false), p.touched, (select count(*) from wiki.editions o where o.page = p.id)
from wiki.pages p left join wiki.editions e on e.page = p.id and e.change = p.edition where p.id = $1`

	authors = `
select e.account, a.username, a.avatar_url
from (select account, max(position) as last from wiki.editions where page = $1 group by account) e
join identity.profiles a on a.id = e.account order by e.last desc limit 20`
)

func (s *Routes) article(ctx context.Context, in *OfPage) (out contract.WikiArticle, err error) {
	at, err := s.find(ctx, view.Projects(ctx), in.ID)
	if err != nil {
		return out, err
	}
	found, err := s.page(ctx, at.ID, in.Page)
	if err != nil {
		return out, err
	}
	if found.Gone {
		return out, gone()
	}
	list, err := s.pages(ctx, at.ID, false)
	if err != nil {
		return out, err
	}
	if !list.place(&out, found.ID) { // it was removed since
		return out, gone()
	}
	var erased bool
	var touched string
	if err := s.source.Pool.QueryRow(ctx, text, found.ID).Scan(&out.Body, &erased, &touched, &out.Editions); err != nil {
		return out, fmt.Errorf("read a page of a wiki: %w", err)
	}
	out.HTML = s.render(out.Body)
	out.TOC = contents(out.HTML)
	if out.Authors, err = view.Rows(ctx, s.source, "authors of a page", scanAuthor, authors, found.ID); err != nil {
		return out, err
	}
	last, err := s.byID(ctx, at.ID, touched)
	out.Change = &last
	return out, err
}

func scanAuthor(row pgx.CollectableRow) (contract.Author, error) {
	var a contract.Author
	var avatar *string
	err := row.Scan(&a.ID, &a.Username, &avatar)
	a.AvatarURL = view.Present(avatar)
	return a, err
}

func (n node) link() contract.WikiLink {
	return contract.WikiLink{ID: n.ID, Slug: n.Slug, Title: n.Title}
}

// place fills in a page and what is around it; it is false where the page does not exist.
func (p pages) place(out *contract.WikiArticle, id string) bool {
	ordered := p.ordered()
	i := slices.IndexFunc(ordered, func(n node) bool { return n.ID == id })
	if i < 0 {
		return false
	}
	n := ordered[i]
	out.ID, out.Slug, out.Title, out.SortOrder, out.Featured, out.Created, out.Updated = n.ID, n.Slug, n.Title, n.Weight, n.Featured, n.Created, n.Updated
	out.Breadcrumbs, out.Children = []contract.WikiLink{}, []contract.WikiLink{}
	for j, under := i, n.Parent; j >= 0 && under != ""; j-- { // the pages above stand before it
		if ordered[j].ID == under {
			out.Breadcrumbs = append(out.Breadcrumbs, ordered[j].link())
			under = ordered[j].Parent
		}
	}
	slices.Reverse(out.Breadcrumbs)
	for _, child := range p[id] {
		out.Children = append(out.Children, child.link())
	}
	if i > 0 {
		link := ordered[i-1].link()
		out.Previous = &link
	}
	if i+1 < len(ordered) {
		link := ordered[i+1].link()
		out.Next = &link
	}
	return true
}

// maxHeadings bounds the table of contents, which nobody reads beyond.
const maxHeadings = 300

// contents are the headings of a rendered text that have an id.
func contents(rendered string) []contract.WikiHeading {
	list := []contract.WikiHeading{}
	tokens := html.NewTokenizer(strings.NewReader(rendered))
	var in *contract.WikiHeading
	for len(list) < maxHeadings {
		switch kind := tokens.Next(); kind {
		case html.ErrorToken:
			return list
		case html.TextToken:
			if in != nil {
				in.Text += string(tokens.Text())
			}
		case html.StartTagToken, html.EndTagToken:
			t := tokens.Token()
			level := levelOf(t.DataAtom)
			switch {
			case level == 0:
			case kind == html.StartTagToken:
				in = &contract.WikiHeading{Level: level, ID: idOf(t)}
			case in != nil:
				in.Text = strings.Join(strings.Fields(in.Text), " ")
				if in.ID != "" && in.Text != "" {
					list = append(list, *in)
				}
				in = nil
			}
		}
	}
	return list
}

// levelOf is 1 to 6 for a heading, otherwise 0.
func levelOf(a atom.Atom) int {
	return 1 + slices.Index([]atom.Atom{atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6}, a)
}

func idOf(t html.Token) string {
	for _, a := range t.Attr {
		if a.Key == "id" {
			return a.Val
		}
	}
	return ""
}
