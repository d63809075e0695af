package webhook

import "github.com/modyard/modyard/platform/signed"

// Sign is the signature of a delivery, in hexadecimal: HMAC-SHA256 with the secret over the timestamp, a dot and the
// body.
func Sign(secret, timestamp string, body []byte) string {
	return signed.Sign([]byte(secret), timestamp, body)
}
