package notification

import (
	"fmt"
	"maps"
	"slices"

	"github.com/modyard/modyard/domain/fault"
)

// MaxIDs is how many notifications one command may name.
const MaxIDs = 1000

// Inbox is what an account has done with its notifications, folded from its stream. The zero Inbox is untouched.
type Inbox struct {
	UpTo    uint64
	Read    map[string]bool
	Removed map[string]bool
}

// Evolve adds one event to an inbox.
func Evolve(s Inbox, event any) Inbox {
	switch e := event.(type) {
	case Read:
		s.UpTo = max(s.UpTo, e.UpTo)
		s.Read = with(s.Read, e.IDs, true)
	case Removed:
		s.Removed = with(s.Removed, e.IDs, true)
	case Restored:
		s.Removed = with(s.Removed, e.IDs, false)
	}
	return s
}

func with(set map[string]bool, ids []string, in bool) map[string]bool {
	set = maps.Clone(set)
	if set == nil {
		set = map[string]bool{}
	}
	for _, id := range ids {
		if in {
			set[id] = true
		} else {
			delete(set, id)
		}
	}
	return set
}

// MarkRead marks notifications as read by their ids.
func (s Inbox) MarkRead(account string, ids []string) ([]any, error) {
	ids, err := named(ids, s.Read, false)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return []any{Read{Account: account, IDs: ids}}, nil
}

// MarkAllRead marks everything as read whose event stands at upTo or before. Nothing that is still to come can be
// read: newest is where the log ends.
func (s Inbox) MarkAllRead(account string, upTo, newest uint64) ([]any, error) {
	upTo = min(upTo, newest)
	if upTo <= s.UpTo {
		return nil, nil
	}
	return []any{Read{Account: account, UpTo: upTo}}, nil
}

// Remove puts notifications away.
func (s Inbox) Remove(account string, ids []string) ([]any, error) {
	ids, err := named(ids, s.Removed, false)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return []any{Removed{Account: account, IDs: ids}}, nil
}

// Restore takes back that notifications were put away.
func (s Inbox) Restore(account string, ids []string) ([]any, error) {
	ids, err := named(ids, s.Removed, true)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return []any{Restored{Account: account, IDs: ids}}, nil
}

// named are the ids, each once, that are in the set or not as wanted.
func named(ids []string, set map[string]bool, in bool) ([]string, error) {
	if len(ids) == 0 {
		return nil, fault.Invalid("ids", "请指定通知。")
	}
	if len(ids) > MaxIDs {
		return nil, fault.Invalid("ids", fmt.Sprintf("一次最多处理 %d 条通知。", MaxIDs))
	}
	var out []string
	for _, id := range slices.Compact(slices.Sorted(slices.Values(ids))) {
		if !validID(id) {
			return nil, fault.Invalid("ids", "通知的 ID 不正确。")
		}
		if set[id] == in {
			out = append(out, id)
		}
	}
	return out, nil
}

// validID says whether an id has the form of a notification's: up to ten letters and digits.
func validID(id string) bool {
	if id == "" || len(id) > 10 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if (c < '0' || c > '9') && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}
