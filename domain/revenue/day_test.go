package revenue

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func entered(id string, amount Amount) IncomeEntered {
	return IncomeEntered{Day: day, Entry: id, Source: ads, Amount: amount, Account: tina, Evidence: "file-" + id}
}

func confirmed(id string, amount Amount) []any {
	return []any{entered(id, amount), IncomeConfirmed{Day: day, Entry: id, Source: ads, Amount: amount}}
}

// shared is a finished run of one entry of ten units that goes to the platform.
func shared10(run, inputs string) []any {
	return []any{
		SharingBegun{Day: day, Run: run, Rule: "net-75", Version: 1, Hash: "rule", Inputs: inputs},
		SharingFinished{Day: day, Run: run, Sums: []Sum{{Source: ads, Platform: 10 * Unit}}},
	}
}

func TestTheResultOfEachCommandOnTheIncomeOfADay(t *testing.T) {
	enter := func(change func(*EnterIncome)) EnterIncome {
		c := EnterIncome{
			By: keeper, Day: day, Entry: "e2", Source: ads, Amount: 10 * Unit, Evidence: "file-e2", Sources: []string{"sponsors", ads}, Today: day,
		}
		if change != nil {
			change(&c)
		}
		return c
	}
	one := []any{entered("e1", 10*Unit)}
	done := confirmed("e1", 10*Unit)
	gone := append(done[:2:2], IncomeReversed{Day: day, Entry: "e1", Source: ads, Amount: 10 * Unit, Confirmed: true})
	var full, dear []any
	for i := range maxEntries {
		full = append(full, entered(fmt.Sprint(i), Unit))
	}
	dear = append(dear, entered("dear", MaxAmount-5*Unit))
	confirm := func(by Caller, after time.Duration) ConfirmIncome {
		return ConfirmIncome{By: by, Day: day, Entry: "e1", Now: noon.Add(after)}
	}
	reverse := func(by Caller) ReverseIncome { return ReverseIncome{By: by, Day: day, Entry: "e1", Reason: because} }
	out := []any{ProjectLeftOut{Day: day, Project: "p"}}
	for name, c := range map[string]struct {
		given []any
		when  DayCommand
		want  string
	}{
		"a treasurer enters income":                   {nil, enter(nil), "IncomeEntered/treasurer"},
		"an administrator does":                       {nil, enter(func(c *EnterIncome) { c.By = admin }), "IncomeEntered/admin"},
		"an anonymous caller does not":                {nil, enter(func(c *EnterIncome) { c.By = nobody }), signIn},
		"a creator does not":                          {nil, enter(func(c *EnterIncome) { c.By = creator }), notKeeper},
		"a moderator does not":                        {nil, enter(func(c *EnterIncome) { c.By = mod }), notKeeper},
		"a token does not":                            {nil, enter(func(c *EnterIncome) { c.By = program }), byToken},
		"of a day that is none":                       {nil, enter(func(c *EnterIncome) { c.Day = "2026-13-01" }), "invalid invalid_input day: 日期的格式"},
		"of a future day":                             {nil, enter(func(c *EnterIncome) { c.Day = "2026-05-21" }), "invalid invalid_input day: 不能录入未来"},
		"of a settled month":                          {nil, enter(func(c *EnterIncome) { c.Settled = true }), isSettled},
		"from an unknown source":                      {nil, enter(func(c *EnterIncome) { c.Source = "luck" }), "invalid invalid_input source: 收入来源不存在"},
		"of nothing":                                  {nil, enter(func(c *EnterIncome) { c.Amount = 0 }), "invalid amount_invalid amount: 收入须大于 0"},
		"of less than nothing":                        {nil, enter(func(c *EnterIncome) { c.Amount = -Cent }), "invalid amount_invalid amount: 收入须大于 0"},
		"of the largest amount":                       {nil, enter(func(c *EnterIncome) { c.Amount = MaxAmount }), "IncomeEntered/treasurer"},
		"of more":                                     {nil, enter(func(c *EnterIncome) { c.Amount = MaxAmount + Cent }), "invalid amount_invalid amount: 收入须大于 0"},
		"of more together":                            {dear, enter(nil), "invalid amount_invalid amount: 一天的收入合计"},
		"of as much together":                         {dear, enter(func(c *EnterIncome) { c.Amount = 5 * Unit }), "IncomeEntered/treasurer"},
		"without evidence":                            {nil, enter(func(c *EnterIncome) { c.Evidence = "" }), "invalid invalid_input evidence: 请上传凭证"},
		"twice":                                       {one, enter(func(c *EnterIncome) { c.Evidence = "file-e1" }), "conflict entered_twice evidence: 这一天已经录入过"},
		"with the same file and another amount":       {one, enter(func(c *EnterIncome) { c.Evidence, c.Amount = "file-e1", Unit }), "IncomeEntered/treasurer"},
		"with the same file for a project":            {one, enter(func(c *EnterIncome) { c.Evidence, c.Project = "file-e1", "p" }), "IncomeEntered/treasurer"},
		"again after it was reversed":                 {gone, enter(func(c *EnterIncome) { c.Evidence = "file-e1" }), "IncomeEntered/treasurer"},
		"that only the treasurer would get":           {nil, enter(func(c *EnterIncome) { c.OnlyOwn = true }), own},
		"too often on a day":                          {full, enter(nil), "conflict conflict -: 一天最多录入 50 笔"},
		"another treasurer confirms it":               {one, confirm(second, 0), "IncomeConfirmed/treasurer"},
		"an administrator confirms it":                {one, confirm(admin, 0), "IncomeConfirmed/admin"},
		"who entered it does not":                     {one, confirm(keeper, 48*time.Hour), needSecond},
		"where nobody else is, a day is waited":       {one, confirm(lone, aloneAfter-1), needDay},
		"and then one person confirms":                {one, confirm(lone, aloneAfter), "IncomeConfirmed/treasurer"},
		"a creator does not confirm":                  {one, confirm(creator, 0), notKeeper},
		"a moderator does not confirm":                {one, confirm(mod, 0), notKeeper},
		"a token does not confirm":                    {one, confirm(program, 0), byToken},
		"an unknown entry":                            {nil, confirm(second, 0), "not_found not_found -: 收入不存在"},
		"a reversed entry":                            {gone, confirm(second, 0), "conflict conflict -: 这笔收入已被撤销"},
		"confirmed twice":                             {done, confirm(second, 0), nothing},
		"confirmed by who would get it alone":         {one, ConfirmIncome{By: second, Day: day, Entry: "e1", OnlyOwn: true, Now: noon}, own},
		"confirmed after the settlement":              {one, ConfirmIncome{By: second, Day: day, Entry: "e1", Settled: true, Now: noon}, isSettled},
		"a treasurer reverses an entry":               {one, reverse(keeper), "IncomeReversed/treasurer"},
		"and a confirmed one":                         {done, reverse(second), "IncomeReversed/treasurer"},
		"and a shared one":                            {join(done, shared10("r1", "in")), reverse(second), "IncomeReversed/treasurer"},
		"an administrator reverses":                   {done, reverse(admin), "IncomeReversed/admin"},
		"a creator does not reverse":                  {done, reverse(creator), notKeeper},
		"reversed twice":                              {gone, reverse(keeper), nothing},
		"an unknown entry is not reversed":            {nil, reverse(keeper), "not_found not_found -: 收入不存在"},
		"not without a reason":                        {one, ReverseIncome{By: keeper, Day: day, Entry: "e1"}, needReason},
		"not after the settlement":                    {done, ReverseIncome{By: keeper, Day: day, Entry: "e1", Reason: because, Settled: true}, isSettled},
		"a treasurer leaves a project out":            {nil, LeaveOut{By: keeper, Day: day, Project: "p", Reason: because}, "ProjectLeftOut/treasurer"},
		"twice changes nothing":                       {out, LeaveOut{By: keeper, Day: day, Project: "p", Reason: because}, nothing},
		"with a reason":                               {nil, LeaveOut{By: keeper, Day: day, Project: "p"}, needReason},
		"of which the treasurer is not paid":          {nil, LeaveOut{By: keeper, Day: day, Project: "p", Own: true, Reason: because}, "forbidden unauthorized -: 不能处理自己参与分成的资源"},
		"nor takes it in again":                       {out, LeaveOut{By: lone, Day: day, Project: "p", Own: true, TakeIn: true, Reason: because}, "forbidden unauthorized -: 不能处理自己参与分成的资源"},
		"of a day":                                    {nil, LeaveOut{By: keeper, Day: "today", Project: "p", Reason: because}, "invalid invalid_input day: 日期的格式"},
		"that is not settled":                         {nil, LeaveOut{By: keeper, Day: day, Project: "p", Reason: because, Settled: true}, isSettled},
		"a moderator leaves nothing out":              {nil, LeaveOut{By: mod, Day: day, Project: "p", Reason: because}, notKeeper},
		"it is taken in again":                        {out, LeaveOut{By: admin, Day: day, Project: "p", TakeIn: true, Reason: because}, "ProjectTakenIn/admin"},
		"what was not left out is not taken in":       {nil, LeaveOut{By: admin, Day: day, Project: "p", TakeIn: true, Reason: because}, nothing},
		"not after the settlement of its month again": {out, LeaveOut{By: admin, Day: day, Project: "p", TakeIn: true, Reason: because, Settled: true}, isSettled},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecideDay(fold[DayState](c.given...), c.when)), c.want) })
	}
}

