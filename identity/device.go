package identity

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"
)

// CookieDevice names the accounts that were signed in to in this browser. It gives no access: the attempts of strangers to
// sign in to such an account do not count for this browser.
const CookieDevice = "modyard_device"

const (
	deviceLife = 180 * 24 * time.Hour
	maxDevices = 5 // accounts of one browser
	deviceSep  = "~"
)

// device is the entry of an account in the cookie: account, end, and a code that only the site can make.
func (s *Service) device(account string, until time.Time) string {
	named := account + "." + strconv.FormatInt(until.Unix(), 10)
	mac := hmac.New(sha256.New, s.deviceKey)
	mac.Write([]byte("device " + named))
	return named + "." + hex.EncodeToString(mac.Sum(nil))
}

// known finds the entry of an account in a cookie; "" if the browser is unknown.
func (s *Service) known(cookie, account string) string {
	if account == "" || len(cookie) > 1024 {
		return ""
	}
	for entry := range strings.SplitSeq(cookie, deviceSep) {
		id, rest, _ := strings.Cut(entry, ".")
		end, _, _ := strings.Cut(rest, ".")
		seconds, err := strconv.ParseInt(end, 10, 64)
		if id != account || err != nil {
			continue
		}
		until := time.Unix(seconds, 0)
		if until.After(s.clock()) && hmac.Equal([]byte(entry), []byte(s.device(account, until))) {
			return entry
		}
	}
	return ""
}

// remember is the cookie with an account's entry first.
func (s *Service) remember(cookie, account string) string {
	entries := []string{s.device(account, s.clock().Add(deviceLife))}
	if len(cookie) <= 1024 {
		for entry := range strings.SplitSeq(cookie, deviceSep) {
			if id, _, ok := strings.Cut(entry, "."); ok && id != account && s.known(entry, id) != "" {
				entries = append(entries, entry)
			}
		}
	}
	return strings.Join(slices.Compact(entries[:min(len(entries), maxDevices)]), deviceSep)
}
