package identity

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/confusable"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/ids"
)

// Account is an account with its private fields, without secrets.
type Account struct {
	ID          string
	Username    string
	Email       string
	Role        Role
	Bio         string
	AvatarURL   string // "" if there is none
	Badges      int64
	Created     time.Time
	HasPassword bool

	EmailVerified bool
	EmailPending  string // the address that replaces Email when it is confirmed
	HasTOTP       bool   // sign-in requires a second factor
	HasPasskey    bool   // one at least that is accepted
	PasskeyStep   bool   // sign-in by password requires a second factor also without HasTOTP
	Subscribed    bool   // receives the newsletter
	Leaving       bool   // its owner has left, and may return for some days
}

// NewAccount describes a new account. ID, Email, Password, Role, Bio, AvatarURL, Badges and Created are optional;
// without a password, signing in by password is impossible.
type NewAccount struct {
	ID        string
	Username  string
	Email     string
	Password  string
	Role      Role
	Bio       string
	AvatarURL string
	Badges    int64
	Created   time.Time

	EmailVerified bool
	Set           string // of the accounts that it belongs to, such as demo; begins the command of its role's event
}

// Create creates an account without limits on attempts: for the program itself, not for routes.
func (s *Service) Create(ctx context.Context, n NewAccount) (Account, error) {
	wanted := n.Role
	n.Role = RoleUser
	row, err := s.prepare(n)
	if err != nil {
		return Account{}, err
	}
	made, err := s.create(ctx, row, n)
	if err != nil || wanted == "" || wanted == RoleUser {
		return made, err
	}
	if err := s.grant(ctx, made.ID, wanted, n.Set); err != nil {
		_, undo := s.pool.Exec(context.WithoutCancel(ctx), "DELETE FROM identity.accounts WHERE id = $1", made.ID)
		return Account{}, errors.Join(err, undo)
	}
	made.Role = wanted
	return made, nil
}

func (s *Service) create(ctx context.Context, row accountRow, n NewAccount) (Account, error) {
	if err := s.hash(ctx, &row, n.Password); err != nil {
		return Account{}, err
	}
	for {
		err := idempotency.Change(ctx, s.pool, row.ID, func(tx pgx.Tx) error {
			if row.chosen {
				if err := s.mayHave(ctx, tx, row.ID, row.Username, row.usernameKey); err != nil {
					return err
				}
			}
			return insert(ctx, tx, &row)
		})
		if unique(err) == "accounts_pkey" && n.ID == "" {
			row.ID = ids.New()
			continue
		}
		if err != nil {
			return Account{}, takenFault(err)
		}
		return row.Account, nil
	}
}

// CreateAdmin creates an account with the role admin, for `modyard admin create`.
func (s *Service) CreateAdmin(ctx context.Context, username, email, password string) (Account, error) {
	if email == "" || password == "" {
		return Account{}, httpkit.Invalid("", "管理员需要邮箱和密码")
	}
	return s.Create(ctx, NewAccount{Username: username, Email: email, Password: password, Role: RoleAdmin})
}

// Ensure creates the accounts that do not exist, by id, and does not change the others. It is idempotent. Every account
// needs an ID. It returns the number of created accounts.
func (s *Service) Ensure(ctx context.Context, accounts ...NewAccount) (int, error) {
	made := 0
	for _, n := range accounts {
		if !ids.Valid(n.ID) {
			return made, fmt.Errorf("ensure account %q: no id", n.Username)
		}
		var there bool
		if err := s.pool.QueryRow(ctx, "SELECT EXISTS (SELECT FROM identity.accounts WHERE id = $1)", n.ID).Scan(&there); err != nil {
			return made, fmt.Errorf("ensure account %s: %w", n.ID, err)
		}
		wanted := n.Role
		if there {
			if err := s.grant(ctx, n.ID, wanted, n.Set); err != nil { // an earlier call may have failed after creating the account
				return made, err
			}
			continue
		}
		n.Role = RoleUser
		row, err := s.prepare(n)
		if err == nil {
			err = s.hash(ctx, &row, n.Password)
		}
		if err == nil {
			err = insert(ctx, s.pool, &row)
		}
		if unique(err) == "accounts_pkey" { // a concurrent call with the same list was faster
			continue
		}
		if err != nil {
			return made, fmt.Errorf("ensure account %s: %w", n.ID, takenFault(err))
		}
		made++
		if err := s.grant(ctx, n.ID, wanted, n.Set); err != nil {
			return made, err
		}
	}
	return made, nil
}

type accountRow struct {
	Account
	usernameKey, emailKey, hash string

	chosen bool // by the account's owner: the name must not look like another
}

