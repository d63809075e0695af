package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
	"github.com/modyard/modyard/platform/ids"
)

// Kinds of flows whose data is a passkeyFlow. Each has one challenge, which is used up by the first answer.
const (
	flowPasskeyAdd     = "passkey-add"
	flowPasskeyLogin   = "passkey-login"
	flowPasskeyConfirm = "passkey-confirm"

	passkeyFlowLife = 15 * time.Minute
)

// maxPublicKey admits an RSA key of 4096 bits.
const maxPublicKey = 1 << 10

// PasskeySite is what authenticators know of the site.
type PasskeySite struct {
	Name    string   // the host name that passkeys belong to; "" if the site cannot have passkeys
	Origins []string // of the pages that may use them
}

// openPasskeys checks the site's names; nil if it has none.
func openPasskeys(site PasskeySite, brand string) (*webauthn.WebAuthn, error) {
	if site.Name == "" {
		return nil, nil
	}
	if brand == "" {
		brand = site.Name
	}
	return webauthn.New(&webauthn.Config{
		RPID: site.Name, RPDisplayName: brand, RPOrigins: site.Origins, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
	})
}

// PasskeyQuestion is what a browser asks an authenticator, and the flow in which its answer is sent.
type PasskeyQuestion struct {
	Flow    string       `json:"flow"`
	Options webauthnJSON `json:"options" doc:"WebAuthn 的参数（JSON 形式）"`
}

// passkeyFlow is the data of a flow between the question and the answer.
type passkeyFlow struct {
	Session  string               `json:"session,omitempty"` // that asked; "" for a sign-in
	Login    []byte               `json:"login,omitempty"`   // hash of the flow that the password began, for its second step
	Question webauthn.SessionData `json:"question"`
}

