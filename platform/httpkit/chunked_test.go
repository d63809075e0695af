package httpkit_test

import (
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

// chunked posts a body without Content-Length.
func chunked(t *testing.T, s *httptest.Server, path, body string) answer {
	t.Helper()
	res, err := s.Client().Post(s.URL+path, "application/json", io.MultiReader(strings.NewReader(body)))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, string(data)}
}
