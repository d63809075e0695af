package httpprovider

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/signed"
)

// The headers of a webhook: Unix seconds, and v1= with the HMAC-SHA256 of the timestamp, a dot and the body.
const (
	TimestampHeader = "Payout-Timestamp"
	SignatureHeader = "Payout-Signature"
)

// ErrWebhook means that a webhook is not from the provider, too old, or says nothing.
var ErrWebhook = errors.New("the webhook is not accepted")

// VerifyWebhook checks a webhook, at most five minutes old and of at most 64 KiB, and returns the key of the payout that it
// is about. What it says of the payout is not read: it is only a reason to ask (Find), so that order and repeats do not
// matter.
func VerifyWebhook(secret []byte, header http.Header, body []byte, now time.Time) (key string, err error) {
	if len(body) > maxBody {
		return "", fmt.Errorf("%w: %w", ErrWebhook, errTooLarge)
	}
	stamps, signatures := header.Values(TimestampHeader), header.Values(SignatureHeader)
	if len(stamps) != 1 || len(signatures) != 1 {
		return "", fmt.Errorf("%w: it needs one timestamp and one header of signatures", ErrWebhook)
	}
	if err := signed.Check(secret, stamps[0], signatures[0], body, now); err != nil {
		return "", fmt.Errorf("%w: %w", ErrWebhook, err)
	}
	m, err := readMembers(body)
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrWebhook, err)
	}
	if key = m.text("key"); !payout.GoodKey(key) {
		return "", fmt.Errorf("%w: it names no key", ErrWebhook)
	}
	return key, nil
}
