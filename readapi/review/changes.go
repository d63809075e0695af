package review

import (
	"context"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/eventlog/read"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/projections/asof"
	"github.com/modyard/modyard/readapi/view"
)

type changesIn struct {
	view.ByID
	From view.Position `query:"from" doc:"较早时刻的 position，默认为上一次提交"`
	To   view.Position `query:"to" doc:"较晚时刻的 position，默认为现在"`
}

// changes is GET /_internal/project/{id}/changes.
func (s *Routes) changes(ctx context.Context, in *changesIn) (out contract.HistoryChanges, err error) {
	p, err := s.past(ctx, in.ID)
	if err != nil {
		return out, err
	}
	from, to := read.Position(in.From), read.Position(in.To)
	if to == 0 {
		to = asof.Everything
	}
	out = contract.HistoryChanges{Fields: []contract.FieldChange{}, Pictures: []contract.PictureChange{}, Versions: []contract.VersionChange{}}
	steps, err := s.AsOf.Steps(ctx, p.id, to)
	if err != nil {
		return out, err
	}
	if from == 0 {
		if !p.inside {
			return out, httpkit.Invalid("from", "缺少参数 from：要比较的较早时刻")
		}
		from = submitted(steps)
	}
	if from > to {
		return out, httpkit.Invalid("from", "参数 from 应早于参数 to")
	}
	after, err := s.then(ctx, p, to)
	if err != nil {
		return out, err
	}
	out.To = momentAt(steps, to, p)
	if from == 0 {
		return out, nil
	}
	before, err := s.then(ctx, p, from)
	if err != nil {
		return out, err
	}
	earlier := momentAt(steps, from, p)
	out.From = &earlier
	out.Fields, out.Pictures = fieldsOf(before, after), picturesOf(before.Project.Gallery, after.Project.Gallery)
	out.Versions, out.Total = versionsOf(before.Versions, after.Versions)
	return out, nil
}

// submitted is the position of the last submission before the round that waits now, or after which nothing waits; 0 if
// there is none.
func submitted(steps []asof.Step) read.Position {
	if len(steps) == 0 {
		return 0
	}
	waits := steps[len(steps)-1].To == "processing"
	for i := len(steps) - 1; i >= 0; i-- {
		if steps[i].Type != "submitted" {
			continue
		}
		if !waits {
			return steps[i].Position
		}
		waits = false
	}
	return 0
}

// momentAt is the state after the last step that a position covers. Visitors do not learn about rounds.
func momentAt(steps []asof.Step, at read.Position, p subjectRow) (m contract.HistoryMoment) {
	for _, step := range steps {
		if step.Position > at {
			break
		}
		m = contract.HistoryMoment{Position: int64(step.Position), At: step.At, Status: step.To, Round: step.Round}
	}
	if !p.inside {
		m.Round = 0
	}
	return m
}