func (s *Service) askPasskey(ctx context.Context, kind, account string, data passkeyFlow, options any) (PasskeyQuestion, error) {
	shown, err := json.Marshal(options)
	if err != nil {
		return PasskeyQuestion{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	stored, err := json.Marshal(data)
	if err != nil {
		return PasskeyQuestion{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	secret, err := s.beginFlow(ctx, s.pool, kind, account, string(stored), passkeyFlowLife)
	return PasskeyQuestion{Flow: secret, Options: shown}, err
}

// BeginPasskey asks the caller's browser for a new passkey.
func (s *Service) BeginPasskey(ctx context.Context, caller Caller) (PasskeyQuestion, error) {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	if s.passkeys == nil {
		return PasskeyQuestion{}, errPasskeysOff
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return PasskeyQuestion{}, err
	}
	owner, err := s.passkeyOwner(ctx, account.ID, true)
	if err != nil {
		return PasskeyQuestion{}, err
	}
	if len(owner.credentials) >= maxPasskeys {
		return PasskeyQuestion{}, errManyPasskeys
	}
	known := make([]protocol.CredentialDescriptor, len(owner.credentials))
	for i := range owner.credentials {
		known[i] = owner.credentials[i].Descriptor()
	}
	creation, question, err := s.passkeys.BeginRegistration(owner, webauthn.WithExclusions(known), webauthn.WithCredentialParameters(passkeyAlgorithms()))
	if err != nil {
		return PasskeyQuestion{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return s.askPasskey(ctx, flowPasskeyAdd, account.ID, passkeyFlow{Session: caller.Session, Question: *question}, creation.Response)
}

// passkeyAlgorithms are those that authenticators in use have; the fewer, the less can be sent here.
func passkeyAlgorithms() []protocol.CredentialParameter {
	var out []protocol.CredentialParameter
	for _, algorithm := range []webauthncose.COSEAlgorithmIdentifier{webauthncose.AlgES256, webauthncose.AlgEdDSA, webauthncose.AlgRS256} {
		out = append(out, protocol.CredentialParameter{Type: protocol.PublicKeyCredentialType, Algorithm: algorithm})
	}
	return out
}

// AddPasskey stores the answer to BeginPasskey.
func (s *Service) AddPasskey(ctx context.Context, caller Caller, name, secret string, answer []byte) (Passkey, error) {
	account, err := s.authAccount(ctx, caller)
	if err != nil {
		return Passkey{}, err
	}
	if s.passkeys == nil {
		return Passkey{}, errPasskeysOff
	}
	if name, err = checkPasskeyName(name); err != nil {
		return Passkey{}, err
	}
	if err := s.requireConfirmed(ctx, caller); err != nil {
		return Passkey{}, err
	}
	f, data, err := s.takePasskeyFlow(ctx, flowPasskeyAdd, secret)
	if err != nil {
		return Passkey{}, err
	}
	if f.account != account.ID || data.Session != caller.Session {
		return Passkey{}, errNoFlow
	}
	made, err := s.checkNewPasskey(ctx, account, data.Question, answer)
	if err != nil {
		return Passkey{}, err
	}
	if err := s.limitNotices(ctx, account.ID); err != nil {
		return Passkey{}, err
	}
	p := Passkey{ID: ids.New(), Name: name, Created: s.clock(), Synced: made.Flags.BackupEligible}
	transports := []string{}
	for _, t := range made.Transport {
		transports = append(transports, storable(string(t)))
	}
	err = idempotency.Change(ctx, s.pool, p.ID, func(tx pgx.Tx) error {
		var held int
		// The lock of the account's row serializes requests, so that they cannot exceed the limit together.
		if _, err := tx.Exec(ctx, "SELECT FROM identity.accounts WHERE id = $1 FOR UPDATE", account.ID); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, "SELECT count(*) FROM identity.passkeys WHERE account = $1", account.ID).Scan(&held); err != nil {
			return err
		}
		if held >= maxPasskeys {
			return errManyPasskeys
		}
		_, err := tx.Exec(ctx, `INSERT INTO identity.passkeys (id, account, credential, public_key, counter, transports, synced, backed_up, name, created)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
			p.ID, account.ID, made.ID, made.PublicKey, int64(made.Authenticator.SignCount), transports, p.Synced, made.Flags.BackupState, p.Name, p.Created)
		if err != nil {
			return err
		}
		return s.post(ctx, tx, postcard{Letter: letterPasskeyAdded, Account: account.ID})
	})
	if unique(err) == "passkeys_credential_unique" {
		return Passkey{}, errPasskeyThere
	}
	if err != nil {
		return Passkey{}, fmt.Errorf("add a passkey: %w", err)
	}
	return p, nil
}

// maxTransports is more than the standard knows.
const maxTransports = 8

func (s *Service) checkNewPasskey(ctx context.Context, account Account, question webauthn.SessionData, answer []byte) (*webauthn.Credential, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return nil, s.rejected(ctx, account.ID, err)
	}
	// Browsers send no other statement where none was asked for, so the parsers of others' formats are not needed.
	if format := parsed.Response.AttestationObject.Format; format != string(protocol.AttestationFormatNone) && format != string(protocol.AttestationFormatPacked) {
		return nil, s.rejected(ctx, account.ID, fmt.Errorf("attestation format %q", format))
	}
	made, err := s.passkeys.CreateCredential(passkeyOwner{id: account.ID, name: account.Username}, question, parsed)
	if err != nil {
		return nil, s.rejected(ctx, account.ID, err)
	}
	if len(made.PublicKey) > maxPublicKey || len(made.Transport) > maxTransports {
		return nil, s.rejected(ctx, account.ID, fmt.Errorf("a public key of %d bytes and %d transports", len(made.PublicKey), len(made.Transport)))
	}
	if err := usableKey(made.PublicKey); err != nil {
		return nil, s.rejected(ctx, account.ID, err)
	}
	for _, t := range made.Transport {
		if len(t) > 32 {
			return nil, s.rejected(ctx, account.ID, fmt.Errorf("a transport of %d bytes", len(t)))
		}
	}
	return made, nil
}

// usableKey rejects a point that is on no curve: without a statement nothing was signed with the key yet.
func usableKey(public []byte) error {
	key, err := webauthncose.ParsePublicKey(public)
	if err != nil {
		return err
	}
	if point, is := key.(webauthncose.EC2PublicKeyData); is {
		_, err = point.ToECDSA()
	}
	return err
}

// rejected hides from the sender why an answer was not accepted.
func (s *Service) rejected(ctx context.Context, account string, err error) error {
	s.log.InfoContext(ctx, "a passkey was rejected", "account", account, "error", err)
	return errBadPasskey
}

// takePasskeyFlow ends a flow, whatever its answer is: no challenge is good twice.
func (s *Service) takePasskeyFlow(ctx context.Context, kind, secret string) (flow, passkeyFlow, error) {
	f, err := s.takeFlow(ctx, kind, secret)
	if err != nil {
		return f, passkeyFlow{}, err
	}
	var data passkeyFlow
	if err := json.Unmarshal([]byte(f.data), &data); err != nil {
		return f, data, fmt.Errorf("read %s: %w", kind, err)
	}
	return f, data, nil
}

var errManyPasskeys = httpkit.Fault(httpkit.KindInvalid, "limit_reached", fmt.Sprintf("每个账户最多可以添加 %d 个通行密钥", maxPasskeys))
