package project

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search/analysis"
)

const (
	maxSuggestTitle = 128 // characters
	maxSuggestions  = 20
)

// SlugAnswer is a slug for a title that nobody uses; empty where none can be made of it.
type SlugAnswer struct {
	Slug string `json:"slug"`
}

// freeSlug is the first of a list that no project has as slug or id.
const freeSlug = `select c.slug from unnest($1::text[]) with ordinality as c(slug, n)
where not exists (select from catalog.slugs s where s.slug = c.slug and s.current)
  and not exists (select from catalog.projects p where lower(p.id) = c.slug) order by c.n limit 1`

// suggestSlug proposes a slug for the title of a new project.
func (s *Routes) suggestSlug(w http.ResponseWriter, r *http.Request) error {
	title := r.URL.Query().Get("title")
	if !utf8.ValidString(title) || utf8.RuneCountInString(title) > maxSuggestTitle {
		return httpkit.Invalid("标题过长或不是有效的文本。")
	}
	slug := analysis.Slug(title)
	if len(slug) < 3 {
		return view.Value(w, SlugAnswer{})
	}
	candidates := []string{slug}
	for n := 2; n <= maxSuggestions; n++ {
		candidates = append(candidates, slug+"-"+strconv.Itoa(n))
	}
	rows, err := s.source.Pool.Query(r.Context(), freeSlug, candidates)
	if err != nil {
		return fmt.Errorf("look for a free slug: %w", err)
	}
	defer rows.Close()
	answer := SlugAnswer{}
	for rows.Next() {
		if err := rows.Scan(&answer.Slug); err != nil {
			return fmt.Errorf("look for a free slug: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("look for a free slug: %w", err)
	}
	answer.Slug = strings.ToLower(answer.Slug)
	return view.Value(w, answer)
}
