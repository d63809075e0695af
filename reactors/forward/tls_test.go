package forward_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/modyard/modyard/reactors/forward/natstest"
)

func TestABrokerWithTLSIsCheckedAndIsShownACertificate(t *testing.T) {
	dir := t.TempDir()
	authority, other := newAuthority(t), newAuthority(t)
	pool := x509.NewCertPool()
	pool.AddCert(authority.certificate)
	s := start(t, natstest.Options{TLS: &tls.Config{
		Certificates: []tls.Certificate{authority.issue(t, dir, "server")}, ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool, MinVersion: tls.VersionTLS12,
	}})
	authority.issue(t, dir, "client")
	ca := writePEM(t, dir, "ca.pem", "CERTIFICATE", authority.certificate.Raw)
	wrong := writePEM(t, dir, "other.pem", "CERTIFICATE", other.certificate.Raw)
	with := func(ca string) string {
		return s.URL() + created + "&" + url.Values{
			"ca": {ca}, "cert": {filepath.Join(dir, "client.pem")}, "key": {filepath.Join(dir, "client.key")},
		}.Encode()
	}
	mustForward(t, open(t, with(ca)), change(0))
	for name, address := range map[string]string{
		"another authority": with(wrong), "no certificate": s.URL() + created + "&ca=" + url.QueryEscape(ca), "no authority": s.URL() + created + "&tls=true",
	} {
		if err := open(t, address).Change(t.Context(), change(1)); err == nil {
			t.Errorf("%s: forwarded", name)
		}
	}
}

type authority struct {
	key         *ecdsa.PrivateKey
	certificate *x509.Certificate
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "authority"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	raw, err := x509.CreateCertificate(rand.Reader, about, about, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	certificate, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return authority{key, certificate}
}

// issue makes a certificate of 127.0.0.1 and writes it to name.pem and name.key.
func (a authority) issue(t *testing.T, dir, name string) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth},
	}
	raw, err := x509.CreateCertificate(rand.Reader, about, a.certificate, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	pair, err := tls.LoadX509KeyPair(writePEM(t, dir, name+".pem", "CERTIFICATE", raw), writePEM(t, dir, name+".key", "EC PRIVATE KEY", encoded))
	if err != nil {
		t.Fatal(err)
	}
	return pair
}

func writePEM(t *testing.T, dir, name, of string, raw []byte) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: of, Bytes: raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
