// Package quota counts the new things of an account towards its quotas.
package quota

import (
	"context"
	"fmt"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/quota"
)

func accounts() *commands.Aggregate[quota.State, quota.Command] {
	return &commands.Aggregate[quota.State, quota.Command]{
		Category: "quota", Version: "quota/1", Evolve: commands.Timeless(quota.Evolve), Decide: quota.Decide,
	}
}

// Count counts a new thing of the caller, with the events that begin it. At the limit it first releases the things of which
// counts says that they count no longer; it asks only then. Most is 0 for no limit: then nothing is recorded. Errors are
// the rule's *fault.Error and those of loading.
func Count(
	ctx context.Context, tx *commands.Tx, kind quota.Kind, thing string, most int, counts func(ctx context.Context, tx *commands.Tx, thing string) (bool, error),
) error {
	if most <= 0 {
		return nil
	}
	of, err := accounts().Get(ctx, tx, tx.By().Account)
	if err != nil {
		return fmt.Errorf("load quota: %w", err)
	}
	if of.State().Full(kind, most) && !of.State().Has(kind, thing) {
		for _, other := range slices.Clone(of.State().Counting(kind)) {
			still, err := counts(ctx, tx, other)
			if err != nil {
				return fmt.Errorf("look whether %s still counts: %w", other, err)
			}
			if still {
				continue
			}
			if err := of.Do(quota.Release{Account: tx.By().Account, Kind: kind, Thing: other}); err != nil {
				return err
			}
		}
	}
	return of.Do(quota.Count{By: tx.By(), Kind: kind, Thing: thing, Most: most})
}
