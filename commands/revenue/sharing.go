package revenue

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/revenue"
	"github.com/modyard/modyard/platform/blobs"
)

// errNotReady says that the hits of a day are not all counted.
var errNotReady = errors.New("the hits of the day are not all counted")

// errChanged says that a day changed while its inputs were read.
var errChanged = errors.New("the day changed meanwhile")

// rounds is how often a day that changes meanwhile is shared in one call.
const rounds = 10

// ShareDay shares the confirmed income of a day that is over, unless it is shared so already. It goes on with a run that
// was interrupted, and shares again what changed meanwhile: without an error the day is shared as it is. Every process comes
// to the same shares.
func (s *Service) ShareDay(ctx context.Context, day string) error {
	for range rounds {
		again, err := s.shareOnce(ctx, day)
		if err != nil && !errors.Is(err, errChanged) {
			return fmt.Errorf("share %s: %w", day, err)
		}
		if err == nil && !again {
			return nil
		}
	}
	return fmt.Errorf("share %s: %w, %d times", day, errChanged, rounds)
}

// shareOnce begins a run or goes on with one; again is true if the day is not shared as it is now.
func (s *Service) shareOnce(ctx context.Context, day string) (again bool, err error) {
	state, settled, err := s.dayState(ctx, day)
	if err != nil {
		return false, err
	}
	if state.Opened == nil {
		if settled || state.Run == "" && len(state.Income()) == 0 || !domain.Over(day, s.Handler.Clock()) {
			return false, nil
		}
		if err := s.beginSharing(ctx, day, state); err != nil {
			return false, err
		}
	}
	if err := s.finishSharing(ctx, day); err != nil {
		return false, err
	}
	after, settled, err := s.dayState(ctx, day)
	return !settled && (after.Opened != nil || !after.Shared()), err
}

// dayState reads a day as it is now.
func (s *Service) dayState(ctx context.Context, day string) (state domain.DayState, settled bool, err error) {
	err = s.Handler.Read(ctx, commands.Request{}.By, func(ctx context.Context, tx *commands.Tx) error {
		e, begun, err := s.day(ctx, tx, day)
		if err == nil {
			state, settled = e.State(), begun
		}
		return err
	})
	return state, settled, err
}

// inputs are all that the sharing of a day depends on now. What a project counted and who its people were at the day's end
// does not change afterwards: an earlier run has stored it, and it is used again, also when the log of hits no longer has
// that day. Projects that no run has stored are counted.
func (s *Service) inputs(ctx context.Context, day string, state domain.DayState, where string) (domain.Inputs, error) {
	in := domain.Inputs{Day: day, Where: where, Income: state.Income(), Projects: []domain.Project{}}
	hits, ready, err := s.Counted(ctx, day, where)
	if err != nil {
		return in, err
	}
	if !ready {
		return in, errNotReady
	}
	known, err := s.knownProjects(ctx, state, where, len(hits) > 0)
	if err != nil {
		return in, err
	}
	ids, unknown := map[string]bool{}, []string{}
	for id := range hits {
		ids[id] = true
	}
	for id := range known {
		ids[id] = true
	}
	for _, e := range in.Income {
		if e.Project != "" {
			ids[e.Project] = true
		}
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if _, there := known[id]; !there {
			unknown = append(unknown, id)
		}
	}
	people, err := s.People(ctx, day, unknown)
	if err != nil {
		return in, err
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		p, there := known[id]
		if !there {
			p = domain.Project{ID: id, Hits: hits[id], People: people[id]}
		}
		if p.LeftOut = slices.Contains(state.LeftOut, id); len(p.People) > 0 {
			in.Projects = append(in.Projects, p)
		}
	}
	return in, nil
}

// knownProjects are the projects whose hits the run that holds has stored, by id. If the file is lost, the log of hits is
// counted again; a day of which neither knows what the creators' part was shared by is not shared again, because all of it
// would go to the reserve. A run under another condition has stored other hits.
func (s *Service) knownProjects(ctx context.Context, state domain.DayState, where string, counted bool) (map[string]domain.Project, error) {
	known := map[string]domain.Project{}
	if state.Run == "" {
		return known, nil
	}
	in, err := s.storedInputs(ctx, state.Inputs)
	if err != nil {
		s.Logger.ErrorContext(ctx, "the inputs of a shared day cannot be read", "run", state.Run, "error", err)
	}
	if err != nil || in.Where != where {
		if !counted && slices.ContainsFunc(state.Sums, func(sum domain.Sum) bool { return sum.Creators > 0 }) {
			return nil, fault.Conflict("这一天的访问数据已不存在，上次分配所用的数据也无法读取，不能重新分配。")
		}
		return known, nil
	}
	for _, p := range in.Projects {
		if p.Hits != (domain.Hits{}) {
			known[p.ID] = p
		}
	}
	return known, nil
}

