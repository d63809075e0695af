package identity

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/domain/account"
	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/codec"
	"github.com/modyard/modyard/platform/blobs"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/mail"
	"github.com/modyard/modyard/platform/picture"
	"github.com/modyard/modyard/platform/sitekey"
)

// Hasher keeps passwords. Both methods take as long for a wrong password as for a right one.
type Hasher interface {
	Hash(ctx context.Context, password string) (string, error)
	Verify(ctx context.Context, hash, password string) (bool, error)
	Outdated(hash string) bool
}

// Options configures a Service. Pool alone is needed.
type Options struct {
	Pool           *pgxpool.Pool  // acts as modyard_app
	Secure         bool           // visitors come by https: cookies are kept to it
	TrustedProxies []netip.Prefix // whose X-Forwarded-For is believed
	Site           Site           // what letters say of the site
	Mailer         mail.Sender    // sends letters; empty: they wait
	Challenger     Challenger     // asks visitors for a proof; empty: no proof is needed
	Blobs          *blobs.Store   // keeps avatars
	// Holdings counts what an account owns, no older than now; empty: nothing is asked when an account is deleted.
	Holdings func(ctx context.Context, account string) (Holdings, error)
	// Erase finishes an erasure that was wanted, soon where it cannot at once; empty: it waits in erasure.pending.
	Erase func(ctx context.Context, account string) error
	// Texts seals reasons that address an account (erasure.Vault); empty: no reason may have words.
	Texts interface {
		Seal(ctx context.Context, stream string, event eventlog.EventID, payload any) (any, error)
		RequestHash(ctx context.Context, hash string, payloads ...any) (string, error)
	}
	Journal *Journal     // the log; empty: changes wait in the outbox, and no role is granted
	Logger  *slog.Logger // empty: slog.Default()
	Hasher  Hasher       // empty: NewArgon2()
	Limits  *Limits      // empty: the defaults
	Now     func() time.Time
}

// Service is the use cases of this package.
type Service struct {
	pool     *pgxpool.Pool
	opts     Options
	log      *slog.Logger
	hasher   Hasher
	limits   Limits
	now      func() time.Time
	dummy    string // a hash that no password belongs to
	codec    *codec.Codec
	pictures *picture.Decoder

	requests   *idempotency.Guard // that their callers named
	requestKey []byte             // of their hashes

	held      sync.Map      // event types that wait in the outbox, logged once
	announced chan struct{} // something waits in the outbox
	posted    chan struct{} // a letter waits
}

// New makes the service. It hashes once, for comparisons with accounts that do not exist.
func New(ctx context.Context, o Options) (*Service, error) {
	s := &Service{pool: o.Pool, opts: o, log: o.Logger, hasher: o.Hasher, now: o.Now, limits: defaultLimits(), announced: make(chan struct{}, 1), posted: make(chan struct{}, 1), pictures: picture.NewDecoder()}
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
	s.requests = idempotency.NewGuard(idempotency.NewStore(s.pool, s.now), s.requestKey, func(r *http.Request) string { return FromContext(r.Context()).Account })
	if s.codec, err = codec.New(account.EventTypes()); err != nil {
		return nil, fmt.Errorf("identity: %w", err)
	}
	s.dummy, err = s.hasher.Hash(ctx, newSecret(""))
	return s, err
}

// clock is the service's clock in the database's precision.
func (s *Service) clock() time.Time { return s.now().UTC().Truncate(time.Microsecond) }

// unique says which constraint refused a row, or "".
func unique(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) && pg.Code == "23505" {
		return pg.ConstraintName
	}
	return ""
}
