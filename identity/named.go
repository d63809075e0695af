package identity

import (
	"context"
	"errors"
	"net/http"

	"github.com/modyard/modyard/platform/idempotency"
)

// What a route answers to a request that its caller named and that comes again. Every route that writes is mounted with
// one of these, most with repeatQuietly: 204, no second letter, no second event.
//
//   - What begins a session, draws a second factor or shows recovery codes has none and is carried out anew. Its answer
//     is a secret that is not kept, and whoever lost the answer needs it: where the request used something up, such as a
//     code, it is refused as a second use is.
//   - A sign-up answers without a session, and a token is answered without its secret.
//   - A change of the password says whether it stands, since passwords are no part of a request's hash.
//
// Another request under the name is refused by each of them.
func repeatQuietly[In, Out any](context.Context, *In, string) (*Out, error) { return new(Out), nil }

// ResumedJSON reads the name of a request of JSON to a route beside this package's whose profile change is one of its
// steps: a request that its caller named is gone through again, and the profile is changed once.
func (s *Service) ResumedJSON(r *http.Request) (context.Context, error) {
	if err := isJSON(r); err != nil {
		return nil, err
	}
	return s.requests.Named(r)
}

// repeatSignUp has no session to give: it went to who asked first.
func repeatSignUp(context.Context, *body[signUpBody], string) (*begun[sessionStarted], error) {
	return &begun[sessionStarted]{Cache: "no-store"}, nil
}

func (s *Service) repeatToken(ctx context.Context, _ *body[TokenSpec], made string) (*answered[Token], error) {
	t, err := s.token(ctx, FromContext(ctx), made)
	return &answered[Token]{"no-store", t}, err
}

// repeatPassword looks whether the password of the body is the account's. Where it is not, another one was set under
// the name.
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

// repeatVerify looks whether the link of the body is the one that was used, since links are no part of a request's hash.
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

// repeatAnnounced answers with the head of the log: all that the first request announced stands before it.
func repeatAnnounced[In any](s *Service) func(context.Context, *In, string) (*changed, error) {
	return func(ctx context.Context, _ *In, _ string) (*changed, error) {
		return s.changed(ctx, s.head(ctx)), nil
	}
}
