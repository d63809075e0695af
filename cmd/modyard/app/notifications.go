package app

import (
	commandnotification "github.com/modyard/modyard/commands/notification"
	"github.com/modyard/modyard/domain/reason"
	projectednotification "github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/readapi/live"
	readnotification "github.com/modyard/modyard/readapi/notification"
	"github.com/modyard/modyard/readapi/pages"
)

// notificationArea has the notifications of all areas.
func notificationArea(list []area) area {
	var notifying []projectednotification.Area
	for _, a := range list {
		notifying = append(notifying, a.notifies)
	}
	return area{
		name: "notification", pages: []pages.Kind{pages.Private("/dashboard/notifications", "通知", "/dashboard/notifications/history", "通知历史")},
		topics:     live.Topics{Owned: []live.Owned{readnotification.Topic()}},
		projectors: []runtime.Projector{projectednotification.New(notifying...)}, mount: (*Site).mountNotifications,
	}
}

func (s *Site) mountNotifications(m *mounting) error {
	inboxes, err := commandnotification.New(commandnotification.Options{Pool: s.DB.Pool, Requests: s.Requests})
	if err != nil {
		return err
	}
	inboxes.Routes(s.API)
	s.forget = append(s.forget, inboxes.Forget)
	kinds := m.kinds
	for _, a := range areas() {
		kinds = append(kinds, a.kinds...)
	}
	readnotification.New(m.source, s.Identity, decisionPoints(), kinds...).Register(s.API)
	return nil
}

func reasonName(code string) string { return reason.Code(code).Name() }
