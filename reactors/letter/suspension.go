package letter

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/identity"
)

// The types of notifications about suspensions.
const (
	suspended = "account_suspended"
	restored  = "account_restored"
)

const suspension = `select type, message, reason_code, reason_text from notification.notifications where account = $1 and id = $2`

// aboutSuspension is a letter about a suspension, with the kind, the end and the reason, or about its end before its time.
func aboutSuspension(ctx context.Context, pool *pgxpool.Pool, account, notification string) (identity.Notice, bool, error) {
	var kind, message string
	var s identity.Suspension
	err := pool.QueryRow(ctx, suspension, account, notification).Scan(&kind, &message, &s.Code, &s.Text)
	if found, err := found(err); !found {
		return identity.Notice{}, false, err
	}
	s.Act, s.Until = identity.ParseSuspended(message)
	if kind == restored {
		return identity.Notice{
			Subject: "你的账户已恢复" + s.What(), Paragraphs: []string{"管理人员解除了对你的账户的限制：现在可以" + s.What() + "。", s.Why() + "。"},
			Button: "打开账户设置", Path: "/settings/account",
		}, true, nil
	}
	return identity.Notice{
		Subject: "你的账户已被暂停" + s.What(), Paragraphs: []string{s.Words() + "。", "到时会自动恢复，不需要你做什么。觉得有误时，可以联系站点的管理人员说明情况。"},
		Button: "查看社区规则", Path: "/legal2/rules",
	}, true, nil
}
