package letter

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/identity"
)

// reused is the type of the notification that a refresh token was used twice.
const reused = "authorization_reused"

const reusedBy = `
select n.message, a.name from notification.notifications n left join application.applications a on n.message = n.account || '-' || a.id
where n.account = $1 and n.id = $2`

// aboutReuse is a letter about an authorization that ended because a refresh token of it was used twice.
func aboutReuse(ctx context.Context, pool *pgxpool.Pool, account, notification string) (identity.Notice, bool, error) {
	var authorization string
	var name *string
	err := pool.QueryRow(ctx, reusedBy, account, notification).Scan(&authorization, &name)
	if found, err := found(err); !found {
		return identity.Notice{}, false, err
	}
	of := "一个应用"
	if name != nil {
		of = "应用「" + *name + "」"
	}
	return identity.Notice{
		Subject: of + "的授权已自动撤销", Paragraphs: []string{
			of + "的刷新令牌被使用了两次。每个刷新令牌只能使用一次，所以可能有另一个人拿到了副本。",
			"为安全起见，你对它的授权已经撤销，它的令牌已全部失效。请查看它最近做过什么；仍然信任它时，可以重新授权。",
		}, Button: "查看它做过什么", Path: "/settings/activity?key=" + authorization,
	}, true, nil
}
