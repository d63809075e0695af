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

// cookies returns the cookies of a session as values of Set-Cookie; those of the zero session delete the cookies.
func (s *Service) cookies(n NewSession) []string {
	csrf := ""
	if n.Token != "" {
		csrf = csrfToken(n.Token)
	}
	life := n.RefreshExpires.Sub(s.clock())
	return []string{s.cookie(CookieSession, n.Token, true, life).String(), s.cookie(CookieCSRF, csrf, false, life).String()}
}

func (s *Service) clearCookies(w http.ResponseWriter) {
	for _, c := range s.cookies(NewSession{}) {
		w.Header().Add("Set-Cookie", c)
	}
}

func (s *Service) cookie(name, value string, httpOnly bool, life time.Duration) *http.Cookie {
	c := &http.Cookie{Name: name, Value: value, Path: "/", HttpOnly: httpOnly, Secure: s.opts.Secure, SameSite: http.SameSiteLaxMode,
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
