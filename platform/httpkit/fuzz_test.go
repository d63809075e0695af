package httpkit

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"
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
