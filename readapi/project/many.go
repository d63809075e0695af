package project

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// projects answers those of the requested projects that the viewer may see, in the requested order.
func (s *Routes) projects(sh shape) func(context.Context, *view.ByIDs) (view.Answer, error) {
	query := fmt.Sprintf(`select `+projectPart+`
from unnest($3::text[], $4::text[]) with ordinality as a(name, lower, n)
join catalog.projects p on p.id = coalesce((select q.id from catalog.projects q where q.id = a.name),
    (select s.project from catalog.slugs s where s.slug = a.lower and not s.gone))
where `+view.VisibleProject+` order by a.n`, sh.project)
	return func(ctx context.Context, in *view.ByIDs) (view.Answer, error) {
		ids := in.IDs.Items
		lower := make([]string, len(ids))
		for i, id := range ids {
			lower[i] = strings.ToLower(id)
		}
		v := view.Projects(ctx)
		list, err := view.Rows(ctx, s.source, "projects", scanPart, query, v.Staff, v.Account, ids, lower)
		return listOf(unique(list), s.projectDocuments(sh, v), err)
	}
}

// unique are the parts without repetitions.
func unique(list []part) []part {
	seen := make(map[string]bool, len(list))
	out := list[:0]
	for _, p := range list {
		if !seen[p.ID] {
			seen[p.ID] = true
			out = append(out, p)
		}
	}
	return out
}

const maxRandom = 100

type randomIn struct {
	Count view.Count `query:"count" required:"true" doc:"数量，1 至 100"`
}

// random picks listed projects after random points of the id space, which costs one index probe each.
func (s *Routes) random(sh shape) func(context.Context, *randomIn) (view.Answer, error) {
	query := fmt.Sprintf(`select `+projectPart+`
from unnest($1::text[]) as a(pivot)
cross join lateral (select * from catalog.projects q where q.listed and q.id >= a.pivot order by q.id limit 1) p`, sh.project)
	return func(ctx context.Context, in *randomIn) (view.Answer, error) {
		count := int(in.Count)
		if count < 1 || count > maxRandom {
			return nil, httpkit.Invalid("count", "参数 count 应在 1 与 100 之间")
		}
		// It uses more pivots than requested, because two may find the same project.
		list, err := view.Rows(ctx, s.source, "random projects", scanPart, query, pivots(2*count+8))
		list = unique(list)
		return listOf(list[:min(count, len(list))], s.projectDocuments(sh, view.Viewer{}), err)
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
	out[0] = "" // so that a small catalogue always has an answer
	return out
}
