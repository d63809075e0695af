package identity

import (
	"io"
	"net/http"
)

func (s *Service) routePreferences(w http.ResponseWriter, r *http.Request) error {
	p, err := s.Preferences(r.Context(), FromContext(r.Context()))
	if err != nil {
		return err
	}
	return answer(w, p)
}

func (s *Service) routeEditPreferences(w http.ResponseWriter, r *http.Request) error {
	caller := FromContext(r.Context())
	if err := caller.Require(ScopeUserWrite); err != nil {
		return err
	}
	if err := isJSON(r); err != nil {
		return err
	}
	raw, err := io.ReadAll(io.LimitReader(r.Body, maxPreferences+1))
	if err != nil {
		return err
	}
	p, err := s.EditPreferences(r.Context(), caller, raw)
	if err != nil {
		return err
	}
	return answer(w, p)
}