// beginSharing stores the inputs and begins a run with them.
func (s *Service) beginSharing(ctx context.Context, day string, state domain.DayState) error {
	judge, name, err := s.inForce(ctx, day)
	if err != nil {
		return err
	}
	in, err := s.inputs(ctx, day, state, judge.Where)
	if err != nil {
		return err
	}
	if err := in.Check(); err != nil {
		return err
	}
	file, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("write the inputs: %w", err)
	}
	hash := domain.Hash(file)
	if _, err := s.Blobs.Put(ctx, inputsKey(hash), "application/json", bytes.NewReader(file)); err != nil {
		return fmt.Errorf("store the inputs: %w", err)
	}
	req := commands.Request{Command: fmt.Sprintf("share %s run %d with %s", day, state.Runs+1, hash[:16])}
	_, err = s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		e, settled, err := s.day(ctx, tx, day)
		if err != nil {
			return err
		}
		if now := e.State(); now.Runs != state.Runs || !slices.Equal(now.Income(), in.Income) || !slices.Equal(now.LeftOut, state.LeftOut) {
			return errChanged
		}
		ledger, err := ledgers().Get(ctx, tx, ledgerID)
		if err != nil {
			return err
		}
		rule, there := ledger.State().InForce(day)
		if !there {
			return fmt.Errorf("no rule is in force on %s", day)
		}
		if ruleName(rule) != name {
			return errChanged
		}
		run := fmt.Sprintf("%s.%d", day, state.Runs+1)
		return e.Do(domain.BeginSharing{Day: day, Run: run, Rule: rule, Inputs: hash, Now: tx.Now(), Settled: settled})
	})
	return err
}

func inputsKey(hash string) string { return blobs.PrivatePrefix + "revenue/inputs/" + hash + ".json" }

// finishSharing notes the shares of the open run, until nothing is left to do.
func (s *Service) finishSharing(ctx context.Context, day string) error {
	for {
		state, _, err := s.dayState(ctx, day)
		if err != nil || state.Opened == nil {
			return err
		}
		step := domain.ShareStep{Day: day}
		if step.Now, err = s.outcome(ctx, *state.Opened); err != nil {
			return err
		}
		if !state.Opened.Cleared {
			parts, err := s.parts(ctx, day)
			if err != nil {
				return err
			}
			step.Earlier = parts.Parts[state.Opened.Replaces]
		}
		at := *state.Opened
		req := commands.Request{Command: fmt.Sprintf("share %s run %s from %d %d", day, at.Run, at.Undone, at.Noted)}
		if _, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
			e, err := days().Get(ctx, tx, day)
			if err != nil {
				return err
			}
			return e.Do(step)
		}); err != nil {
			return err
		}
	}
}

// storedInputs reads the inputs of a run.
func (s *Service) storedInputs(ctx context.Context, hash string) (in domain.Inputs, err error) {
	file, err := s.read(ctx, inputsKey(hash))
	if err != nil {
		return in, fmt.Errorf("read the inputs: %w", err)
	}
	if domain.Hash(file) != hash {
		return in, errors.New("the stored inputs were changed")
	}
	if err := json.Unmarshal(file, &in); err != nil {
		return in, fmt.Errorf("read the inputs: %w", err)
	}
	return in, nil
}

// outcome computes the shares of a run from its stored inputs and its rule.
func (s *Service) outcome(ctx context.Context, run domain.OpenRun) (domain.Outcome, error) {
	in, err := s.storedInputs(ctx, run.Inputs)
	if err != nil {
		return domain.Outcome{}, err
	}
	rule, err := s.rule(ctx, run.Rule)
	if err != nil {
		return domain.Outcome{}, err
	}
	return rule.Share(in), nil
}

// rule reads a published rule.
func (s *Service) rule(ctx context.Context, of domain.Enforced) (rule domain.Rule, err error) {
	err = s.Handler.Read(ctx, commands.Request{}.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := rules().Get(ctx, tx, of.Rule)
		if err != nil {
			return err
		}
		p := e.State()
		if p.Hashes[of.Version] != of.Hash {
			return fmt.Errorf("the rule %s, version %d, was published with another hash", of.Rule, of.Version)
		}
		rule, err = domain.ParseRule(p.Files[of.Version])
		return err
	})
	return rule, err
}

// parts are the shares of every run of a day.
func (s *Service) parts(ctx context.Context, day string) (parts domain.DayParts, err error) {
	for recorded, err := range s.Handler.Log.Stream(ctx, days().Stream(day), 0) {
		if err != nil {
			return parts, fmt.Errorf("read the shares of %s: %w", day, err)
		}
		event, err := s.Handler.Codec.Decode(recorded.Type, recorded.Data)
		if err != nil {
			return parts, fmt.Errorf("read the shares of %s: %w", day, err)
		}
		parts = parts.Evolve(event)
	}
	return parts, nil
}

// read reads a stored file.
func (s *Service) read(ctx context.Context, key string) (data []byte, err error) {
	r, err := s.Blobs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return io.ReadAll(r)
}
