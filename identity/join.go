package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/ids"
)

// Joining is what the form of a new person proposes.
type Joining struct {
	Provider string `json:"provider"`
	Label    string `json:"label"`
	Name     string `json:"name" doc:"在对方网站的名称"`
	Username string `json:"username" doc:"建议的用户名；可能为空"`
	Email    string `json:"email" doc:"对方网站给出的邮箱；可能为空"`
	// Verified says that no letter is needed for the proposed address.
	Verified bool `json:"verified" doc:"使用这个邮箱不需要再验证"`
}

// Joining reads the flow of a new person. It says nothing about other accounts: the answer is the same whether or not the address
// is known here.
func (s *Service) Joining(ctx context.Context, secret string) (Joining, error) {
	if err := idempotency.Remember(ctx, s.pool); err != nil {
		return Joining{}, err
	}
	data, err := s.joining(ctx, secret)
	if err != nil {
		return Joining{}, err
	}
	out := Joining{Provider: data.Provider, Label: data.Provider, Name: data.Person.Name, Username: proposedName(data.Person.Name),
		Email: data.Person.Email, Verified: data.Person.EmailVerified}
	if p, ok := s.opts.Providers.Get(data.Provider); ok {
		out.Label = p.Label()
	}
	return out, nil
}

func (s *Service) joining(ctx context.Context, secret string) (joinFlow, error) {
	var data joinFlow
	if !looksLike(secret, "") {
		return data, errNoFlow
	}
	var stored string
	err := s.pool.QueryRow(ctx, "SELECT data FROM identity.flows WHERE hash = $1 AND kind = $2 AND expires > $3", hashSecret(secret), flowJoin, s.clock()).Scan(&stored)
	if errors.Is(err, pgx.ErrNoRows) {
		return data, errNoFlow
	}
	if err == nil {
		err = json.Unmarshal([]byte(stored), &data)
	}
	if err != nil {
		return data, fmt.Errorf("read a sign-up: %w", err)
	}
	return data, nil
}

// proposedName is the user name closest to a name of another site; "" if there is none.
func proposedName(name string) string {
	var out []rune
	for _, r := range name {
		switch {
		case usernameRune(r):
			out = append(out, r)
		case len(out) > 0 && out[len(out)-1] != '_':
			out = append(out, '_')
		}
		if len(out) == maxUsername {
			break
		}
	}
	for len(out) > 0 && out[len(out)-1] == '_' {
		out = out[:len(out)-1]
	}
	if _, _, err := checkUsername(string(out)); err != nil {
		return ""
	}
	return string(out)
}

// Join creates the account of a new person who came from a provider, linked to the outside account, and a session. Nobody has an
// account before this. The flow is used up only with the account, so that a taken name can be mended.
func (s *Service) Join(ctx context.Context, secret, username, email string, from Origin) (Account, NewSession, error) {
	data, err := s.joining(ctx, secret)
	if err != nil {
		return Account{}, NewSession{}, err
	}
	n := NewAccount{ID: ids.New(), Username: username, Email: email}
	n.EmailVerified = data.Person.EmailVerified && foldName(email) == foldName(data.Person.Email)
	row, err := s.proposed(ctx, n, from)
	if err != nil {
		return Account{}, NewSession{}, err
	}
	if _, err := reserve(ctx, s.pool, s.clock(), count(s.limits.SignUp, "sign-up address", addressKey(from.Address))); err != nil {
		return Account{}, NewSession{}, err
	}
	row.chosen = true
	made, err := s.join(ctx, secret, row, data)
	if errors.Is(err, errEmailTaken) && row.EmailVerified {
		// The address is another account's. Its owner gets a letter, as at any sign-up, and this account has it unverified.
		row.EmailVerified = false
		made, err = s.join(ctx, secret, row, data)
	}
	if err != nil {
		return Account{}, NewSession{}, err
	}
	s.wake()
	session, err := s.startSession(ctx, s.pool, made.ID, from, withProvider, withProvider)
	return made, session, err
}

func (s *Service) join(ctx context.Context, secret string, row accountRow, data joinFlow) (Account, error) {
	err := idempotency.Change(ctx, s.pool, row.ID, func(tx pgx.Tx) error {
		if mine, err := endFlow(ctx, tx, secret); err != nil || !mine {
			return errors.Join(err, errNoFlow)
		}
		if err := s.mayHave(ctx, tx, row.ID, row.Username, row.usernameKey); err != nil {
			return err
		}
		if err := insert(ctx, tx, &row); err != nil {
			return err
		}
		if err := s.insertLink(ctx, tx, Caller{Account: row.ID}, data.Provider, data.Person); err != nil {
			return err
		}
		if row.EmailVerified {
			return nil
		}
		return s.post(ctx, tx, postcard{Letter: letterVerify, Account: row.ID})
	})
	switch {
	case unique(err) == "links_subject_unique":
		return Account{}, errLinkedElsewhere
	case err != nil:
		return Account{}, takenFault(fmt.Errorf("join: %w", err))
	}
	return row.Account, nil
}
