package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/review"
	"github.com/modyard/modyard/domain/text"
)

const (
	maxProgress = 256 << 10 // bytes
	// keptFor is how long a moderator may leave a project in the middle of the checklist.
	keptFor = 30 * 24 * time.Hour
	// maxVisited is far more than the steps of the checklist.
	maxVisited = 64
	// maxApproved is the number of files of a modpack with an answer.
	maxApproved = 1000
)

// Progress is how far a moderator has come with a project. Outdated is true if the project was submitted again since.
type Progress struct {
	State    ProgressState `json:"state"`
	Saved    time.Time     `json:"saved"`
	Outdated bool          `json:"outdated"`
}

// ProgressState is what the panel stores.
type ProgressState struct {
	Step      string          `json:"step"`
	Visited   []string        `json:"visited"`
	Chosen    []review.Chosen `json:"chosen"`
	Message   string          `json:"message"`
	Templates []string        `json:"templates"`
	Reason    string          `json:"reason"`
	// Made names the options that the message was written for, Ended is true after a decision.
	Made  string `json:"made,omitempty" doc:"消息所依据的选项的摘要"`
	Ended bool   `json:"ended,omitempty" doc:"已作出决定"`
	// Approved is whether files of a modpack may stay all the same, by their SHA-512.
	Approved map[string]bool `json:"approved,omitempty" doc:"整合包里的文件是否已获批准，按 SHA-512"`
}

func (p ProgressState) check() error {
	if err := review.Check(p.Chosen); err != nil {
		return err
	}
	if len(p.Step) > 64 || len(p.Reason) > 64 || len(p.Made) > 64 || len(p.Visited) > maxVisited || len(p.Templates) > maxVisited {
		return fault.Invalid("state", "审核进度无效。")
	}
	if len(p.Approved) > maxApproved {
		return fault.Invalid("approved", "已获批准的文件过多。")
	}
	for sum := range p.Approved {
		if len(sum) > 128 {
			return fault.Invalid("approved", "文件须以 SHA-512 表示。")
		}
	}
	for _, list := range [][]string{p.Visited, p.Templates} {
		for _, one := range list {
			if len(one) > 128 {
				return fault.Invalid("state", "审核进度无效。")
			}
		}
	}
	_, err := text.Prose("message", "消息", p.Message, review.MaxMessage)
	return err
}

const (
	loadProgress = `select state, saved, round from reviewing.progress where account = $1 and project = $2 and saved > $3`
	// What nobody has touched for long goes with the next moderator's work.
	dropOld      = `delete from reviewing.progress where (account, project) in (select account, project from reviewing.progress where saved <= $1 limit 100)`
	saveProgress = `
insert into reviewing.progress (account, project, round, state, saved) values ($1, $2, $3, $4, $5)
on conflict (account, project) do update set round = excluded.round, state = excluded.state, saved = excluded.saved`
	clearProgress  = `delete from reviewing.progress where account = $1 and project = $2`
	forgetProgress = `delete from reviewing.progress where account = $1`
)

func (s *Service) load(ctx context.Context, account, project string, round int) (*Progress, error) {
	var p Progress
	var state []byte
	var saved int
	err := s.Pool.QueryRow(ctx, loadProgress, account, project, s.Handler.Clock().Add(-keptFor)).Scan(&state, &p.Saved, &saved)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(state, &p.State)
	}
	if err != nil {
		return nil, fmt.Errorf("read review progress: %w", err)
	}
	p.Outdated = saved != round
	if p.State.Ended && p.Outdated { // that work is over: a new round begins anew
		return nil, nil
	}
	return &p, nil
}

type saveIn struct {
	ID   string `path:"id" doc:"资源的 ID 或 slug"`
	Body ProgressState
}

// save is PUT /_internal/moderation/project/{id}/progress. The last one wins: the row belongs to one moderator.
func (s *Service) save(ctx context.Context, req commands.Request, in *saveIn) (commands.Outcome, error) {
	id, round, err := s.find(ctx, req, in.ID)
	if err != nil {
		return commands.Outcome{}, err
	}
	if err := in.Body.check(); err != nil {
		return commands.Outcome{}, err
	}
	state, err := json.Marshal(in.Body)
	if err != nil {
		return commands.Outcome{}, fmt.Errorf("encode review progress: %w", err)
	}
	now := s.Handler.Clock()
	if _, err := s.Pool.Exec(ctx, dropOld, now.Add(-keptFor)); err != nil {
		return commands.Outcome{}, fmt.Errorf("drop old review progress: %w", err)
	}
	if _, err := s.Pool.Exec(ctx, saveProgress, req.By.Account, id, round, state, now); err != nil {
		return commands.Outcome{}, fmt.Errorf("save review progress: %w", err)
	}
	return commands.Outcome{}, nil
}

// clear is DELETE /_internal/moderation/project/{id}/progress.
func (s *Service) clear(ctx context.Context, req commands.Request, in *commands.Named) (commands.Outcome, error) {
	id, _, err := s.find(ctx, req, in.ID)
	if err != nil {
		return commands.Outcome{}, err
	}
	if _, err := s.Pool.Exec(ctx, clearProgress, req.By.Account, id); err != nil {
		return commands.Outcome{}, fmt.Errorf("clear review progress: %w", err)
	}
	return commands.Outcome{}, nil
}

func (s *Service) find(ctx context.Context, req commands.Request, name string) (id string, round int, err error) {
	err = s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		p, err := reviewed(ctx, tx, name)
		id, round = p.ID, p.Round
		return err
	})
	return id, round, err
}

// Forget deletes what is stored about the work of an account. It is idempotent.
func (s *Service) Forget(ctx context.Context, account string) error {
	for _, query := range []string{forgetProgress, forgetLocks, forgetLooking} {
		if _, err := s.Pool.Exec(ctx, query, account); err != nil {
			return fmt.Errorf("forget the review work of %s: %w", account, err)
		}
	}
	return nil
}
