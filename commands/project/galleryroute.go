package project

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/picture"
)

// pictureTexts are the texts of a picture. A missing value changes nothing; an empty one clears the text.
type pictureTexts struct {
	ID          string `path:"id"`
	URL         string `query:"url" doc:"图片地址"`
	Title       string `query:"title" doc:"标题"`
	Name        string `query:"name" doc:"标题在 v3 中的名称"`
	Description string `query:"description" doc:"说明"`
	Featured    bool   `query:"featured" doc:"是否为展示图"`
	Ordering    int    `query:"ordering" doc:"排序"`
	commands.Because

	given url.Values
}

// Resolve records which of them were given.
func (in *pictureTexts) Resolve(ctx huma.Context) []error {
	address := ctx.URL()
	in.given = address.Query()
	if in.given.Has("name") && !in.given.Has("title") {
		in.Title = in.Name
		in.given.Set("title", in.Name)
	}
	return nil
}

func (in *pictureTexts) edit(by actor.Actor) project.EditPicture {
	return project.EditPicture{
		By: by, Reason: in.Reason(), URL: in.URL, Title: given(in, "title", in.Title), Description: given(in, "description", in.Description),
		Featured: given(in, "featured", in.Featured), Ordering: given(in, "ordering", in.Ordering),
	}
}

func given[T any](in *pictureTexts, name string, value T) *T {
	if !in.given.Has(name) {
		return nil
	}
	return &value
}

// addPicture is POST /project/{id}/gallery: the body is the picture, the query contains its texts.
func (s *Service) addPicture(w http.ResponseWriter, r *http.Request, req commands.Request) error {
	ctx := r.Context()
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return err
	}
	command, err := pictureOf(r)
	if err != nil {
		return err
	}
	t, err := s.peek(ctx, req.By, r.PathValue("id"))
	if err != nil {
		return err
	}
	id := t.State().ID
	if outcome, again, err := s.handler.Repeated(ctx, req, Projects().Stream(id)); err != nil {
		return err
	} else if again {
		return commands.Done(w, outcome)
	}
	command.By = t.By
	if err := command.Check(t.State()); err != nil {
		return err
	}
	u := s.files.Begin()
	defer u.Close(ctx)
	stored, err := s.storePicture(ctx, u, id, r.Body)
	if err != nil {
		return err
	}
	command.Picture.URL, command.Picture.RawURL, command.Picture.SHA1 = stored.URL, stored.RawURL, stored.SHA1
	outcome, err := u.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		t, err := find(ctx, tx, id)
		if err != nil {
			return err
		}
		command.By = t.By
		return t.Do(command)
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

// pictureOf reads the texts of a new picture, whose request has no JSON.
func pictureOf(r *http.Request) (project.AddPicture, error) {
	q := r.URL.Query()
	c := project.AddPicture{Reason: commands.ReasonOf(r), Picture: project.Picture{Title: cmp.Or(q.Get("title"), q.Get("name")), Description: q.Get("description")}}
	var err error
	if v := q.Get("featured"); v != "" {
		if c.Picture.Featured, err = strconv.ParseBool(v); err != nil {
			return c, fault.Invalid("featured", "featured 只能是 true 或 false。")
		}
	}
	if v := q.Get("ordering"); v != "" {
		if c.Picture.Ordering, err = strconv.Atoi(v); err != nil {
			return c, fault.Invalid("ordering", "ordering 必须是整数。")
		}
	}
	return c, nil
}

// editPicture is PATCH /project/{id}/gallery?url=…
func editPicture(ctx context.Context, tx *commands.Tx, in *pictureTexts) error {
	t, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return t.Do(in.edit(t.By))
}

type galleryOrder struct {
	URLs   []string       `json:"urls" maxItems:"64" doc:"图片地址，按展示顺序；未列出的图片排在后面"`
	Reason *reason.Reason `json:"reason,omitempty"` // for edits by the staff
}

type orderedGallery struct {
	commands.Named
	Body galleryOrder
}

// orderGallery is PUT /project/{id}/gallery/order.
func orderGallery(ctx context.Context, tx *commands.Tx, in *orderedGallery) error {
	t, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return t.Do(project.OrderGallery{By: t.By, Reason: in.Body.Reason, URLs: in.Body.URLs})
}

type onePicture struct {
	commands.Named
	commands.Because
	URL string `query:"url" doc:"图片地址"`
}

// removePicture is DELETE /project/{id}/gallery?url=…
func removePicture(ctx context.Context, tx *commands.Tx, in *onePicture) error {
	t, err := Find(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	return t.Do(project.RemovePicture{By: t.By, Reason: in.Reason(), URL: in.URL})
}
