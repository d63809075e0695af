package revenue

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/identity"
)

// keeps returns an error for a caller who does not keep the site's money.
func (s *Service) keeps(ctx context.Context, req commands.Request) error {
	return domain.Caller{Actor: req.By, Treasurer: identity.FromContext(ctx).Treasurer}.Keeps()
}

// approve is POST payouts/{id}/approve.
func (s *Service) approve(ctx context.Context, req commands.Request, in *commands.Named) (commands.Outcome, error) {
	return s.then(s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		by, err := s.caller(ctx, tx)
		if err != nil {
			return err
		}
		return s.decide(ctx, tx, in.ID, domain.Approve{By: by, Now: tx.Now()})
	}))(ctx, task{Payout: in.ID})
}

type explain struct {
	commands.Named
	Body Explained
}

// hold is POST payouts/{id}/hold.
func (s *Service) hold(ctx context.Context, tx *commands.Tx, in *explain) error {
	by, err := s.caller(ctx, tx)
	if err != nil {
		return err
	}
	return s.decide(ctx, tx, in.ID, domain.Hold{By: by, Reason: in.Body.Reason})
}

// release is POST payouts/{id}/release.
func (s *Service) release(ctx context.Context, req commands.Request, in *explain) (commands.Outcome, error) {
	return s.then(s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		by, err := s.caller(ctx, tx)
		if err != nil {
			return err
		}
		return s.decide(ctx, tx, in.ID, domain.Hold{By: by, Release: true, Reason: in.Body.Reason})
	}))(ctx, task{Payout: in.ID})
}

type judgeInput struct {
	End      string         `json:"end" enum:"success,failed" doc:"结果"`
	Evidence string         `json:"evidence,omitempty" doc:"凭证的哈希；确认另一位的判定时不需要"`
	Reason   *reason.Reason `json:"reason,omitempty"`
}

type judge struct {
	commands.Named
	Body judgeInput
}

// judge is POST payouts/{id}/judge.
func (s *Service) judge(ctx context.Context, tx *commands.Tx, in *judge) error {
	by, err := s.caller(ctx, tx)
	if err != nil {
		return err
	}
	if in.Body.Evidence != "" && by.Keeps() == nil {
		if err := s.stored(ctx, "evidence", in.Body.Evidence); err != nil {
			return err
		}
	}
	return s.decide(ctx, tx, in.ID, domain.Judge{
		By: by, End: domain.End(in.Body.End), Evidence: in.Body.Evidence, Reason: in.Body.Reason, Now: tx.Now(),
	})
}

// freeze is POST wallets/{id}/freeze.
func (s *Service) freeze(ctx context.Context, tx *commands.Tx, in *explain) error {
	return s.freezeOrThaw(ctx, tx, in, false)
}

// thaw is POST wallets/{id}/thaw.
func (s *Service) thaw(ctx context.Context, tx *commands.Tx, in *explain) error {
	return s.freezeOrThaw(ctx, tx, in, true)
}

func (s *Service) freezeOrThaw(ctx context.Context, tx *commands.Tx, in *explain, thaw bool) error {
	by, err := s.caller(ctx, tx)
	if err != nil {
		return err
	}
	if err := by.MayFreeze(); err != nil {
		return err
	}
	account, err := s.find(ctx, "id", in.ID)
	if err != nil {
		return err
	}
	return wallets().Do(ctx, tx, account, domain.Freeze{By: by, Account: account, Thaw: thaw, Reason: in.Body.Reason})
}

// find is the id of an account that is named by id or name.
func (s *Service) find(ctx context.Context, field, name string) (string, error) {
	account, err := s.Account(ctx, name)
	if err != nil {
		return "", err
	}
	if account == "" {
		return "", &fault.Error{Kind: fault.KindNotFound, Code: "not_found", Field: field, Text: "用户不存在。"}
	}
	return account, nil
}

type explained struct{ Body Explained }

// pause is POST pause.
func (s *Service) pause(ctx context.Context, tx *commands.Tx, in *explained) error {
	return s.pauseOrResume(ctx, tx, in, false)
}

// resume is POST resume. After a restore from a backup it also ends that pause: somebody has looked.
func (s *Service) resume(ctx context.Context, tx *commands.Tx, in *explained) error {
	if err := s.pauseOrResume(ctx, tx, in, true); err != nil {
		return err
	}
	return s.Resume(ctx)
}

