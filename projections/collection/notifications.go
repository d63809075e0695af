package collection

import (
	"github.com/modyard/modyard/domain/collection"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
)

// Notifications record who follows a project. Its versions are announced by the area of projects.
func Notifications() notification.Area {
	return notification.Area{Categories: []string{"follows"}, Handlers: []runtime.Handler[*notification.Batch]{
		runtime.On(func(b *notification.Batch, _ runtime.Event, p collection.FollowAdded) {
			b.Follow(p.Project, p.Account, true)
		}),
		runtime.On(func(b *notification.Batch, _ runtime.Event, p collection.FollowRemoved) {
			b.Follow(p.Project, p.Account, false)
		}),
	}}
}
