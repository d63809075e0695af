package project

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/platform/confusable"
)

// reserve reserves a slug for a project in the same append.
func reserve(ctx context.Context, tx *commands.Tx, slug, projectID string, as role.Role) error {
	if err := NoID(ctx, tx, slug, projectID); err != nil {
		return err
	}
	held, err := slugs().Get(ctx, tx, slug)
	if err != nil {
		return err
	}
	if former := held.State().Former; former != "" && former != projectID && held.State().Rests(tx.Now()) {
		if err := mayFollow(ctx, tx, former, projectID); err != nil {
			return err
		}
	}
	return held.Do(project.HoldSlug{Entry: decision.Entry{As: as, ID: projectID}, Slug: slug})
}

// NoID rejects a slug that is the id of another thing than own, in these or other letters: ids are looked up first, and
// nobody tells the two addresses apart.
func NoID(ctx context.Context, tx *commands.Tx, slug, own string) error {
	like, err := tx.LooksLikeID(ctx, slug, own)
	if err == nil && like {
		return project.SlugTaken()
	}
	return err
}

// mayFollow rejects a slug that rests for its former project.
func mayFollow(ctx context.Context, tx *commands.Tx, former, projectID string) error {
	was, err := Projects().Get(ctx, tx, former)
	if err != nil {
		return err
	}
	now, err := Projects().Get(ctx, tx, projectID)
	if err != nil {
		return err
	}
	if !project.MayFollow(was.State(), now.State().Owner, now.State().Organization) {
		return project.SlugResting()
	}
	return nil
}

// NotDisguised rejects a slug or name with a word of letters that look like ASCII's, such as a Cyrillic а: readers take it
// for another one. A slug has none of them even by itself. Imports keep what they have.
func NotDisguised(field, text string) error {
	if confusable.Disguised(text) || field == "slug" && confusable.Latin(text) {
		return fault.Invalid(field, "请不要使用与英文字母外形相同的其他字母，以免与他人的内容混淆。")
	}
	return nil
}

// release releases a project's slug in the same append.
func release(ctx context.Context, tx *commands.Tx, slug, projectID string, gone bool, as role.Role) error {
	held, err := slugs().Get(ctx, tx, slug)
	if err != nil {
		return err
	}
	return held.Do(project.HoldSlug{Entry: decision.Entry{As: as, ID: projectID, Ended: true}, Slug: slug, Gone: gone})
}
