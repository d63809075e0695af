package identity

import (
	"context"
	"errors"
	"net/http"

	"github.com/modyard/modyard/platform/idempotency"
)

// The answers of a route to a repeated named request. Every route that writes is mounted with one of these functions,
// most with repeatQuietly: 204, no second letter, no second event.
//
//   - A route that begins a session, generates a second factor or shows recovery codes has none and is executed again.
//     Its answer is a secret that is not stored, and a caller who lost the answer needs it: if the request used up a
//     code, the repeat is rejected like any second use.
//   - A sign-up is answered without a session, and a token without its secret.
//   - A change of the password checks whether the password is the current one, because passwords are not part of a
//     request's hash.
//
// Each of them rejects another request with the same name.
func repeatQuietly[In, Out any](context.Context, *In, string) (*Out, error) { return new(Out), nil }

// ResumedJSON reads the name of a JSON request to a route of another package that changes the profile as one of its
// steps: a repeated named request executes the steps again, and the profile is changed once.
func (s *Service) ResumedJSON(r *http.Request) (context.Context, error) {
	if err := isJSON(r); err != nil {
		return nil, err
	}
	return s.requests.Named(r)
}

// repeatSignUp returns no session: the first answer contained it.
func repeatSignUp(context.Context, *body[signUpBody], string) (*begun[sessionStarted], error) {
	return &begun[sessionStarted]{Cache: "no-store"}, nil
}

// repeatJoin is repeatSignUp for a person who came from a provider.
func repeatJoin(context.Context, *body[joinBody], string) (*begun[sessionStarted], error) {
	return &begun[sessionStarted]{Cache: "no-store"}, nil
}

func (s *Service) repeatToken(ctx context.Context, _ *body[TokenSpec], made string) (*answered[Token], error) {
	t, err := s.token(ctx, FromContext(ctx), made)
	return &answered[Token]{"no-store", t}, err
}

func (s *Service) repeatPasskey(ctx context.Context, _ *body[passkeyBody], made string) (*answered[Passkey], error) {
	p, err := s.passkey(ctx, FromContext(ctx), made)
	return &answered[Passkey]{"no-store", p}, err
}

// repeatPassword checks whether the password of the body is the account's. If it is not, another one was set under the
// name.
func (s *Service) repeatPassword(ctx context.Context, in *body[passwordBody], account string) (*done, error) {
	if in.Body.NewPassword == "" {
		return nil, idempotency.ErrReused()
	}
	_, err := s.confirmPassword(ctx, Caller{Account: account}, in.Body.NewPassword, s.origin(ctx, ""))
	if errors.Is(err, errOldPassword) {
		err = idempotency.ErrReused()
	}
	return &done{}, err
}

// repeatVerify checks whether the link of the body is the used one, because links are not part of a request's hash.
func (s *Service) repeatVerify(ctx context.Context, in *body[flowBody], account string) (*done, error) {
	f, err := s.findFlow(ctx, s.pool, flowVerify, in.Body.Flow)
	if err == nil && (f.account != account || !f.done) {
		err = idempotency.ErrReused()
	}
	return &done{}, err
}

func (s *Service) repeatPreferences(ctx context.Context, _ *body[preferencesPatch], _ string) (*answered[Preferences], error) {
	return private(s.routePreferences)(ctx, nil)
}

// repeatAnnounced answers with the head of the log, which is after all events of the first request.
func repeatAnnounced[In any](s *Service) func(context.Context, *In, string) (*changed, error) {
	return func(ctx context.Context, _ *In, _ string) (*changed, error) {
		return s.changed(ctx, s.head(ctx)), nil
	}
}
