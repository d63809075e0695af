package dnsupdate_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/platform/dnsupdate"
	"github.com/modyard/modyard/platform/dnsupdate/dnstest"
)

func zone(t *testing.T, s *dnstest.Server) *dnsupdate.Zone {
	t.Helper()
	z, err := dnsupdate.Parse(s.URL(), "play.example.org")
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestANameLeadsToAnAddressOrAnAliasWithItsPort(t *testing.T) {
	for host, want := range map[string][]string{
		"192.0.2.7":           {"_minecraft._tcp.mengwu.play.example.org. 60 IN SRV 0 0 25565 mengwu.play.example.org.", "mengwu.play.example.org. 60 IN A 192.0.2.7"},
		"::ffff:192.0.2.7":    {"_minecraft._tcp.mengwu.play.example.org. 60 IN SRV 0 0 25565 mengwu.play.example.org.", "mengwu.play.example.org. 60 IN A 192.0.2.7"},
		"2001:db8::7":         {"_minecraft._tcp.mengwu.play.example.org. 60 IN SRV 0 0 25565 mengwu.play.example.org.", "mengwu.play.example.org. 60 IN AAAA 2001:db8::7"},
		"Node-1.example.org":  {"_minecraft._tcp.mengwu.play.example.org. 60 IN SRV 0 0 25565 node-1.example.org.", "mengwu.play.example.org. 60 IN CNAME node-1.example.org."},
		"node-1.example.org.": {"_minecraft._tcp.mengwu.play.example.org. 60 IN SRV 0 0 25565 node-1.example.org.", "mengwu.play.example.org. 60 IN CNAME node-1.example.org."},
	} {
		s := dnstest.Start(t, "example.org")
		z := zone(t, s)
		target := dnsupdate.Target{Host: host, Port: 25565}
		if held, err := z.Holds(t.Context(), "mengwu", target); err != nil || held {
			t.Errorf("%s: before: %v %v", host, held, err)
		}
		if err := z.Put(t.Context(), "mengwu", target); err != nil {
			t.Fatal(err)
		}
		if got := s.Records(); !slices.Equal(got, want) {
			t.Errorf("%s: %q", host, got)
		}
		if held, err := z.Holds(t.Context(), "mengwu", target); err != nil || !held {
			t.Errorf("%s: afterwards: %v %v", host, held, err)
		}
	}
}

func TestANewTargetReplacesTheFormerAndLeavesOthersAlone(t *testing.T) {
	s := dnstest.Start(t, "example.org")
	s.Add(t, "mengwu.play.example.org. 60 IN TXT \"the operator's\"")
	s.Add(t, "other.play.example.org. 60 IN A 192.0.2.9")
	z := zone(t, s)
	for _, target := range []dnsupdate.Target{{Host: "192.0.2.7", Port: 25565}, {Host: "node-2.example.org", Port: 25570}, {Host: "2001:db8::7", Port: 25571}} {
		if err := z.Put(t.Context(), "mengwu", target); err != nil {
			t.Fatal(err)
		}
		if got := s.Records(); len(got) != 4 {
			t.Errorf("%+v: %q", target, got)
		}
	}
	if held, err := z.Holds(t.Context(), "mengwu", dnsupdate.Target{Host: "192.0.2.7", Port: 25565}); err != nil || held {
		t.Errorf("the former target: %v %v", held, err)
	}
	if err := z.Put(t.Context(), "mengwu", dnsupdate.Target{}); err != nil {
		t.Fatal(err)
	}
	if got := s.Records(); len(got) != 2 {
		t.Errorf("nowhere: %q", got)
	}
	if held, err := z.Holds(t.Context(), "mengwu", dnsupdate.Target{}); err != nil || !held {
		t.Errorf("nowhere: %v %v", held, err)
	}
}

func TestARefusalAndAKeyThatTheServerDoesNotKnowAreErrors(t *testing.T) {
	s := dnstest.Start(t, "example.org")
	target := dnsupdate.Target{Host: "192.0.2.7", Port: 25565}
	s.Refuse(true)
	if err := zone(t, s).Put(t.Context(), "mengwu", target); err == nil || !strings.Contains(err.Error(), "REFUSED") {
		t.Errorf("a refusal: %v", err)
	}
	s.Refuse(false)
	for _, address := range []string{strings.Replace(s.URL(), "c2Vj", "c2Vk", 1), strings.Replace(s.URL(), "keeper:", "other:", 1), "rfc2136://" + s.Address + "/example.org"} {
		z, err := dnsupdate.Parse(address, "play.example.org")
		if err != nil {
			t.Fatal(err)
		}
		if err := z.Put(t.Context(), "mengwu", target); err == nil {
			t.Errorf("%s is not refused", address)
		}
	}
	if got := s.Records(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestAnAnswerThatTheKeyHasNotSignedIsNoSuccess(t *testing.T) {
	target := dnsupdate.Target{Host: "192.0.2.7", Port: 25565}
	for name, how := range map[string]dnstest.Signature{
		"without a signature": dnstest.Unsigned, "by another key": dnstest.OtherKey, "by another secret": dnstest.OtherSecret,
		"by another algorithm": dnstest.OtherAlgorithm, "with a wrong MAC": dnstest.WrongMAC,
	} {
		t.Run(name, func(t *testing.T) {
			s := dnstest.Start(t, "example.org")
			z := zone(t, s)
			s.Sign(how)
			if err := z.Put(t.Context(), "mengwu", target); err == nil {
				t.Error("an update is taken for done")
			}
			if s.Updates() != 1 {
				t.Errorf("%d updates", s.Updates())
			}
			// The zone says it, but nobody knows who answers.
			if held, err := z.Holds(t.Context(), "mengwu", target); err == nil || held {
				t.Errorf("the name is held: %v %v", held, err)
			}
			s.Sign(dnstest.Signed)
			if held, err := z.Holds(t.Context(), "mengwu", target); err != nil || !held {
				t.Errorf("afterwards: %v %v", held, err)
			}
		})
	}
}

func TestALostAnswerIsAnErrorAfterWhichTheUpdateCanBeRepeated(t *testing.T) {
	s := dnstest.Start(t, "example.org")
	z := zone(t, s)
	target := dnsupdate.Target{Host: "192.0.2.7", Port: 25565}
	s.Drop(true)
	if err := z.Put(t.Context(), "mengwu", target); err == nil {
		t.Error("a lost answer is taken for a success")
	}
	if held, err := z.Holds(t.Context(), "mengwu", target); err == nil || held {
		t.Errorf("a lost answer: %v %v", held, err)
	}
	s.Drop(false)
	if err := z.Put(t.Context(), "mengwu", target); err != nil {
		t.Error(err)
	}
	if got := s.Records(); len(got) != 2 || s.Updates() != 2 {
		t.Errorf("%q after %d updates", got, s.Updates())
	}
}

func TestWhatIsNoNameAndNoTargetIsNotSent(t *testing.T) {
	s := dnstest.Start(t, "example.org")
	z := zone(t, s)
	for _, name := range []string{"", "a.b", `a\.b`, "*", strings.Repeat("x", 64)} {
		if err := z.Put(t.Context(), name, dnsupdate.Target{Host: "192.0.2.7", Port: 25565}); err == nil {
			t.Errorf("the name %q is sent", name)
		}
	}
	for _, target := range []dnsupdate.Target{{Host: "192.0.2.7"}, {Host: "192.0.2.7", Port: 65536}, {Port: 25565}, {Host: "mengwu.play.example.org", Port: 1}, {Host: "a..b", Port: 1}} {
		if err := z.Put(t.Context(), "mengwu", target); err == nil {
			t.Errorf("the target %+v is sent", target)
		}
	}
	if s.Updates() != 0 {
		t.Errorf("%d updates", s.Updates())
	}
}

func TestAnAddressOfAnotherFormIsRefusedWithoutItsSecret(t *testing.T) {
	for _, address := range []string{
		"dns://ns.example.org", "rfc2136://", "rfc2136://key@ns.example.org", "rfc2136://:c2VjcmV0@ns.example.org", "rfc2136://key:c2Vjc!!mV0@ns.example.org",
		"rfc2136://key:c2VjcmV0@ns.example.org/other.org", "rfc2136://key:c2VjcmV0@ns.example.org?algorithm=hmac-md5", "rfc2136://key:c2VjcmV0@ns.example.org?ttl=0",
		"rfc2136://key:c2VjcmV0@ns.example.org?ttl=86401", "rfc2136://key:c2VjcmV0@ns.example.org?speed=1", "rfc2136://key:c2VjcmV0@ns .example.org", "rfc2136://key:c2VjcmV0@ns.example.org/a..b",
	} {
		_, err := dnsupdate.Parse(address, "play.example.org")
		if err == nil {
			t.Errorf("%s is taken", address)
		} else if strings.Contains(err.Error(), "c2Vj") {
			t.Errorf("%v shows the secret", err)
		}
	}
	if _, err := dnsupdate.Parse("rfc2136://ns.example.org", ""); err == nil {
		t.Error("a zone without a domain is taken")
	}
}
