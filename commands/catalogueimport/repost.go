package catalogueimport

import (
	"context"
	"fmt"
	"time"

	"github.com/modyard/modyard/domain/actor"

	"github.com/modyard/modyard/commands/organization"
	domain "github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// ownerName is the account that leads the repost teams. Nobody can sign in with it.
const ownerName = "搬运团队"

func ownerID() string           { return ids.FromBytes([]byte("import account")) }
func teamID(slug string) string { return ids.FromBytes([]byte("import organization " + slug)) }

// owner is the actor of commands for a team.
func owner() actor.Actor {
	return actor.Actor{Account: ownerID(), OrganizationMember: true, OrganizationPermissions: uint64(project.AllPermissions)}
}

// team is one of the site's repost teams.
type team struct{ slug, name, description string }

func teams() []team {
	return []team{
		{"repost", "搬运团队 · 模组", "收录其他站点的模组。原作者认领后，资源会转交给作者本人。"},
		{"repost-2", "搬运团队 · 插件", "收录其他站点的服务端插件。原作者认领后，资源会转交给作者本人。"},
		{"repost-3", "搬运团队 · 整合与资源", "收录其他站点的整合包、材质、光影与数据包。原作者认领后，资源会转交给作者本人。"},
		{"repost-zh", "搬运团队 · 中文名录", "收录有中文译名的模组。原作者认领后，资源会转交给作者本人。"},
	}
}

// teamOf is the team that a record belongs to.
func teamOf(r record) string {
	switch {
	case r.Type == "plugin":
		return "repost-2"
	case r.Type != "mod":
		return "repost-3"
	case r.TitleZH != "":
		return "repost-zh"
	}
	return "repost"
}

// settle creates the account and its teams, if they are missing.
func settle(ctx context.Context, o Options) error {
	_, err := o.Accounts.Ensure(ctx, identity.NewAccount{
		ID: ownerID(), Username: ownerName, Role: identity.RoleModerator, Bio: "收录别处的资源，等作者来认领。",
	})
	if err != nil {
		return fmt.Errorf("make the repost account: %w", err)
	}
	for _, t := range teams() {
		writes, err := organization.PlanOrganization(ctx, o.Codec, organization.Planned{
			Command: "import team " + t.slug, At: time.Now(), Role: role.Import,
			Create: domain.Create{
				Account: ownerID(), Organization: teamID(t.slug), Slug: t.slug, Name: t.name, Description: t.description, Repost: true,
			},
		})
		if err != nil {
			return fmt.Errorf("plan team %s: %w", t.slug, err)
		}
		if _, err := o.Log.Append(ctx, writes...); err != nil {
			return fmt.Errorf("make team %s: %w", t.slug, err)
		}
	}
	return nil
}