func TestAnEntryConfirmedByOnePersonSaysSo(t *testing.T) {
	d := fold[DayState](entered("e1", Unit))
	events, err := DecideDay(d, ConfirmIncome{By: lone, Day: day, Entry: "e1", Now: noon.Add(aloneAfter)})
	if e := only[IncomeConfirmed](t, events, err); !e.Alone || e.Amount != Unit || e.Source != ads {
		t.Errorf("%+v", e)
	}
	events, err = DecideDay(d, ConfirmIncome{By: second, Day: day, Entry: "e1", Now: noon})
	if e := only[IncomeConfirmed](t, events, err); e.Alone {
		t.Errorf("%+v", e)
	}
}

func TestTheResultOfBeginningToShareADay(t *testing.T) {
	over := noon.AddDate(0, 0, 1)
	begin := func(inputs, rule string) BeginSharing {
		return BeginSharing{Day: day, Run: "r2", Rule: Enforced{Rule: "net-75", Version: 1, Hash: rule}, Inputs: inputs, Now: over}
	}
	done := join(confirmed("e1", 10*Unit), shared10("r1", "in"))
	left := ProjectLeftOut{Day: day, Project: "p"}
	midnight := time.Date(2026, 5, 21, 0, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		given []any
		when  BeginSharing
		want  string
	}{
		"a day is shared":                                       {confirmed("e1", 10*Unit), begin("in", "rule"), "SharingBegun/system"},
		"not before it is over for an hour":                     {nil, BeginSharing{Day: day, Run: "r", Inputs: "in", Now: midnight.Add(shareHour - 1)}, "conflict conflict -: 这一天还没有结束"},
		"but then":                                              {nil, BeginSharing{Day: day, Run: "r", Inputs: "in", Now: midnight.Add(shareHour)}, "SharingBegun/system"},
		"not while a run is open":                               {done[:3], begin("other", "rule"), nothing},
		"not again with the same inputs and rule":               {done, begin("in", "rule"), nothing},
		"again with other inputs":                               {done, begin("other", "rule"), "SharingBegun/system"},
		"again by another rule":                                 {done, begin("in", "other"), "SharingBegun/system"},
		"again without a project, even if it had no hits":       {append(done[:4:4], left), begin("in", "rule"), "SharingBegun/system"},
		"not again after that was undone":                       {append(done[:4:4], left, ProjectTakenIn{Day: day, Project: "p"}), begin("in", "rule"), nothing},
		"not after the settlement":                              {done, BeginSharing{Day: day, Run: "r2", Inputs: "other", Now: over, Settled: true}, isSettled},
		"after the settlement nothing is asked of the same run": {done, BeginSharing{Day: day, Run: "r2", Rule: Enforced{Hash: "rule"}, Inputs: "in", Now: over, Settled: true}, nothing},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecideDay(fold[DayState](c.given...), c.when)), c.want) })
	}
	events, err := DecideDay(fold[DayState](done...), begin("other", "rule"))
	if e := only[SharingBegun](t, events, err); e.Replaces != "r1" || e.Rule != "net-75" || e.Version != 1 || e.Hash != "rule" || e.Inputs != "other" {
		t.Errorf("%+v", e)
	}
}

