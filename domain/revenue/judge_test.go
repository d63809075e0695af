package revenue

import (
	"testing"
	"time"
)

func TestTheResultOfEachJudgement(t *testing.T) {
	judge := func(by Caller, end End, after time.Duration) Judge {
		return Judge{By: by, End: end, Evidence: "file", Reason: because, Now: noon.Add(after)}
	}
	proposed := append(unclear[:4:4], PayoutEndProposed{Payout: "w", By: tina, End: Succeeded, Evidence: "first"})
	for name, c := range map[string]struct {
		given []any
		when  Judge
		want  string
	}{
		"a treasurer judges what is unclear":             {unclear, judge(keeper, Succeeded, 0), "PayoutEndProposed/treasurer"},
		"an administrator does":                          {unclear, judge(admin, Failed, 0), "PayoutEndProposed/admin"},
		"what people pay":                                {inBatch, judge(keeper, Failed, 0), "PayoutEndProposed/treasurer"},
		"what has had no end for three days":             {sent, judge(keeper, Failed, doubtAfter), "PayoutEndProposed/treasurer"},
		"not before":                                     {sent, judge(keeper, Failed, doubtAfter-1), "conflict conflict -: 发出三天后"},
		"also when it was sent again later":              {append(sent[:3:3], PayoutDispatched{Attempt: 2}), judge(keeper, Failed, doubtAfter), "PayoutEndProposed/treasurer"},
		"not what was not sent":                          {approved, judge(keeper, Failed, doubtAfter), "conflict conflict -: 这笔提现还没有发出"},
		"not what has ended":                             {failed, judge(keeper, Succeeded, doubtAfter), isEnded},
		"not what is not there":                          {nil, judge(keeper, Succeeded, 0), noSuch},
		"not an own one":                                 {unclear, judge(treasurerOf(alice), Succeeded, 0), own},
		"not as cancelled":                               {unclear, judge(keeper, Cancelled, 0), "invalid invalid_input end: 结果须为"},
		"not as returned":                                {unclear, judge(keeper, Returned, 0), "invalid invalid_input end: 结果须为"},
		"not as nothing":                                 {unclear, judge(keeper, "", 0), "invalid invalid_input end: 结果须为"},
		"with evidence":                                  {unclear, Judge{By: keeper, End: Failed, Reason: because, Now: noon}, "invalid invalid_input evidence: 请上传凭证"},
		"with a reason":                                  {unclear, Judge{By: keeper, End: Failed, Evidence: "f", Now: noon}, needReason},
		"a creator does not judge":                       {unclear, judge(creator, Failed, 0), notKeeper},
		"a moderator does not judge":                     {unclear, judge(mod, Failed, 0), notKeeper},
		"a token does not judge":                         {unclear, judge(program, Failed, 0), byToken},
		"an anonymous caller does not":                   {unclear, judge(nobody, Failed, 0), signIn},
		"another treasurer confirms":                     {proposed, judge(second, Succeeded, 0), "PayoutSucceeded/treasurer"},
		"without evidence and reason":                    {proposed, Judge{By: second, End: Succeeded, Now: noon}, "PayoutSucceeded/treasurer"},
		"who proposed it does not":                       {proposed, judge(keeper, Succeeded, 48*time.Hour), needSecond},
		"where nobody else is, a day is waited":          {proposed, judge(lone, Succeeded, aloneAfter-1), needDay},
		"and then one person confirms":                   {proposed, judge(lone, Succeeded, aloneAfter), "PayoutSucceeded/treasurer"},
		"who disagrees proposes another end":             {proposed, judge(second, Failed, 0), "PayoutEndProposed/treasurer"},
		"which the first may confirm":                    {append(proposed[:5:5], PayoutEndProposed{By: tom, End: Failed}), judge(keeper, Failed, 0), "PayoutFailed/treasurer"},
		"but not the second":                             {append(proposed[:5:5], PayoutEndProposed{By: tom, End: Failed}), judge(second, Failed, 0), needSecond},
		"the provider's answer comes before the second":  {append(proposed[:5:5], PayoutSucceeded{}), judge(second, Succeeded, 0), isEnded},
		"one who would judge an own one does not second": {proposed, judge(treasurerOf(alice), Succeeded, 0), own},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecidePayout(fold[Payout](c.given...), c.when)), c.want) })
	}
	events, err := DecidePayout(fold[Payout](proposed...), judge(lone, Succeeded, aloneAfter))
	if e := only[PayoutSucceeded](t, events, err); e.Evidence != "first" || !e.Alone || e.Amount != 99*Unit || e.Fee != Unit || e.Late {
		t.Errorf("%+v", e)
	}
	failing := append(unclear[:4:4], PayoutEndProposed{Payout: "w", By: tina, End: Failed, Evidence: "first"})
	events, err = DecidePayout(fold[Payout](failing...), judge(second, Failed, 0))
	if e := only[PayoutFailed](t, events, err); e.Evidence != "first" || e.Alone || e.Code != "judged" {
		t.Errorf("%+v", e)
	}
}
