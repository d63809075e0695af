package review

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/review"
)

// Template is a text of the message. Versions are all of its texts so far: the delivered one is the first, version 0.
type Template struct {
	ID           string   `json:"id"`
	Name         string   `json:"name"`
	Version      int      `json:"version"`
	Text         string   `json:"text"`
	Placeholders []string `json:"placeholders"`
	Required     []string `json:"required"`
	Versions     []string `json:"versions"`
}

// templates is GET /_internal/moderation/templates.
func (s *Service) templates(ctx context.Context, req commands.Request, _ *struct{}) ([]Template, error) {
	if !req.By.Staff() {
		return nil, staffOnly()
	}
	out := []Template{}
	err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		state, err := current(ctx, tx)
		if err != nil {
			return err
		}
		for _, t := range review.Templates() {
			one := Template{
				ID: t.ID, Name: t.Name, Version: state.Version(t.ID), Text: state.Current(t.ID), Placeholders: t.Placeholders, Required: t.Required,
			}
			if one.Required == nil {
				one.Required = []string{}
			}
			for v := range one.Version + 1 {
				words, _ := state.Text(t.ID, v)
				one.Versions = append(one.Versions, words)
			}
			out = append(out, one)
		}
		return nil
	})
	return out, err
}

type templateText struct {
	Text    string `json:"text" doc:"空文本恢复随站点提供的文本"`
	Version int    `json:"version" doc:"修改前的版本"`
}

type changeTemplate struct {
	Template string `path:"template" doc:"模板的 ID"`
	Body     templateText
}

// change is PUT /_internal/moderation/templates/{template}.
func change(ctx context.Context, tx *commands.Tx, in *changeTemplate) error {
	return project.Templates().Do(ctx, tx, project.TemplateStream, review.Change{By: tx.By(), Template: in.Template, Text: in.Body.Text, Seen: in.Body.Version})
}
