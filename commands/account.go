package commands

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/ids"
)

// AccountStands refuses, as the field user_id, an account that is not there. Exists says which are; nil believes
// every well-formed id.
func AccountStands(ctx context.Context, exists func(ctx context.Context, id string) (bool, error), id string) error {
	unknown := fault.Invalid("user_id", "用户不存在。")
	if !ids.Valid(id) {
		return unknown
	}
	if exists == nil {
		return nil
	}
	stands, err := exists(ctx, id)
	if err != nil {
		return fmt.Errorf("look for account %s: %w", id, err)
	}
	if !stands {
		return unknown
	}
	return nil
}
