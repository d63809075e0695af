package pages

import (
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/markdown"
)

const (
	// leastIndexed is the length, in characters, from which a discussion without an answer is indexed.
	leastIndexed = 50

	missingDiscussion = "讨论不存在"
	goneDiscussion    = "该讨论已被删除"
	allDiscussions    = "全部讨论"
)

// Forums are the sections of the forum, below /forums, and their discussions, below /d. The pages with further numbers have
// addresses of their own. The application draws them once it has the screens.
func Forums() Kind {
	k := Kind{firsts: []string{"forums", "d"}, closed: []string{"/forums/*?*sort=", "/forums/*?*cursor=", "/d/*?*sort="}, answer: func(s *Server, r *http.Request, parts []string) (Page, bool) {
		if len(parts) != 2 || parts[1] == "" {
			return Page{}, false
		}
		if parts[0] == "d" {
			return s.forumDiscussion(r, parts[1]), true
		}
		return s.forumSection(r, parts[1]), true
	}}
	for _, section := range []string{"all", "chat", "project", "article", "notice"} {
		k.listed = append(k.listed, "/forums/"+section)
	}
	return k
}

// numbered is the page number of an address, and its query as a canonical one; false for anything that is no number.
func numbered(r *http.Request) (page int, query string, valid bool) {
	raw := r.URL.Query().Get("page")
	if raw == "" || raw == "1" {
		return 1, "", true
	}
	page, err := strconv.Atoi(raw)
	if err != nil || page < 1 || page > 1<<30 {
		return 0, "", false
	}
	return page, "?page=" + strconv.Itoa(page), true
}

func (s *Server) forumSection(r *http.Request, section string) Page {
	page, query, valid := numbered(r)
	p := Page{Status: http.StatusOK, NoIndex: r.URL.Query().Has("sort") || r.URL.Query().Has("cursor")}
	path := "/v3/forum/" + url.PathEscape(section) + "/lists"
	var list contract.Forums
	if !valid || s.need(r, &p, path+query, &list) != http.StatusOK || page > 1 && len(list.Forums) == 0 {
		return s.missingPage()
	}
	name := allDiscussions
	for _, known := range list.Sections {
		if known.ID == section {
			name = known.Title
		}
	}
	p.Title, p.Canonical = s.title(name), "/forums/"+url.PathEscape(section)+query
	return p
}

func (s *Server) forumDiscussion(r *http.Request, id string) Page {
	page, query, valid := numbered(r)
	p := Page{Status: http.StatusOK}
	path := "/v3/forum/" + url.PathEscape(id)
	var d contract.Forum
	status := http.StatusNotFound
	if valid {
		status = s.need(r, &p, path, &d)
	}
	switch status {
	case http.StatusOK:
	case http.StatusGone:
		return Page{Status: status, Title: goneDiscussion, NoIndex: true} // the browser asks for what is there
	default:
		return s.missing(missingDiscussion, path)
	}
	var posts contract.ForumPosts
	if s.need(r, &p, path+"/posts"+query, &posts); page > 1 && len(posts.Posts) == 0 {
		return s.missing(missingDiscussion)
	}
	place := d.SectionTitle
	if d.Project != nil {
		place = d.Project.Title
	}
	p.Title, p.Canonical, p.Kind = s.title(d.Title+" - "+place), "/d/"+url.PathEscape(d.ID)+query, "article"
	p.Description = excerpt(markdown.Plain(d.Content))
	p.NoIndex = d.Hidden || d.Replies == 0 && utf8.RuneCountInString(d.Content) < leastIndexed || r.URL.Query().Has("sort")
	p.LD = s.posting(d, posts.Posts)
	return p
}

// excerpt is the beginning of a text, as a description.
func excerpt(text string) string {
	if runes := []rune(text); len(runes) > maxDescription {
		return string(runes[:maxDescription]) + "…"
	}
	return text
}

// posting is the structured data of a discussion with the answers of a page.
func (s *Server) posting(d contract.Forum, posts []contract.ForumPost) any {
	by := func(name string) any {
		return map[string]any{"@type": "Person", "name": name, "url": s.site.URL + "/user/" + url.PathEscape(name)}
	}
	address := s.site.URL + "/d/" + url.PathEscape(d.ID)
	comments := []any{}
	for _, p := range posts {
		if p.Deleted || p.FloorNumber == nil {
			continue
		}
		comment := map[string]any{
			"@type": "Comment", "text": excerpt(markdown.Plain(p.Content)), "datePublished": p.CreatedAt, "url": address + "#floor-" + strconv.Itoa(*p.FloorNumber),
		}
		if p.UserName != "" {
			comment["author"] = by(p.UserName)
		}
		comments = append(comments, comment)
	}
	posting := map[string]any{
		"@context": "https://schema.org", "@type": "DiscussionForumPosting", "headline": d.Title, "text": excerpt(markdown.Plain(d.Content)),
		"datePublished": d.CreatedAt, "dateModified": d.UpdatedAt, "url": address, "commentCount": d.Replies, "comment": comments,
	}
	if d.UserName != "" {
		posting["author"] = by(d.UserName)
	}
	return posting
}
