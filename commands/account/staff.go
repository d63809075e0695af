package account

import (
	"context"
	"time"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
)

// staffRoutes are the acts of the staff about other accounts, each with a reason.
func (s *Service) staffRoutes(api *httpkit.API) {
	route := func(path, summary string) commands.Route {
		return commands.Route{Path: path, Summary: summary, Scope: identity.ScopeUserWrite, MaxBody: 16 << 10}
	}
	suspend, restore := route("POST /user/{id}/suspend", "封禁账户的登录、发布或发言，仅管理人员"), route("POST /user/{id}/unsuspend", "解除封禁，仅管理人员")
	suspend.Under, restore.Under = []string{"/v2", "/v3"}, []string{"/v2", "/v3"}
	commands.MountRequest(api, suspend, s.suspend)
	commands.MountRequest(api, restore, s.restore)
	commands.MountRequest(api, route("PUT /_internal/user/{id}/right", "授予或收回权限，仅管理员"), s.right)
	commands.MountRequest(api, route("POST /_internal/user/{id}/sign-out", "结束账户的全部会话与访问令牌，仅管理人员"), s.signOut)
	reset := route("POST /_internal/user/{id}/reset", "重置账户的用户名、简介或头像，仅管理人员")
	reset.Before = s.Accounts.ResumedJSON
	commands.MountRequest(api, reset, s.reset)
	commands.MountAnswerRequest(api, route("POST /_internal/user/{id}/address", "查看账户的邮箱：查看会被记录，仅管理人员"), s.address)
	commands.MountAnswerRequest(api, route("POST /_internal/moderation/accounts/find", "按完整的邮箱查找账户：查找会被记录，仅管理人员"), s.find)
}

// suspensions are the accounts' suspensions, by the account's id.
func suspensions() *commands.Aggregate[account.Suspensions, account.Suspend] {
	return &commands.Aggregate[account.Suspensions, account.Suspend]{
		Category: "account", Evolve: commands.Timeless(account.EvolveSuspensions), Decide: account.DecideSuspension,
	}
}

// cares are the accounts as the staff takes care of them, by the account's id.
func cares() *commands.Aggregate[account.Suspensions, account.Care] {
	return &commands.Aggregate[account.Suspensions, account.Care]{
		Category: "account", Evolve: commands.Timeless(account.EvolveSuspensions), Decide: account.DecideCare,
	}
}

type suspendIn struct {
	ID   string `path:"id"`
	Body suspendBody
}

type suspendBody struct {
	Kind   account.Act    `json:"kind" enum:"sign_in,publishing,talk" doc:"封禁的内容：登录、发布与编辑、发言"`
	Until  *time.Time     `json:"until" doc:"结束时间；null 表示没有期限，仅管理员。版主最长 30 天"`
	Reason *reason.Reason `json:"reason" doc:"原因，会告诉当事人"`
}

func (s *Service) suspend(ctx context.Context, req commands.Request, in *suspendIn) (commands.Outcome, error) {
	c := account.Suspend{Act: in.Body.Kind, Reason: in.Body.Reason}
	if in.Body.Until != nil {
		until := in.Body.Until.UTC().Truncate(time.Second)
		c.Until = &until
	}
	return s.setSuspension(ctx, req, in.ID, c)
}

type restoreIn struct {
	ID   string `path:"id"`
	Body restoreBody
}

type restoreBody struct {
	Kind   account.Act    `json:"kind" enum:"sign_in,publishing,talk" doc:"解除哪一种封禁"`
	Reason *reason.Reason `json:"reason" doc:"原因，会告诉当事人"`
}

func (s *Service) restore(ctx context.Context, req commands.Request, in *restoreIn) (commands.Outcome, error) {
	return s.setSuspension(ctx, req, in.ID, account.Suspend{Act: in.Body.Kind, Lift: true, Reason: in.Body.Reason})
}

// setSuspension suspends or restores an account. The role of who decides is read from the log, as that of the account is.
func (s *Service) setSuspension(ctx context.Context, req commands.Request, idOrName string, c account.Suspend) (commands.Outcome, error) {
	if !staff(req) {
		return commands.Outcome{}, errNotStaff()
	}
	target, err := s.Accounts.Account(ctx, idOrName)
	if err != nil {
		return commands.Outcome{}, err
	}
	c.Account, c.By = target.ID, req.By.Account
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		of, err := suspensions().OpenAll(ctx, tx, c.Account, c.By)
		if err != nil {
			return err
		}
		c.Holds, c.Now = of[1].State().Role, tx.Now()
		return of[0].Do(c)
	})
	if err != nil {
		return outcome, err
	}
	return outcome, s.settle(ctx, outcome.Position)
}

func staff(req commands.Request) bool { return req.By.Staff() }

