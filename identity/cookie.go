package identity

import (
	"net/http"
	"time"
)

// The cookies of a browser's session.
const (
	CookieSession = "modyard_session" // the token; scripts cannot read it
	CookieCSRF    = "modyard_csrf"    // what the site's own pages send back as X-CSRF-Token
	HeaderCSRF    = "X-CSRF-Token"
)

func (s *Service) setCookies(w http.ResponseWriter, n NewSession) {
	s.setCookie(w, CookieSession, n.Token, true, n.RefreshExpires.Sub(s.clock()))
	s.setCookie(w, CookieCSRF, csrfToken(n.Token), false, n.RefreshExpires.Sub(s.clock()))
}

func (s *Service) clearCookies(w http.ResponseWriter) {
	s.setCookie(w, CookieSession, "", true, 0)
	s.setCookie(w, CookieCSRF, "", false, 0)
}

func (s *Service) setCookie(w http.ResponseWriter, name, value string, httpOnly bool, life time.Duration) {
	c := &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: httpOnly, Secure: s.opts.Secure, SameSite: http.SameSiteLaxMode,
		MaxAge: int(life / time.Second)}
	if value == "" {
		c.MaxAge = -1
	}
	http.SetCookie(w, c)
}

func cookieValue(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}
