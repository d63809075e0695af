package app

import (
	"context"
	"fmt"
	"time"

	commandapplication "github.com/modyard/modyard/commands/application"
	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/demo"
	"github.com/modyard/modyard/domain/application"
	"github.com/modyard/modyard/domain/organization"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	projectedapplication "github.com/modyard/modyard/projections/application"
	"github.com/modyard/modyard/projections/runtime"
	"github.com/modyard/modyard/reactors"
	readapplication "github.com/modyard/modyard/readapi/application"
	"github.com/modyard/modyard/readapi/view"
)

func applicationArea() area {
	return area{
		name: "application", events: application.EventTypes(), private: []string{"applications"},
		projectors: []runtime.Projector{projectedapplication.New()}, reactors: (*Site).applicationReactors, demo: demo.Step{After: "issue", Load: demo.Applications}, mount: (*Site).mountApplications,
		notifies: projectedapplication.Notifications(), kinds: readapplication.Kinds(),
	}
}

// consented are the applications of the log, with the documents of the read model.
type consented struct {
	*commandapplication.Service
	documents *readapplication.Routes
	core      *Core
}

// documentWait is how long a request waits for the read model to have an application that was registered a moment ago.
const documentWait = 2 * time.Second

// Document is an application as the consent page shows it. The log has it, so one that the read model lacks is waited for.
func (c consented) Document(ctx context.Context, id string) (contract.Application, error) {
	anybody := identity.WithCaller(ctx, identity.Caller{})
	found, err := c.documents.ByID(anybody, []string{id})
	if err != nil || len(found) > 0 {
		return view.Only(found, err)
	}
	head, err := c.core.Log.Head(ctx)
	if err != nil {
		return contract.Application{}, fmt.Errorf("read an application: %w", err)
	}
	limited, cancel := context.WithTimeout(ctx, documentWait)
	defer cancel()
	_ = c.core.Board.Wait(limited, projectedapplication.Name, uint64(head)) // too late: the answer is that there is none
	return view.Only(c.documents.ByID(anybody, []string{id}))
}

func (s *Site) mountApplications(m *mounting) error {
	var err error
	if s.applications, err = commandapplication.New(commandapplication.Options{
		Handler: s.Core.Handler, Icons: m.icons, Accounts: s.Identity, Brand: s.Config.Brand, Logger: s.Logger,
	}); err != nil {
		return err
	}
	s.applications.Routes(s.API)
	s.forget = append(s.forget, s.applications.Erase)
	documents := readapplication.New(m.source, s.Identity, int64(organization.EditDetails), func(code, text string) string {
		if text == "" {
			return reason.Code(code).Name()
		}
		return reason.Code(code).Name() + "：" + text
	})
	documents.Register(s.API)
	provider, err := identity.NewOAuth(s.Identity, consented{s.applications, documents, s.Core})
	if err != nil {
		return err
	}
	provider.Routes(s.API)
	return nil
}

// applicationReactors copy the states of applications and authorizations for the check of tokens, where the process that
// changed them did not.
func (s *Site) applicationReactors() []reactors.Reactor {
	return []reactors.Reactor{{
		Name: "oauth", Event: s.applications.Follow, Filter: eventlog.Filter{Categories: []string{"application", "authorization"}}, Insists: true,
	}}
}
