package identity

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
)

// Middleware authenticates requests and puts the caller into the context (see FromContext).
//
// A program's token is in the Authorization header, with or without "Bearer ". A browser's session is in a cookie. With
// an invalid one the caller is anonymous, so that everything public is still answered; a token in the header is also
// marked as rejected, so that everything else is answered 401 with that reason. With a cookie, every request that may
// change something must have the CSRF token.
func Middleware(s *Service) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			token, fromCookie := s.presented(r)
			if token == "" || !needsCaller(r.URL.Path) {
				next.ServeHTTP(w, r)
				return
			}
			caller, err := s.Resolve(r.Context(), token)
			switch {
			case err == nil:
				if fromCookie && !checkCSRF(r, token) {
					httpkit.WriteError(w, r, errCSRF)
					return
				}
				if want := csrfToken(token); fromCookie && changesNothing(r) && cookieValue(r, s.cookieName(CookieCSRF)) != want {
					http.SetCookie(w, s.cookie(CookieCSRF, want, false, refreshLife)) // the page has lost it
				}
				if caller.Kind == KindPAT {
					caller.used = &scopeUse{}
					defer s.noteScopes(r.Context(), caller)
				}
				r = r.WithContext(WithCaller(r.Context(), caller))
			case !errors.Is(err, errBadToken):
				httpkit.WriteError(w, r, err)
				return
			case !fromCookie && !isRefresh(r):
				r = r.WithContext(WithCaller(r.Context(), Caller{Rejected: true}))
			case fromCookie && !isRefresh(r) && !s.refreshable(r.Context(), token):
				s.clearCookies(w) // so that the site's pages stop requesting the signed-in account
			}
			next.ServeHTTP(w, r)
		})
	}
}

// Again authenticates a long-running request, such as a stream, again: anonymous if the session has ended or the token
// was revoked.
func (s *Service) Again(r *http.Request) (Caller, error) {
	token, _ := s.presented(r)
	if token == "" {
		return Caller{}, nil
	}
	caller, err := s.Resolve(r.Context(), token)
	if errors.Is(err, errBadToken) {
		return Caller{}, nil
	}
	return caller, err
}

// presented is the token of a request. The header takes precedence over the cookie, because no page of another site can
// set it.
func (s *Service) presented(r *http.Request) (token string, fromCookie bool) {
	if h := r.Header.Get("Authorization"); h != "" {
		if scheme, rest, ok := strings.Cut(h, " "); ok && strings.EqualFold(scheme, "Bearer") {
			h = rest
		}
		return strings.TrimSpace(h), false
	}
	return cookieValue(r, s.cookieName(CookieSession)), true
}

// needsCaller is true if the answer may depend on the caller: files are the same for all callers.
func needsCaller(path string) bool {
	return !strings.HasPrefix(path, "/assets/") && !strings.HasPrefix(path, "/data/")
}

// checkCSRF is true if a request with a session's cookie changes nothing or has the session's CSRF token.
func checkCSRF(r *http.Request, token string) bool {
	return changesNothing(r) || subtle.ConstantTimeCompare([]byte(r.Header.Get(HeaderCSRF)), []byte(csrfToken(token))) == 1
}

func changesNothing(r *http.Request) bool {
	return r.Method == http.MethodGet || r.Method == http.MethodHead || r.Method == http.MethodOptions
}

// isRefresh is true for the one route that accepts an expired session.
func isRefresh(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasSuffix(r.URL.Path, "/session/refresh")
}
