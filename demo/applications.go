package demo

import (
	"context"
	"errors"
	"fmt"

	commands "github.com/modyard/modyard/commands/application"
	"github.com/modyard/modyard/eventlog"
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
	var errs []error
	for _, p := range plannedApplications() {
		there, err := exists(ctx, d.Log, "application-"+p.Application)
		if err == nil && !there {
			var writes []eventlog.Write
			if writes, err = commands.Plan(ctx, d.Codec, d.Texts, p); err == nil {
				_, err = d.Log.Append(ctx, writes...)
			}
			var conflict *eventlog.Conflict
			if errors.As(err, &conflict) {
				err = nil
			}
		}
		if ctx.Err() != nil || held(err) {
			return err
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("register %s: %w", p.Name, err))
		}
	}
	return errors.Join(errs...)
}
