package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/platform/confusable"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// Profile is the public part of an account.
type Profile struct {
	ID        string    `json:"id"`
	Username  string    `json:"username"`
	AvatarURL *string   `json:"avatar_url"`
	Bio       string    `json:"bio"`
	Created   time.Time `json:"created"`
	Role      Role      `json:"role" enum:"developer,moderator,admin"`
	Badges    int64     `json:"badges"`
}

// Public is the profile in the form of the API.
func (p Profile) Public() contract.User {
	u := contract.User{ID: p.ID, Username: p.Username, Bio: contract.Present(p.Bio), Created: p.Created, Role: contract.Role(string(p.Role)), Badges: p.Badges}
	if p.AvatarURL != nil {
		u.AvatarURL = contract.Present(*p.AvatarURL)
	}
	return u
}

const profileColumns = `id, username, avatar_url, bio, created, role, badges`

// Profiles reads the profiles of ids; those that do not exist are missing in the map.
func (s *Service) Profiles(ctx context.Context, ids []string) (map[string]Profile, error) {
	rows, err := s.pool.Query(ctx, `SELECT `+profileColumns+` FROM identity.profiles WHERE id = ANY($1)`, ids)
	if err != nil {
		return nil, fmt.Errorf("read profiles: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Profile])
	if err != nil {
		return nil, fmt.Errorf("read profiles: %w", err)
	}
	found := make(map[string]Profile, len(list))
	for _, p := range list {
		found[p.ID] = p
	}
	return found, nil
}

// ByUsername reads a profile by username, in any case, or by id. The fault is not_found.
func (s *Service) ByUsername(ctx context.Context, nameOrID string) (Profile, error) {
	a, err := s.Account(ctx, nameOrID)
	if err != nil {
		return Profile{}, err
	}
	return a.profile(), nil
}

func (a Account) profile() Profile {
	p := Profile{ID: a.ID, Username: a.Username, Bio: a.Bio, Created: a.Created, Role: a.Role, Badges: a.Badges}
	if a.AvatarURL != "" {
		p.AvatarURL = &a.AvatarURL
	}
	return p
}

// Edit is a change of a profile; nil fields are unchanged. In JSON a biography of null is the empty one.
type Edit struct {
	Username *string `json:"username,omitempty" doc:"新的用户名，1 到 39 个字符"`
	Bio      *string `json:"bio,omitempty" null:"clears" doc:"个人简介，最多 160 个字符，null 为清空"`
	Role     *Role   `json:"role,omitempty" enum:"developer,moderator,admin" doc:"新的角色，仅管理员可以修改"`
	Badges   *int64  `json:"badges,omitempty" doc:"徽章，仅管理员可以修改"`
	// Reason is required from an administrator who changes another account.
	Reason *reason.Reason `json:"reason,omitempty" doc:"原因，管理员修改他人资料时必填"`
}

// UnmarshalJSON reads a biography of null as the empty text.
func (e *Edit) UnmarshalJSON(data []byte) error {
	type plain Edit
	var sent struct {
		Bio json.RawMessage `json:"bio"`
	}
	if err := errors.Join(json.Unmarshal(data, (*plain)(e)), json.Unmarshal(data, &sent)); err != nil {
		return err
	}
	if string(sent.Bio) == "null" {
		e.Bio = new(string)
	}
	return nil
}

// InnerType is the type of the members (httpkit.CheckMembers).
func (Edit) InnerType() reflect.Type {
	type plain Edit
	return reflect.TypeFor[plain]()
}

// EditProfile changes a profile: callers may change their own, admins that of any account. A public change is in the
// outbox when this returns. A role is only checked here: its change is a separate decision, which is made on the log
// first.
func (s *Service) EditProfile(ctx context.Context, caller Caller, idOrName string, e Edit) (Account, error) {
	if err := caller.Require(ScopeUserWrite); err != nil {
		return Account{}, err
	}
	target, err := s.Account(ctx, idOrName)
	if err != nil {
		return Account{}, err
	}
	if e.Role != nil {
		role := e.Role.fromClient()
		e.Role = &role
	}
	if err := mayEdit(caller, target, e); err != nil {
		return Account{}, err
	}
	changed := target
	key := foldName(target.Username)
	if e.Username != nil {
		if changed.Username, key, err = checkUsername(*e.Username); err != nil {
			return Account{}, err
		}
	}
	if e.Bio != nil {
		if err := checkBio(*e.Bio); err != nil {
			return Account{}, err
		}
		changed.Bio = *e.Bio
	}
	if e.Badges != nil {
		changed.Badges = *e.Badges
	}
	if changed == target && (e.Role == nil || *e.Role == target.Role) {
		return target, idempotency.Remember(ctx, s.pool)
	}
	as, why, err := actsOn(caller, target.ID, e.Reason)
	if err != nil || changed == target {
		return target, err // a change of only the role is stored by its decision
	}
	if err := s.passes(ctx, caller, risk.Changed("bio", target.Bio, changed.Bio)); err != nil {
		return Account{}, err
	}
	err = idempotency.Change(ctx, s.pool, target.ID, func(tx pgx.Tx) error {
		if e.Username != nil {
			if err := s.rename(ctx, tx, target.ID, changed.Username, key); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(ctx, `UPDATE identity.accounts SET username = coalesce($2, username),
			username_key = CASE WHEN $2::text IS NULL THEN username_key ELSE $3 END,
			username_skeleton = CASE WHEN $2::text IS NULL THEN username_skeleton ELSE $6 END,
			bio = coalesce($4, bio), badges = coalesce($5, badges)
			WHERE id = $1 AND ($2::text IS NULL OR NOT EXISTS (SELECT FROM identity.accounts other WHERE other.id = $2))`,
			target.ID, renamed(e, changed), key, e.Bio, e.Badges, confusable.Name(changed.Username))
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return errUsernameTaken
		}
		meta := s.metadata(ctx, caller, as)
		for _, payload := range editEvents(target, changed, why) {
			if err := s.announce(ctx, tx, announcement{account: target.ID, payload: payload, meta: meta}); err != nil {
				return err
			}
		}
		return nil
	})
	var before *idempotency.Repeated
	if errors.As(err, &before) {
		return target, nil
	}
	if err != nil {
		return Account{}, takenFault(fmt.Errorf("edit profile: %w", err))
	}
	s.wake()
	return changed, nil
}

// passes asks whether a text of a profile may be written.
func (s *Service) passes(ctx context.Context, caller Caller, given risk.Text) error {
	if s.opts.Phrases == nil || given.Text == "" || caller.Staff() {
		return nil
	}
	from, _ := ctx.Value(causeKey{}).(cause)
	return s.opts.Phrases.Check(ctx, risk.Writing{Account: caller.Account, Command: from.command, At: s.clock(), Texts: []risk.Text{given}})
}

// editEvents are the events of an edit, without the new values.
func editEvents(before, after Account, why *reason.Addressed) []any {
	var events []any
	if before.Username != after.Username {
		events = append(events, account.UsernameChanged{Account: before.ID, Reason: why})
	}
	if before.Bio != after.Bio || before.Badges != after.Badges {
		events = append(events, account.ProfileChanged{Account: before.ID, Reason: why})
	}
	return events
}

// renamed is the new name, or nil: two concurrent edits of different fields must not undo each other.
func renamed(e Edit, changed Account) *string {
	if e.Username == nil {
		return nil
	}
	return &changed.Username
}

func mayEdit(caller Caller, target Account, e Edit) error {
	admin := caller.Role == RoleAdmin
	if caller.Account != target.ID && !admin {
		return errNotAllowed
	}
	if (e.Role != nil || e.Badges != nil) && !admin {
		return errNotAllowed
	}
	if e.Role != nil && !e.Role.Valid() {
		return httpkit.Invalid("role", "角色不存在")
	}
	if e.Role != nil && caller.Account == target.ID && *e.Role != target.Role {
		return httpkit.Invalid("role", "不能修改自己的角色")
	}
	return nil
}
