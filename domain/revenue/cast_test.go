package revenue

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
)

const (
	alice = "AAAAAAA1" // a creator
	bob   = "BBBBBBB2" // another
	tina  = "TTTTTTT3" // a treasurer
	tom   = "TTTTTTT4" // another
	adam  = "DDDDDDD5" // an administrator
	mona  = "MMMMMMM6" // a moderator
	day   = "2026-05-20"
	month = "2026-05"
	ads   = "ads"
)

var (
	noon    = time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)
	may     = time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	nobody  = Caller{}
	creator = Caller{Actor: actor.Actor{Account: alice}}
	keeper  = Caller{Actor: actor.Actor{Account: tina}, Treasurer: true}
	second  = Caller{Actor: actor.Actor{Account: tom}, Treasurer: true}
	admin   = Caller{Actor: actor.Actor{Account: adam, Rank: actor.Admin}}
	mod     = Caller{Actor: actor.Actor{Account: mona, Rank: actor.Moderator}}
	lone    = Caller{Actor: actor.Actor{Account: tina}, Treasurer: true, Alone: true}
	program = Caller{Actor: actor.Actor{Account: tina, Program: true}, Treasurer: true}
	because = &reason.Reason{Code: reason.Correction}
)

// The refusals that many rules share.
const (
	signIn     = "unauthorized unauthorized -: 请先登录"
	notKeeper  = "forbidden unauthorized -: 只有财务人员"
	byToken    = "forbidden unauthorized -: 访问令牌"
	own        = "forbidden unauthorized -: 不能处理只进入自己账户的款项"
	needSecond = "forbidden second_person_required -: 须由另一位"
	needDay    = "forbidden second_person_required -: 没有其他财务人员"
	needReason = "invalid invalid_input reason: 请说明操作原因"
	isSettled  = "conflict month_settled -: 这个月已经结算"
	nothing    = "nothing"
)

// outcome is what a command gives: its events with the role, nothing, or kind, code, field and text of the refusal.
func outcome(events []decision.Event, err error) string {
	var f *fault.Error
	switch {
	case errors.As(err, &f):
		field := f.Field
		if field == "" {
			field = "-"
		}
		return fmt.Sprintf("%s %s %s: %s", f.Kind, f.Code, field, f.Text)
	case err != nil:
		return "error " + err.Error()
	case len(events) == 0:
		return nothing
	}
	words := make([]string, len(events))
	for i, e := range events {
		words[i] = reflect.TypeOf(e.Payload).Name() + "/" + string(e.Role)
	}
	return strings.Join(words, " ")
}

// check compares an outcome: events exactly, a refusal by its beginning.
func check(t *testing.T, got, want string) {
	t.Helper()
	if got != want && (!strings.Contains(want, ": ") || !strings.HasPrefix(got, want)) {
		t.Errorf("%s, want %s", got, want)
	}
}

// only is the one event of a decision.
func only[E any](t *testing.T, events []decision.Event, err error) (e E) {
	t.Helper()
	if err != nil || len(events) != 1 {
		t.Fatalf("%+v, %v", events, err)
	}
	e, ok := events[0].Payload.(E)
	if !ok {
		t.Fatalf("%T, want %T", events[0].Payload, e)
	}
	return e
}

// fold folds events that were decided at noon.
func fold[S interface {
	Evolve(event any, at time.Time) S
}](events ...any) (s S) {
	for _, e := range events {
		s = s.Evolve(e, noon)
	}
	return s
}

func join(lists ...[]any) (all []any) {
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}
