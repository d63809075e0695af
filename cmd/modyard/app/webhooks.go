package app

import (
	commandwebhook "github.com/modyard/modyard/commands/webhook"
	"github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/platform/outbound"
	storedwebhook "github.com/modyard/modyard/platform/webhook"
	projectedwebhook "github.com/modyard/modyard/projections/webhook"
	"github.com/modyard/modyard/reactors"
	deliveredwebhook "github.com/modyard/modyard/reactors/webhook"
	readwebhook "github.com/modyard/modyard/readapi/webhook"
)

func webhookArea() area {
	return area{
		name: "webhook", events: webhook.EventTypes(), notifies: projectedwebhook.Notifications(), kinds: readwebhook.Kinds(),
		reactors: (*Site).webhookReactors, outward: []string{storedwebhook.JobKind}, mount: (*Site).mountWebhooks,
	}
}

func (s *Site) mountWebhooks(*mounting) error {
	private, err := s.Config.WebhookNetworks()
	if err != nil {
		return err
	}
	store, err := storedwebhook.New(storedwebhook.Options{Pool: s.DB.Pool, Keys: s.Keys})
	if err != nil {
		return err
	}
	policy := outbound.Policy{Private: private}
	hooks, err := commandwebhook.New(commandwebhook.Options{
		Handler: s.Core.Handler, Store: store, Pool: s.DB.Pool, Requests: s.Requests, Policy: policy, Logger: s.Logger,
	})
	if err != nil {
		return err
	}
	hooks.Routes(s.API)
	if s.webhooks, err = deliveredwebhook.New(deliveredwebhook.Options{
		Webhooks: hooks, Store: store, Document: s.Feed.Document, Policy: policy, Logger: s.Logger,
	}); err != nil {
		return err
	}
	s.work = append(s.work, s.webhooks.Jobs())
	return nil
}

func (s *Site) webhookReactors() []reactors.Reactor {
	return []reactors.Reactor{{Name: "webhooks", Change: s.webhooks.Change, Insists: true}}
}
