package directory

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/maypok86/otter/v2"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
	"github.com/modyard/modyard/search"
)

// Sizes and bounds of suggestions.
const (
	suggestedProjects = 6
	suggestedAuthors  = 3 // of accounts, and of organizations
	// suggestedRunes bounds the text; nobody types more before choosing.
	suggestedRunes = 64
	// suggestionsAge is how long suggestions are repeated: a text is typed by many, letter by letter.
	suggestionsAge   = 10 * time.Second
	suggestionsBytes = 8 << 20
)

// Suggestions are what a text may mean, best first.
type Suggestions struct {
	Projects []SuggestedProject `json:"projects"`
	Authors  []SuggestedAuthor  `json:"authors"`
}

// SuggestedProject is a listed project.
type SuggestedProject struct {
	ID      string  `json:"id"`
	Slug    string  `json:"slug"`
	URLType string  `json:"url_type" enum:"mod,plugin,datapack,shader,resourcepack,modpack,software,language"`
	Title   string  `json:"title"`
	TitleZH *string `json:"title_zh"`
	IconURL string  `json:"icon_url"`
	Color   *int    `json:"color"`
}

// SuggestedAuthor is an account or an organization.
type SuggestedAuthor struct {
	Kind    string  `json:"kind" enum:"user,organization"`
	Slug    string  `json:"slug"` // what its address names
	Name    string  `json:"name"`
	IconURL *string `json:"icon_url"`
}

// recent are the answers of the last seconds, by text.
type recent = otter.Cache[string, []byte]

func newRecent() *recent {
	return otter.Must(&otter.Options[string, []byte]{
		MaximumWeight:    suggestionsBytes,
		Weigher:          func(text string, body []byte) uint32 { return uint32(len(text) + len(body) + 128) },
		ExpiryCalculator: otter.ExpiryWriting[string, []byte](suggestionsAge),
	})
}

type suggestIn struct {
	Query Text `query:"q" required:"true" doc:"已输入的文字，最多取前 64 个字符"`
}

func (s *Routes) suggest(ctx context.Context, in *suggestIn) (view.Answer, error) {
	text := strings.ToLower(strings.Join(strings.Fields(string(in.Query)), " "))
	if r := []rune(text); len(r) > suggestedRunes {
		text = string(r[:suggestedRunes])
	}
	body, known := s.recent.GetIfPresent(text)
	if !known {
		found, err := s.suggestions(ctx, text)
		if err != nil {
			return nil, err
		}
		if body, err = json.Marshal(found); err != nil {
			return nil, fmt.Errorf("encode suggestions: %w", err)
		}
		s.recent.Set(text, body)
	}
	return view.Repeated(body, suggestionsAge), nil
}

func (s *Routes) suggestions(ctx context.Context, text string) (Suggestions, error) {
	out := Suggestions{Projects: []SuggestedProject{}, Authors: []SuggestedAuthor{}}
	if text == "" {
		return out, nil
	}
	page, err := s.engine.Search(ctx, search.Query{Text: text, Sort: search.Relevance, Limit: suggestedProjects})
	if err != nil {
		return out, fmt.Errorf("suggest projects: %w", err)
	}
	for _, raw := range page.Hits {
		var hit contract.Hit
		if err := json.Unmarshal(raw, &hit); err != nil {
			return out, fmt.Errorf("decode search hit: %w", err)
		}
		out.Projects = append(out.Projects, SuggestedProject{
			ID: hit.ProjectID, Slug: hit.Slug, URLType: hit.URLType, Title: hit.Title, TitleZH: hit.TitleZH, IconURL: hit.IconURL, Color: hit.Color,
		})
	}
	accounts, err := s.profiles.FindMostByName(ctx, text, suggestedAuthors)
	if err != nil {
		return out, fmt.Errorf("suggest authors: %w", err)
	}
	for _, p := range accounts {
		out.Authors = append(out.Authors, SuggestedAuthor{Kind: "user", Slug: p.Username, Name: p.Username, IconURL: view.Present(p.AvatarURL)})
	}
	organizations, err := s.namedOrganizations(ctx, text)
	out.Authors = append(out.Authors, organizations...)
	return out, err
}

// Those whose names begin with the text come first.
const namedQuery = `select o.slug, o.name, nullif(o.icon_url, '') from catalog.organizations o
where %s order by strpos(lower(o.name), $1) <> 1, length(o.name), o.id limit $2`

func (s *Routes) namedOrganizations(ctx context.Context, text string) ([]SuggestedAuthor, error) {
	return view.Rows(ctx, s.source, "organizations", func(row pgx.CollectableRow) (SuggestedAuthor, error) {
		one := SuggestedAuthor{Kind: "organization"}
		err := row.Scan(&one.Slug, &one.Name, &one.IconURL)
		return one, err
	}, fmt.Sprintf(namedQuery, organizationsWith(text)), text, suggestedAuthors)
}
