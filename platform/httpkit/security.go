package httpkit

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// securityHeaders are set on every answer before its handler runs; a page
// replaces the content policy by its own.
type securityHeaders struct {
	fixed []fixedHeader
}

type fixedHeader struct {
	name  string
	value []string
}

func newSecurityHeaders(o Options) securityHeaders {
	s := securityHeaders{fixed: []fixedHeader{
		{"X-Content-Type-Options", []string{"nosniff"}},
		{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
		{"Permissions-Policy", []string{"camera=(), geolocation=(), microphone=(), payment=(), usb=()"}},
		{"X-Frame-Options", []string{"DENY"}},
		{"Cross-Origin-Opener-Policy", []string{"same-origin"}},
		{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'"}},
	}}
	if strings.HasPrefix(o.PublicURL, "https://") {
		s.fixed = append(s.fixed, fixedHeader{"Strict-Transport-Security", []string{"max-age=31536000"}})
	}
	return s
}

func (s securityHeaders) set(h http.Header) {
	for _, f := range s.fixed {
		h[f.name] = f.value
	}
}

// PageCSP is the Content-Security-Policy of an HTML page of the site.
// scriptHashes are those of its inline scripts, as made by ScriptHash.
func PageCSP(scriptHashes ...string) string {
	script := "script-src 'self'"
	for _, hash := range scriptHashes {
		script += " " + hash
	}
	return strings.Join([]string{
		"default-src 'self'",
		"img-src 'self' data: https:",
		"style-src 'self' 'unsafe-inline'",
		script,
		"frame-src https://player.bilibili.com",
		"connect-src 'self'",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
	}, "; ")
}

// ScriptHash is the CSP source of an inline script, the text between its tags.
func ScriptHash(script []byte) string {
	sum := sha256.Sum256(script)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
