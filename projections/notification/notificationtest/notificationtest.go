// Package notificationtest makes the projector of notifications for tests of areas.
package notificationtest

import (
	"github.com/modyard/modyard/projections/account"
	"github.com/modyard/modyard/projections/collection"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/organization"
	"github.com/modyard/modyard/projections/project"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/projections/thread"
)

// New makes the projector with the areas under test, after those whose events say who belongs to what.
func New(areas ...notification.Area) runtime.Projector {
	return notification.New(append([]notification.Area{
		account.Notifications(), project.Notifications(), organization.Notifications(), thread.Notifications(), collection.Notifications(),
	}, areas...)...)
}
