package seal

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Checkpoint is a tree at one size.
type Checkpoint struct {
	Origin   string
	Size     int64
	Root     tlog.Hash
	Recorded time.Time // of the last leaf
}

const recordedLine = "recorded "

// Text is the text of the note.
func (c Checkpoint) Text() string {
	return fmt.Sprintf("%s\n%d\n%s\n%s%s\n", c.Origin, c.Size, c.Root, recordedLine, c.Recorded.UTC().Format(time.RFC3339Nano))
}

// ParseCheckpoint parses the text of a note. Lines after the fourth are ignored.
func ParseCheckpoint(text string) (Checkpoint, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 5 || !strings.HasSuffix(text, "\n") {
		return Checkpoint{}, errors.New("checkpoint: want four lines")
	}
	c := Checkpoint{Origin: lines[0]}
	var err error
	if c.Size, err = strconv.ParseInt(lines[1], 10, 64); err != nil || c.Size < 0 || lines[1] != strconv.FormatInt(c.Size, 10) {
		return Checkpoint{}, fmt.Errorf("checkpoint: size %q", lines[1])
	}
	if c.Root, err = tlog.ParseHash(lines[2]); err != nil {
		return Checkpoint{}, fmt.Errorf("checkpoint: root %q", lines[2])
	}
	at, found := strings.CutPrefix(lines[3], recordedLine)
	if c.Recorded, err = time.Parse(time.RFC3339Nano, at); !found || err != nil {
		return Checkpoint{}, fmt.Errorf("checkpoint: time %q", lines[3])
	}
	return c, nil
}

// Key signs and opens the checkpoints of one site.
type Key struct {
	signer  note.Signer
	trusted []note.Verifier // the site's own one first
	public  string
}

// ed25519Note is the algorithm identifier in the encoded keys of notes.
const ed25519Note = 1

// NewKey makes the key of an origin from a seed.
func NewKey(origin string, seed [ed25519.SeedSize]byte) (Key, error) {
	private := ed25519.NewKeyFromSeed(seed[:])
	public, err := note.NewEd25519VerifierKey(origin, private.Public().(ed25519.PublicKey))
	if err != nil {
		return Key{}, fmt.Errorf("key of %s: %w", origin, err)
	}
	parts := strings.SplitN(public, "+", 3)
	secret := base64.StdEncoding.EncodeToString(append([]byte{ed25519Note}, seed[:]...))
	k := Key{public: public}
	if k.signer, err = note.NewSigner("PRIVATE+KEY+" + parts[0] + "+" + parts[1] + "+" + secret); err != nil {
		return Key{}, fmt.Errorf("key of %s: not a valid name", origin) // the library's error may contain the key
	}
	own, err := note.NewVerifier(public)
	if err != nil {
		return Key{}, fmt.Errorf("key of %s: %w", origin, err)
	}
	k.trusted = []note.Verifier{own}
	return k, nil
}

// Public is the key with which everybody can check the site's checkpoints, in the form of the note package.
func (k Key) Public() string { return k.public }

// Sign signs a checkpoint.
func (k Key) Sign(c Checkpoint) (string, error) {
	signed, err := note.Sign(&note.Note{Text: c.Text()}, k.signer)
	if err != nil {
		return "", fmt.Errorf("sign a checkpoint: %w", err)
	}
	return string(signed), nil
}

// Open checks the signature of a checkpoint and returns it.
func (k Key) Open(signed string) (Checkpoint, error) {
	n, err := note.Open([]byte(signed), note.VerifierList(k.trusted...))
	if err != nil {
		return Checkpoint{}, fmt.Errorf("open a checkpoint: %w", err)
	}
	c, err := ParseCheckpoint(n.Text)
	if err == nil && c.Origin != k.trusted[0].Name() {
		err = fmt.Errorf("checkpoint of %q, not of %q", c.Origin, k.trusted[0].Name())
	}
	return c, err
}

// trust adds public keys of the same origin: a site that was restored without its keys has a new one.
func (k Key) trust(public []string) Key {
	k.trusted = slices.Clone(k.trusted)
	for _, text := range public {
		v, err := note.NewVerifier(text)
		if err == nil && v.Name() == k.trusted[0].Name() && text != k.public {
			k.trusted = append(k.trusted, v)
		}
	}
	return k
}
