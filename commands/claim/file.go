package claim

import (
	"context"
	"errors"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/project"
	"github.com/modyard/modyard/domain/claim"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
)

type claimInput struct {
	Proof   string `json:"proof" enum:"link,token" doc:"证明方式：link 为能证明作者身份的页面，token 为在源码仓库的简介中写入令牌"`
	Address string `json:"address" doc:"页面或源码仓库的 https 链接"`
	Note    string `json:"note,omitempty" doc:"补充说明，最多 2000 个字符"`
}

type fileClaim struct {
	commands.Named
	Body claimInput
}

// Filed is the answer to a new claim.
type Filed struct {
	ID string `json:"id"`
}

// file is POST /project/{id}/claim.
func file(ctx context.Context, tx *commands.Tx, in *fileClaim) (Filed, error) {
	id, err := tx.NewID(ctx, "claim")
	if err != nil || tx.Repeated() {
		return Filed{id}, err
	}
	tx.Fresh(id)
	p, err := project.Visible(ctx, tx, in.ID)
	if err != nil {
		return Filed{}, err
	}
	c := claim.File{
		By: tx.By(), Claim: id, Project: p.State().ID, Organization: p.State().Organization,
		Proof: claim.Proof(in.Body.Proof), Address: in.Body.Address, Note: in.Body.Note,
	}
	if c.Organization != "" {
		o, err := project.Organizations().Get(ctx, tx, c.Organization)
		if err != nil {
			return Filed{}, err
		}
		c.Repost = o.State().Repost
	}
	return Filed{id}, place(ctx, tx, c)
}

// place executes the command and lists the open claim.
func place(ctx context.Context, tx *commands.Tx, c claim.File) error {
	of, err := openOf().Get(ctx, tx, c.By.Account)
	if err != nil {
		return err
	}
	to, err := openTo().Get(ctx, tx, c.Project)
	if err != nil {
		return err
	}
	c.Of, c.To = of.State(), to.State()
	e, err := claims().Open(ctx, tx, c.Claim)
	if err != nil {
		return err
	}
	if err := e.Do(c); err != nil {
		return err
	}
	listed := claim.List{Entry: decision.Entry{As: role.Self, ID: c.Claim}, Project: c.Project, Account: c.By.Account}
	return errors.Join(of.Do(listed), to.Do(listed))
}
