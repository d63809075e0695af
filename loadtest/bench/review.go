package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/ids"
	"github.com/modyard/modyard/projections/audit"
	"github.com/modyard/modyard/projections/review"
)

const (
	reviewBudget = 100 // ms, p95
	moderators   = 20
)

// reviewing measures what moderators read at the size of years: the queue, the audit of all decisions and the history of
// a project.
func reviewing(ctx context.Context, g *ground) (rows []Row, err error) {
	about, _ := catalogue()
	s, err := g.siteOf(ctx, g.amount(100_000, 300), 1, about)
	if err != nil {
		return nil, err
	}
	defer func() { s.client.CloseIdleConnections(); err = errors.Join(err, s.stop()) }()
	rounds, queued := g.amount(500_000, 300), g.amount(5000, 50)
	begin := time.Now()
	if err := s.decide(ctx, rounds, queued); err != nil {
		return nil, err
	}
	g.say("   %d rounds appended and projected in %.0f s", rounds, time.Since(begin).Seconds())
	if err := s.signInStaff(ctx); err != nil {
		return nil, err
	}
	for _, m := range []struct {
		what string
		path func(rng *rand.Rand) string
	}{
		{"the queue", queueAsked},
		{"the audit", s.auditAsked(rounds)},
		{"a project's history", func(rng *rand.Rand) string {
			return "/_internal/project/" + projectID(rng.IntN(s.projects)) + "/history"
		}},
	} {
		row, err := s.reads(ctx, m.what, g.amount(400, 10), m.path)
		if err != nil {
			return nil, err
		}
		row.Note += fmt.Sprintf("; %d projects, %d waiting, %d entries", s.projects, queued, 2*rounds+queued)
		rows = append(rows, row)
	}
	return rows, nil
}

// reads sends GET requests of one kind in turn.
func (s *site) reads(ctx context.Context, what string, n int, path func(rng *rand.Rand) string) (Row, error) {
	rng := rand.New(rand.NewPCG(17, 1))
	var took []time.Duration
	var slowest string
	for i := range 5 + n {
		asked := path(rng)
		begin := time.Now()
		if _, _, err := s.send(ctx, http.MethodGet, asked, nil); err != nil {
			return Row{}, err
		}
		if i < 5 { // connections and plans
			continue
		}
		took = append(took, time.Since(begin))
		if took[len(took)-1] == percentile(took, 1) {
			slowest = asked
		}
	}
	return Row{What: what + ": p95", Figure: ms(percentile(took, 0.95)), Unit: "ms", Budget: below(reviewBudget),
		Note: fmt.Sprintf("p50 %.1f ms, slowest %.1f ms (%s)", ms(median(took)), ms(percentile(took, 1)), slowest)}, nil
}

// queueAsked is a page of the queue: plain, of a type, in the other order, searched, or only long waits.
func queueAsked(rng *rand.Rand) string {
	query := url.Values{"count": {"20"}, "offset": {strconv.Itoa(20 * rng.IntN(20))}}
	switch rng.IntN(5) {
	case 1:
		query.Set("project_type", "mod")
	case 2:
		query.Set("sort", "newest")
	case 3:
		query.Set("query", first[rng.IntN(len(first))])
		query.Set("offset", "0")
	case 4:
		query.Set("waiting", "48")
	}
	return "/_internal/moderation/projects?" + query.Encode()
}

// auditAsked is a page of the audit: the newest entries, one deep in the past, or a search by one of its filters.
func (s *site) auditAsked(rounds int) func(rng *rand.Rand) string {
	head := int64(s.Board.At(audit.Name))
	return func(rng *rand.Rand) string {
		query := url.Values{"limit": {"50"}}
		switch rng.IntN(7) {
		case 1:
			query.Set("before", strconv.FormatInt(head-rng.Int64N(int64(2*rounds)), 10))
		case 2:
			query.Set("actor", moderatorID(rng.IntN(moderators)))
		case 3:
			query.Set("subject", projectID(rng.IntN(s.projects)))
		case 4:
			query.Set("kind", "rejected")
			query.Set("reason", string(reason.Incomplete))
		case 5:
			query.Set("text", "第 "+strconv.Itoa(rng.IntN(rounds))+" 次")
		case 6:
			at := time.Now().Add(-time.Duration(rng.IntN(900*24)) * time.Hour)
			query.Set("to", at.UTC().Format(time.RFC3339))
		}
		return "/_internal/moderation/audit?" + query.Encode()
	}
}

