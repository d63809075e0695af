package identity

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

// once is what a route does with a request that its caller named and that comes again. Every route that writes is
// mounted with the one it has here, or answers 204 and does nothing: no second letter, no second event.
//
//   - What begins a session, draws a second factor or shows recovery codes is carried out anew. Its answer is a secret
//     that is not kept, and whoever lost the answer needs it: where the request used something up, such as a code, it
//     is refused as a second use is.
//   - A sign-up answers without a session, and a token is answered without its secret.
//   - A change of the password says whether it stands, since passwords are no part of a request's hash.
//
// Another request under the name is refused by each of them.
func (s *Service) once(method, path string, h httpkit.Handler) httpkit.Handler {
	if method == http.MethodGet {
		return h
	}
	switch route := method + " " + strings.TrimPrefix(strings.TrimPrefix(path, "/v2"), "/_internal"); route {
	case "POST /auth/login", "POST /auth/login/2fa", "POST /auth/logout", "POST /session/refresh",
		"POST /auth/2fa/get_secret", "POST /auth/2fa", "POST /auth/2fa/backup_codes":
		return s.requests.Anew(h)
	case "POST /auth/create":
		return s.requests.Once(h, s.repeatSignUp)
	case "POST /pat":
		return s.requests.Once(h, s.repeatToken)
	case "PATCH /auth/password":
		return s.requests.Once(h, s.repeatPassword)
	case "POST /auth/email/verify":
		return s.requests.Once(h, s.repeatVerify)
	case "PATCH /preferences":
		return s.requests.Once(h, s.repeatPreferences)
	case "PATCH /user/{id}/icon", "DELETE /user/{id}/icon", "POST /user/{id}/erase", "DELETE /user/{id}":
		return s.requests.Once(h, s.repeatAnnounced)
	default:
		return s.requests.Once(h, idempotency.Empty)
	}
}

// ResumedJSON reads the name of a request of JSON to a route beside this package's whose profile change is one of its
// steps: a request that its caller named is gone through again, and the profile is changed once.
func (s *Service) ResumedJSON(r *http.Request) (context.Context, error) {
	if err := isJSON(r); err != nil {
		return nil, err
	}
	return s.requests.Named(r)
}

// repeatSignUp has no session to give: it went to who asked first.
func (s *Service) repeatSignUp(w http.ResponseWriter, _ *http.Request, _ string) error {
	return answer(w, sessionStarted{})
}

func (s *Service) repeatToken(w http.ResponseWriter, r *http.Request, made string) error {
	caller := FromContext(r.Context())
	if err := caller.Require(ScopePATCreate); err != nil {
		return err
	}
	t, err := s.token(r.Context(), caller, made)
	if err != nil {
		return err
	}
	return answer(w, t)
}

// repeatPassword looks whether the password of the body is the account's. Where it is not, another one was set under
// the name.
func (s *Service) repeatPassword(w http.ResponseWriter, r *http.Request, account string) error {
	var b passwordBody
	if err := decode(r, &b); err != nil {
		return err
	}
	if b.NewPassword == "" {
		return idempotency.ErrReused()
	}
	switch _, err := s.confirmPassword(r.Context(), Caller{Account: account}, b.NewPassword, s.origin(r)); {
	case errors.Is(err, errOldPassword):
		return idempotency.ErrReused()
	case err != nil:
		return err
	}
	return httpkit.NoContent(w)
}

// repeatVerify looks whether the link of the body is the one that was used, since links are no part of a request's hash.
func (s *Service) repeatVerify(w http.ResponseWriter, r *http.Request, account string) error {
	var b flowBody
	if err := decode(r, &b); err != nil {
		return err
	}
	f, err := s.findFlow(r.Context(), s.pool, flowVerify, b.Flow)
	if err != nil {
		return err
	}
	if f.account != account || !f.done {
		return idempotency.ErrReused()
	}
	return httpkit.NoContent(w)
}

func (s *Service) repeatPreferences(w http.ResponseWriter, r *http.Request, _ string) error {
	return s.routePreferences(w, r)
}

// repeatAnnounced answers with the head of the log: all that the first request announced stands before it.
func (s *Service) repeatAnnounced(w http.ResponseWriter, r *http.Request, _ string) error {
	return s.answerAnnounced(w, r, s.head(r.Context()))
}
