package demo

import (
	"context"

	commands "github.com/modyard/modyard/commands/claim"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/platform/ids"
)

// Claims claims the first project of the set's repost team: of three claims one was withdrawn, one was rejected, and one
// waits for the staff.
func Claims(ctx context.Context, d Deps, c Catalogue) error {
	b := newBook(c)
	for _, p := range c.Projects {
		if b.teams[p.Team].Repost && b.stories[p.Slug].status == "approved" {
			return loadClaims(ctx, d, plannedClaims(projectID(p.Slug), teamID(p.Team)))
		}
	}
	return nil
}

// loadClaims appends claims to a project that is loaded, if it has never been claimed.
func loadClaims(ctx context.Context, d Deps, p commands.Planned) error {
	project := p.Claims[0].Project
	loaded, err := exists(ctx, d.Log, "project-"+project)
	if err != nil || !loaded {
		return err
	}
	if there, err := exists(ctx, d.Log, "claims-"+project); err != nil || there {
		return err
	}
	writes, err := commands.Plan(ctx, d.Codec, d.Texts, p)
	return d.add(ctx, "claim a project", writes, err)
}

func plannedClaims(project, team string) commands.Planned {
	id := func(key string) string { return ids.FromBytes([]byte("demo claim " + key)) }
	at := Today().AddDate(0, 0, -46)
	creator := actor.Actor{Account: accountID(CreatorName)}
	moderator := actor.Actor{Account: accountID(moderatorName), Rank: actor.Moderator}
	return commands.Planned{Command: "demo claims", Claims: []commands.PlannedClaim{
		{
			Claim: id("withdrawn"), Account: creator.Account, Project: project, Organization: team, Proof: claim.Link,
			Address: "https://example.org/posts/bleached", Note: "我帮着拍过几张沙子的照片，先问问能不能一起维护。",
			At: at, End: &commands.PlannedEnd{By: creator, At: at.AddDate(0, 0, 1)},
		},
		{
			Claim: id("rejected"), Account: accountID("石磨"), Project: project, Organization: team, Proof: claim.Token,
			Address: "https://example.org/mirrors/bleached", At: at.AddDate(0, 0, 18),
			End: &commands.PlannedEnd{By: moderator, At: at.AddDate(0, 0, 20), Reject: &reason.Reason{
				Code: reason.Incomplete, Text: "这是一份镜像，不是作者自己的仓库。请在作者的仓库里写入令牌后再来。",
			}},
		},
		{
			Claim: id("open"), Account: accountID("砂砾"), Project: project, Organization: team, Proof: claim.Link,
			Address: "https://example.org/desert/about", Note: "「晒白」是我和服里的朋友一起做的，页面底部有我们的署名，这里的用户名写在那里了。",
			At: at.AddDate(0, 0, 44),
		},
	}}
}
