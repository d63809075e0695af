package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/modyard/modyard/cmd/modyard/app"
	"github.com/modyard/modyard/commands"
	commandswebhook "github.com/modyard/modyard/commands/webhook"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/role"
	domain "github.com/modyard/modyard/domain/webhook"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/outbound"
	store "github.com/modyard/modyard/platform/webhook"
	"github.com/modyard/modyard/reactors/webhook"
)

const webhookProjects = 50

// webhooks measures how fast changes are queued for webhooks and delivered, while one receiver never answers.
func webhooks(ctx context.Context, g *ground) (rows []Row, err error) {
	core, closed, err := g.core(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closed()) }()
	h, err := newHooks(ctx, core)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, h.receivers.Close()) }()
	n := g.amount(5_000, 200)
	alone, queued, err := h.deliver(ctx, n, false)
	if err != nil {
		return nil, err
	}
	beside, _, err := h.deliver(ctx, n, true)
	if err != nil {
		return nil, err
	}
	return []Row{
		{What: "deliveries with one receiver that hangs", Figure: beside, Unit: "deliveries/s",
			Note: fmt.Sprintf("%d deliveries to %d webhooks, documents of 2 kB; the hanging one got %d requests", n, webhookProjects, h.hanging.Load())},
		{What: "the same ÷ without it", Figure: beside / alone, Unit: "×", Budget: atLeast(0.8), Note: fmt.Sprintf("without it %.0f deliveries/s", alone)},
		{What: "changes queued for a webhook, one after the other", Figure: queued, Unit: "changes/s"},
	}, nil
}

// hooks are webhooks of projects with local receivers.
type hooks struct {
	core       *app.Core
	store      *store.Store
	dispatcher *webhook.Dispatcher
	receivers  *http.Server
	address    string
	got        atomic.Int64 // deliveries to receivers that answer
	hanging    atomic.Int64
	round      int
}

func newHooks(ctx context.Context, core *app.Core) (*hooks, error) {
	h := &hooks{core: core}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for deliveries: %w", err)
	}
	h.address = "http://" + listener.Addr().String()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /answers", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		h.got.Add(1)
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("POST /hangs", func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // otherwise the server does not notice that the client is gone
		h.hanging.Add(1)
		<-r.Context().Done()
	})
	h.receivers = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = h.receivers.Serve(listener) }()

	policy := outbound.Policy{Private: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
	if h.store, err = store.New(store.Options{Pool: core.DB.Pool, Keys: core.Keys}); err != nil {
		return nil, err
	}
	service, err := commandswebhook.New(commandswebhook.Options{
		Handler: core.Handler, Store: h.store, Pool: core.DB.Pool, Requests: core.Requests, Policy: policy, Logger: core.Logger,
	})
	if err != nil {
		return nil, err
	}
	document := json.RawMessage(`{"title":"` + strings.Repeat("x", 2_000) + `"}`)
	h.dispatcher, err = webhook.New(webhook.Options{
		Webhooks: service, Store: h.store, Policy: policy, Logger: core.Logger,
		Document: func(context.Context, string, string) (json.RawMessage, error) { return document, nil },
	})
	if err != nil {
		return nil, err
	}
	for i := range webhookProjects {
		if err := h.add(ctx, "answers", i, "/answers"); err != nil {
			return nil, err
		}
	}
	return h, h.add(ctx, "hangs", 0, "/hangs")
}

func hookProject(kind string, i int) string { return ids.FromBytes([]byte(kind + strconv.Itoa(i))) }

// add creates a project with a webhook.
func (h *hooks) add(ctx context.Context, kind string, i int, path string) error {
	id, hook := hookProject(kind, i), ids.New()
	address, secret := store.NewText(h.address+path), store.NewText(store.NewSecret())
	if err := h.store.Add(ctx, hook, id, address, secret); err != nil {
		return err
	}
	streams := func(category string) *commands.Aggregate[struct{}, any] {
		return &commands.Aggregate[struct{}, any]{Category: category, Evolve: func(s struct{}, _ any, _ time.Time) struct{} { return s }}
	}
	_, err := h.core.Handler.Handle(ctx, commands.Request{Command: ids.New()}, func(ctx context.Context, tx *commands.Tx) error {
		for _, one := range []struct {
			category, id string
			event        any
		}{
			{"project", id, project.Created{Project: id, Slug: strings.ToLower(id), Type: project.TypeMod, Title: id, Owner: ids.FromBytes([]byte(ownerName))}},
			{"webhook", hook, domain.Added{Webhook: hook, Project: id, Host: "127.0.0.1", Address: address.ID, Secret: secret.ID, Kinds: []string{"project.updated"}}},
			{"webhooks", id, domain.Listed{Webhook: hook}},
		} {
			e, err := streams(one.category).Open(ctx, tx, one.id)
			if err != nil {
				return err
			}
			e.Follow(role.System, one.event)
		}
		return nil
	})
	return err
}

// deliver queues n changes, and further ones for the receiver that hangs if it is to, and measures how fast the n are
// sent.
func (h *hooks) deliver(ctx context.Context, n int, hangs bool) (sent, queued float64, err error) {
	h.round++
	change := func(kind string, i, project int) error {
		return h.dispatcher.Change(ctx, contract.Change{
			ID: fmt.Sprintf("%d.%d", h.round, i), Kind: "project.updated", At: time.Now(),
			Object: contract.ChangedObject{Type: contract.ObjectProject, ID: hookProject(kind, project)},
		})
	}
	begin := time.Now()
	for i := range n {
		if err := change("answers", i, i%webhookProjects); err != nil {
			return 0, 0, err
		}
		if hangs && i%webhookProjects == 0 {
			if err := change("hangs", i, 0); err != nil {
				return 0, 0, err
			}
		}
	}
	queued = float64(n) / time.Since(begin).Seconds()
	runner, err := jobs.New(jobs.Options{Pool: h.core.DB.Pool, Logger: h.core.Logger}, h.dispatcher.Jobs())
	if err != nil {
		return 0, 0, err
	}
	working, stop := context.WithCancel(ctx)
	done := make(chan error, 1)
	before, begin := h.got.Load(), time.Now()
	go func() { done <- runner.Run(working) }()
	for h.got.Load()-before < int64(n) && ctx.Err() == nil {
		time.Sleep(5 * time.Millisecond)
	}
	sent = float64(n) / time.Since(begin).Seconds()
	time.Sleep(time.Second) // for the rest of the jobs
	stop()
	return sent, queued, errors.Join(ctx.Err(), <-done)
}
