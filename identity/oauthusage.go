package identity

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
)

const (
	oauthUsageKept  = 90 * 24 * time.Hour
	oauthUsageEvery = 10 * time.Second // how often a process stores its counts
	oauthRefusals   = 100              // that are shown of an application, the newest
	maxRefusal      = 300              // characters of a detail
)

// oauthUsage counts the requests of applications in this process until they are stored. A crash loses the last seconds.
type oauthUsage struct {
	mu     sync.Mutex
	counts map[string]int64
	stored time.Time
}

// countOAuth counts a request with a token of an application. A failure does not fail the request.
func (s *Service) countOAuth(ctx context.Context, c Caller) {
	_, client, _ := strings.Cut(c.Credential, "-")
	now := s.clock()
	s.usage.mu.Lock()
	if s.usage.counts == nil {
		s.usage.counts = map[string]int64{}
	}
	s.usage.counts[client]++
	due := now.Sub(s.usage.stored) >= oauthUsageEvery
	s.usage.mu.Unlock()
	if due {
		if err := s.storeUsage(ctx); err != nil {
			s.log.WarnContext(ctx, "cannot count the requests of applications", "error", err)
		}
	}
}

const addUsage = `
INSERT INTO identity.oauth_usage (application, day, requests) SELECT a, $3::date, n FROM unnest($1::text[], $2::bigint[]) u (a, n) ORDER BY a
ON CONFLICT (application, day) DO UPDATE SET requests = oauth_usage.requests + excluded.requests`

// storeUsage adds the counts of this process to the table. Counts that cannot be stored are lost.
func (s *Service) storeUsage(ctx context.Context) error {
	now := s.clock()
	s.usage.mu.Lock()
	counts := s.usage.counts
	s.usage.counts, s.usage.stored = nil, now
	s.usage.mu.Unlock()
	if len(counts) == 0 {
		return nil
	}
	var clients []string
	var numbers []int64
	for client, n := range counts {
		clients, numbers = append(clients, client), append(numbers, n)
	}
	if _, err := s.pool.Exec(ctx, addUsage, clients, numbers, now.Format(time.DateOnly)); err != nil {
		return fmt.Errorf("count the requests of applications: %w", err)
	}
	return nil
}

// ApplicationUsage is what an application did in the last 90 days, and why its requests were refused lately.
func (s *Service) ApplicationUsage(ctx context.Context, client string) (contract.ApplicationUsage, error) {
	out := contract.ApplicationUsage{Days: []contract.ApplicationDay{}, Refused: []contract.ApplicationRefusal{}}
	if err := s.storeUsage(ctx); err != nil {
		return out, err
	}
	rows, err := s.pool.Query(ctx, "SELECT to_char(day, 'YYYY-MM-DD'), requests FROM identity.oauth_usage WHERE application = $1 AND day > $2::timestamptz::date ORDER BY day", client, s.clock().Add(-oauthUsageKept))
	if err != nil {
		return out, fmt.Errorf("read the usage of an application: %w", err)
	}
	if out.Days, err = pgx.CollectRows(rows, pgx.RowToStructByPos[contract.ApplicationDay]); err != nil {
		return out, fmt.Errorf("read the usage of an application: %w", err)
	}
	rows, err = s.pool.Query(ctx, "SELECT at, place, error, rule, detail FROM identity.oauth_refusals WHERE application = $1 ORDER BY id DESC LIMIT $2", client, oauthRefusals)
	if err != nil {
		return out, fmt.Errorf("read the refusals of an application: %w", err)
	}
	if out.Refused, err = pgx.CollectRows(rows, pgx.RowToStructByPos[contract.ApplicationRefusal]); err != nil {
		return out, fmt.Errorf("read the refusals of an application: %w", err)
	}
	return out, nil
}

const trimRefusals = `
DELETE FROM identity.oauth_refusals WHERE application = $1 AND id <= (
	SELECT id FROM identity.oauth_refusals WHERE application = $1 ORDER BY id DESC LIMIT 1 OFFSET $2)`

// refused records why a request of an application was refused, for those who manage it. A failure does not change the
// answer.
func (o *OAuth) refused(ctx context.Context, client, place string, f *oauthFault) {
	if client == "" {
		return
	}
	detail := []rune(f.text)
	if len(detail) > maxRefusal {
		detail = detail[:maxRefusal]
	}
	_, err := o.pool.Exec(ctx, "INSERT INTO identity.oauth_refusals (application, at, place, error, rule, detail) VALUES ($1, $2, $3, $4, $5, $6)",
		client, o.clock(), place, f.code, f.rule, string(detail))
	if err == nil {
		_, err = o.pool.Exec(ctx, trimRefusals, client, oauthRefusals)
	}
	if err != nil {
		o.log.WarnContext(ctx, "cannot record a refused request of an application", "error", err)
	}
}
