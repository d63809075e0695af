package postgres

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// Counts implements search.Engine with one statement for each kind of option. Only an index that is loading uses
// it.
func (e *Engine) Counts(ctx context.Context, q search.Query) (map[string]int, error) {
	f := analysis.ParseText(q.Text)
	out := map[string]int{}
	if f.None {
		return out, nil
	}
	for _, c := range q.Countings() {
		strong, err := e.hasStrong(ctx, f, c.Plan)
		if err != nil {
			return nil, err
		}
		for _, o := range c.Options {
			if err := e.countOption(ctx, f, c.Plan, strong, o, q.Filter, out); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// hasStrong says whether there are strong matches, so that the typo path is not needed.
func (e *Engine) hasStrong(ctx context.Context, f analysis.Formula, plan search.Plan) (bool, error) {
	if f.All {
		return true, nil
	}
	s := e.statement()
	sql := fmt.Sprintf("select exists (select from %s where %s and %s)", s.counted(), s.terms(keysQuery(f)+"|("+namesQuery(f)+")"), s.filter(plan))
	var strong bool
	if err := e.pool.QueryRow(ctx, sql, append([]any{unnamed}, s.args...)...).Scan(&strong); err != nil {
		return false, fmt.Errorf("search: %w", err)
	}
	return strong, nil
}

func (e *Engine) countOption(ctx context.Context, f analysis.Formula, plan search.Plan, strong bool, o search.Option, filter search.Filter, out map[string]int) error {
	s := e.statement()
	var with string
	switch {
	case f.All:
		with = s.everything(plan)
	case strong:
		with = s.strong(f, plan)
	default:
		with = s.typo(f, plan)
	}
	sql := fmt.Sprintf(`with %s
select o.token, count(*) from %s join m on m.id = d.id cross join lateral unnest(d.facets) as o (token)
where starts_with(o.token, %s)%s group by o.token`, with, s.counted(), s.arg(o.Prefix, "text"), s.tied(o, filter))
	rows, err := e.pool.Query(ctx, sql, append([]any{unnamed}, s.args...)...)
	if err != nil {
		return fmt.Errorf("count options: %w", err)
	}
	var token string
	var n int
	if _, err := pgx.ForEachRow(rows, []any{&token, &n}, func() error {
		out[o.OptionKey(token)] += n
		return nil
	}); err != nil {
		return fmt.Errorf("count options: %w", err)
	}
	return nil
}

// tied requires of an option o.token what search.Filter.Tied requires: that one version has it and one of the others.
func (s *statement) tied(o search.Option, filter search.Filter) string {
	var b strings.Builder
	value := fmt.Sprintf("substr(o.token, %d)", len(o.Prefix)+1)
	switch o.Family {
	case search.FamilyLoader:
		for _, versions := range filter.VersionGroups() {
			fmt.Fprintf(&b, " and d.facets && array(select '%s' || %s || '|' || v from unnest(%s) v)", search.TokenPair, value, s.arg(versions, "text[]"))
		}
	case search.FamilyVersion:
		for _, g := range filter.LoaderGroups() {
			// Without game versions TieLoaders keeps the branches that need none.
			c := search.Clause{Any: search.TieLoaders(g, nil)}
			fmt.Fprintf(&b, " and (%s or d.facets && array(select '%s' || l || '|' || %s from unnest(%s) l))",
				s.clause(c), search.TokenPair, value, s.arg(search.LoaderValues(g), "text[]"))
		}
	}
	return b.String()
}
