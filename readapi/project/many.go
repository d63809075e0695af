package project

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// projects answers with those of the projects asked for that the viewer may see, in the order asked.
func (s *Routes) projects(sh shape) httpkit.Handler {
	query := fmt.Sprintf(`select `+columns+`
from unnest($3::text[], $4::text[]) with ordinality as a(name, lower, n)
join catalog.projects p on p.id = coalesce((select q.id from catalog.projects q where q.id = a.name),
    (select s.project from catalog.slugs s where s.slug = a.lower and not s.gone))
where `+view.VisibleProject+` order by a.n`, sh.project, noExtra())
	return func(w http.ResponseWriter, r *http.Request) error {
		ids, err := httpkit.IDs(r, "ids")
		if err != nil {
			return err
		}
		lower := make([]string, len(ids))
		for i, id := range ids {
			lower[i] = strings.ToLower(id)
		}
		v := s.source.Projects(r)
		list, err := view.Rows(r.Context(), s.source, "projects", pgx.RowToStructByPos[found], query, v.Staff, v.Account, ids, lower)
		if err != nil {
			return err
		}
		return view.JSON(w, bodies(unique(list), sh))
	}
}

func unique(list []found) []found {
	seen := make(map[string]bool, len(list))
	out := list[:0]
	for _, f := range list {
		if !seen[f.ID] {
			seen[f.ID] = true
			out = append(out, f)
		}
	}
	return out
}

const maxRandom = 100

// random picks listed projects after random points of the id space, which costs one index probe each.
func (s *Routes) random(sh shape) httpkit.Handler {
	query := fmt.Sprintf(`select `+columns+`
from unnest($3::text[]) as a(pivot)
cross join lateral (select * from catalog.projects q where q.status in ('approved', 'archived') and q.id >= a.pivot order by q.id limit 1) p`,
		sh.project, noExtra())
	return func(w http.ResponseWriter, r *http.Request) error {
		q, err := view.Values(r)
		if err != nil {
			return err
		}
		if q.Get("count") == "" {
			return httpkit.Invalid("缺少参数 count")
		}
		count, err := httpkit.Int(r, "count", 0)
		if err != nil {
			return err
		}
		if count < 1 || count > maxRandom {
			return httpkit.Invalid("参数 count 应在 1 与 100 之间")
		}
		// More pivots than asked for, because two may lead to one project.
		list, err := view.Rows(r.Context(), s.source, "random projects", pgx.RowToStructByPos[found], query, false, "", pivots(2*count+8))
		if err != nil {
			return err
		}
		list = unique(list)
		return view.JSON(w, bodies(list[:min(count, len(list))], sh))
	}
}

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func pivots(n int) []string {
	out := make([]string, n)
	for i := range out {
		b := make([]byte, 4)
		for j := range b {
			b[j] = base62[rand.IntN(len(base62))]
		}
		out[i] = string(b)
	}
	out[0] = "" // so that a small catalogue always answers
	return out
}
