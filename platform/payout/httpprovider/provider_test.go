package httpprovider_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/payout/httpprovider"
)

func TestAProviderNeedsTLSAndAKeyExceptOnThisMachine(t *testing.T) {
	key := keyFile(t, bearer)
	for _, url := range []string{"https://pay.example.org/v1", "http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost:1/x/", "https://10.0.0.8/"} {
		if _, err := httpprovider.New(httpprovider.Options{URL: url, KeyFile: key}); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
	for _, url := range []string{
		"", "pay.example.org", "http://pay.example.org", "http://10.0.0.8", "http://127.0.0.1.example.org", "ftp://127.0.0.1", "https://user:secret@pay.example.org",
		"https://pay.example.org/?a=secret", "https://pay.example.org/#secret", "file:///secret", "https:secret", "http://%zz/secret",
	} {
		if _, err := httpprovider.New(httpprovider.Options{URL: url, KeyFile: key}); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", url, err)
		}
	}
	if _, err := httpprovider.New(httpprovider.Options{URL: "https://pay.example.org"}); err == nil {
		t.Error("a provider elsewhere needs no key")
	}
	if _, err := httpprovider.New(httpprovider.Options{URL: "http://127.0.0.1:1"}); err != nil {
		t.Error(err)
	}
	if _, err := httpprovider.New(httpprovider.Options{URL: "http://127.0.0.1:1", Pays: "yuan"}); err == nil {
		t.Error("yuan is a currency")
	}
}

func TestAKeyIsOneLineAndIsNeverPrinted(t *testing.T) {
	for _, content := range []string{"", "\n", "two\nlines", "with space", "钥匙", strings.Repeat("k", 5000)} {
		path := keyFile(t, content)
		_, err := httpprovider.New(httpprovider.Options{URL: "http://127.0.0.1:1", KeyFile: path})
		if text := strings.TrimSpace(content); err == nil || text != "" && strings.Contains(strings.ReplaceAll(err.Error(), path, ""), text) {
			t.Errorf("%.20q: %v", content, err)
		}
	}
	if _, err := httpprovider.New(httpprovider.Options{URL: "http://127.0.0.1:1", KeyFile: filepath.Join(t.TempDir(), "none")}); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	p := connect(t, httpprovider.Options{URL: "http://127.0.0.1:1/credential", KeyFile: keyFile(t, bearer)})
	_, err := p.Send(t.Context(), order)
	for _, secret := range []string{bearer, "credential", order.Details["account"]} {
		if strings.Contains(fmt.Sprintf("%v %+v %#v", p, p, p), bearer) || strings.Contains(err.Error(), secret) {
			t.Errorf("%s is printed: %v", secret, err)
		}
	}
}

func TestARequestCarriesTheKeysAndDecimalAmounts(t *testing.T) {
	type request struct{ line, bearer, key, body string }
	var got []request
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, request{r.Method + " " + r.URL.Path, r.Header.Get("Authorization"), r.Header.Get("Idempotency-Key"), string(body)})
		w.WriteHeader(http.StatusBadGateway)
	}))
	p := connect(t, httpprovider.Options{URL: server.URL + "/v1/", KeyFile: keyFile(t, bearer), Pays: "CNY"})
	each(p, t.Context(), func(string, payout.Status, error) {})
	_, _ = p.Quote(t.Context(), order)
	server.Close()
	want := []request{
		{"POST /v1/payouts", "Bearer " + bearer, "site-1", `{"key":"site-1","account":"a","amount":"12.34","currency":"USD","method":"bank","details":{"account":"6228480402564890018"}}`},
		{"GET /v1/payouts/site-1", "Bearer " + bearer, "", ""},
		{"POST /v1/payouts/site-1/cancel", "Bearer " + bearer, "", "{}"},
		{"POST /v1/quotes", "Bearer " + bearer, "", `{"amount":"12.34","currency":"USD","method":"bank","pays":"CNY"}`},
	}
	if len(got) != len(want) {
		t.Fatalf("%d requests", len(got))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
}