func moderatorID(n int) string { return ids.FromBytes(fmt.Appendf(nil, "bench-moderator-%d", n)) }

// signInStaff makes the site send its requests as a moderator.
func (s *site) signInStaff(ctx context.Context) error {
	staff := identity.NewAccount{ID: moderatorID(0), Username: "bench-moderator", Email: "staff@example.org", Password: password, Role: identity.RoleModerator}
	if _, err := s.Identity.Ensure(ctx, staff); err != nil {
		return err
	}
	s.session = ""
	body, _, err := s.send(ctx, http.MethodPost, "/v2/auth/login", map[string]string{"username": staff.Username, "password": password})
	if err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	var started struct{ Session string }
	if err := json.Unmarshal(body, &started); err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	s.session = started.Session
	return nil
}

// decide appends review rounds of the last three years, the last of which are not decided, and waits until they are read.
func (s *site) decide(ctx context.Context, rounds, queued int) error {
	step := 3 * 365 * 24 * time.Hour / time.Duration(rounds+queued)
	begin := time.Now().Add(-3 * 365 * 24 * time.Hour)
	var batch []eventlog.Write
	var head eventlog.Position
	most := min(500, s.projects/2) // no stream twice in a batch
	for n := range rounds + queued {
		write, err := s.round(n, begin.Add(time.Duration(n)*step), n < rounds)
		if err != nil {
			return err
		}
		if batch = append(batch, write); len(batch) < most && n+1 < rounds+queued {
			continue
		}
		receipt, err := s.Log.Append(ctx, batch...)
		if err != nil {
			return fmt.Errorf("append rounds: %w", err)
		}
		head, batch = receipt.Position, nil
	}
	for _, name := range []string{audit.Name, review.Name} {
		if err := s.Board.Wait(ctx, name, uint64(head)); err != nil {
			return err
		}
	}
	return s.seen(ctx, head)
}

// round is a submission of a project and, if wanted, the decision of one of the moderators.
func (s *site) round(n int, at time.Time, decided bool) (eventlog.Write, error) {
	id := projectID(n * 7919 % s.projects)
	submission := ids.FromBytes(fmt.Appendf(nil, "bench-round-%d", n))
	payloads := []any{project.Submitted{Submission: submission, From: project.Refused, Requested: project.Listed}}
	switch message := fmt.Sprintf("第 %d 次：请补充资源的许可证与简介。", n); {
	case decided && n%3 == 0:
		payloads = append(payloads, project.Approved{Submission: submission, From: project.Processing, Status: project.Listed, Reason: &reason.Reason{Code: reason.Complies}})
	case decided:
		payloads = append(payloads, project.Rejected{
			Submission: submission, From: project.Processing, Message: message, Options: []string{"license"}, Reason: &reason.Reason{Code: reason.Incomplete},
		})
	}
	w := eventlog.Write{Stream: "project-" + id, Expected: eventlog.Any}
	for i, p := range payloads {
		typ, data, err := s.Codec.Encode(p)
		if err != nil {
			return w, fmt.Errorf("encode a round: %w", err)
		}
		meta := eventlog.Metadata{Actor: ids.FromBytes([]byte(ownerName)), Role: string(role.Owner), At: at.UTC().Truncate(time.Microsecond)}
		if i == 1 {
			meta.Actor, meta.Role, meta.At = moderatorID(n%moderators), string(role.Moderator), meta.At.Add(20*time.Hour)
		}
		w.Events = append(w.Events, eventlog.Event{ID: eventlog.NewEventID(), Type: typ, Data: data, Meta: meta})
	}
	return w, nil
}