func errNotStaff() error { return httpkit.Forbidden("只有管理人员可以进行该操作") }

// take decides an act of the staff about an account that changes none of its rules.
func (s *Service) take(ctx context.Context, req commands.Request, c account.Care) (commands.Outcome, error) {
	c.By = req.By.Account
	return s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		of, err := cares().OpenAll(ctx, tx, c.Account, c.By)
		if err != nil {
			return err
		}
		c.Holds = of[1].State().Role
		return of[0].Do(c)
	})
}

type reasonedIn struct {
	ID   string `path:"id"`
	Body reasonedBody
}

type reasonedBody struct {
	Reason *reason.Reason `json:"reason" doc:"原因"`
}

func (s *Service) signOut(ctx context.Context, req commands.Request, in *reasonedIn) (commands.Outcome, error) {
	if !staff(req) {
		return commands.Outcome{}, errNotStaff()
	}
	target, err := s.Accounts.Account(ctx, in.ID)
	if err != nil {
		return commands.Outcome{}, err
	}
	outcome, err := s.take(ctx, req, account.Care{Account: target.ID, Reason: in.Body.Reason})
	if err != nil {
		return outcome, err
	}
	return outcome, s.settle(ctx, outcome.Position)
}

type lookIn struct {
	ID   string `path:"id"`
	Body lookBody
}

type lookBody struct {
	Reason *reason.Reason `json:"reason,omitempty" doc:"原因，可以省略"`
}

func (s *Service) address(ctx context.Context, req commands.Request, in *lookIn) (identity.Address, commands.Outcome, error) {
	if !staff(req) {
		return identity.Address{}, commands.Outcome{}, errNotStaff()
	}
	target, err := s.Accounts.Account(ctx, in.ID)
	if err != nil {
		return identity.Address{}, commands.Outcome{}, err
	}
	outcome, err := s.take(ctx, req.Answering(), account.Care{Account: target.ID, Look: true, Reason: in.Body.Reason})
	if err != nil {
		return identity.Address{}, outcome, err
	}
	found, err := s.Accounts.AddressOf(ctx, target.ID)
	return found, outcome, err
}

type findIn struct {
	Body findAddressBody
}

type findAddressBody struct {
	Address string `json:"address" doc:"完整的邮箱"`
}

// Found is the account that an address led to.
type Found struct {
	ID string `json:"id"`
}

func (s *Service) find(ctx context.Context, req commands.Request, in *findIn) (Found, commands.Outcome, error) {
	if !staff(req) {
		return Found{}, commands.Outcome{}, errNotStaff()
	}
	id, err := s.Accounts.ByAddress(ctx, in.Body.Address)
	if err != nil {
		return Found{}, commands.Outcome{}, httpkit.About("address", err)
	}
	outcome, err := s.take(ctx, req.Answering(), account.Care{Account: id, Look: true, Found: true})
	return Found{ID: id}, outcome, err
}

type rightIn struct {
	ID   string `path:"id"`
	Body rightBody
}

type rightBody struct {
	Right  account.Right  `json:"right" enum:"analyst,treasurer" doc:"权限"`
	Give   bool           `json:"give" doc:"true 为授予，false 为收回"`
	Reason *reason.Reason `json:"reason" doc:"原因"`
}

func (s *Service) right(ctx context.Context, req commands.Request, in *rightIn) (commands.Outcome, error) {
	if !staff(req) {
		return commands.Outcome{}, errNotStaff()
	}
	target, err := s.Accounts.Account(ctx, in.ID)
	if err != nil {
		return commands.Outcome{}, err
	}
	outcome, err := changeRight(ctx, s.Handler, req, account.ChangeRight{
		Account: target.ID, Right: in.Body.Right, Give: in.Body.Give, By: req.By.Account, Reason: in.Body.Reason,
	})
	if err != nil {
		return outcome, err
	}
	return outcome, s.settle(ctx, outcome.Position)
}

type resetIn struct {
	ID   string `path:"id"`
	Body resetProfileBody
}

type resetProfileBody struct {
	Part   string         `json:"part" enum:"username,bio,avatar" doc:"重置用户名、简介或头像"`
	Reason *reason.Reason `json:"reason" doc:"原因"`
}

func (s *Service) reset(ctx context.Context, req commands.Request, in *resetIn) (commands.Outcome, error) {
	caused := s.Accounts.Caused(ctx, req.Command, s.Handler.Hash(req))
	if err := s.Accounts.ResetProfile(caused, identity.FromContext(ctx), in.ID, in.Body.Part, in.Body.Reason); err != nil {
		return commands.Outcome{}, err
	}
	return commands.Outcome{Position: s.Accounts.Announced(ctx, 0)}, nil
}
