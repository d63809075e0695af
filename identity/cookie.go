package identity

import (
	"net/http"
	"time"
)

// The cookies of a browser's session.
const (
	CookieSession = "modyard_session" // the token; scripts cannot read it
	CookieCSRF    = "modyard_csrf"    // the site's own pages send it back as X-CSRF-Token
	HeaderCSRF    = "X-CSRF-Token"
)

// hostPrefix makes browsers accept a cookie only over https and from this very host: no other host of the domain can set it.
const hostPrefix = "__Host-"

// cookieName is the name of a cookie on this site.
func (s *Service) cookieName(name string) string {
	if s.opts.Secure {
		return hostPrefix + name
	}
	return name
}

// HasSession says whether a request has the cookie of a session, valid or not.
func HasSession(r *http.Request) bool {
	return cookieValue(r, hostPrefix+CookieSession) != "" || cookieValue(r, CookieSession) != ""
}

// cookies returns the cookies of a session as values of Set-Cookie; those of the zero session delete the cookies.
func (s *Service) cookies(n NewSession) []string {
	csrf := ""
	if n.Token != "" {
		csrf = csrfToken(n.Token)
	}
	life := n.RefreshExpires.Sub(s.clock())
	set := []string{s.cookie(CookieSession, n.Token, true, life).String(), s.cookie(CookieCSRF, csrf, false, life).String()}
	if n.account != "" {
		set = append(set, s.cookie(CookieDevice, s.remember(n.devices, n.account), true, deviceLife).String())
	}
	return set
}

func (s *Service) clearCookies(w http.ResponseWriter) {
	for _, c := range s.cookies(NewSession{}) {
		w.Header().Add("Set-Cookie", c)
	}
}

func (s *Service) cookie(name, value string, httpOnly bool, life time.Duration) *http.Cookie {
	c := &http.Cookie{Name: s.cookieName(name), Value: value, Path: "/", HttpOnly: httpOnly, Secure: s.opts.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(life / time.Second)}
	if value == "" {
		c.MaxAge = -1
	}
	return c
}

func cookieValue(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}