func TestADayIsSharedUntilWhatItSharesChanges(t *testing.T) {
	done := join(confirmed("e1", 10*Unit), shared10("r1", "in"))
	reversed := IncomeReversed{Day: day, Entry: "e1", Source: ads, Amount: 10 * Unit, Confirmed: true}
	for name, c := range map[string]struct {
		events []any
		want   bool
	}{
		"a day without anything":                   {nil, true},
		"an entry that is not confirmed":           {[]any{entered("e1", Unit)}, true},
		"a confirmed entry":                        {confirmed("e1", Unit), false},
		"a finished run":                           {done, true},
		"another entry":                            {join(done, confirmed("e2", Unit)), false},
		"no entry any more":                        {append(done[:4:4], reversed), false},
		"another entry of the same amount":         {join(done, []any{reversed}, confirmed("e2", 10*Unit)), false},
		"a project is left out":                    {append(done[:4:4], ProjectLeftOut{Project: "p"}), false},
		"and taken in again":                       {append(done[:4:4], ProjectLeftOut{Project: "p"}, ProjectTakenIn{Project: "p"}), true},
		"a change while the run was open":          {join(done[:3], []any{ProjectLeftOut{Project: "p"}}, done[3:]), false},
		"a change that a new run has taken up":     {join(done, []any{ProjectLeftOut{Project: "p"}}, shared10("r2", "in2")), true},
		"a run of an emptied day":                  {join(done, []any{reversed}, shared10("r2", "in2")[:1], []any{SharingFinished{Run: "r2"}}), true},
		"a run whose sums are not what it divides": {join(confirmed("e1", 11*Unit), shared10("r1", "in")), false},
	} {
		if got := fold[DayState](c.events...).Shared(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// parts are n parts of one share each.
func parts(n int) (list []Part) {
	for i := range n {
		list = append(list, Part{ads, []Share{{Project: "p", Account: fmt.Sprint(i), Amount: 1}}})
	}
	return list
}

func TestALargeDayIsSharedInSteps(t *testing.T) {
	for _, before := range []int{0, 1, stepParts - 1, stepParts, 3*stepParts + 1} {
		for _, after := range []int{0, 1, stepParts, 2*stepParts + 1} {
			first := SharingBegun{Day: day, Run: "r1"}
			earlier, now := parts(before), Outcome{Parts: parts(after), Sums: []Sum{{Source: ads, Creators: Amount(after)}}}
			d := fold[DayState](first, SharingFinished{Day: day, Run: "r1", Parts: before, Sums: []Sum{{Source: ads, Creators: Amount(before)}}}, SharingBegun{Day: day, Run: "r2", Replaces: "r1"})
			var names []string
			var collected DayParts
			for step := 0; ; step++ {
				events, err := DecideDay(d, ShareStep{Day: day, Earlier: earlier, Now: now})
				if err != nil || len(events) > stepParts+2 || step > 20 {
					t.Fatalf("step %d has %d events: %v", step, len(events), err)
				}
				for _, e := range events {
					d, collected = d.Evolve(e.Payload, noon), collected.Evolve(e.Payload)
					names = append(names, strings.TrimPrefix(fmt.Sprintf("%T", e.Payload), "revenue."))
				}
				if len(events) == 0 {
					break
				}
			}
			want := strings.Repeat("SharesUndone ", before) + "SharingUndone " + strings.Repeat("SharesNoted ", after) + "SharingFinished"
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%d and %d parts: %s", before, after, got)
			}
			if d.Opened != nil || d.Run != "r2" || d.Parts != after || len(collected.Parts["r2"]) != after {
				t.Errorf("%d and %d parts: %+v", before, after, d)
			}
		}
	}
	check(t, outcome(DecideDay(DayState{}, ShareStep{Day: day})), nothing)
}

func TestCollectingPartsLeavesTheEarlierStateAlone(t *testing.T) {
	one := DayParts{}.Evolve(SharesNoted{Run: "r", Part: 0, Source: "a"})
	two, other := one.Evolve(SharesNoted{Run: "r", Part: 1, Source: "b"}), one.Evolve(SharesNoted{Run: "r", Part: 1, Source: "c"})
	if len(one.Parts["r"]) != 1 || two.Parts["r"][1].Source != "b" || other.Parts["r"][1].Source != "c" {
		t.Errorf("%+v %+v %+v", one, two, other)
	}
}
