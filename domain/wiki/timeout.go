package wiki

import (
	"time"

	"github.com/modyard/modyard/domain/role"
)

// Announce tells the author that the draft is about to time out; TimeOut ends it. Saved is when a text was last saved
// automatically. Both are sent by the program and do nothing if it is not yet time.
type Announce struct {
	Now, Saved time.Time
}

func (c Announce) decide(d Draft) ([]any, role.Role, error) {
	until := d.Ends(c.Saved)
	if until.IsZero() || d.Announced || c.Now.Before(until.Add(-Notice)) {
		return nil, "", nil
	}
	return []any{DraftTimeOutAnnounced{Draft: d.ID, Project: d.Project, Account: d.Account, Until: until}}, role.System, nil
}

// TimeOut ends a draft that was not saved for Window.
type TimeOut struct {
	Now, Saved time.Time
}

func (c TimeOut) decide(d Draft) ([]any, role.Role, error) {
	until := d.Ends(c.Saved)
	if until.IsZero() || c.Now.Before(until) {
		return nil, "", nil
	}
	return []any{DraftTimedOut{Draft: d.ID, Project: d.Project, Account: d.Account}}, role.System, nil
}

// Ends is when the draft times out, given the last automatic save; zero if it does not.
func (d Draft) Ends(saved time.Time) time.Time {
	if d.Status != Editable || !d.Timed {
		return time.Time{}
	}
	last := d.ChangedAt
	if saved.After(last) {
		last = saved
	}
	return last.Add(Window)
}
