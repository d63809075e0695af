package notification

import (
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/readapi/live"
)

// Topic is the live topic of an account's notifications. Marking them appends no event.
func Topic() live.Owned {
	return live.Owned{
		Topic: "inbox", Shows: "本人的通知", Scope: identity.ScopeNotificationRead,
		Model: notification.Name, Table: "notification.inboxes", Account: "account", All: func(identity.Caller) bool { return false },
		Changes: &live.Changes{Channel: "inbox", Last: `select account, change from inbox.inboxes where account = any($1)`},
	}
}
