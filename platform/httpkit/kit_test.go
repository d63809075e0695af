package httpkit_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/platform/httpkit"
)

// answer is a response read to its end.
type answer struct {
	status int
	header http.Header
	body   string
}

// code is the "error" of the body, "" where it is not in the shape of an error.
func (a answer) code() string {
	var b struct{ Error, Description string }
	if json.Unmarshal([]byte(a.body), &b) != nil || b.Description == "" {
		return ""
	}
	return b.Error
}

func quiet(o httpkit.Options) httpkit.Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// serve starts a real server with the routes that register adds.
func serve(t testing.TB, o httpkit.Options, register func(*httpkit.API)) *httptest.Server {
	t.Helper()
	api := httpkit.New(quiet(o))
	register(api)
	s := httptest.NewServer(api.Handler())
	t.Cleanup(s.Close)
	return s
}

func send(t testing.TB, method, url, body string, header ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	// The server closes a connection with an unread body if the client has asked to close it: the client's write may
	// then fail before it reads the answer.
	client := http.Client{Transport: &http.Transport{DisableCompression: true}}
	defer client.CloseIdleConnections()
	res, err := client.Do(req)
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

func wantFault(t *testing.T, a answer, status int, code string) {
	t.Helper()
	if a.status != status || a.code() != code {
		t.Errorf("got %d %q, want %d with code %q", a.status, a.body, status, code)
	}
	if ct := a.header.Get("Content-Type"); ct != "application/json" {
		t.Errorf("Content-Type %q of an error", ct)
	}
}

func op(method, path string) huma.Operation {
	return huma.Operation{
		OperationID: strings.ToLower(method) + strings.NewReplacer("/", "-", "{", "", "}", "").Replace(path),
		Method:      method, Path: path, Summary: "测试", Tags: []string{"测试"},
	}
}
