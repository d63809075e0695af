package demo

import (
	"context"

	commands "github.com/modyard/modyard/commands/application"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
)

// plannedApplications are two applications of people of the set, of which one is authorised by another account.
func plannedApplications() []commands.Planned {
	at := Today().AddDate(0, 0, -40)
	id := func(key string) string { return ids.FromBytes([]byte("demo application " + key)) }
	return []commands.Planned{
		{
			Command: "demo application sync", Application: id("sync"), Account: accountID(CreatorName), At: at, Name: "整合包同步器",
			Description: "把你关注的整合包同步到电脑上的启动器。", Redirects: []string{"http://127.0.0.1/callback", "com.example.packsync:/callback"},
			Scopes:  identity.ScopeUserRead | identity.ScopeCollectionRead | identity.ScopeNotificationRead,
			Granted: []commands.PlannedGrant{{Account: accountID(AdminName), At: at.AddDate(0, 0, 12)}},
		},
		{
			Command: "demo application notes", Application: id("notes"), Account: accountID(AdminName), At: at.AddDate(0, 0, 37), Name: "更新日志小助手",
			Description: "从代码仓库生成更新日志，并替你填进版本里。", Redirects: []string{"https://notes.example/callback"},
			Scopes: identity.ScopeProjectRead | identity.ScopeVersionRead | identity.ScopeVersionWrite,
		},
	}
}

// Applications registers the applications of the set that are missing.
func Applications(ctx context.Context, d Deps, _ Catalogue) error {
	return each(ctx, plannedApplications(), func(p commands.Planned) error {
		if there, err := exists(ctx, d.Log, "application-"+p.Application); err != nil || there {
			return err
		}
		writes, err := commands.Plan(ctx, d.Codec, d.Texts, p)
		return d.add(ctx, "register "+p.Name, writes, err)
	})
}
