package revenue

import (
	"strings"
	"testing"
)

// ledger folds events of ledger-main.
func ledger(events ...any) (l Ledger) {
	for _, e := range events {
		l = l.Evolve(e)
	}
	return l
}

func published(version int) Published {
	file := strings.Replace(DefaultRule, `"version": 1`, `"version": `+string(rune('0'+version)), 1)
	return Published{}.Evolve(RulePublished{Rule: "net-75", Version: version, Hash: Hash([]byte(file)), File: file})
}

func TestTheResultOfEachCommandOnTheLedger(t *testing.T) {
	opened := LedgerOpened{Currency: "USD", Decimals: 2}
	enforced := RuleEnforced{Rule: "net-75", Version: 1, Hash: "h", From: "2026-05-21"}
	rule := func(by Caller, from string) Enforce {
		return Enforce{By: by, Published: published(2), Version: 2, From: from, Today: day}
	}
	for name, c := range map[string]struct {
		given []any
		when  LedgerCommand
		want  string
	}{
		"the ledger is opened once":                 {nil, Open{"USD"}, "LedgerOpened/system"},
		"it is open":                                {[]any{opened}, Open{"USD"}, nothing},
		"its currency does not change":              {[]any{opened}, Open{"EUR"}, "conflict conflict -: 账本的货币是 USD"},
		"a currency has three letters":              {nil, Open{"US"}, "invalid invalid_input currency: 货币须"},
		"of the capital ones":                       {nil, Open{"usd"}, "invalid invalid_input currency: 货币须"},
		"no currency is none":                       {nil, Open{""}, "invalid invalid_input currency: 货币须"},
		"the program enforces the first rule":       {nil, Enforce{Published: published(1), Version: 1, From: "2020-01-01", Today: day}, "RuleEnforced/system"},
		"and no other":                              {[]any{enforced}, rule(nobody, "2026-06-01"), signIn},
		"a treasurer enforces one":                  {[]any{enforced}, rule(keeper, "2026-06-01"), "RuleEnforced/treasurer"},
		"also the first":                            {nil, rule(keeper, "2026-06-01"), "RuleEnforced/treasurer"},
		"an administrator does":                     {[]any{enforced}, rule(admin, "2026-06-01"), "RuleEnforced/admin"},
		"a creator does not":                        {nil, rule(creator, "2026-06-01"), notKeeper},
		"a moderator does not":                      {nil, rule(mod, "2026-06-01"), notKeeper},
		"a token does not":                          {nil, rule(program, "2026-06-01"), byToken},
		"a version that is not published":           {nil, Enforce{By: keeper, Published: published(1), Version: 2, From: day, Today: day}, "not_found not_found -: 规则版本不存在"},
		"from no day":                               {nil, rule(keeper, "2026-6-1"), "invalid invalid_input from: 日期的格式"},
		"from a day that does not exist":            {nil, rule(keeper, "2026-02-30"), "invalid invalid_input from: 日期的格式"},
		"from yesterday":                            {[]any{RuleEnforced{Rule: "a", Version: 1, From: "2026-01-01"}}, rule(keeper, "2026-05-19"), "invalid invalid_input from: 规则的生效日期不能早于今天"},
		"from today":                                {[]any{RuleEnforced{Rule: "a", Version: 1, From: "2026-01-01"}}, rule(keeper, day), "RuleEnforced/treasurer"},
		"before another one that is waiting":        {[]any{enforced}, rule(keeper, day), "invalid invalid_input from: 生效日期不能早于上一次"},
		"instead of another one that is waiting":    {[]any{enforced}, rule(keeper, "2026-05-21"), "RuleEnforced/treasurer"},
		"the same rule again":                       {[]any{RuleEnforced{Rule: "net-75", Version: 2, From: "2026-05-01"}}, rule(keeper, "2026-06-01"), nothing},
		"a treasurer pauses withdrawals":            {nil, PausePayouts{By: keeper, Reason: because}, "PayoutsPaused/treasurer"},
		"with a reason":                             {nil, PausePayouts{By: keeper}, needReason},
		"twice":                                     {[]any{PayoutsPaused{}}, PausePayouts{By: keeper, Reason: because}, nothing},
		"a creator does not pause":                  {nil, PausePayouts{By: creator, Reason: because}, notKeeper},
		"nor does an anonymous caller":              {nil, PausePayouts{Reason: because}, signIn},
		"an administrator resumes, without reason":  {[]any{PayoutsPaused{}}, PausePayouts{By: admin, Resume: true}, "PayoutsResumed/admin"},
		"a treasurer does too":                      {[]any{PayoutsPaused{}}, PausePayouts{By: keeper, Resume: true, Reason: because}, "PayoutsResumed/treasurer"},
		"nothing is paused":                         {nil, PausePayouts{By: keeper, Resume: true}, nothing},
		"a creator resumes nothing, paused or not":  {nil, PausePayouts{By: creator, Resume: true}, notKeeper},
		"after a resumption it can be paused again": {[]any{PayoutsPaused{}, PayoutsResumed{}}, PausePayouts{By: keeper, Reason: because}, "PayoutsPaused/treasurer"},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecideLedger(ledger(c.given...), c.when)), c.want) })
	}
}

func TestTheRuleOfADayIsTheLastOneUpToIt(t *testing.T) {
	l := ledger(RuleEnforced{Rule: "a", From: "2026-01-01"}, RuleEnforced{Rule: "b", From: "2026-05-01"}, RuleEnforced{Rule: "c", From: "2026-05-01"})
	for day, want := range map[string]string{"2025-12-31": "", "2026-01-01": "a", "2026-04-30": "a", "2026-05-01": "c", "2200-01-01": "c"} {
		if rule, ok := l.InForce(day); rule.Rule != want || ok != (want != "") {
			t.Errorf("%s: %+v %v", day, rule, ok)
		}
	}
}

func TestTheResultOfPublishingARule(t *testing.T) {
	other := strings.Replace(DefaultRule, "7500", "8000", 1)
	for name, c := range map[string]struct {
		given Published
		when  Publish
		want  string
	}{
		"the program publishes the first rule": {Published{}, Publish{File: DefaultRule}, "RulePublished/system"},
		"a treasurer publishes one":            {Published{}, Publish{keeper, DefaultRule}, "RulePublished/treasurer"},
		"a creator does not":                   {Published{}, Publish{creator, DefaultRule}, notKeeper},
		"a token does not":                     {Published{}, Publish{program, DefaultRule}, byToken},
		"the same file again":                  {published(1), Publish{keeper, DefaultRule}, nothing},
		"a version does not change":            {published(1), Publish{keeper, other}, "conflict conflict -: 这个版本的规则已经发布"},
		"the next version":                     {published(1), Publish{keeper, strings.Replace(other, `"version": 1`, `"version": 2`, 1)}, "RulePublished/treasurer"},
		"a rule of another name":               {published(1), Publish{keeper, strings.Replace(other, "net-75", "net-80", 1)}, "invalid invalid_input rule: 规则文件的名称"},
		"what is no rule":                      {Published{}, Publish{keeper, "{}"}, "invalid invalid_input rule: 规则名称"},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecidePublish(c.given, c.when)), c.want) })
	}
	both := published(1).Evolve(RulePublished{Rule: "net-75", Version: 2, Hash: "h", File: "f"}).Evolve(PayoutsPaused{})
	if both.Hashes[1] != Hash([]byte(DefaultRule)) || both.Files[1] != DefaultRule || both.Hashes[2] != "h" || both.Files[2] != "f" {
		t.Errorf("%+v", both)
	}
}
