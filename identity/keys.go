package identity

import (
	"context"
	"fmt"
	"strings"
)

// Key is a session or an access token as its owner knows it.
type Key struct {
	Kind Kind
	Name string // of the token; the program and the system of the session
}

// Keys describes the sessions and access tokens of an account with the given ids, also revoked ones. Those that are no more are left
// out.
func (s *Service) Keys(ctx context.Context, account string, ids []string) (map[string]Key, error) {
	rows, err := s.pool.Query(ctx, `SELECT id, $3::text, user_agent FROM identity.sessions WHERE account = $1 AND id = ANY($2)
		UNION ALL SELECT id, $4::text, name FROM identity.tokens WHERE account = $1 AND id = ANY($2)`, account, ids, string(KindSession), string(KindPAT))
	if err != nil {
		return nil, fmt.Errorf("describe keys: %w", err)
	}
	defer rows.Close()
	keys := map[string]Key{}
	for rows.Next() {
		var id string
		var k Key
		if err := rows.Scan(&id, &k.Kind, &k.Name); err != nil {
			return nil, fmt.Errorf("describe keys: %w", err)
		}
		if k.Kind == KindSession {
			k.Name = describeKey(k.Name)
		}
		keys[id] = k
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("describe keys: %w", err)
	}
	return keys, nil
}

// describeKey names the program and the system of a session.
func describeKey(agent string) string {
	var parts []string
	system, program := DescribeAgent(agent)
	for _, part := range []*string{program, system} {
		if part != nil && *part != "" {
			parts = append(parts, *part)
		}
	}
	return strings.Join(parts, " · ")
}
