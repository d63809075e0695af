package revenue

import (
	"reflect"
	"testing"
	"time"
)

func TestTheResultOfEachCommandOnACorrection(t *testing.T) {
	propose := func(change func(*ProposeCorrection)) ProposeCorrection {
		c := ProposeCorrection{By: keeper, Correction: "c", Account: alice, Amount: -Unit, Evidence: "file", Reason: because, Today: noon}
		if change != nil {
			change(&c)
		}
		return c
	}
	in := func(month string) func(*ProposeCorrection) { return func(c *ProposeCorrection) { c.Month = month } }
	end := func(by Caller, after time.Duration) EndCorrection { return EndCorrection{By: by, Now: noon.Add(after)} }
	waiting := []any{CorrectionProposed{Correction: "c", Account: alice, Amount: -Unit, By: tina}}
	done := append(waiting[:1:1], CorrectionConfirmed{Correction: "c"})
	const isDone = "conflict conflict -: 该更正已处理完毕"
	for name, c := range map[string]struct {
		given []any
		when  CorrectionCommand
		want  string
	}{
		"a treasurer proposes":                  {nil, propose(nil), "CorrectionProposed/treasurer"},
		"an administrator proposes":             {nil, propose(func(c *ProposeCorrection) { c.By = admin }), "CorrectionProposed/admin"},
		"of a month":                            {nil, propose(in("2026-04")), "CorrectionProposed/treasurer"},
		"of what is no month":                   {nil, propose(in("2026-4")), "invalid invalid_input month: 月份的格式"},
		"of a month to come":                    {nil, propose(in("2026-06")), "invalid invalid_input month: 这个月还没有结算"},
		"of a month that is not settled":        {nil, propose(func(c *ProposeCorrection) { c.Month, c.Unsettled = month, true }), "invalid invalid_input month: 这个月还没有结算"},
		"twice":                                 {waiting, propose(nil), "conflict conflict -: 该更正已存在"},
		"of nothing":                            {nil, propose(func(c *ProposeCorrection) { c.Amount = 0 }), "invalid amount_invalid amount: 更正的金额"},
		"of too much":                           {nil, propose(func(c *ProposeCorrection) { c.Amount = MaxAmount + 1 }), "invalid amount_invalid amount: 更正的金额"},
		"of too little":                         {nil, propose(func(c *ProposeCorrection) { c.Amount = -MaxAmount - 1 }), "invalid amount_invalid amount: 更正的金额"},
		"without evidence":                      {nil, propose(func(c *ProposeCorrection) { c.Evidence = "" }), "invalid invalid_input evidence: 请上传凭证"},
		"without a reason":                      {nil, propose(func(c *ProposeCorrection) { c.Reason = nil }), needReason},
		"of an own wallet":                      {nil, propose(func(c *ProposeCorrection) { c.Account = tina }), own},
		"a creator does not":                    {nil, propose(func(c *ProposeCorrection) { c.By = creator }), notKeeper},
		"a moderator does not":                  {nil, propose(func(c *ProposeCorrection) { c.By = mod }), notKeeper},
		"a token does not":                      {nil, propose(func(c *ProposeCorrection) { c.By = program }), byToken},
		"an anonymous caller does not":          {nil, propose(func(c *ProposeCorrection) { c.By = nobody }), signIn},
		"another treasurer confirms":            {waiting, end(second, 0), "CorrectionConfirmed/treasurer"},
		"who proposed it does not":              {waiting, end(keeper, 48*time.Hour), needSecond},
		"where nobody else is, a day is waited": {waiting, end(lone, aloneAfter-1), needDay},
		"and then one person confirms":          {waiting, end(lone, aloneAfter), "CorrectionConfirmed/treasurer"},
		"whose wallet it is does not":           {waiting, end(treasurerOf(alice), 0), own},
		"confirmed twice":                       {done, end(second, 0), isDone},
		"confirmed after it was dropped":        {append(waiting[:1:1], CorrectionDropped{}), end(second, 0), isDone},
		"what is not there":                     {nil, end(second, 0), "not_found not_found -: 更正不存在"},
		"a creator confirms nothing":            {waiting, end(creator, 0), notKeeper},
		"a token confirms nothing":              {waiting, end(programOf(second), 0), byToken},
		"who proposed it drops it":              {waiting, EndCorrection{By: keeper, Drop: true}, "CorrectionDropped/treasurer"},
		"another one drops it":                  {waiting, EndCorrection{By: admin, Drop: true}, "CorrectionDropped/admin"},
		"whose wallet it is does not drop it":   {waiting, EndCorrection{By: treasurerOf(alice), Drop: true}, own},
		"dropped after it was confirmed":        {done, EndCorrection{By: keeper, Drop: true}, isDone},
		"a moderator drops nothing":             {waiting, EndCorrection{By: mod, Drop: true}, notKeeper},
	} {
		t.Run(name, func(t *testing.T) {
			check(t, outcome(DecideCorrection(fold[CorrectionState](c.given...), c.when)), c.want)
		})
	}
	s := fold[CorrectionState](waiting...)
	events, err := DecideCorrection(s, end(lone, aloneAfter))
	if e := only[CorrectionConfirmed](t, events, err); e != (CorrectionConfirmed{Correction: "c", Account: alice, Amount: -Unit, Alone: true}) {
		t.Errorf("%+v", e)
	}
	for _, closed := range []bool{false, true} {
		if e := s.Correct(Wallet{Closed: closed}, noon); !reflect.DeepEqual(e, Corrected{Account: alice, Correction: "c", Amount: -Unit, Unclaimed: closed}) {
			t.Errorf("%+v", e)
		}
	}
}

func TestACorrectionThatWaitsDoesNotTouchASettlement(t *testing.T) {
	s := fold[CorrectionState](CorrectionProposed{Correction: "c", Account: alice, Amount: -30 * Unit, By: tina})
	w := fold[Wallet](earned(month, "2026-07-29", 20*Unit))
	if w.Left() != 20*Unit {
		t.Fatal(w.Left())
	}
	if w = w.Evolve(s.Correct(w, noon), noon); w.Available(noon) != -10*Unit || w.Left() != -10*Unit {
		t.Errorf("%+v", w)
	}
}
