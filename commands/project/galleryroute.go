package project

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/picture"
)

// galleryQuery reads the words of a picture from the query.
func galleryQuery(r *http.Request) (project.EditPicture, error) {
	var e project.EditPicture
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return e, fault.Invalid("query", "请求参数无效。")
	}
	for _, values := range q {
		for _, v := range values {
			if !utf8.ValidString(v) {
				return e, fault.Invalid("query", "请求参数不是有效的 UTF-8 文本。")
			}
		}
	}
	if q.Has("title") {
		v := q.Get("title")
		e.Title = &v
	}
	if q.Has("description") {
		v := q.Get("description")
		e.Description = &v
	}
	if q.Has("featured") {
		v, err := strconv.ParseBool(q.Get("featured"))
		if err != nil {
			return e, fault.Invalid("featured", "featured 只能是 true 或 false。")
		}
		e.Featured = &v
	}
	if q.Has("ordering") {
		v, err := strconv.Atoi(q.Get("ordering"))
		if err != nil {
			return e, fault.Invalid("ordering", "ordering 必须是整数。")
		}
		e.Ordering = &v
	}
	e.URL, e.Reason = q.Get("url"), commands.ReasonOf(r)
	return e, nil
}

func withWords(e project.EditPicture, p project.Picture) project.Picture {
	p.Title, p.Description = text(e.Title), text(e.Description)
	p.Featured = e.Featured != nil && *e.Featured
	if e.Ordering != nil {
		p.Ordering = *e.Ordering
	}
	return p
}

// addPicture is POST /project/{id}/gallery: the body is the picture, the query its words.
func (s *Service) addPicture(w http.ResponseWriter, r *http.Request) (err error) {
	ctx := r.Context()
	by, req, err := authorise(r, identity.ScopeProjectWrite)
	if err != nil {
		return err
	}
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return err
	}
	words, err := galleryQuery(r)
	if err != nil {
		return err
	}
	t, err := s.peek(ctx, by, r.PathValue("id"))
	if err != nil {
		return err
	}
	command := project.AddPicture{By: t.by, Reason: words.Reason, Picture: withWords(words, project.Picture{URL: "-"})}
	if outcome, again, err := s.handler.Repeated(ctx, req, "project-"+t.state.ID); err != nil {
		return err
	} else if again {
		return commands.Done(w, outcome)
	}
	if _, err := project.Decide(t.state, command); err != nil {
		return err
	}
	u := s.uploads()
	defer u.settle(ctx, &err)
	shot, err := s.storePicture(ctx, u, t.state.ID, r.Body)
	if err != nil {
		return err
	}
	command.Picture = withWords(words, shot)
	u.asked = true
	outcome, err := s.handler.Handle(ctx, req, func(ctx context.Context, d *commands.Decision) error {
		t, err := s.targetByID(ctx, d, by, t.state.ID)
		if err != nil {
			return err
		}
		command.By = t.by
		return t.do(command)
	})
	if err != nil {
		return err
	}
	u.done(ctx, outcome)
	return commands.Done(w, outcome)
}

// editPicture is PATCH /project/{id}/gallery?url=…
func (s *Service) editPicture(w http.ResponseWriter, r *http.Request) error {
	return s.onProject(w, r, identity.ScopeProjectWrite, func(_ context.Context, t *target) error {
		edit, err := galleryQuery(r)
		if err != nil {
			return err
		}
		edit.By = t.by
		return t.do(edit)
	})
}

// removePicture is DELETE /project/{id}/gallery?url=…
func (s *Service) removePicture(w http.ResponseWriter, r *http.Request) error {
	return s.onProject(w, r, identity.ScopeProjectWrite, func(_ context.Context, t *target) error {
		edit, err := galleryQuery(r)
		if err != nil {
			return err
		}
		return t.do(project.RemovePicture{By: t.by, Reason: edit.Reason, URL: edit.URL})
	})
}
