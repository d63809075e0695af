package revenue

import (
	"reflect"
	"testing"
	"time"
)

// requested is a withdrawal of alice with its fee.
func requested(gross Amount) PayoutRequested {
	return PayoutRequested{Payout: "w", Account: alice, Method: "bank", Provider: Sandbox, Destination: "d", Amount: gross - Unit, Fee: Unit}
}

// The histories of a withdrawal.
var (
	waits     = []any{requested(100 * Unit)}
	approved  = append(waits[:1:1], PayoutApproved{Payout: "w", By: tina, Enough: true})
	held      = append(approved[:2:2], PayoutHeld{Payout: "w", By: tina})
	sent      = append(approved[:2:2], PayoutDispatched{Payout: "w", Attempt: 1})
	taken     = append(sent[:3:3], PayoutTaken{Payout: "w", Reference: "r-1"})
	unclear   = append(sent[:3:3], PayoutUnclear{Payout: "w", Code: "amount_differs"})
	asked     = append(sent[:3:3], PayoutCancelAsked{Payout: "w"})
	paidOut   = append(sent[:3:3], PayoutSucceeded{Payout: "w"})
	failed    = append(sent[:3:3], PayoutFailed{Payout: "w"})
	cancelled = append(waits[:1:1], PayoutCancelled{Payout: "w"})
	returned  = append(paidOut[:4:4], PayoutCameBack{Payout: "w"})
	byPeople  = []any{
		PayoutRequested{Payout: "w", Account: alice, Method: "bank", Provider: Manual, Amount: 99 * Unit, Fee: Unit}, PayoutApproved{Payout: "w", Enough: true},
	}
	inBatch = append(byPeople[:2:2], PayoutDispatched{Payout: "w", Attempt: 1, Batch: "b"})
)

const (
	noSuch  = "not_found not_found -: 提现不存在"
	isEnded = "conflict conflict -: 这笔提现已经结束"
)

func TestTheResultOfApprovingAWithdrawal(t *testing.T) {
	large := []any{requested(1000*Unit + Cent)}
	half := append(large[:1:1], PayoutApproved{Payout: "w", By: tina})
	for name, c := range map[string]struct {
		given  []any
		when   Approve
		want   string
		enough bool
	}{
		"a treasurer approves":                  {waits, Approve{By: keeper}, "PayoutApproved/treasurer", true},
		"an administrator approves":             {waits, Approve{By: admin}, "PayoutApproved/admin", true},
		"one approves a thousand":               {[]any{requested(1000 * Unit)}, Approve{By: keeper}, "PayoutApproved/treasurer", true},
		"more than a thousand needs two":        {large, Approve{By: keeper}, "PayoutApproved/treasurer", false},
		"and has two":                           {half, Approve{By: second}, "PayoutApproved/treasurer", true},
		"two that differ":                       {half, Approve{By: keeper, Now: noon.Add(48 * time.Hour)}, needSecond, false},
		"where nobody else is, a day is waited": {half, Approve{By: lone, Now: noon.Add(aloneAfter - 1)}, needDay, false},
		"and then one person approves":          {half, Approve{By: lone, Now: noon.Add(aloneAfter)}, "PayoutApproved/treasurer", true},
		"an approved one":                       {approved, Approve{By: second}, nothing, false},
		"a held one":                            {append(waits[:1:1], PayoutHeld{By: tom}), Approve{By: keeper}, "PayoutApproved/treasurer", true},
		"an unknown one":                        {nil, Approve{By: keeper}, noSuch, false},
		"a paid one":                            {paidOut, Approve{By: keeper}, isEnded, false},
		"a cancelled one":                       {cancelled, Approve{By: keeper}, isEnded, false},
		"a creator does not":                    {waits, Approve{By: creator}, notKeeper, false},
		"an anonymous caller does not":          {waits, Approve{}, signIn, false},
		"a moderator does not":                  {waits, Approve{By: mod}, notKeeper, false},
		"a token does not":                      {waits, Approve{By: program}, byToken, false},
		"nobody approves an own one":            {waits, Approve{By: treasurerOf(alice)}, own, false},
		"not even where nobody else is":         {waits, Approve{By: Caller{Actor: creator.Actor, Treasurer: true, Alone: true}}, own, false},
		"what a rule has not approved needs the approval of one": {append(waits[:1:1], PayoutHeld{By: tom}, PayoutReleased{}), Approve{By: keeper}, "PayoutApproved/treasurer", true},
	} {
		t.Run(name, func(t *testing.T) {
			events, err := DecidePayout(fold[Payout](c.given...), c.when)
			check(t, outcome(events, err), c.want)
			if len(events) == 1 {
				e := events[0].Payload.(PayoutApproved)
				if e.Enough != c.enough || e.By != c.when.By.Account || e.Alone != c.when.By.Alone {
					t.Errorf("%+v", e)
				}
			}
		})
	}
}

