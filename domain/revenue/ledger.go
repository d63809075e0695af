package revenue

import (
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// Enforced is a rule that is in force from a day on.
type Enforced struct {
	Rule    string
	Version int
	Hash    string
	From    string
}

// Ledger is what holds for all money, folded from ledger-main. The zero Ledger is not opened.
type Ledger struct {
	Currency string
	Rules    []Enforced // by From
	Paused   bool
}

// Evolve applies one event.
func (l Ledger) Evolve(event any) Ledger {
	switch e := event.(type) {
	case LedgerOpened:
		l.Currency = e.Currency
	case RuleEnforced:
		l.Rules = append(l.Rules[:len(l.Rules):len(l.Rules)], Enforced(e))
	case PayoutsPaused:
		l.Paused = true
	case PayoutsResumed:
		l.Paused = false
	}
	return l
}

// InForce is the rule for a day; ok is false if there is none.
func (l Ledger) InForce(day string) (rule Enforced, ok bool) {
	for _, r := range l.Rules {
		if r.From <= day {
			rule, ok = r, true
		}
	}
	return rule, ok
}

// LedgerCommand is a command on the ledger as a whole.
type LedgerCommand interface {
	decide(l Ledger) ([]any, role.Role, error)
}

// DecideLedger returns the events of a command, or a *fault.Error.
func DecideLedger(l Ledger, c LedgerCommand) ([]decision.Event, error) {
	return decision.Of(c.decide(l))
}

// currencyDecimals are the decimals of every currency that the ledger can be in.
const currencyDecimals = 2

// Open opens the ledger in a currency, or does nothing if it is open in this currency.
type Open struct{ Currency string }

func (c Open) decide(l Ledger) ([]any, role.Role, error) {
	switch {
	case !Currency(c.Currency):
		return nil, "", fault.Invalid("currency", "货币须为三个大写字母的代码，如 USD。")
	case l.Currency == c.Currency:
		return nil, role.System, nil
	case l.Currency != "":
		return nil, "", fault.Conflict("账本的货币是 " + l.Currency + "，不能改为 " + c.Currency + "。")
	}
	return []any{LedgerOpened{Currency: c.Currency, Decimals: currencyDecimals}}, role.System, nil
}

// Currency is true for the code of a currency.
func Currency(code string) bool {
	if len(code) != 3 {
		return false
	}
	for _, c := range code {
		if c < 'A' || c > 'Z' {
			return false
		}
	}
	return true
}

// Enforce puts a published rule in force. The zero By is the program, which does so for the first rule alone.
type Enforce struct {
	By        Caller
	Published Published // the rule
	Version   int
	From      string // a day; not before today, so that no past day changes
	Today     string
}

func (c Enforce) decide(l Ledger) ([]any, role.Role, error) {
	as := role.System
	if c.By.SignedIn() || len(l.Rules) > 0 {
		var err error
		if as, err = c.By.keeps(); err != nil {
			return nil, "", err
		}
	}
	hash, there := c.Published.Hashes[c.Version]
	if !there {
		return nil, "", fault.NotFound("规则版本不存在。")
	}
	if _, err := Day("from", c.From); err != nil {
		return nil, "", err
	}
	if len(l.Rules) > 0 {
		last := l.Rules[len(l.Rules)-1]
		switch {
		case c.From < c.Today:
			return nil, "", fault.Invalid("from", "规则的生效日期不能早于今天。")
		case c.From < last.From:
			return nil, "", fault.Invalid("from", "生效日期不能早于上一次变更的生效日期 "+last.From+"。")
		case last.Rule == c.Published.Name && last.Version == c.Version:
			return nil, as, nil
		}
	}
	return []any{RuleEnforced{Rule: c.Published.Name, Version: c.Version, Hash: hash, From: c.From}}, as, nil
}

// PausePayouts stops withdrawals, or resumes them. Resuming needs no reason.
type PausePayouts struct {
	By     Caller
	Resume bool
	Reason *reason.Reason
}

func (c PausePayouts) decide(l Ledger) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	if err != nil || l.Paused != c.Resume {
		return nil, as, err
	}
	if c.Resume {
		why, err := reason.For(role.Treasurer, c.Reason)
		return []any{PayoutsResumed{Reason: why}}, as, err
	}
	why, err := reason.For(role.Admin, c.Reason)
	return []any{PayoutsPaused{Reason: why}}, as, err
}

// Published are the versions of a rule, folded from revenuerule-<name>.
type Published struct {
	Name   string
	Hashes map[int]string
	Files  map[int]string
}

// Evolve applies one event.
func (p Published) Evolve(event any) Published {
	e, ok := event.(RulePublished)
	if !ok {
		return p
	}
	next := Published{Name: e.Rule, Hashes: map[int]string{e.Version: e.Hash}, Files: map[int]string{e.Version: e.File}}
	for version, hash := range p.Hashes {
		next.Hashes[version], next.Files[version] = hash, p.Files[version]
	}
	return next
}

// Publish publishes a version of a rule. A version never changes. The zero By is the program.
type Publish struct {
	By   Caller
	File string
}

// DecidePublish returns the events of a command, or a *fault.Error.
func DecidePublish(p Published, c Publish) ([]decision.Event, error) {
	as := role.System
	if c.By != (Caller{}) {
		var err error
		if as, err = c.By.keeps(); err != nil {
			return nil, err
		}
	}
	r, err := ParseRule(c.File)
	if err != nil {
		return nil, err
	}
	if p.Name != "" && p.Name != r.Name {
		return nil, fault.Invalid(ruleField, "规则文件的名称与此规则不一致。")
	}
	hash := Hash([]byte(c.File))
	switch known, there := p.Hashes[r.Version]; {
	case known == hash:
		return nil, nil
	case there:
		return nil, fault.Conflict("这个版本的规则已经发布，不能更改；请使用新的版本号。")
	}
	return decision.In(as, []any{RulePublished{Rule: r.Name, Version: r.Version, Hash: hash, File: c.File}}, nil)
}

// Over is true if a day is over, and its hits are in, so that it can be shared.
func Over(day string, now time.Time) bool {
	t, err := time.Parse(time.DateOnly, day)
	return err == nil && !now.Before(t.AddDate(0, 0, 1).Add(shareHour))
}
