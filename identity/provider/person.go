package provider

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxSubject = 255 // bytes, by OpenID Connect
	maxName    = 64  // characters
	maxText    = 2048
)

// cleaned is the person with only what this site can use: a provider's texts are outside input.
func (p Person) cleaned(trustEmail bool) Person {
	if len(p.Subject) > maxSubject || !utf8.ValidString(p.Subject) || strings.ContainsFunc(p.Subject, unicode.IsControl) {
		p.Subject = ""
	}
	p.Name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, p.Name))
	if runes := []rune(p.Name); len(runes) > maxName {
		p.Name = strings.TrimSpace(string(runes[:maxName]))
	}
	if len(p.Email) > maxText || !utf8.ValidString(p.Email) || strings.ContainsFunc(p.Email, unicode.IsControl) {
		p.Email = ""
	}
	p.EmailVerified = p.EmailVerified && trustEmail && p.Email != ""
	if u, err := url.Parse(p.Picture); err != nil || u.Scheme != "https" || u.Host == "" || len(p.Picture) > maxText {
		p.Picture = ""
	}
	return p
}
