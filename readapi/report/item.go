package report

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// Item is the reported item in its current state. Path is its page.
type Item struct {
	Type    string  `json:"type" enum:"project,version,user,collection,organization,discussion,post,issue,comment"`
	ID      string  `json:"id"`
	Title   string  `json:"title"`
	Detail  *string `json:"detail"`
	IconURL *string `json:"icon_url"`
	Path    string  `json:"path"`
	Status  *string `json:"status" enum:"draft,processing,approved,archived,unlisted,private,withheld,rejected,scheduled"`
}

// Reportable is an item that may be reported, and the caller's open report of it.
type Reportable struct {
	Item
	Reported *string `json:"reported"`
}

type reportableIn struct {
	Type string `query:"type" required:"true" enum:"project,version,user,collection,organization,discussion,post,issue,comment" doc:"对象的类型"`
	Name string `query:"id" doc:"ID、链接末段或名称"`
}

func (s *Routes) reportable(ctx context.Context, in *reportableIn) (Reportable, error) {
	var out Reportable
	name := strings.TrimSpace(in.Name)
	if name == "" || len(name) > 512 {
		return out, httpkit.NotFound()
	}
	v := view.Projects(ctx)
	var f foundItem
	var item *string
	err := s.source.Pool.QueryRow(ctx, findItem(s.subjects), v.Staff, v.Account, name, strings.ToLower(name), in.Type).Scan(append(append([]any{&item}, f.into()...), &out.Reported)...)
	if errors.Is(err, pgx.ErrNoRows) {
		return out, httpkit.NotFound()
	}
	if err != nil {
		return out, fmt.Errorf("find the item to report: %w", err)
	}
	found, err := f.item(in.Type)
	if err != nil {
		return out, err
	}
	if found == nil {
		return out, httpkit.NotFound()
	}
	out.Item = *found
	return out, nil
}
