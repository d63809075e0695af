package httpkit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

func FuzzPartsOfAForm(f *testing.F) {
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"data\"\r\n\r\n{}\r\n--x--\r\n"))
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name=\"a\"; filename=\"../b.jar\"\r\n\r\nPK\r\n--x\r\n"))
	f.Add("multipart/form-data", []byte("--x"))
	f.Add("multipart/form-data; boundary=\"\"", []byte("----\r\n\r\n"))
	f.Add("multipart/form-data; boundary=x", []byte("--x\r\nContent-Disposition: form-data; name*=utf-8''%00\r\n\r\n\r\n--x--"))
	f.Fuzz(func(t *testing.T, contentType string, body []byte) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", contentType)
		n := 0
		for part, err := range Parts(r, PartLimits{Parts: 4, Size: 64}) {
			var invalid Faulty
			if err != nil {
				if !errors.As(err, &invalid) {
					t.Fatalf("%v is no fault of the caller", err)
				}
				continue
			}
			n++
			if n > 4 || part.Name == "" || strings.ContainsAny(part.Name+part.FileName, "\x00\r\n") || strings.ContainsAny(part.FileName, `/`) {
				t.Fatalf("part %d: %q %q", n, part.Name, part.FileName)
			}
			data, err := io.ReadAll(part)
			if len(data) > 64 || err != nil && !errors.As(err, &invalid) {
				t.Fatalf("%d bytes, %v", len(data), err)
			}
		}
	})
}

// Only a trusted proxy names another address than its own.
func FuzzClientAddress(f *testing.F) {
	for _, c := range [][2]string{{"10.0.0.1:1", "1.2.3.4, 10.0.0.2"}, {"1.2.3.4:1", "5.6.7.8"}, {"[fe80::1%eth0]:1", "::ffff:1.2.3.4"}, {"10.0.0.1:1", "unknown,,"}, {"@", "1.1.1.1"}} {
		f.Add(c[0], c[1])
	}
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	f.Fuzz(func(t *testing.T, peer, forwarded string) {
		r := &http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": {forwarded}}}
		got := ClientAddress(r, trusted)
		own := ClientAddress(&http.Request{RemoteAddr: peer}, nil)
		if !own.IsValid() || !trusted[0].Contains(own) {
			if got != own {
				t.Fatalf("%q with %q is %s", peer, forwarded, got)
			}
			return
		}
		named := slices.ContainsFunc(strings.Split(forwarded, ","), func(hop string) bool {
			a, err := netip.ParseAddr(strings.TrimSpace(hop))
			return err == nil && a.Unmap().WithZone("") == got
		})
		if got != own && !named || got.Zone() != "" || got.Is4In6() {
			t.Fatalf("%q with %q is %s", peer, forwarded, got)
		}
	})
}

// A list of a query is texts that a database can store, few enough, or a fault that names the parameter.
func FuzzListsOfAQuery(f *testing.F) {
	for _, text := range []string{`["a","b"]`, "fabric,quilt", "[", `["\u0000"]`, "[1]", `{"a":"b"}`, "null", " [\"红石\"] ", "a\xff", `["a"]x`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := huma.NewPathBuffer([]byte("query.loaders"), len("query.loaders"))
		var required IDs
		var optional List
		if required.UnmarshalText([]byte(text)) != nil || optional.UnmarshalText([]byte(text)) != nil {
			t.Fatal("a text is not taken")
		}
		for what, read := range map[string]func() ([]string, []error){
			"ids":  func() ([]string, []error) { errs := required.Resolve(nil, path); return required.Items, errs },
			"list": func() ([]string, []error) { errs := optional.Resolve(nil, path); return optional.Items, errs },
		} {
			items, errs := read()
			for _, err := range errs {
				var invalid Faulty
				if !errors.As(err, &invalid) || !strings.Contains(err.Error(), "loaders") {
					t.Errorf("%s of %q: %v", what, text, err)
				}
			}
			if len(items) > MaxIDs || len(errs) > 0 && len(items) > 0 {
				t.Errorf("%s of %q: %d items, %v", what, text, len(items), errs)
			}
			for _, item := range items {
				if !validText(item) {
					t.Errorf("%s of %q has %q", what, text, item)
				}
			}
		}
	})
}

// The members of a body are acted on, named or refused, whatever the body is.
func FuzzMembersOfABody(f *testing.F) {
	for _, body := range []string{`{"a":1,"a":2}`, `{"a":{"b":[{"c":1,"c":2}]}}`, `{"title":null}`, `[]`, `{"A":1}`, `{"\u0061":1,"a":2}`, `{"x":"\ud800"}`, `{`, `1`} {
		f.Add([]byte(body))
	}
	type inner struct {
		B []map[string]string `json:"b"`
	}
	type body struct {
		A     inner  `json:"a"`
		Title string `json:"title"`
		inner
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPatch, "/", nil)
		err := CheckMembers(r, data, reflect.TypeFor[body]())
		var invalid Faulty
		if err != nil && !errors.As(err, &invalid) {
			t.Fatalf("%q: %v is no fault of the caller", data, err)
		}
		var value any
		if json.Unmarshal(data, &value) != nil {
			return
		}
		// What a decoder has written has no member twice.
		once, err := json.Marshal(value)
		if name, found := twice(once); err != nil || found {
			t.Errorf("%q: %q twice in %q, %v", data, name, once, err)
		}
		if object, is := value.(map[string]any); is && len(object) > 0 {
			again := append(append(once[:len(once)-1:len(once)-1], ','), once[1:]...)
			if _, found := twice(again); !found {
				t.Errorf("no member twice in %q", again)
			}
		}
	})
}
