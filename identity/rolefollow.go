package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/domain/account"
	domaindecision "github.com/modyard/modyard/domain/decision"
	"github.com/modyard/modyard/domain/role"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/platform/lead"
)

// The log is authoritative for roles, rights and suspensions, and for what the staff ended. The columns accounts.role, analyst
// and treasurer, the rows of suspensions, sessions and tokens follow it in order: a process that updates them locks the row of roles_followed and reads there how far the log was followed.

// rolesLead is the lease name of the one process of the site that follows roles.
const rolesLead = "identity/roles"

// rolesNoted is how often a follower stores its position while there are no role events.
const rolesNoted = 5 * time.Second

// errRolesMoved means that another process has updated the column further.
var errRolesMoved = errors.New("another process has followed the roles further")

func roleEvents() eventlog.Filter {
	return eventlog.Filter{
		Types: domaindecision.Names(account.EventTypes(), account.RoleGranted{}, account.RoleRevoked{}, account.RightGranted{}, account.RightRevoked{},
			account.Closed{}, account.Suspended{}, account.Restored{}, account.SignedOut{}),
		Categories: []string{eventlog.Category(account.Stream("x"))},
	}
}

// FollowRoles updates the column from the log until the context ends, in the one process that leads.
func (s *Service) FollowRoles(ctx context.Context, take lead.Take) error {
	if s.opts.Journal == nil {
		return nil
	}
	lead.Keep(ctx, take, rolesLead, time.Second, func(leading context.Context) error {
		err := s.followRoles(leading, nil)
		if err == nil || errors.Is(err, errRolesMoved) || leading.Err() != nil {
			return nil
		}
		s.log.WarnContext(ctx, "cannot update roles from the log", "error", err)
		return err
	})
	return nil
}

// RolesFollowed updates the column up to a position of the log if necessary, so that a caller who changes a role reads
// it, independently of the leading process.
func (s *Service) RolesFollowed(ctx context.Context, upTo eventlog.Position) error {
	if s.opts.Journal == nil {
		return errNoJournal
	}
	for {
		err := s.followRoles(ctx, &upTo)
		if !errors.Is(err, errRolesMoved) {
			return err
		}
	}
}

// followRoles follows the log from the column's position, without an end or up to a position. Until it has caught up,
// only the last role of each account is written, so that no old role becomes visible.
func (s *Service) followRoles(ctx context.Context, upTo *eventlog.Position) error {
	from, generation, err := s.rolesPosition(ctx)
	if err != nil {
		return err
	}
	if upTo != nil && from.position >= *upTo && from.generation == generation {
		return nil
	}
	start := from.position
	if from.generation != generation {
		start = 0
	}
	roles, noted := map[string]followed{}, time.Now()
	for batch, err := range s.opts.Journal.log.Follow(ctx, start, roleEvents()) {
		if err != nil {
			return fmt.Errorf("follow roles: %w", err)
		}
		for _, e := range batch.Events {
			if err := s.fold(ctx, roles, e); err != nil {
				return err
			}
		}
		there := upTo != nil && batch.UpTo >= *upTo
		if !there && (!batch.Live || len(roles) == 0 && time.Since(noted) < rolesNoted) {
			continue
		}
		next := rolesPoint{position: batch.UpTo, generation: generation}
		if err := s.setRoles(ctx, from, next, roles); err != nil {
			return err
		}
		if there {
			return nil
		}
		clear(roles)
		from, noted = next, time.Now()
	}
	return ctx.Err()
}

// followed are the newest role and rights of an account, nil where they have not changed, and the event of the role.
type followed struct {
	role   *Role
	rights map[account.Right]bool
	held   held
	out    time.Time // sessions and tokens from before were ended; zero: not
	event  eventlog.EventID
}

