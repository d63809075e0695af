package revenue

import (
	"slices"
	"time"

	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
)

// maxEntries is how many entries a day has. Together they are at most MaxAmount, so that no sum of a month leaves 63 bits.
const maxEntries = 50

// EnterIncome enters income of a day. Nothing is shared until somebody else has confirmed it.
type EnterIncome struct {
	By       Caller
	Day      string
	Entry    string // id
	Source   string
	Amount   Amount
	Project  string // its people alone share it; empty: all by hits
	OnlyOwn  bool   // nobody but the caller would get the creators' part
	Evidence string // hash of a stored file
	Sources  []string
	Today    string
	Settled  bool // the settlement of the month was begun
}

func (c EnterIncome) decide(d DayState) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	if err != nil {
		return nil, "", err
	}
	if _, err := Day("day", c.Day); err != nil {
		return nil, "", err
	}
	twice := slices.ContainsFunc(d.Entries, func(e Entry) bool {
		return e.Source == c.Source && e.Evidence == c.Evidence && e.Project == c.Project && e.Amount == c.Amount
	})
	switch {
	case c.Day > c.Today:
		return nil, "", fault.Invalid("day", "不能录入未来日期的收入。")
	case c.Settled:
		return nil, "", settled()
	case !slices.Contains(c.Sources, c.Source):
		return nil, "", fault.Invalid("source", "收入来源不存在。")
	case c.Amount <= 0 || c.Amount > MaxAmount:
		return nil, "", rejection(CodeAmount, "amount", "收入须大于 0。")
	case c.Evidence == "":
		return nil, "", fault.Invalid("evidence", "请上传凭证。")
	case twice:
		return nil, "", &fault.Error{Kind: fault.KindConflict, Code: CodeTwice, Field: "evidence", Text: "这一天已经录入过相同来源、金额和凭证的收入。"}
	case c.OnlyOwn:
		return nil, "", ownWallet()
	case len(d.Entries) >= maxEntries:
		return nil, "", fault.Conflict("一天最多录入 50 笔收入。")
	case d.entered() > MaxAmount-c.Amount:
		return nil, "", rejection(CodeAmount, "amount", "一天的收入合计不能超过 "+MaxAmount.String()+"。")
	}
	return []any{IncomeEntered{
		Day: c.Day, Entry: c.Entry, Source: c.Source, Amount: c.Amount, Project: c.Project, Account: c.By.Account, Evidence: c.Evidence,
	}}, as, nil
}

// entered is the sum of all entries.
func (d DayState) entered() (sum Amount) {
	for _, e := range d.Entries {
		sum += e.Amount
	}
	return sum
}

func settled() error {
	return &fault.Error{Kind: fault.KindConflict, Code: CodeSettled, Text: "这个月已经结算，不能再更改。"}
}

func ownWallet() error { return fault.Forbidden("不能处理只进入自己账户的款项。") }

// ConfirmIncome confirms an entry.
type ConfirmIncome struct {
	By      Caller
	Day     string
	Entry   string
	OnlyOwn bool // nobody but the caller would get the creators' part
	Now     time.Time
	Settled bool
}

func (c ConfirmIncome) decide(d DayState) ([]any, role.Role, error) {
	if err := c.By.Keeps(); err != nil {
		return nil, "", err
	}
	e, there := d.entry(c.Entry)
	if !there {
		return nil, "", noEntry(d, c.Entry)
	}
	if e.Confirmed {
		return nil, "", nil
	}
	as, alone, err := c.By.seconds(e.Account, e.At, c.Now)
	switch {
	case err != nil:
		return nil, "", err
	case c.OnlyOwn:
		return nil, "", ownWallet()
	case c.Settled:
		return nil, "", settled()
	}
	return []any{IncomeConfirmed{Day: c.Day, Entry: e.ID, Source: e.Source, Amount: e.Amount, Alone: alone}}, as, nil
}

func noEntry(d DayState, id string) error {
	if slices.Contains(d.Reversed, id) {
		return fault.Conflict("这笔收入已被撤销。")
	}
	return fault.NotFound("收入不存在。")
}

// ReverseIncome takes an entry back. If the day is shared, it is shared again without it.
type ReverseIncome struct {
	By      Caller
	Day     string
	Entry   string
	Reason  *reason.Reason
	Settled bool
}

func (c ReverseIncome) decide(d DayState) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	if err != nil {
		return nil, "", err
	}
	e, there := d.entry(c.Entry)
	switch {
	case !there && slices.Contains(d.Reversed, c.Entry):
		return nil, as, nil
	case !there:
		return nil, "", noEntry(d, c.Entry)
	case c.Settled:
		return nil, "", settled()
	}
	why, err := reason.For(role.Admin, c.Reason)
	if err != nil {
		return nil, "", err
	}
	return []any{IncomeReversed{Day: c.Day, Entry: e.ID, Source: e.Source, Amount: e.Amount, Confirmed: e.Confirmed, Reason: why}}, as, nil
}

// LeaveOut leaves a project out of a day, or takes it in again. Who is paid for the project does not decide about it.
type LeaveOut struct {
	By      Caller
	Day     string
	Project string
	Own     bool // the caller is paid for the project on the day
	TakeIn  bool
	Reason  *reason.Reason
	Settled bool
}

func (c LeaveOut) decide(d DayState) ([]any, role.Role, error) {
	as, err := c.By.keeps()
	if err != nil {
		return nil, "", err
	}
	if _, err := Day("day", c.Day); err != nil {
		return nil, "", err
	}
	switch {
	case c.Own:
		return nil, "", fault.Forbidden("不能处理自己参与分成的资源，须由另一位财务人员或管理员处理。")
	case slices.Contains(d.LeftOut, c.Project) != c.TakeIn:
		return nil, as, nil
	case c.Settled:
		return nil, "", settled()
	}
	why, err := reason.For(role.Admin, c.Reason)
	if err != nil {
		return nil, "", err
	}
	if c.TakeIn {
		return []any{ProjectTakenIn{Day: c.Day, Project: c.Project, Reason: why}}, as, nil
	}
	return []any{ProjectLeftOut{Day: c.Day, Project: c.Project, Reason: why}}, as, nil
}
