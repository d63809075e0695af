package review

import (
	"context"
	"net/http"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/readapi/view"
)

// PerMinute is how many queries about the past a caller from outside may send.
const PerMinute = 60

type keyOf struct{}

// keyed puts into the context under which key the queries of the caller count.
func (s *Routes) keyed(r *http.Request) (context.Context, error) {
	if s.Key == nil {
		return r.Context(), nil
	}
	return context.WithValue(r.Context(), keyOf{}, s.Key(r)), nil
}

// past finds the project of a query about the past. It counts the query of a caller from outside, who gets an answer only
// while the project is public.
func (s *Routes) past(ctx context.Context, name view.Name) (subjectRow, error) {
	p, err := s.find(ctx, name)
	if err != nil || p.inside {
		return p, err
	}
	if s.Visitors != nil {
		key, _ := ctx.Value(keyOf{}).(string)
		if err := s.Visitors.Take(ctx, key); err != nil {
			return p, err
		}
	}
	if !asof.Public(p.status) {
		return p, notThen()
	}
	return p, nil
}

// steps is GET /_internal/project/{id}/steps.
func (s *Routes) steps(ctx context.Context, in *view.ByID) (out contract.HistorySteps, err error) {
	p, err := s.past(ctx, in.ID)
	if err != nil {
		return out, err
	}
	all, err := s.AsOf.Steps(ctx, p.id, asof.Everything)
	if err != nil {
		return out, err
	}
	accounts, err := s.actors(ctx, p, all)
	if err != nil {
		return out, err
	}
	undone, err := s.undone(ctx, p.id)
	if err != nil {
		return out, err
	}
	out.Inside, out.Steps = p.inside, []contract.HistoryStep{}
	for _, step := range all {
		if !p.inside {
			if !asof.Public(step.To) || len(step.Outside) == 0 {
				continue
			}
			step = fromOutside(step)
		}
		one := contract.HistoryStep{
			Position: int64(step.Position), At: step.At, Type: step.Type, Forced: step.Forced, Kinds: step.Kinds, From: view.Present(&step.From), To: step.To,
			Round: step.Round, Public: asof.Public(step.To), Role: roleOf(step), Versions: contract.List(step.Versions),
			Message: view.Present(&step.Message), Points: s.points(step.Options),
		}
		one.Undone = p.inside && undone[madeAt(step.Type, step.At)]
		if one.Type == "" {
			one.Type = "changed"
		}
		if one.To == "" {
			one.To = "deleted"
		}
		if a, ok := accounts[step.Actor]; ok && mayName(p, step) {
			one.By = &contract.Author{ID: a.ID, Username: a.Username, AvatarURL: a.AvatarURL}
		}
		if step.Reason != nil {
			one.Reason = &contract.StepReason{Code: step.Reason.Code, Text: view.Present(&step.Reason.Text)}
		}
		out.Steps = append(out.Steps, one)
	}
	return out, nil
}

// fromOutside is a step without what visitors do not see: why it was done, and its private parts. The answer names no actor
// either, only the role.
func fromOutside(step asof.Step) asof.Step {
	return asof.Step{
		Position: step.Position, At: step.At, Actor: step.Actor, Role: step.Role, Kinds: step.Outside, To: step.To, Type: visible(step), Versions: step.Listed,
	}
}

// visible is what visitors learn about the review: that the project became public, or changed its status.
func visible(step asof.Step) string {
	if step.Type == "approved" || step.Type == "status_changed" {
		return step.Type
	}
	return ""
}

// roleOf is the role of a step's actor. A decision is the staff's, also where an old event does not say so.
func roleOf(step asof.Step) string {
	switch step.Role {
	case "moderator", "admin", "system", "import":
		return step.Role
	}
	if decides(step) {
		return "moderator"
	}
	if step.Actor == "" {
		return "system"
	}
	return "member"
}

func decides(step asof.Step) bool {
	return step.Type == "approved" || step.Type == "rejected" || step.Type == "withheld" || step.Type == "undone"
}

// mayName says whether the caller learns who took a step: authors learn the role of the staff, and not the name.
func mayName(p subjectRow, step asof.Step) bool {
	role := roleOf(step)
	return p.staff || p.inside && role != "moderator" && role != "admin" && !decides(step)
}

const actorQuery = `select id, username, avatar_url, role from identity.profiles where id = any($1)`

// actors are the accounts of the actors whom the caller may know, by id.
func (s *Routes) actors(ctx context.Context, p subjectRow, steps []asof.Step) (map[string]Actor, error) {
	var ids []string
	for _, step := range steps {
		if step.Actor != "" && mayName(p, step) && !slices.Contains(ids, step.Actor) {
			ids = append(ids, step.Actor)
		}
	}
	out := map[string]Actor{}
	if len(ids) == 0 {
		return out, nil
	}
	list, err := view.Rows(ctx, s.source, "actors", func(row pgx.CollectableRow) (a Actor, err error) {
		var avatar *string
		if err := row.Scan(&a.ID, &a.Username, &avatar, &a.Role); err != nil {
			return a, err
		}
		a.AvatarURL, a.Role = view.Present(avatar), contract.Role(a.Role)
		return a, nil
	}, actorQuery, ids)
	for _, a := range list {
		out[a.ID] = a
	}
	return out, err
}

// points are the items of the checklist by their ids; one that the checklist has no more keeps its id as its name.
func (s *Routes) points(options []string) []contract.DecisionPoint {
	out := []contract.DecisionPoint{}
	for _, id := range options {
		p, ok := s.Points[id]
		if !ok {
			p = contract.DecisionPoint{ID: id, Name: id}
		}
		out = append(out, p)
	}
	return out
}