func (s *Service) pauseOrResume(ctx context.Context, tx *commands.Tx, in *explained, resume bool) error {
	by, err := s.caller(ctx, tx)
	if err != nil {
		return err
	}
	return ledgers().Do(ctx, tx, ledgerID, domain.PausePayouts{By: by, Resume: resume, Reason: in.Body.Reason})
}

type shareRule struct {
	File string `json:"file" doc:"规则文件的内容（JSON）"`
}

type ruleFile struct{ Body shareRule }

// publishRule is POST rules.
func (s *Service) publishRule(ctx context.Context, tx *commands.Tx, in *ruleFile) error {
	by, err := s.caller(ctx, tx)
	if err != nil {
		return err
	}
	if err := by.Keeps(); err != nil {
		return err
	}
	r, err := domain.ParseRule(in.Body.File)
	if err != nil {
		return err
	}
	if r.Where != "" {
		if err := s.Where(r.Where); err != nil {
			return fault.Invalid("rule", "条件 where 无法使用："+err.Error())
		}
	}
	return publish(ctx, tx, domain.Publish{By: by, File: in.Body.File})
}

func publish(ctx context.Context, tx *commands.Tx, c domain.Publish) error {
	r, err := domain.ParseRule(c.File)
	if err != nil {
		return err
	}
	return rules().Do(ctx, tx, r.Name, c)
}

type enforce struct {
	Rule string `path:"rule"`
	Body ruleInForce
}

type ruleInForce struct {
	Version int    `json:"version"`
	From    string `json:"from" doc:"生效的第一天，YYYY-MM-DD"`
}

// enforceRule is POST rules/{rule}/enforce.
func (s *Service) enforceRule(ctx context.Context, tx *commands.Tx, in *enforce) error {
	by, err := s.caller(ctx, tx)
	if err != nil {
		return err
	}
	if err := by.Keeps(); err != nil {
		return err
	}
	e, err := s.ledger(ctx, tx)
	if err != nil {
		return err
	}
	p, err := rules().Get(ctx, tx, in.Rule)
	if err != nil {
		return err
	}
	return e.Do(domain.Enforce{By: by, Published: p.State(), Version: in.Body.Version, From: in.Body.From, Today: today(tx)})
}

func ruleName(of domain.Enforced) string { return fmt.Sprintf("%s/%d", of.Rule, of.Version) }

// firstDay is the day from which the default rule is in force: before every day that income is entered for.
const firstDay = "2000-01-01"

// OpenLedger opens the ledger and puts the default rule in force, once.
func (s *Service) OpenLedger(ctx context.Context) error {
	_, err := s.Handler.Handle(ctx, commands.Request{Command: "open the ledger in " + s.Currency}, func(ctx context.Context, tx *commands.Tx) error {
		_, err := s.ledger(ctx, tx)
		return err
	})
	if err != nil {
		return fmt.Errorf("open the ledger: %w", err)
	}
	return nil
}

// ledger is the open ledger: the first command that needs it opens it, and puts the default rule in force.
func (s *Service) ledger(ctx context.Context, tx *commands.Tx) (*commands.Entity[domain.Ledger, domain.LedgerCommand], error) {
	e, err := ledgers().Get(ctx, tx, ledgerID)
	if err != nil {
		return nil, err
	}
	if err := e.Do(domain.Open{Currency: s.Currency}); err != nil || len(e.State().Rules) > 0 || tx.Repeated() {
		return e, err
	}
	if err := publish(ctx, tx, domain.Publish{File: domain.DefaultRule}); err != nil {
		return nil, err
	}
	r, err := domain.ParseRule(domain.DefaultRule)
	if err != nil {
		return nil, err
	}
	p, err := rules().Get(ctx, tx, r.Name)
	if err != nil {
		return nil, err
	}
	return e, e.Do(domain.Enforce{Published: p.State(), Version: r.Version, From: firstDay, Today: firstDay})
}

// CheckLedger returns an error if the ledger was opened in another currency than the site is configured with. A site that
// stops before it knows has no error.
func (s *Service) CheckLedger(ctx context.Context) error {
	err := s.Handler.Read(ctx, commands.Request{}.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := ledgers().Get(ctx, tx, ledgerID)
		if err != nil || e.State().Currency == "" {
			return err
		}
		return e.Try(domain.Open{Currency: s.Currency})
	})
	if ctx.Err() != nil {
		return nil
	}
	return err
}
