package answer

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/readapi/view"
)

// Where is the place of an answer.
type Where struct {
	Thing string
	Open  bool // the viewer sees the text wherever they see the thing
}

// Place finds an answer that has a text.
func (r *Reader) Place(ctx context.Context, v view.Viewer, id string) (Where, error) {
	return view.Only(view.Rows(ctx, r.source, "the place of an answer", func(row pgx.CollectableRow) (w Where, err error) {
		return w, row.Scan(&w.Thing, &w.Open)
	}, r.Queries.Place, id, v.Account))
}

// History are the wordings of a text, each with the title and the text that it left.
func (r *Reader) History(ctx context.Context, id string) (contract.ForumHistory, error) {
	var title *string
	var body string
	size := func(r contract.ForumRevision) int { return len(r.Content) }
	list, err := view.Rows(ctx, r.source, "the wordings of a text", view.Within(func(row pgx.CollectableRow) (w contract.ForumRevision, err error) {
		var by, newTitle, newBody string
		var name, avatar *string
		var retitled, rewritten bool
		if err := row.Scan(&w.Revision, &w.At, &by, &name, &avatar, &newTitle, &newBody, &retitled, &rewritten); err != nil {
			return w, err
		}
		if retitled {
			title = &newTitle
		}
		if rewritten {
			body = newBody
		}
		w.By, w.Title, w.Content = view.Author(&by, name, avatar), title, body
		return w, nil
	}, size), r.Wordings, id)
	return contract.ForumHistory{Revisions: contract.List(list)}, err
}
