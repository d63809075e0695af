package identity_test

import (
	"crypto/sha256"
	"fmt"
	"math/bits"
	"strings"
	"testing"
	"time"

	"github.com/modyard/modyard/identity"
)

// solve solves a challenge like a browser.
func solve(c identity.Challenge) string {
	for n := 0; ; n++ {
		proof := fmt.Sprintf("%s.%d", c.Token, n)
		sum := sha256.Sum256([]byte(proof))
		if bits.LeadingZeros16(uint16(sum[0])<<8|uint16(sum[1])) >= c.Bits {
			return proof
		}
	}
}

func TestAProofIsRequiredAndValidOnce(t *testing.T) {
	var work *identity.ProofOfWork
	s, _ := newMailSite(t)
	work, err := identity.NewProofOfWork(t.Context(), s.db.Pool, 8, s.clock)
	if err != nil {
		t.Fatal(err)
	}
	other, err := identity.NewProofOfWork(t.Context(), s.db.Pool, 8, s.clock)
	if err != nil {
		t.Fatal(err)
	}
	c, err := work.New(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	proof := solve(c)
	for _, bad := range []string{"", "x", proof + "0", "A" + proof[1:], c.Token + ".", strings.Repeat("A", 200) + ".1"} {
		if work.Spend(t.Context(), bad) == nil {
			t.Errorf("%q was accepted", bad)
		}
	}
	if err := other.Spend(t.Context(), proof); err != nil {
		t.Fatalf("another process: %v", err)
	}
	if work.Spend(t.Context(), proof) == nil {
		t.Fatal("accepted twice")
	}
	late, _ := work.New(t.Context())
	s.pass(31 * time.Minute)
	if work.Spend(t.Context(), solve(late)) == nil {
		t.Fatal("accepted after it expired")
	}
}

func TestTheRequestsThatRequireAProof(t *testing.T) {
	s, _ := newMailSite(t)
	work, err := identity.NewProofOfWork(t.Context(), s.db.Pool, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	guarded, _ := newMailSite(t, func(o *identity.Options) { o.Challenger = work })
	v := guarded.visitor()
	proof := func() string {
		c, err := work.New(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return solve(c)
	}
	account := map[string]string{"username": "steve", "email": "steve@example.org", "password": goodPassword}
	if r := v.do("POST", "/v2/auth/create", account); r.status != 400 || r.code() != "challenge_required" {
		t.Fatalf("%d %s", r.status, r.body)
	}
	account["challenge"] = proof()
	v.want(200, "POST", "/v2/auth/create", account)
	v.want(200, "GET", "/_internal/challenge", nil)
	guest := guarded.visitor()
	guest.want(400, "POST", "/v2/auth/password/reset", map[string]string{"username": "steve"})
	guest.want(204, "POST", "/v2/auth/password/reset", map[string]string{"username": "steve", "challenge": proof()})
	for range 3 {
		guest.want(401, "POST", "/v2/auth/login", creds("steve", "wrong"))
	}
	if r := guest.do("POST", "/v2/auth/login", creds("steve", goodPassword)); r.code() != "challenge_required" {
		t.Fatalf("after failures: %d %s", r.status, r.body)
	}
	guest.want(200, "POST", "/v2/auth/login", map[string]string{"username": "steve", "password": goodPassword, "challenge": proof()})
}
