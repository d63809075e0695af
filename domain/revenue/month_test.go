package revenue

import (
	"reflect"
	"testing"
	"time"
)

func TestTheResultOfEachCommandOnAMonth(t *testing.T) {
	done := map[string]DayState{day: fold[DayState](join(confirmed("e1", 10*Unit), shared10("r1", "in"))...)}
	with := func(events ...any) map[string]DayState {
		return map[string]DayState{"2026-05-31": fold[DayState](events...)}
	}
	tenth := time.Date(2026, 6, 10, 0, 0, 0, 0, time.UTC)
	ask := func(by Caller, days map[string]DayState) AskSettlement {
		return AskSettlement{By: by, Month: may, Today: tenth, Days: days}
	}
	begin := func(by Caller, after time.Duration, days map[string]DayState) BeginSettlement {
		return BeginSettlement{By: by, Month: may, Now: noon.Add(after), Days: days}
	}
	asked := []any{SettlementAsked{Month: month, Account: tina}}
	begun := append(asked[:1:1], SettlementBegun{Month: month})
	for name, c := range map[string]struct {
		given []any
		when  MonthCommand
		want  string
	}{
		"a treasurer asks":                            {nil, ask(keeper, done), "SettlementAsked/treasurer"},
		"an administrator asks":                       {nil, ask(admin, done), "SettlementAsked/admin"},
		"an anonymous caller does not":                {nil, ask(nobody, done), signIn},
		"a creator does not":                          {nil, ask(creator, done), notKeeper},
		"a moderator does not":                        {nil, ask(mod, done), notKeeper},
		"a token does not":                            {nil, ask(program, done), byToken},
		"twice":                                       {asked, ask(second, done), nothing},
		"on the ninth":                                {nil, AskSettlement{By: keeper, Month: may, Today: tenth.Add(-1), Days: done}, "invalid invalid_input month: 这个月从 2026-06-10 起"},
		"a month without income":                      {nil, ask(keeper, nil), "conflict conflict -: 这个月没有已分配的收入"},
		"with an entry that nobody has confirmed":     {nil, ask(keeper, with(entered("e1", Unit))), "conflict income_unconfirmed month: 2026-05-31 还有未确认"},
		"with income that is not shared":              {nil, ask(keeper, with(confirmed("e1", Unit)...)), "conflict conflict -: 2026-05-31 的收入还没有分配完毕"},
		"with a run that is not finished":             {nil, ask(keeper, with(SharingBegun{Run: "r"})), "conflict conflict -: 2026-05-31 的收入还没有分配完毕"},
		"with a project left out since it was shared": {nil, ask(keeper, with(join(confirmed("e1", 10*Unit), shared10("r1", "in"), []any{ProjectLeftOut{Project: "p"}})...)), "conflict conflict -: 2026-05-31 的收入还没有分配完毕"},
		"it is taken back":                            {asked, AskSettlement{By: second, Month: may, Back: true}, "SettlementWithdrawn/treasurer"},
		"nothing is taken back":                       {nil, AskSettlement{By: second, Month: may, Back: true}, nothing},
		"a creator takes nothing back":                {asked, AskSettlement{By: creator, Month: may, Back: true}, notKeeper},
		"asked after it was taken back":               {append(asked[:1:1], SettlementWithdrawn{Month: month}), ask(keeper, done), "SettlementAsked/treasurer"},
		"asked after the settlement":                  {begun, ask(keeper, done), isSettled},
		"taken back after the settlement":             {begun, AskSettlement{By: keeper, Month: may, Back: true}, isSettled},
		"another treasurer settles":                   {asked, begin(second, 0, done), "SettlementBegun/treasurer"},
		"an administrator settles":                    {asked, begin(admin, 0, done), "SettlementBegun/admin"},
		"who asked does not settle":                   {asked, begin(keeper, 48*time.Hour, done), needSecond},
		"where nobody else is, a day is waited":       {asked, begin(lone, aloneAfter-1, done), needDay},
		"and then one person settles":                 {asked, begin(lone, aloneAfter, done), "SettlementBegun/treasurer"},
		"a creator does not settle":                   {asked, begin(creator, 0, done), notKeeper},
		"a token does not settle":                     {asked, begin(program, 48*time.Hour, done), byToken},
		"nobody has asked":                            {nil, begin(second, 0, done), "conflict conflict -: 还没有人提出"},
		"settled twice":                               {begun, begin(second, 0, done), nothing},
		"with income that came after the question":    {asked, begin(second, 0, with(entered("e1", Unit))), "conflict income_unconfirmed month: 2026-05-31"},
		"with a day that is to be shared again":       {asked, begin(second, 0, with(confirmed("e1", Unit)...)), "conflict conflict -: 2026-05-31"},
		"it is finished":                              {begun, FinishSettlement{Month: month, Wallets: 2, Amount: Unit}, "SettlementFinished/system"},
		"finished twice":                              {append(begun[:2:2], SettlementFinished{}), FinishSettlement{Month: month}, nothing},
		"finished before it begins":                   {asked, FinishSettlement{Month: month}, nothing},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecideMonth(fold[MonthState](c.given...), c.when)), c.want) })
	}
	events, err := DecideMonth(fold[MonthState](asked...), begin(lone, aloneAfter, done))
	want := SettlementBegun{Month: month, Runs: []DayRun{{day, "r1"}}, ValueDate: "2026-07-29", Alone: true}
	if e := only[SettlementBegun](t, events, err); !reflect.DeepEqual(e, want) {
		t.Errorf("%+v", e)
	}
}

