package identity_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/modyard/modyard/identity"
)

const (
	passkeyHost   = "localhost"
	passkeyOrigin = "http://localhost:8080"
)

func newPasskeySite(t *testing.T, change ...func(*identity.Options)) (*site, *postbox) {
	t.Helper()
	return newMailSite(t, append([]func(*identity.Options){func(o *identity.Options) {
		o.Passkeys = identity.PasskeySite{Name: passkeyHost, Origins: []string{passkeyOrigin}}
	}}, change...)...)
}

// authenticator is one in software, with the browser around it: what a hostile one may change is a field.
type authenticator struct {
	t        *testing.T
	host     string
	origin   string
	verified bool   // its owner was verified, not only present
	step     uint32 // added to the counter for each signature; 0: it does not count
	fakeID   []byte // the id of a new key; nil: a random one
	format   string // of the statement
	alter    func(data []byte) []byte
	keys     []*softKey
}

type softKey struct {
	id, user []byte
	key      *ecdsa.PrivateKey
	counter  uint32
}

func newAuthenticator(t *testing.T) *authenticator {
	return &authenticator{t: t, host: passkeyHost, origin: passkeyOrigin, verified: true, step: 1, format: "none"}
}

type question struct {
	Flow    string
	Options struct {
		Challenge        string
		RPID             string `json:"rpId"`
		UserVerification string
		Rp               struct{ ID, Name string }
		User             struct{ ID, Name string }
		AllowCredentials []struct{ ID string }

		ExcludeCredentials     []struct{ ID string }
		AuthenticatorSelection struct{ ResidentKey, UserVerification string }
	}
}

func asked(t *testing.T, r reply) question {
	t.Helper()
	var q question
	if err := json.Unmarshal([]byte(r.body), &q); err != nil || len(q.Flow) != 60 || len(q.Options.Challenge) < 22 {
		t.Fatalf("%s: %v", r.body, err)
	}
	return q
}

func b64(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

func (a *authenticator) unb64(text string) []byte {
	a.t.Helper()
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		a.t.Fatal(err)
	}
	return data
}

func (a *authenticator) client(kind, challenge string) []byte {
	data, err := json.Marshal(object{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return data
}

// data is the authenticator data before attested keys.
func (a *authenticator) data(flags byte, counter uint32) []byte {
	sum := sha256.Sum256([]byte(a.host))
	if a.verified {
		flags |= 4
	}
	return binary.BigEndian.AppendUint32(append(sum[:], flags|1), counter)
}

// create makes a key, and returns the credential that a browser sends.
func (a *authenticator) create(q question) object {
	a.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		a.t.Fatal(err)
	}
	id := a.fakeID
	if id == nil {
		id = make([]byte, 32)
		_, _ = rand.Read(id)
	}
	k := &softKey{id: id, user: a.unb64(q.Options.User.ID), key: key}
	public, err := key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		a.t.Fatal(err)
	}
	cose := bytes.Join([][]byte{{0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21}, cborBytes(public[1:33]), {0x22}, cborBytes(public[33:])}, nil)
	data := a.data(0x40, 0)
	data = append(data, make([]byte, 16)...)
	data = binary.BigEndian.AppendUint16(data, uint16(len(id))) //nolint:gosec // short
	data = append(append(data, id...), cose...)
	if a.alter != nil {
		data = a.alter(data)
	}
	statement := bytes.Join([][]byte{{0xa3}, cborText("fmt"), cborText(a.format), cborText("attStmt"), {0xa0}, cborText("authData"), cborBytes(data)}, nil)
	a.keys = append(a.keys, k)
	return object{"id": b64(id), "rawId": b64(id), "type": "public-key", "clientExtensionResults": object{}, "response": object{
		"clientDataJSON": b64(a.client("webauthn.create", q.Options.Challenge)), "attestationObject": b64(statement), "transports": []string{"internal"},
	}}
}

// get signs with the newest key, and returns the credential that a browser sends.
func (a *authenticator) get(q question) object {
	a.t.Helper()
	k := a.keys[len(a.keys)-1]
	k.counter += a.step
	data := a.data(0, k.counter)
	if a.alter != nil {
		data = a.alter(data)
	}
	client := a.client("webauthn.get", q.Options.Challenge)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(bytes.Clone(data), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return object{"id": b64(k.id), "rawId": b64(k.id), "type": "public-key", "clientExtensionResults": object{}, "response": object{
		"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": b64(k.user),
	}}
}

func cborBytes(data []byte) []byte { return append(cborHead(0x40, len(data)), data...) }
func cborText(text string) []byte  { return append(cborHead(0x60, len(text)), text...) }

func cborHead(kind byte, n int) []byte {
	switch {
	case n < 24:
		return []byte{kind | byte(n)}
	case n < 256:
		return []byte{kind | 24, byte(n)}
	}
	return []byte{kind | 25, byte(n >> 8), byte(n)} //nolint:gosec // short
}

// addPasskey adds a passkey to a browser's account, and returns its id and authenticator.
func (v *visitor) addPasskey(a *authenticator) string {
	v.s.t.Helper()
	q := asked(v.s.t, v.want(200, "POST", "/_internal/auth/passkeys/begin", nil))
	return field(v.s.t, v.want(200, "POST", "/_internal/auth/passkeys", object{"flow": q.Flow, "name": "我的电脑", "credential": a.create(q)}), "id")
}

// passkeyLogin signs in with any passkey.
func (v *visitor) passkeyLogin(status int, a *authenticator) reply {
	v.s.t.Helper()
	q := asked(v.s.t, v.want(200, "POST", "/_internal/auth/login/passkey/begin", object{}))
	r := v.want(status, "POST", "/_internal/auth/login/passkey", object{"flow": q.Flow, "credential": a.get(q)})
	v.csrf = v.cookies["modyard_csrf"]
	return r
}
