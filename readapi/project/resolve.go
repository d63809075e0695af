package project

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

const resolve = `select p.id, p.slug from catalog.projects p
where p.id = coalesce((select q.id from catalog.projects q where q.id = $1),
                      (select s.project from catalog.slugs s where s.slug = $2 and not s.gone))`

// Resolve finds the project that an id, a slug or a former slug names, whether or not the viewer may see it.
// redirected says that the project's present address has another name. An unknown name is a fault of kind not found.
func (s *Routes) Resolve(ctx context.Context, slugOrID string) (id, slug string, redirected bool, err error) {
	err = s.source.Pool.QueryRow(ctx, resolve, slugOrID, strings.ToLower(slugOrID)).Scan(&id, &slug)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", "", false, httpkit.NotFound()
	}
	if err != nil {
		return "", "", false, fmt.Errorf("resolve project %q: %w", slugOrID, err)
	}
	return id, slug, slugOrID != slug, nil
}

// CheckAnswer is the id of the project that has a name.
type CheckAnswer struct {
	ID string `json:"id" doc:"资源的 ID；资源对请求者不可见时为空文本"`
}

const check = `select p.id, ` + view.VisibleProject + ` from catalog.projects p
where p.id = coalesce((select q.id from catalog.projects q where q.id = $3),
                      (select s.project from catalog.slugs s where s.slug = $4 and s.current))`

// check says whether a name is taken. A slug of a project that the viewer may not see is taken too, but the answer does not
// say by which; an id of such a project is unknown.
func (s *Routes) check(ctx context.Context, in *view.ByID) (CheckAnswer, error) {
	v := view.Projects(ctx)
	var id string
	var visible bool
	err := s.source.Pool.QueryRow(ctx, check, v.Staff, v.Account, in.ID, in.ID.Lower()).Scan(&id, &visible)
	switch {
	case errors.Is(err, pgx.ErrNoRows), err == nil && !visible && id == string(in.ID):
		return CheckAnswer{}, httpkit.NotFound()
	case err != nil:
		return CheckAnswer{}, fmt.Errorf("check name: %w", err)
	case !visible:
		return CheckAnswer{}, nil
	}
	return CheckAnswer{ID: id}, nil
}
