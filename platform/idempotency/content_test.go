package idempotency_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/idempotency"
)

var key = []byte("a key")

func ask(method, target, contentType, body string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Header.Set("Content-Type", contentType)
	return r
}

func hash(method, target, contentType, body string) string {
	return idempotency.Read(ask(method, target, contentType, body)).Hash(key)
}

func TestTheSameRequestHasTheSameHashInEverySpelling(t *testing.T) {
	one := hash("POST", "/v2/x?a=1&b=2", "application/json", `{"a":1.0,"b":{"c":[1,2],"d":null}}`)
	if len(one) != 43 {
		t.Fatalf("%q is no HMAC-SHA-256 in base64url", one)
	}
	for _, same := range []string{
		hash("POST", "/v2/x?b=2&a=1", "application/json; charset=utf-8", "\n {\"b\": {\"d\":null, \"c\":[1, 2]}, \"a\":1.0 }\n"),
		hash("POST", "/v2/x?a=1&b=2", "", `{"a":1.0,"b":{"c":[1,2],"d":null}}`),
		hash("POST", "/v2/x?a=1&b=2", "application/x-www-form-urlencoded", `{"a":1.0,"b":{"c":[1,2],"d":null}}`),
	} {
		if same != one {
			t.Error("the same request has another hash")
		}
	}
	for _, other := range []string{
		hash("PATCH", "/v2/x?a=1&b=2", "application/json", `{"a":1.0,"b":{"c":[1,2],"d":null}}`),
		hash("POST", "/v2/y?a=1&b=2", "application/json", `{"a":1.0,"b":{"c":[1,2],"d":null}}`),
		hash("POST", "/v2/x?a=1&b=3", "application/json", `{"a":1.0,"b":{"c":[1,2],"d":null}}`),
		hash("POST", "/v2/x?a=1&b=2", "application/json", `{"a":1,"b":{"c":[1,2],"d":null}}`),
		hash("POST", "/v2/x?a=1&b=2", "application/json", `{"a":1.0,"b":{"c":[2,1],"d":null}}`),
		hash("POST", "/v2/x?a=1&b=2", "application/json", `{"a":1.0,"b":{"c":[1,2]}}`),
		idempotency.Read(ask("POST", "/v2/x?a=1&b=2", "application/json", `{"a":1.0,"b":{"c":[1,2],"d":null}}`)).Hash([]byte("another key")),
	} {
		if other == one {
			t.Error("another request has the same hash")
		}
	}
}

func TestSecretsAreLeftOutOfTheHash(t *testing.T) {
	one := hash("POST", "/v2/x", "application/json", `{"name":"a","reason":{"code":"spam"}}`)
	for _, secret := range []string{
		`"password":"p"`, `"new_password":"p"`, `"current_password":"p"`, `"code":"123456"`, `"token":"t"`, `"totp_secret":"s"`,
		`"recovery_codes":["r"]`, `"access_token":"t"`, `"flow":"f"`, `"nested":{"Password":"p"}`,
	} {
		with := hash("POST", "/v2/x", "application/json", `{"name":"a","reason":{"code":"spam"},`+secret+`}`)
		if with != one && !strings.HasPrefix(secret, `"nested"`) {
			t.Errorf("%s counts", secret)
		}
		other := hash("POST", "/v2/x", "application/json", `{"name":"a","reason":{"code":"spam"},`+strings.NewReplacer(`"p"`, `"q"`, `"123456"`, `"654321"`).Replace(secret)+`}`)
		if other != with {
			t.Errorf("%s counts", secret)
		}
	}
	if hash("POST", "/v2/x", "application/json", `{"name":"a","reason":{"code":"copyright"}}`) == one {
		t.Error("the code of a reason is not part of the hash")
	}
	if hash("DELETE", "/v2/x?token=a", "", "") != hash("DELETE", "/v2/x?token=b", "", "") {
		t.Error("a token of the query is part of the hash")
	}
}

func TestReadingTheContentRestoresTheBody(t *testing.T) {
	bodies := map[string]string{
		"json": `{"a":1}`, "no json": "\x89PNG" + strings.Repeat("x", 5000), "cut": `{"a":`, "spaces": strings.Repeat(" ", 2000), "none": "",
		"large": `["` + strings.Repeat("x", int(httpkit.DefaultBodyLimit)) + `"]`,
	}
	for name, body := range bodies {
		r := ask("POST", "/v2/x", "application/json", body)
		r.ContentLength = -1
		idempotency.Read(r)
		if got, err := io.ReadAll(r.Body); err != nil || string(got) != body {
			t.Errorf("%s: %d of %d bytes, %v", name, len(got), len(body), err)
		}
	}
}

type broken struct{ io.Reader }

var errCut = errors.New("the connection was cut")

func (b broken) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if errors.Is(err, io.EOF) {
		err = errCut
	}
	return n, err
}

func TestAReadErrorOfTheBodyReachesTheHandler(t *testing.T) {
	for _, body := range []string{`{"a":1`, "PNG", ""} {
		r := ask("POST", "/v2/x", "application/json", "")
		r.Body, r.ContentLength = io.NopCloser(broken{strings.NewReader(body)}), -1
		idempotency.Read(r)
		if got, err := io.ReadAll(r.Body); string(got) != body || !errors.Is(err, errCut) {
			t.Errorf("%q: %v", got, err)
		}
	}
}

// untouched fails the test when it is read.
type untouched struct{ t *testing.T }

func (u untouched) Read([]byte) (int, error) {
	u.t.Error("a file was read before its sender was authorised")
	return 0, io.EOF
}

func TestTheContentOfAFileIsNotRead(t *testing.T) {
	for _, contentType := range []string{"multipart/form-data; boundary=x", "image/png", "application/octet-stream", "application/java-archive"} {
		r := ask("POST", "/v2/x", contentType, "")
		r.Body, r.ContentLength = io.NopCloser(untouched{t}), -1
		idempotency.Read(r)
	}
}

func TestAFormIsHashedAfterItsJSONIsRead(t *testing.T) {
	c := idempotency.Read(ask("POST", "/v2/x", "multipart/form-data; boundary=x", "--x"))
	if c.Complete() || c.Hash(key) != "" {
		t.Error("a form whose JSON was not read has a hash")
	}
	one := c.WithJSON([]byte(`{"file_parts":["a"]}`))
	if one.Hash(key) == "" || one.Hash(key) == c.WithJSON([]byte(`{"file_parts":["b"]}`)).Hash(key) {
		t.Error("the names of the parts are not part of the hash")
	}
}

func TestTheKeyMustBePlain(t *testing.T) {
	for _, bad := range []string{strings.Repeat("k", 129), "a\x01b", "\xff"} {
		r := ask("POST", "/v2/x", "", "")
		r.Header[idempotency.Header] = []string{bad}
		if _, _, err := idempotency.ID(r, "a"); err == nil {
			t.Errorf("%q passed", bad)
		}
	}
}
