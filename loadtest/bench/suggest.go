package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// suggestBudget is what a suggestion may take at the server, in ms.
const suggestBudget = 50

// Accounts and teams are written as rows: only their names count here.
const (
	insertNamed = `insert into identity.accounts (id, username, username_key)
select 's' || lpad(n::text, 7, '0'), w || n, w || n from generate_series(1, $1::int) n, lateral (select ($2::text[])[1 + n % cardinality($2::text[])]) x(w)`
	insertTeams = `insert into catalog.organizations (id, slug, name, description, icon_url, owner, repost, position, created, state)
select 's' || n, w || '-' || n, w || ' ' || n, '', '', '', false, 0, now(), '' from generate_series(1, $1::int) n, lateral (select ($2::text[])[1 + n % cardinality($2::text[])]) x(w)`
)

// suggest types names letter by letter into a site of its own. Each text is asked for once, so no answer comes from the
// cache of recent ones.
func suggest(ctx context.Context, g *ground) (rows []Row, err error) {
	about, names := catalogue()
	s, err := g.siteOf(ctx, g.amount(50_000, 300), 1, about)
	if err != nil {
		return nil, err
	}
	defer func() { s.client.CloseIdleConnections(); err = errors.Join(err, s.stop()) }()
	for _, insert := range []string{insertNamed, insertTeams} {
		if _, err := s.DB.Pool.Exec(ctx, insert, g.amount(20_000, 100), append(first, second...)); err != nil {
			return nil, fmt.Errorf("insert names: %w", err)
		}
	}
	if _, err := s.DB.Pool.Exec(ctx, `analyze identity.accounts; analyze catalog.organizations`); err != nil {
		return nil, fmt.Errorf("analyse names: %w", err)
	}
	texts := typed(g.amount(2000, 20), s.projects, about)
	took := make([]time.Duration, 0, len(texts))
	found := 0
	for _, text := range texts {
		begin := time.Now()
		body, err := s.suggested(ctx, text)
		if err != nil {
			return nil, err
		}
		took = append(took, time.Since(begin))
		if strings.Contains(body, `"slug"`) {
			found++
		}
	}
	return []Row{{What: "suggestions while typing: p95", Figure: ms(percentile(took, 0.95)), Unit: "ms", Budget: below(suggestBudget),
		Note: fmt.Sprintf("p50 %.1f ms, p99 %.1f ms, slowest %.1f ms; %d texts, %d with suggestions; %d projects with %s", ms(median(took)), ms(percentile(took, 0.99)),
			ms(percentile(took, 1)), len(texts), found, s.projects, names)}}, nil
}

func (s *site) suggested(ctx context.Context, text string) (string, error) {
	res, err := s.get(ctx, s.url+"/v3/suggest?q="+url.QueryEscape(text), "")
	if err != nil {
		return "", err
	}
	defer res.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(res.Body)
	if err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("suggestions for %q answer %d", text, res.StatusCode)
	}
	return string(body), err
}

// typed are distinct beginnings of the names of projects, from the first letter on, as people type them.
func typed(n, projects int, about func(n int) subject) []string {
	seen := map[string]bool{}
	var out []string
	add := func(name string) {
		runes := []rune(strings.ToLower(name))
		for end := 1; end <= min(len(runes), 8) && len(out) < n; end++ {
			if text := strings.Join(strings.Fields(string(runes[:end])), " "); text != "" && !seen[text] {
				seen[text] = true
				out = append(out, text)
			}
		}
	}
	for i := 0; i < projects && len(out) < n; i++ {
		one := about(i * 37 % projects)
		add(one.title)
		for _, alias := range one.aliases {
			add(alias.Text)
		}
	}
	return out
}