func (s *Service) fold(ctx context.Context, roles map[string]followed, e eventlog.Recorded) error {
	payload, err := s.opts.Journal.codec.Decode(e.Type, e.Data)
	if err != nil {
		return fmt.Errorf("follow roles: %w", err)
	}
	who := e.Stream[len(account.Stream("")):]
	held, now := roles[who], account.Evolve(account.State{}, payload)
	switch p := payload.(type) {
	case account.RightGranted:
		held.rights = with(held.rights, p.Right, true)
	case account.RightRevoked:
		held.rights = with(held.rights, p.Right, false)
	case account.SignedOut:
		held.out = e.Meta.At
	case account.Suspended, account.Restored:
		if held.held, err = s.foldSuspension(ctx, held.held, e, p); err != nil {
			return err
		}
	default:
		role := RoleUser
		if now.Role != account.None {
			role = Role(now.Role)
		}
		held.role, held.event = &role, e.ID
		if now.Closed {
			held.rights = map[account.Right]bool{account.Analyst: false, account.Treasurer: false}
			held.held = ended()
		}
	}
	roles[who] = held
	return nil
}

func with(rights map[account.Right]bool, right account.Right, has bool) map[account.Right]bool {
	if rights == nil {
		rights = map[account.Right]bool{}
	}
	rights[right] = has
	return rights
}

// rolesPoint is a position of one log.
type rolesPoint struct {
	position   eventlog.Position
	generation string
}

func (s *Service) rolesPosition(ctx context.Context) (at rolesPoint, generation string, err error) {
	if generation, err = s.opts.Journal.log.Generation(ctx); err != nil {
		return at, "", fmt.Errorf("follow roles: %w", err)
	}
	at, err = scanRolesPoint(s.pool.QueryRow(ctx, "SELECT position, generation FROM identity.roles_followed"))
	return at, generation, err
}

func scanRolesPoint(row pgx.Row) (at rolesPoint, err error) {
	var position int64
	if err := row.Scan(&position, &at.generation); err != nil {
		return at, fmt.Errorf("read how far roles were followed: %w", err)
	}
	at.position = eventlog.Position(position)
	return at, nil
}

const (
	setAnalyst   = "UPDATE identity.accounts SET analyst = $2 WHERE id = $1 AND analyst <> $2"
	setTreasurer = "UPDATE identity.accounts SET treasurer = $2 WHERE id = $1 AND treasurer <> $2"
)

// setRight is the statement that sets a right of an account. The rules know two rights.
func setRight(r account.Right) string {
	if r == account.Treasurer {
		return setTreasurer
	}
	return setAnalyst
}

// setRoles writes roles and the position, unless another process has. The change is announced, because profiles show
// the role.
func (s *Service) setRoles(ctx context.Context, from, to rolesPoint, roles map[string]followed) error {
	changed := false
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		current, err := scanRolesPoint(tx.QueryRow(ctx, "SELECT position, generation FROM identity.roles_followed FOR UPDATE"))
		if err != nil {
			return err
		}
		if current != from {
			return errRolesMoved
		}
		for who, f := range roles {
			for right, has := range f.rights {
				if _, err := tx.Exec(ctx, setRight(right), who, has); err != nil {
					return fmt.Errorf("set the right of %s: %w", who, err)
				}
			}
			if err := s.setSuspensions(ctx, tx, who, f.held); err != nil {
				return err
			}
			if err := s.signOut(ctx, tx, who, f.out); err != nil {
				return err
			}
			if f.role == nil {
				continue
			}
			tag, err := tx.Exec(ctx, "UPDATE identity.accounts SET role = $2 WHERE id = $1 AND role <> $2", who, string(*f.role))
			if err != nil {
				return fmt.Errorf("set the role of %s: %w", who, err)
			}
			if tag.RowsAffected() == 0 {
				continue
			}
			changed = true
			if err := s.announce(ctx, tx, announcement{account: who, payload: account.ProfileChanged{Account: who}, meta: eventlog.Metadata{
				Role: string(role.System), Command: "follow role " + f.event.String(), Causation: f.event.String(), At: s.clock(), Salt: eventlog.NewSalt(),
			}}); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, "UPDATE identity.roles_followed SET position = $1, generation = $2", int64(to.position), to.generation)
		return err
	})
	if err == nil && changed {
		s.wake()
	}
	return err
}
