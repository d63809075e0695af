package httpkit

import (
	"net/http"
	"strings"
)

// securityHeaders are set on every answer before its handler runs; a page replaces the content policy with its own.
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