func treasurerOf(account string) Caller {
	c := keeper
	c.Account = account
	return c
}

func TestTheResultOfEachStepBeforeTheProviderAnswers(t *testing.T) {
	hold := func(by Caller, release bool) Hold { return Hold{By: by, Release: release, Reason: because} }
	const noCancel = "invalid not_cancellable -: 这笔提现已不能取消"
	for name, c := range map[string]struct {
		given []any
		when  PayoutCommand
		want  string
	}{
		"a treasurer holds":                          {waits, hold(keeper, false), "PayoutHeld/treasurer"},
		"also an approved one":                       {approved, hold(admin, false), "PayoutHeld/admin"},
		"not one that was sent":                      {sent, hold(keeper, false), "conflict conflict -: 这笔提现已经发出"},
		"not one that has ended":                     {failed, hold(keeper, false), isEnded},
		"not twice":                                  {held, hold(second, false), nothing},
		"not without a reason":                       {waits, Hold{By: keeper}, needReason},
		"not an own one":                             {waits, hold(treasurerOf(alice), false), own},
		"not an unknown one":                         {nil, hold(keeper, false), noSuch},
		"a moderator holds nothing":                  {waits, hold(mod, false), notKeeper},
		"a creator holds nothing":                    {waits, hold(creator, false), notKeeper},
		"a token holds nothing":                      {waits, hold(program, false), byToken},
		"another treasurer releases":                 {held, hold(second, true), "PayoutReleased/treasurer"},
		"who held it does not":                       {held, hold(keeper, true), needSecond},
		"unless nobody else could":                   {held, hold(lone, true), "PayoutReleased/treasurer"},
		"the owner does not release":                 {held, hold(treasurerOf(alice), true), own},
		"released without a reason":                  {held, Hold{By: second, Release: true}, needReason},
		"what is not held":                           {waits, hold(second, true), nothing},
		"the owner cancels":                          {waits, Cancel{creator}, "PayoutCancelled/self"},
		"by a token, too":                            {waits, Cancel{programOf(creator)}, "PayoutCancelled/self"},
		"an approved one is cancelled":               {approved, Cancel{creator}, "PayoutCancelled/self"},
		"a held one is cancelled":                    {held, Cancel{creator}, "PayoutCancelled/self"},
		"once it was sent the provider is asked":     {sent, Cancel{creator}, "PayoutCancelAsked/self"},
		"once it has it, too":                        {taken, Cancel{creator}, "PayoutCancelAsked/self"},
		"asked twice":                                {asked, Cancel{creator}, nothing},
		"an unclear one is not cancelled":            {unclear, Cancel{creator}, noCancel},
		"a paid one is not cancelled":                {paidOut, Cancel{creator}, noCancel},
		"a failed one is not cancelled":              {failed, Cancel{creator}, noCancel},
		"a returned one is not cancelled":            {returned, Cancel{creator}, noCancel},
		"a cancelled one is not cancelled":           {cancelled, Cancel{creator}, noCancel},
		"one in a batch is not cancelled":            {inBatch, Cancel{creator}, noCancel},
		"one that waits for a batch is":              {byPeople, Cancel{creator}, "PayoutCancelled/self"},
		"another's is not there":                     {waits, Cancel{Caller{Actor: second.Actor}}, noSuch},
		"nor for a treasurer":                        {waits, Cancel{keeper}, noSuch},
		"an unknown one is not there":                {nil, Cancel{creator}, noSuch},
		"an anonymous caller cancels nothing":        {waits, Cancel{}, signIn},
		"an approved one is sent":                    {approved, Dispatch{Attempt: 1}, "PayoutDispatched/system"},
		"and sent again":                             {sent, Dispatch{Attempt: 2}, "PayoutDispatched/system"},
		"not by who has read it earlier":             {sent, Dispatch{Attempt: 1}, nothing},
		"not an attempt too many":                    {sent, Dispatch{Attempt: 3}, nothing},
		"not before it is approved":                  {waits, Dispatch{Attempt: 1}, nothing},
		"not with one of two approvals":              {append(waits[:1:1], PayoutApproved{By: tina}), Dispatch{Attempt: 1}, nothing},
		"not while it is held":                       {held, Dispatch{Attempt: 1}, nothing},
		"not while all are paused":                   {approved, Dispatch{Attempt: 1, Paused: true}, nothing},
		"nor again":                                  {sent, Dispatch{Attempt: 2, Paused: true}, nothing},
		"not while the wallet is frozen":             {approved, Dispatch{Attempt: 1, Frozen: true}, nothing},
		"but again, with the same key":               {sent, Dispatch{Attempt: 2, Frozen: true}, "PayoutDispatched/system"},
		"not once the provider has it":               {taken, Dispatch{Attempt: 2}, nothing},
		"not when it is unclear":                     {unclear, Dispatch{Attempt: 2}, nothing},
		"not after its end":                          {failed, Dispatch{Attempt: 2}, nothing},
		"not after it was cancelled":                 {cancelled, Dispatch{Attempt: 1}, nothing},
		"not what is not there":                      {nil, Dispatch{Attempt: 1}, nothing},
		"what people pay is in a batch":              {byPeople, Dispatch{Attempt: 1, Batch: "b"}, "PayoutDispatched/system"},
		"and in no other":                            {inBatch, Dispatch{Attempt: 2, Batch: "c"}, nothing},
		"and not sent":                               {byPeople, Dispatch{Attempt: 1}, nothing},
		"and not sent afterwards":                    {inBatch, Dispatch{Attempt: 2}, nothing},
		"what a provider pays is in no batch":        {approved, Dispatch{Attempt: 1, Batch: "b"}, nothing},
		"while the owner asks to cancel, it goes on": {asked, Dispatch{Attempt: 2}, "PayoutDispatched/system"},
	} {
		t.Run(name, func(t *testing.T) { check(t, outcome(DecidePayout(fold[Payout](c.given...), c.when)), c.want) })
	}
}

