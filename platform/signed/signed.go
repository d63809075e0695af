// Package signed makes and checks signatures of requests: HMAC-SHA256 over a timestamp and a body, so that a request that
// was seen cannot be sent again later.
package signed

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
)

const (
	// MaxAge is how far the timestamp of a request may be from now.
	MaxAge = 5 * time.Minute

	// version stands before each signature.
	version = "v1="

	maxSignatures = 8
	maxDigits     = 15 // of a timestamp
)

// The reasons why a request is not accepted.
var (
	ErrOld       = errors.New("the timestamp of the request is missing, or more than five minutes away")
	ErrSignature = errors.New("no signature of the request is right")
)

// Sign is the signature in hexadecimal: HMAC-SHA256 with the secret over the timestamp, a dot and the body.
func Sign(secret []byte, timestamp string, body []byte) string {
	return hex.EncodeToString(sum(secret, timestamp, body))
}

func sum(secret []byte, timestamp string, body []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(timestamp))
	mac.Write([]byte{'.'})
	mac.Write(body)
	return mac.Sum(nil)
}

// Check returns an error unless one of the signatures (v1=…, separated by commas) is right and the timestamp (Unix seconds)
// is near now. It compares in constant time. An empty secret accepts nothing.
func Check(secret []byte, timestamp, signatures string, body []byte, now time.Time) error {
	if timestamp == "" || len(timestamp) > maxDigits || strings.Trim(timestamp, "0123456789") != "" {
		return ErrOld
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || now.Sub(time.Unix(seconds, 0)).Abs() > MaxAge {
		return ErrOld
	}
	list := strings.SplitN(signatures, ",", maxSignatures+1)
	if len(secret) == 0 || len(list) > maxSignatures {
		return ErrSignature
	}
	want, right := sum(secret, timestamp, body), false
	for _, one := range list {
		text, of := strings.CutPrefix(strings.TrimSpace(one), version)
		given, err := hex.DecodeString(text)
		right = right || of && err == nil && hmac.Equal(given, want)
	}
	if !right {
		return ErrSignature
	}
	return nil
}
