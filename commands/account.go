package commands

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/platform/ids"
)

// AccountStands rejects, as the field user_id, an account that does not exist. The argument exists looks an account up;
// if it is nil, every well-formed id is accepted.
func AccountStands(ctx context.Context, exists func(ctx context.Context, id string) (bool, error), id string) error {
	unknown := fault.Invalid("user_id", "用户不存在。")
	if !ids.Valid(id) {
		return unknown
	}
	if exists == nil {
		return nil
	}
	found, err := exists(ctx, id)
	if err != nil {
		return fmt.Errorf("look for account %s: %w", id, err)
	}
	if !found {
		return unknown
	}
	return nil
}
