package effects

import (
	"context"
	"time"

	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/view"
)

// maxLetters is the number of listed letters. Whoever has more has one cause for most of them.
const maxLetters = 100

// Letter is a letter that was given up.
type Letter struct {
	ID      int64     `json:"id"`
	Kind    string    `json:"kind" enum:"verify,reset,email-changed,password-changed,totp-on,totp-off,account-leaving,account-deleted,address-in-use,token-created,passkey-added,passkey-removed,passkey-copied,app-off,provider-linked,provider-unlinked,new-device,tokens-unused,notice"`
	Account *string   `json:"account" doc:"收件账户的 ID；未知或账户已注销时为 null"`
	Queued  time.Time `json:"queued"`
	GivenUp time.Time `json:"given_up"`
	Tries   int       `json:"tries" doc:"尝试发送的次数"`
	Cause   string    `json:"cause" enum:"refused,deferred,unreachable,expired"`
	Code    *int      `json:"code" doc:"邮件服务器最后的答复码；没有答复时为 null" example:"550"`
}

// Letters are the letters that were given up lately.
type Letters struct {
	Letters []Letter `json:"letters" doc:"最近 30 天，由新到旧，最多 100 封"`
	Total   int64    `json:"total" doc:"最近 30 天的总数"`
}

// Accounts know the letters that were given up; identity.Service does.
type Accounts interface {
	Unsent(ctx context.Context, limit int) (list []identity.Unsent, all int64, err error)
}

func registerLetters(api *httpkit.API, s *view.Source, accounts Accounts) {
	view.Query(api, s, view.Route{Path: "GET /_internal/moderation/letters", Summary: "未能送达的邮件"},
		func(ctx context.Context, _ *struct{}) (Letters, error) {
			if !view.Projects(ctx).Staff {
				return Letters{}, httpkit.Forbidden("只有审核人员可以查看")
			}
			list, all, err := accounts.Unsent(ctx, maxLetters)
			if err != nil {
				return Letters{}, err
			}
			answer := Letters{Letters: make([]Letter, len(list)), Total: all}
			for i, u := range list {
				answer.Letters[i] = Letter(u)
			}
			return answer, nil
		})
}
