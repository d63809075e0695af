package revenue

import (
	"cmp"
	"slices"
	"time"

	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
)

// Batch is a file of withdrawals that people pay, folded from its stream. The zero Batch does not exist.
type Batch struct {
	ID, Method string
	Payouts    []string // in the order of the file
	At         time.Time
}

// Evolve applies one event that was decided at a moment.
func (b Batch) Evolve(event any, at time.Time) Batch {
	if e, ok := event.(BatchMade); ok {
		return Batch{ID: e.Batch, Method: e.Method, Payouts: e.Payouts, At: at}
	}
	return b
}

// maxBatch is how many withdrawals a batch has: they fit into one append.
const maxBatch = 500

// MakeBatch makes a file of the withdrawals of a method that wait for people to pay them.
type MakeBatch struct {
	By      Caller
	Batch   string // id
	Method  string
	Payouts []Payout // that may be in it; those that are not ready, or were sent, are left out
	Paused  bool
	Frozen  map[string]bool // by account: its wallet is frozen
}

// DecideBatch returns the event of the batch, and those of its withdrawals by their ids, or a *fault.Error. A withdrawal is
// in one batch for ever. The order in the file does not depend on that of the command.
func DecideBatch(b Batch, c MakeBatch) (batch []decision.Event, payouts map[string][]decision.Event, err error) {
	as, err := c.By.keeps()
	switch {
	case err != nil:
		return nil, nil, err
	case b.ID != "":
		return nil, nil, fault.Conflict("该批次已存在。")
	case c.Paused:
		return nil, nil, &fault.Error{Kind: fault.KindConflict, Code: CodePaused, Text: "提现已暂停，恢复后才能生成批次。"}
	}
	list := slices.Clone(c.Payouts)
	slices.SortFunc(list, func(a, b Payout) int { return cmp.Or(a.Requested.Compare(b.Requested), cmp.Compare(a.ID, b.ID)) })
	payouts = map[string][]decision.Event{}
	var ids []string
	for _, p := range list {
		if p.Method != c.Method || payouts[p.ID] != nil || len(ids) == maxBatch {
			continue
		}
		events, err := DecidePayout(p, Dispatch{Attempt: 1, Batch: c.Batch, Frozen: c.Frozen[p.Account]})
		if err != nil {
			return nil, nil, err
		}
		if len(events) > 0 {
			ids, payouts[p.ID] = append(ids, p.ID), events
		}
	}
	if len(ids) == 0 {
		return nil, nil, fault.Conflict("没有等待人工付款的提现。")
	}
	batch, err = decision.In(as, []any{BatchMade{Batch: c.Batch, Method: c.Method, Payouts: ids}}, nil)
	return batch, payouts, err
}
