package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/nbutton23/zxcvbn-go"
	"github.com/nbutton23/zxcvbn-go/match"
	"github.com/nbutton23/zxcvbn-go/matching"
	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"

	"github.com/modyard/modyard/domain/fault"
)

const (
	minPassword = 8
	maxPassword = 256
	minStrength = 3 // of zxcvbn's 0 to 4

	// estimated limits the part of a password that is checked: the time grows with the square of the length, and a
	// password that is strong by then stays strong.
	estimated = 72

	// estimatedLeet is the length up to which the library tries every spelling with digits and signs, of which there
	// are exponentially many; in longer passwords one spelling is replaced.
	estimatedLeet = 20
)

// checkPassword rejects a password that is too short, too long or easily guessed with knowledge of the account.
func checkPassword(password string, known ...string) error {
	if !utf8.ValidString(password) {
		return fault.Invalid("password", "密码含有无效字符")
	}
	if n := utf8.RuneCountInString(password); n < minPassword || n > maxPassword {
		return fault.Invalid("password", "密码长度应为 8 到 256 个字符")
	}
	if strength(password, known) < minStrength {
		return fault.Invalid("password", "密码过于简单，请使用更长或更不常见的密码")
	}
	return nil
}

func strength(password string, known []string) int {
	head := []rune(password)
	if len(head) > estimated {
		head = head[:estimated]
	}
	words := make([]string, 0, 2*len(known))
	for _, k := range known {
		words = append(words, k)
		local, _, isEmail := strings.Cut(k, "@")
		if isEmail {
			words = append(words, local)
		}
	}
	if len(head) <= estimatedLeet {
		return estimate(string(head), words)
	}
	plain := string(head)
	return min(estimate(plain, words, matching.FilterL33tMatcher), estimate(unleet.Replace(plain), words, matching.FilterL33tMatcher))
}

func estimate(password string, words []string, without ...func(match.Matcher) bool) (score int) {
	// The library panics on rare texts; a password that it cannot check is rejected.
	defer func() {
		if recover() != nil {
			score = 0
		}
	}()
	return zxcvbn.PasswordStrength(password, words, without...).Score
}

// unleet replaces the usual spellings of letters.
var unleet = strings.NewReplacer("4", "a", "@", "a", "8", "b", "(", "c", "3", "e", "6", "g", "1", "l", "!", "i", "|", "l", "0", "o", "$", "s", "5", "s", "7", "t", "+", "t", "2", "z")

// Argon2 hashes passwords with argon2id. Its fields are the cost of one hash.
type Argon2 struct {
	Memory  uint32 // KiB
	Passes  uint32
	Threads uint8

	slots   chan struct{} // one for each concurrent hash
	waiting chan struct{} // one for each caller that is running or waiting
}

// NewArgon2 creates a hasher with the usual cost (19 MiB, two passes), which uses at most one processor for each hash
// and lets sixty-four callers wait.
func NewArgon2() *Argon2 { return newArgon2(19*1024, 2) }

func newArgon2(memory, passes uint32) *Argon2 {
	n := max(1, runtime.GOMAXPROCS(0))
	return &Argon2{Memory: memory, Passes: passes, Threads: 1, slots: make(chan struct{}, n), waiting: make(chan struct{}, n+64)}
}

const (
	saltLength = 16
	keyLength  = 32
)

// Hash creates a new salted hash. The text contains everything that Verify needs.
func (a *Argon2) Hash(ctx context.Context, password string) (string, error) {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // never fails: crypto/rand ends the program instead
	key, err := a.run(ctx, password, salt, a.Memory, a.Passes, a.Threads)
	if err != nil {
		return "", err
	}
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, a.Memory, a.Passes, a.Threads,
		b64.EncodeToString(salt), b64.EncodeToString(key)), nil
}

// Verify is true if the password belongs to the hash. It does the same work either way.
func (a *Argon2) Verify(ctx context.Context, hash, password string) (bool, error) {
	h, err := parseHash(hash)
	if err != nil {
		return false, err
	}
	key, err := a.run(ctx, password, h.salt, h.memory, h.passes, h.threads)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(key, h.key) == 1, nil
}

// Outdated is true if a hash was created with another cost than the current one.
func (a *Argon2) Outdated(hash string) bool {
	h, err := parseHash(hash)
	return err != nil || h.memory != a.Memory || h.passes != a.Passes || h.threads != a.Threads
}

func (a *Argon2) run(ctx context.Context, password string, salt []byte, memory, passes uint32, threads uint8) ([]byte, error) {
	select {
	case a.waiting <- struct{}{}:
		defer func() { <-a.waiting }()
	default:
		return nil, errBusy
	}
	select {
	case a.slots <- struct{}{}:
		defer func() { <-a.slots }()
	case <-ctx.Done():
		return nil, fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
	// The same characters can have different bytes.
	return argon2.IDKey([]byte(norm.NFC.String(password)), salt, passes, memory, threads, keyLength), nil
}

type parsedHash struct {
	memory, passes uint32
	threads        uint8
	salt, key      []byte
}

func parseHash(s string) (h parsedHash, err error) {
	bad := errors.New("stored password hash is not readable")
	parts := strings.Split(s, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return h, bad
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &h.memory, &h.passes, &h.threads); err != nil {
		return h, bad
	}
	if h.salt, err = base64.RawStdEncoding.DecodeString(parts[4]); err != nil {
		return h, bad
	}
	if h.key, err = base64.RawStdEncoding.DecodeString(parts[5]); err != nil || len(h.key) != keyLength {
		return h, bad
	}
	if h.memory == 0 || h.memory > 1<<20 || h.passes == 0 || h.passes > 16 || h.threads == 0 {
		return h, bad
	}
	return h, nil
}
