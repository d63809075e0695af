package project

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/search/analysis"
)

const (
	maxSuggestTitle = 128 // characters
	maxSuggestions  = 20
)

// SlugAnswer is an unused slug for a title; empty where the title gives none.
type SlugAnswer struct {
	Slug string `json:"slug"`
}

// freeSlug is the first slug of a list that no project has as slug or id.
const freeSlug = `select c.slug from unnest($1::text[]) with ordinality as c(slug, n)
where not exists (select from catalog.slugs s where s.slug = c.slug and s.current)
  and not exists (select from catalog.projects p where lower(p.id) = c.slug) order by c.n limit 1`

type titleIn struct {
	Title string `query:"title" doc:"标题"`
}

// suggestSlug proposes a slug for the title of a new project.
func (s *Routes) suggestSlug(ctx context.Context, in *titleIn) (answer SlugAnswer, err error) {
	if utf8.RuneCountInString(in.Title) > maxSuggestTitle {
		return answer, httpkit.Invalid("title", "标题过长或不是有效的文本。")
	}
	slug := analysis.Slug(in.Title)
	if len(slug) < 3 {
		return answer, nil
	}
	candidates := []string{slug}
	for n := 2; n <= maxSuggestions; n++ {
		candidates = append(candidates, slug+"-"+strconv.Itoa(n))
	}
	rows, err := s.source.Pool.Query(ctx, freeSlug, candidates)
	if err != nil {
		return answer, fmt.Errorf("find a free slug: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&answer.Slug); err != nil {
			return answer, fmt.Errorf("find a free slug: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return answer, fmt.Errorf("find a free slug: %w", err)
	}
	answer.Slug = strings.ToLower(answer.Slug)
	return answer, nil
}