func TestTheWalletFollowsTheEndOfAWithdrawal(t *testing.T) {
	p := fold[Payout](sent...)
	for name, c := range map[string]struct {
		event  any
		closed bool
		want   []any
	}{
		"a success":                   {PayoutSucceeded{}, false, []any{PayoutSettled{Account: alice, Payout: "w", Amount: 100 * Unit}}},
		"a success of a closed one":   {PayoutSucceeded{}, true, []any{PayoutSettled{Account: alice, Payout: "w", Amount: 100 * Unit}}},
		"a late one":                  {PayoutSucceeded{Late: true}, false, []any{Corrected{Account: alice, Payout: "w", Amount: -100 * Unit}}},
		"a late one of a closed one":  {PayoutSucceeded{Late: true}, true, []any{Corrected{Account: alice, Payout: "w", Amount: -100 * Unit, Unclaimed: true}}},
		"a failure":                   {PayoutFailed{}, false, []any{PayoutRestored{Account: alice, Payout: "w", Amount: 100 * Unit}}},
		"a failure of a closed one":   {PayoutFailed{}, true, []any{PayoutRestored{Account: alice, Payout: "w", Amount: 100 * Unit, Unclaimed: true}}},
		"a cancellation":              {PayoutCancelled{}, false, []any{PayoutRestored{Account: alice, Payout: "w", Amount: 100 * Unit}}},
		"a return":                    {PayoutCameBack{Amount: 98 * Unit}, false, []any{PayoutReturned{Account: alice, Payout: "w", Provider: Sandbox, Amount: 98 * Unit}}},
		"a return of a closed one":    {PayoutCameBack{Amount: 98 * Unit}, true, []any{PayoutReturned{Account: alice, Payout: "w", Provider: Sandbox, Amount: 98 * Unit, Unclaimed: true}}},
		"an answer that does not fit": {PayoutUnclear{}, false, nil},
	} {
		if got := p.OfWallet(c.event, Wallet{Closed: c.closed}); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
