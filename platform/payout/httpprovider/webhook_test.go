package httpprovider_test

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/payout/httpprovider"
	"github.com/modyard/modyard/platform/signed"
)

var (
	secret = []byte("a-secret-of-tests")
	noon   = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
)

func headers(at time.Time, body string) http.Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	h := http.Header{}
	h.Set(httpprovider.TimestampHeader, stamp)
	h.Set(httpprovider.SignatureHeader, "v1="+signed.Sign(secret, stamp, []byte(body)))
	return h
}

func TestASignedWebhookNamesThePayout(t *testing.T) {
	const body = `{"key":"site-1","state":"paid","amount":"-5"}`
	for _, at := range []time.Time{noon, noon.Add(-5 * time.Minute), noon.Add(5 * time.Minute)} {
		if key, err := httpprovider.VerifyWebhook(secret, headers(at, body), []byte(body), noon); err != nil || key != "site-1" {
			t.Errorf("%s: %q %v", at, key, err)
		}
	}
	h := headers(noon, body)
	h.Set(httpprovider.SignatureHeader, "v1=00, "+h.Get(httpprovider.SignatureHeader)) // two secrets while one is changed
	if _, err := httpprovider.VerifyWebhook(secret, h, []byte(body), noon); err != nil {
		t.Error(err)
	}
}

func TestAForgedOrOldWebhookIsNotAccepted(t *testing.T) {
	const body = `{"key":"site-1"}`
	set := func(name, value string) func(http.Header) { return func(h http.Header) { h.Set(name, value) } }
	right := headers(noon, body).Get(httpprovider.SignatureHeader)
	for name, spoil := range map[string]func(http.Header){
		"no timestamp":        func(h http.Header) { h.Del(httpprovider.TimestampHeader) },
		"no signature":        func(h http.Header) { h.Del(httpprovider.SignatureHeader) },
		"two timestamps":      func(h http.Header) { h.Add(httpprovider.TimestampHeader, "1") },
		"two signatures":      func(h http.Header) { h.Add(httpprovider.SignatureHeader, right) },
		"another timestamp":   set(httpprovider.TimestampHeader, strconv.FormatInt(noon.Unix()+1, 10)),
		"a signed timestamp":  set(httpprovider.TimestampHeader, "+"+strconv.FormatInt(noon.Unix(), 10)),
		"a huge timestamp":    set(httpprovider.TimestampHeader, strings.Repeat("9", 30)),
		"another signature":   set(httpprovider.SignatureHeader, "v1="+signed.Sign([]byte("x"), strconv.FormatInt(noon.Unix(), 10), []byte(body))),
		"a part of it":        set(httpprovider.SignatureHeader, right[:20]),
		"no version":          set(httpprovider.SignatureHeader, strings.TrimPrefix(right, "v1=")),
		"an empty signature":  set(httpprovider.SignatureHeader, "v1="),
		"too many signatures": set(httpprovider.SignatureHeader, strings.Repeat("v1=00,", 20)+right),
	} {
		h := headers(noon, body)
		spoil(h)
		if key, err := httpprovider.VerifyWebhook(secret, h, []byte(body), noon); !errors.Is(err, httpprovider.ErrWebhook) || key != "" {
			t.Errorf("%s: %q %v", name, key, err)
		}
	}
	for name, c := range map[string]struct {
		secret []byte
		at     time.Time
		body   string
	}{
		"old":               {secret, noon.Add(-5*time.Minute - time.Second), body},
		"of the future":     {secret, noon.Add(5*time.Minute + time.Second), body},
		"another body":      {secret, noon, `{"key":"site-2"}`},
		"no secret":         {nil, noon, body},
		"another secret":    {[]byte("x"), noon, body},
		"more than 64 KiB":  {secret, noon, `{"key":"site-1"}` + strings.Repeat(" ", 64<<10)},
		"a path as its key": {secret, noon, `{"key":"../books"}`},
		"no key":            {secret, noon, `{}`},
		"not JSON":          {secret, noon, `key=site-1`},
	} {
		signedBody := c.body
		if name == "another body" {
			signedBody = body
		}
		if key, err := httpprovider.VerifyWebhook(c.secret, headers(c.at, signedBody), []byte(c.body), noon); !errors.Is(err, httpprovider.ErrWebhook) || key != "" {
			t.Errorf("%s: %q %v", name, key, err)
		}
	}
}

func FuzzAWebhookThatIsNotSignedIsNotAccepted(f *testing.F) {
	right := headers(noon, `{"key":"site-1"}`)
	f.Add(right.Get(httpprovider.TimestampHeader), "v1=00", []byte(`{"key":"site-1"}`))
	f.Add("1777896000", "v1=,v1=,", []byte(`{}`))
	f.Fuzz(func(t *testing.T, stamp, signature string, body []byte) {
		h := http.Header{httpprovider.TimestampHeader: {stamp}, httpprovider.SignatureHeader: {signature}}
		if key, err := httpprovider.VerifyWebhook([]byte("nobody has this secret"), h, body, noon); err == nil {
			t.Errorf("%q is accepted", key)
		}
		h = headers(noon, string(body)) // a signed one has a good key or is an error
		if key, err := httpprovider.VerifyWebhook(secret, h, body, noon); (err == nil) != payout.GoodKey(key) {
			t.Errorf("%q %v", key, err)
		}
	})
}