func TestDaysAndMonthsAreThoseOfTheCalendar(t *testing.T) {
	for text, want := range map[string]bool{
		"2026-02-28": true, "2028-02-29": true, "2000-01-01": true, "2200-12-31": true, "2026-02-29": false, "2026-2-1": false, "": false,
		"1999-12-31": false, "2201-01-01": false, "2026-05-20T00:00:00Z": false, " 2026-05-20": false, "２０２６-05-20": false, "0000-00-00": false,
	} {
		if _, err := Day("day", text); (err == nil) != want {
			t.Errorf("day %q: %v", text, err)
		}
	}
	for text, want := range map[string]bool{"2026-02": true, "2026-2": false, "2026-13": false, "": false, "1999-12": false, "2201-01": false, "2026-02-01": false} {
		if _, err := Month("month", text); (err == nil) != want {
			t.Errorf("month %q: %v", text, err)
		}
	}
	for text, want := range map[string]struct {
		days  int
		value string
	}{"2026-01": {31, "2026-03-31"}, "2026-02": {28, "2026-04-28"}, "2028-02": {29, "2028-04-28"}, "2026-12": {31, "2027-02-28"}} {
		m, err := Month("month", text)
		if err != nil || len(Days(m)) != want.days || ValueDate(m) != want.value || MonthOf(Days(m)[want.days-1]) != text {
			t.Errorf("%s: %v %s", text, Days(m), ValueDate(m))
		}
	}
}

func TestASettlementAddsUpTheSharesOfAllDays(t *testing.T) {
	s := Settlement{}
	s.Add(Part{"b", []Share{{"q", alice, 3}, {"p", alice, 1}, {"p", bob, 5}}})
	s.Add(Part{"a", []Share{{"p", alice, 7}}})
	s.Add(Part{"b", []Share{{"p", alice, 2}}})
	want := []Line{{"p", "a", 7}, {"p", "b", 3}, {"q", "b", 3}}
	if got := s.Lines(alice); !reflect.DeepEqual(got, want) || s.Total() != 18 || !reflect.DeepEqual(s.Accounts(), []string{alice, bob}) {
		t.Errorf("%+v of %d for %v", got, s.Total(), s.Accounts())
	}
}
