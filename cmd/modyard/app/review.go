package app

import (
	"context"
	"net/http"

	commandreview "github.com/modyard/modyard/commands/review"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/markdown"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/projections/notification"
	"github.com/modyard/modyard/projections/report"
	projectedreview "github.com/modyard/modyard/projections/review"
	"github.com/modyard/modyard/projections/runtime"
	projectedtranslation "github.com/modyard/modyard/projections/translation"
	"github.com/modyard/modyard/reactors"
	"github.com/modyard/modyard/reactors/letter"
	"github.com/modyard/modyard/readapi/contents"
	"github.com/modyard/modyard/readapi/live"
	"github.com/modyard/modyard/readapi/pages"
	readreview "github.com/modyard/modyard/readapi/review"
	"github.com/modyard/modyard/readapi/transparency"
)

func reviewArea() area {
	return area{
		name: "review", events: review.EventTypes(), projectors: []runtime.Projector{projectedreview.New()},
		topics: live.Topics{Owned: []live.Owned{readreview.Topic()}, Shared: []live.Shared{readreview.QueueTopic()}}, notifies: projectedreview.Notifications(), kinds: readreview.Kinds(),
		pages: []pages.Kind{
			pages.Transparency(),
			pages.Private("/moderation/templates", "审核模板", "/moderation/work", "审核工作", "/moderation/contents/", "文件内容"),
		}, reactors: (*Site).reviewReactors, mount: (*Site).mountReview,
	}
}

// reviewReactors tell by mail what was decided, and what was written in the conversations about projects and translations.
func (s *Site) reviewReactors() []reactors.Reactor {
	after := func(models ...string) letter.Options {
		return letter.Options{Pool: s.DB.Pool, Tell: s.Identity.Tell, TellFormer: s.Identity.TellFormer, Wait: func(ctx context.Context, position uint64) error {
			for _, model := range models {
				if err := s.Board.Wait(ctx, model, position); err != nil {
					return err
				}
			}
			return nil
		}}
	}
	return []reactors.Reactor{letter.Reactor(after(notification.Name)), letter.Messages(after(notification.Name, report.Name, projectedtranslation.Name))}
}

func (s *Site) mountReview(m *mounting) error {
	reviews, err := commandreview.New(commandreview.Options{
		Handler: s.Core.Handler, Pool: s.DB.Pool, Requests: s.Requests, Site: s.Config.Public(), Profiles: s.Identity.Profiles,
	})
	if err != nil {
		return err
	}
	reviews.Routes(s.API)
	s.forget = append(s.forget, reviews.Forget)
	contents.New(m.source, s.Blobs).Register(s.API)
	return nil
}

// mountHistory mounts the queries of the review and of the past of projects.
func (s *Site) mountHistory(m *mounting) error {
	perMinute := readreview.PerMinute
	if m.options.RatePerMinute == 0 {
		perMinute = 0
	}
	visitors, err := httpkit.NewMinuteAllowance(perMinute)
	if err != nil {
		return err
	}
	figures := transparency.New(transparency.Options{Source: m.source, Steps: checklistSteps()})
	figures.Register(s.API)
	readreview.New(readreview.Options{
		Source: m.source, Points: decisionPoints(), Visitors: visitors, Figures: figures,
		AsOf: asof.New(asof.Options{Log: read.Only(s.Core.Log), Codec: s.Core.Codec, Markdown: markdown.Render, Texts: s.Core.Vault}),
		Key: func(r *http.Request) string {
			if key := identity.CallerKey(r.Context()); key != "" {
				return key
			}
			return httpkit.NetworkKey(r, s.proxies)
		},
	}).Register(s.API)
	return nil
}

// decisionPoints are the items of the moderators' checklist, as decisions show them.
func decisionPoints() map[string]contract.DecisionPoint {
	points := map[string]contract.DecisionPoint{}
	for _, step := range review.Steps() {
		for _, o := range step.Options {
			points[o.ID] = contract.DecisionPoint{ID: o.ID, Name: o.Name, Step: step.ID, Title: step.Title}
		}
	}
	return points
}

// checklistSteps are the names of the checklist, for the figures.
func checklistSteps() []transparency.Step {
	var steps []transparency.Step
	for _, s := range review.Steps() {
		step := transparency.Step{ID: s.ID, Title: s.Title}
		for _, o := range s.Options {
			step.Options = append(step.Options, transparency.Option{ID: o.ID, Name: o.Name})
		}
		steps = append(steps, step)
	}
	return steps
}
