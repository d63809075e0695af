package identity

import (
	"context"
	"crypto/cipher"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/domain/risk"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/identity/provider"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/jobs"
	"github.com/modyard/modyard/platform/mail"
	"github.com/modyard/modyard/platform/picture"
	"github.com/modyard/modyard/platform/positions"
	"github.com/modyard/modyard/platform/sitekey"
)

// Hasher hashes and verifies passwords. Both methods take as long for a wrong password as for a right one.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
	Verify(ctx context.Context, hash, password string) (bool, error)
	Outdated(hash string) bool
}

// Options configures a Service. Only Pool is required.
type Options struct {
	Pool           *pgxpool.Pool  // with the role modyard_app
	Secure         bool           // visitors use https: cookies are restricted to it
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is trusted
	Site           Site           // data for letters
	Mailer         mail.Sender    // sends letters; nil: they stay queued
	Challenger     Challenger     // requires a proof from visitors; nil: no proof
	Blobs          *blobs.Store   // stores avatars
	// Holdings counts the things that an account owns, from current data; nil: the deletion of an account is not
	// checked.
	Holdings func(ctx context.Context, account string) (Holdings, error)
	// Erase finishes a requested erasure, later if it is not possible at once; nil: it stays in erasure.pending.
	Erase func(ctx context.Context, account string) error
	// Texts seals and opens reasons that are addressed to an account (erasure.Vault); nil: no reason may have a text.
	Texts interface {
		Open(ctx context.Context, events []eventlog.Recorded, payloads []any) error
		Seal(ctx context.Context, stream string, event eventlog.EventID, payload any) (any, error)
		RequestHash(ctx context.Context, hash string, payloads ...any) (string, error)
	}
	// Phrases refuses biographies because of what they say; nil: they may say anything. The staff is not asked about.
	Phrases interface {
		Check(ctx context.Context, w risk.Writing) error
	}
	// Notice reads the text of a letter about a notification of an account; false: the notification is gone. Nil: no such
	// letter is sent.
	Notice   func(ctx context.Context, account, notification string) (Notice, bool, error)
	Journal  *Journal     // the log; nil: changes stay in the outbox, and no role is granted
	Logger   *slog.Logger // nil: slog.Default()
	Hasher   Hasher       // nil: NewArgon2()
	Passkeys PasskeySite  // where passkeys can be used; the zero value: nowhere
	// Providers are the other sites with whose accounts people sign in; nil: none.
	Providers *provider.Set
	Secrets   []byte  // key of 32 bytes that seals secrets at rest; nil: they are stored as they are
	Limits    *Limits // nil: the defaults
	Now       func() time.Time
}

// Service implements the use cases of this package.
type Service struct {
	pool     *pgxpool.Pool
	opts     Options
	log      *slog.Logger
	hasher   Hasher
	limits   Limits
	now      func() time.Time
	dummy    string // a hash without a password
	codec    *codec.Codec
	pictures *picture.Decoder

	queue      *jobs.Client
	positions  *positions.Store
	requests   *idempotency.Guard // named requests
	requestKey []byte             // of the hashes of requests
	deviceKey  []byte             // of the cookies of known browsers
	sealer     cipher.AEAD        // of secrets at rest; nil without a key
	passkeys   *webauthn.WebAuthn // nil: the site's address has none

	held      sync.Map      // event types that wait in the outbox, each logged once
	scopeUses scopeUses     // of tokens, that are stored
	announced chan struct{} // the outbox has a new row

	usage oauthUsage // of applications, not stored yet
}

// New creates the service. It creates one hash, for comparisons with accounts that do not exist.
func New(ctx context.Context, o Options) (*Service, error) {
	s := &Service{pool: o.Pool, opts: o, log: o.Logger, hasher: o.Hasher, now: o.Now, positions: positions.NewStore(o.Pool), limits: defaultLimits(), announced: make(chan struct{}, 1), pictures: picture.NewDecoder()}
	if s.pool == nil {
		return nil, errors.New("identity: no database")
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	if s.hasher == nil {
		s.hasher = NewArgon2()
	}
	if o.Limits != nil {
		s.limits = *o.Limits
	}
	if s.now == nil {
		s.now = time.Now
	}
	var err error
	if s.requestKey, err = sitekey.Read(ctx, s.pool, sitekey.Request); err != nil {
		return nil, err
	}
	if s.sealer, err = newSealer(o.Secrets); err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	if s.passkeys, err = openPasskeys(o.Passkeys, o.Site.Brand); err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	if s.deviceKey, err = sitekey.Read(ctx, s.pool, sitekey.Device); err != nil {
		return nil, err
	}
	s.requests = idempotency.NewGuard(idempotency.NewStore(s.pool, s.now), s.requestKey, func(r *http.Request) string { return FromContext(r.Context()).Account })
	if s.codec, err = codec.New(account.EventTypes()); err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	if err := s.fillSkeletons(ctx); err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	if s.queue, err = jobs.NewClient(s.pool, o.Now); err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	s.dummy, err = s.hasher.Hash(ctx, newSecret(""))
	return s, err
}

// clock is the service's time in the database's precision.
func (s *Service) clock() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// unique is the name of the unique constraint that rejected a row, or "".
func unique(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return pg.ConstraintName
	}
	return ""
}
