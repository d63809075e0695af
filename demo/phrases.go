package demo

import (
	"context"

	commands "github.com/modyard/modyard/commands/risk"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/risk"
)

// Phrases makes the list of what texts may not contain. A list that the staff has is left alone.
func Phrases(ctx context.Context, d Deps, _ Catalogue) error {
	if there, err := exists(ctx, d.Log, "risk-words"); err != nil || there {
		return err
	}
	writes, err := commands.PlanChange(ctx, d.Codec, d.Texts, "demo phrases", Today().AddDate(0, 0, -6), risk.Change{
		By: actor.Actor{Account: accountID(AdminName), Rank: actor.Admin}, List: []string{"代练", "外挂下载", "刷钻"},
		Note: "广告号反复发布的内容，先从最常见的三个开始。",
	})
	return d.add(ctx, "load the list of phrases", writes, err)
}
