package identity

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// NewQuickArgon2 is a hasher with minimal cost.
func NewQuickArgon2() *Argon2 { return newArgon2(64, 1) }

// NameQueries are the statements of FindByName.
func NameQueries() map[string]string {
	return map[string]string{"the beginning": nameStarts, "the inside": nameContains}
}

// NameSearches are the statements of SearchByName and CountByName.
func NameSearches() map[string]string {
	out := map[string]string{"count": fmt.Sprintf(countNames, nameHas)}
	for order, by := range nameOrders {
		out["order "+string(order)] = fmt.Sprintf(pageNames, nameHas, by)
	}
	return out
}

// DefaultLimits are the limits of a site.
func DefaultLimits() Limits { return defaultLimits() }

// ParsePasskeyAnswers checks an answer to a question for a new passkey and to one for an existing passkey; true if it is
// accepted.
func ParsePasskeyAnswers(answer []byte) bool {
	site, err := openPasskeys(PasskeySite{Name: "localhost", Origins: []string{"http://localhost"}}, "")
	if err != nil {
		panic(err)
	}
	s := &Service{passkeys: site, log: slog.New(slog.DiscardHandler)}
	owner := passkeyOwner{id: "AABBCCDD", name: "steve"}
	_, question, err := site.BeginRegistration(owner)
	if err != nil {
		panic(err)
	}
	if _, err := s.checkNewPasskey(context.Background(), Account{ID: owner.id, Username: owner.name}, *question, answer); err == nil {
		return true
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return false
	}
	_, _, err = site.ValidatePasskeyLogin(func([]byte, []byte) (webauthn.User, error) { return owner, nil }, *question, parsed)
	return err == nil
}
