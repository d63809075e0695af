package notification_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/modyard/modyard/domain/notification"
	"github.com/modyard/modyard/eventlog/codec"
)

const me = "UserOwn1"

func TestEveryEventEverWrittenIsStillRead(t *testing.T) {
	types, err := codec.New(notification.EventTypes())
	if err != nil {
		t.Fatal(err)
	}
	codec.Golden(t, types, "testdata/events")
}

func given(events ...any) notification.Inbox {
	var s notification.Inbox
	for _, e := range events {
		s = notification.Evolve(s, e)
	}
	return s
}

func TestEachActionIsOneEventAndOnlyWhatIsNew(t *testing.T) {
	ids := func(s ...string) []string { return s }
	for name, c := range map[string]struct {
		given []any
		when  func(notification.Inbox) ([]any, error)
		want  []any
	}{
		"several are read at once, each once": {nil, func(s notification.Inbox) ([]any, error) { return s.MarkRead(me, ids("b", "a", "b")) },
			[]any{notification.Read{Account: me, IDs: ids("a", "b")}}},
		"what is read is not read again": {[]any{notification.Read{Account: me, IDs: ids("a")}},
			func(s notification.Inbox) ([]any, error) { return s.MarkRead(me, ids("a")) }, nil},
		"all are read up to a position": {nil, func(s notification.Inbox) ([]any, error) { return s.MarkAllRead(me, 7, 9) },
			[]any{notification.Read{Account: me, UpTo: 7}}},
		"nothing that is still to come is read": {nil, func(s notification.Inbox) ([]any, error) { return s.MarkAllRead(me, 1<<60, 9) },
			[]any{notification.Read{Account: me, UpTo: 9}}},
		"all are read already": {[]any{notification.Read{Account: me, UpTo: 9}},
			func(s notification.Inbox) ([]any, error) { return s.MarkAllRead(me, 8, 12) }, nil},
		"put away": {nil, func(s notification.Inbox) ([]any, error) { return s.Remove(me, ids("a")) },
			[]any{notification.Removed{Account: me, IDs: ids("a")}}},
		"put away again": {[]any{notification.Removed{Account: me, IDs: ids("a")}},
			func(s notification.Inbox) ([]any, error) { return s.Remove(me, ids("a", "c")) }, []any{notification.Removed{Account: me, IDs: ids("c")}}},
		"taken back": {[]any{notification.Removed{Account: me, IDs: ids("a", "b")}},
			func(s notification.Inbox) ([]any, error) { return s.Restore(me, ids("a")) }, []any{notification.Restored{Account: me, IDs: ids("a")}}},
		"only what was put away is taken back": {[]any{notification.Removed{Account: me, IDs: ids("a")}, notification.Restored{Account: me, IDs: ids("a")}},
			func(s notification.Inbox) ([]any, error) { return s.Restore(me, ids("a")) }, nil},
	} {
		if got, err := c.when(given(c.given...)); err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v %v, want %v", name, got, err, c.want)
		}
	}
}

func TestIdsThatAreNoneAreRefused(t *testing.T) {
	many := make([]string, notification.MaxIDs+1)
	for i := range many {
		many[i] = "a"
	}
	for _, ids := range [][]string{nil, {}, {""}, {"a b"}, {"通知"}, {strings.Repeat("a", 11)}, {"a", "\x00"}, many} {
		for _, decide := range []func(string, []string) ([]any, error){given().MarkRead, given().Remove, given().Restore} {
			if events, err := decide(me, ids); err == nil {
				t.Errorf("%.40q was accepted: %v", ids, events)
			}
		}
	}
}

func TestEvolvingNeverChangesAnEarlierState(t *testing.T) {
	before := given(notification.Removed{Account: me, IDs: []string{"a"}})
	notification.Evolve(before, notification.Restored{Account: me, IDs: []string{"a"}})
	if !before.Removed["a"] {
		t.Fatal("an earlier state changed")
	}
}
