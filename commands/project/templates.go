package project

import (
	"context"
	"strconv"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/review"
)

// Templates are the texts of the moderators' messages, one stream: review-templates.
func Templates() *commands.Aggregate[review.State, review.Change] {
	return &commands.Aggregate[review.State, review.Change]{
		Category: "review", Evolve: commands.Timeless(review.Evolve), Decide: review.Decide,
	}
}

// TemplateStream is the id of the only stream of templates.
const TemplateStream = "templates"

// templatesExist rejects a version of a template that never was, because a decision names it for ever.
func templatesExist(ctx context.Context, tx *commands.Tx, uses []string) error {
	if len(uses) == 0 {
		return nil
	}
	e, err := Templates().Get(ctx, tx, TemplateStream)
	if err != nil {
		return err
	}
	for _, use := range uses {
		id, version, _ := strings.Cut(use, "@")
		n, err := strconv.Atoi(version)
		if err != nil {
			return fault.Invalid("moderation_templates", "审核模板无效或重复。")
		}
		if _, ok := e.State().Text(id, n); !ok {
			return fault.Invalid("moderation_templates", "没有模板 "+use+"。")
		}
	}
	return nil
}