// prepare makes all checks that need no database.
func (s *Service) prepare(n NewAccount) (accountRow, error) {
	row := accountRow{Account: Account{ID: n.ID, Role: n.Role, Bio: n.Bio, AvatarURL: n.AvatarURL, Badges: n.Badges, Created: n.Created, HasPassword: n.Password != "", EmailVerified: n.EmailVerified && n.Email != ""}}
	var name, email, password error
	row.Username, row.usernameKey, name = checkUsername(n.Username)
	if n.Email != "" {
		row.Email, row.emailKey, email = checkEmail(n.Email)
	}
	if n.Password != "" {
		password = checkPassword(n.Password, row.Username, row.Email)
	}
	if err := httpkit.Several(name, email, checkBio(n.Bio), password); err != nil {
		return row, err
	}
	if row.ID == "" {
		row.ID = ids.New()
	} else if !ids.Valid(row.ID) {
		return row, fmt.Errorf("create account: %q is not an id", row.ID)
	}
	if row.Role == "" {
		row.Role = RoleUser
	} else if !row.Role.Valid() {
		return row, httpkit.Invalid("role", "角色不存在")
	}
	if row.Created.IsZero() {
		row.Created = s.clock()
	}
	return row, nil
}

func (s *Service) hash(ctx context.Context, row *accountRow, password string) (err error) {
	if password != "" {
		row.hash, err = s.hasher.Hash(ctx, password)
	}
	return err
}

// insert rejects an id that equals an existing username, and a username that equals an existing id, because a URL may
// contain either.
func insert(ctx context.Context, q idempotency.Querier, row *accountRow) error {
	tag, err := q.Exec(ctx, `INSERT INTO identity.accounts
		(id, username, username_key, username_skeleton, email, email_key, password_hash, role, bio, avatar_url, badges, created, email_verified, verified_at)
		SELECT $1, $2, $3, $13, nullif($4, ''), nullif($5, ''), nullif($6, ''), $7, $8, nullif($9, ''), $10, $11::timestamptz, $12::boolean, CASE WHEN $12::boolean THEN $11::timestamptz END
		WHERE NOT EXISTS (SELECT FROM identity.accounts WHERE id = $2 OR username = $1)`,
		row.ID, row.Username, row.usernameKey, row.Email, row.emailKey, row.hash, string(row.Role), row.Bio, row.AvatarURL, row.Badges, row.Created, row.EmailVerified, confusable.Name(row.Username))
	if err != nil {
		return fmt.Errorf("create account: %w", err)
	}
	if tag.RowsAffected() == 0 {
		return errUsernameTaken
	}
	return nil
}

// takenFault converts the error of a unique constraint to a fault.
func takenFault(err error) error {
	switch unique(err) {
	case "accounts_username_unique":
		return errUsernameTaken
	case "accounts_email_unique":
		return errEmailTaken
	case "accounts_pkey":
		return errIDTaken
	}
	return err
}

const accountColumns = `id, username, coalesce(email, ''), role, bio, coalesce(avatar_url, ''), badges, created, password_hash IS NOT NULL,
	email_verified, coalesce(email_pending, ''), totp_secret IS NOT NULL, subscribed, passkey_step,
	EXISTS (SELECT FROM identity.passkeys p WHERE p.account = accounts.id AND p.suspect IS NULL),
	EXISTS (SELECT FROM identity.leaving l WHERE l.account = accounts.id)`

func (a *Account) targets() []any {
	return []any{&a.ID, &a.Username, &a.Email, &a.Role, &a.Bio, &a.AvatarURL, &a.Badges, &a.Created, &a.HasPassword,
		&a.EmailVerified, &a.EmailPending, &a.HasTOTP, &a.Subscribed, &a.PasskeyStep, &a.HasPasskey, &a.Leaving}
}

// closed is true for an account that was closed for good.
func (a Account) closed() bool { return !a.Leaving && a.Username == closedName(a.ID) }

// Account returns an account by its id or, if no id matches, by its username.
func (s *Service) Account(ctx context.Context, idOrName string) (Account, error) {
	var a Account
	err := s.pool.QueryRow(ctx, `SELECT `+accountColumns+` FROM identity.accounts
		WHERE id = $1 OR username_key = $2 ORDER BY id = $1 DESC LIMIT 1`, idOrName, foldName(idOrName)).Scan(a.targets()...)
	if errors.Is(err, pgx.ErrNoRows) {
		return Account{}, errNoUser
	}
	if err != nil {
		return Account{}, fmt.Errorf("read account: %w", err)
	}
	return a, nil
}
