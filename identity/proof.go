package identity

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Challenger gives visitors a task that costs automated senders more than people. Implementations are safe for
// concurrent use.
type Challenger interface {
	// New creates a challenge for a visitor.
	New(ctx context.Context) (Challenge, error)
	// Spend accepts a solution, once. The fault errProof means that it is invalid.
	Spend(ctx context.Context, proof string) error
}

// Challenge is a task for a visitor's browser: find a number n such that the SHA-256 hash of "token.n" begins with the
// given number of zero bits. The solution is that text.
type Challenge struct {
	Token string    `json:"token"`
	Bits  int       `json:"bits"`
	Until time.Time `json:"until"`
}

const (
	proofLife = 30 * time.Minute
	// Token: four bytes of time, one of difficulty, nine random, ten of signature. With its number it fits into
	// one block of the hash.
	tokenBody, tokenLength = 14, 24
	maxProof               = 64
)

// ProofOfWork is a Challenger without a third party.
type ProofOfWork struct {
	pool *pgxpool.Pool
	key  []byte
	bits int
	now  func() time.Time
}

// NewProofOfWork creates the challenger; bits is the difficulty (each doubles the work). Its key is stored in the
// database, so that every process accepts the others' challenges.
func NewProofOfWork(ctx context.Context, pool *pgxpool.Pool, bits int, now func() time.Time) (*ProofOfWork, error) {
	if now == nil {
		now = time.Now
	}
	fresh := make([]byte, 32)
	_, _ = rand.Read(fresh) // never fails: crypto/rand ends the program instead
	p := &ProofOfWork{pool: pool, bits: bits, now: now}
	if _, err := pool.Exec(ctx, "INSERT INTO identity.keys (name, key) VALUES ('proof', $1) ON CONFLICT DO NOTHING", fresh); err != nil {
		return nil, fmt.Errorf("make the key of challenges: %w", err)
	}
	if err := pool.QueryRow(ctx, "SELECT key FROM identity.keys WHERE name = 'proof'").Scan(&p.key); err != nil {
		return nil, fmt.Errorf("read the key of challenges: %w", err)
	}
	return p, nil
}

func (p *ProofOfWork) sign(body []byte) []byte {
	mac := hmac.New(sha256.New, p.key)
	mac.Write(body)
	return mac.Sum(nil)[:tokenLength-tokenBody]
}

// New creates a challenge. It is not stored.
func (p *ProofOfWork) New(context.Context) (Challenge, error) {
	until := p.now().Add(proofLife).UTC().Truncate(time.Second)
	body := binary.BigEndian.AppendUint32(nil, uint32(until.Unix())) //nolint:gosec // until 2106
	body = append(body, byte(p.bits))
	body = append(body, make([]byte, tokenBody-len(body))...)
	_, _ = rand.Read(body[5:]) // never fails: crypto/rand ends the program instead
	return Challenge{Token: base64.RawURLEncoding.EncodeToString(append(body, p.sign(body)...)), Bits: p.bits, Until: until}, nil
}

// Spend checks a solution and stores it until its challenge expires.
func (p *ProofOfWork) Spend(ctx context.Context, proof string) error {
	token, _, found := strings.Cut(proof, ".")
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if !found || err != nil || len(proof) > maxProof || len(raw) != tokenLength || !hmac.Equal(raw[tokenBody:], p.sign(raw[:tokenBody])) {
		return errProof
	}
	until := time.Unix(int64(binary.BigEndian.Uint32(raw)), 0)
	if !p.now().Before(until) {
		return errProof
	}
	sum := sha256.Sum256([]byte(proof))
	if zeroBits(sum[:]) < int(raw[4]) {
		return errProof
	}
	// The token is stored, because a challenge has many solutions.
	spent := sha256.Sum256([]byte(token))
	var fresh bool
	err = p.pool.QueryRow(ctx, "INSERT INTO identity.proofs (hash, expires) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING true", spent[:], until).Scan(&fresh)
	if errors.Is(err, pgx.ErrNoRows) {
		return errProof
	}
	if err != nil {
		return fmt.Errorf("spend a proof: %w", err)
	}
	return nil
}

func zeroBits(sum []byte) int {
	n := 0
	for _, b := range sum {
		n += bits.LeadingZeros8(b)
		if b != 0 {
			break
		}
	}
	return n
}

// checkProof requires a solved challenge if the site has a challenger.
func (s *Service) checkProof(ctx context.Context, from Origin) error {
	if s.opts.Challenger == nil {
		return nil
	}
	if from.Proof == "" {
		return errProof
	}
	return s.opts.Challenger.Spend(ctx, from.Proof)
}

// trustedFailures is how many wrong passwords are allowed for an account within the window before a proof is required.
const trustedFailures = 3

// checkProofAfterFailures requires a proof only after several failures.
func (s *Service) checkProofAfterFailures(ctx context.Context, key counted, from Origin) error {
	if s.opts.Challenger == nil {
		return nil
	}
	var failures int
	if err := s.pool.QueryRow(ctx, "SELECT count(*) FROM identity.attempts WHERE key = $1 AND at > $2", key.key, s.clock().Add(-key.limit.Window)).Scan(&failures); err != nil {
		return fmt.Errorf("count failures: %w", err)
	}
	if failures < trustedFailures {
		return nil
	}
	return s.checkProof(ctx, from)
}
